extension DocumentNode {
  /// A JSON document (RFC 8259) whose shape others have decided: any key may be there, and any may be missing.
  ///
  /// - Throws: `Problem` at the first position that is not valid JSON.
  public static func json(_ bytes: [UInt8], file: String) throws(Problem) -> DocumentNode {
    try JSONReader.read(bytes, file: file)
  }

  /// The value of a mapping's key, the last one if it is there more than once; nil if there is none, or null.
  public subscript(key: String) -> DocumentNode? {
    guard case .mapping(let members) = value,
      let found = members.last(where: { $0.key == key })?.value, !found.isNull
    else { return nil }
    return found
  }

  /// The text or number of a scalar, as written.
  public var text: String? {
    if case .scalar(let text, _) = value, !isNull { text } else { nil }
  }
}
