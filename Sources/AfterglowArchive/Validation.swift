import AfterglowCore

extension Archive {
  public static func validate(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Archive {
    throw ArchiveError(.tooShort)
  }
}
