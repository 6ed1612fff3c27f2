import AfterglowTimeline

// Texts drawn by a widget's process are sent unchanged, except that fonts are identified by file, because their numbers
// differ between processes.

extension TickKind: Codable {}
extension TickField: Codable {}

extension CodingUserInfoKey {
  /// The `CodingFonts` whose fonts are encoded or decoded.
  package static let fontLibrary = CodingUserInfoKey(rawValue: "afterglow.fonts")!
}

/// The fonts of one message. Coders keep only sendable values, and a message is coded on the thread that owns the fonts.
package struct CodingFonts: @unchecked Sendable {
  package let library: FontLibrary

  package init(_ library: FontLibrary) { self.library = library }
}

extension FaceKey: Codable {
  private enum CodingKeys: CodingKey { case file, index }

  package func encode(to encoder: any Encoder) throws {
    let fonts = encoder.userInfo[.fontLibrary] as? CodingFonts
    guard let source = fonts?.library.source(of: self) else {
      throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "no such face"))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(source.file, forKey: .file)
    try container.encode(source.index, forKey: .index)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let file = try container.decode(String.self, forKey: .file)
    let index = try container.decode(Int.self, forKey: .index)
    guard let fonts = decoder.userInfo[.fontLibrary] as? CodingFonts,
      let key = fonts.library.known(file: file, index: index)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .file, in: container, debugDescription: "\(file) is not one of the fonts of panels")
    }
    self = key
  }
}
