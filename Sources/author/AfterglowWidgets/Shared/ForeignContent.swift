import AfterglowPictures

/// Content that no widget reads, whatever its configuration is.
public enum ForeignContent {
  private static let documents: [(start: [UInt8], name: String)] = [
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive or a spreadsheet (export it as CSV)"),
  ]

  /// Why no widget can read a picture, a document or an archive that is pushed, by its first bytes; nil for other content.
  public static func refusal(of bytes: [UInt8]) -> String? {
    let picture = PictureFile.format(ofStart: bytes).map { "a \($0.rawValue.uppercased()) picture" }
    let name = picture ?? documents.first { bytes.starts(with: $0.start) }?.name
    return name.map { "the content is \($0); no widget reads one that is pushed" }
  }
}
