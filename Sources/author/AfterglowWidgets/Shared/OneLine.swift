/// Makes text drawable in one line.
enum OneLine {
  /// More characters are never drawn in one line.
  private static let maximumCount = 500

  /// One line without control characters, a longer one with an ellipsis at its end; nil when nothing is left.
  static func of(_ text: String) -> String? { of(text, isCut: false) }

  /// One line of a text that may go on, so that it ends with an ellipsis in any case.
  static func of(_ text: String, isCut: Bool) -> String? {
    if !isCut, isFine(text) { return text }
    let head = text.unicodeScalars.prefix(maximumCount)
    let scalars = head.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: Character(scalar)
      }
    }
    let words = String(scalars).wordsBetweenBlanks
    if words.isEmpty { return nil }
    let isCut = isCut || head.endIndex < text.unicodeScalars.endIndex
    return words.joined(separator: " ") + (isCut ? "…" : "")
  }

  /// Whether a text is one line as it is, as most are: words of plain Latin letters with single blanks between them.
  private static func isFine(_ text: String) -> Bool {
    guard text.utf8.count <= maximumCount, text.isPlainLatin else { return false }
    var isAfterBlank = true
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x7F || byte == 0x20 && isAfterBlank { return false }
      isAfterBlank = byte == 0x20
    }
    return !isAfterBlank
  }
}

extension String {
  /// Words that stand between blanks. A mark without a letter is a word too: to Swift it is one character with the blank
  /// before it.
  var wordsBetweenBlanks: [String] {
    unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
  }

  /// Whether all letters are ASCII or one of U+00C0 to U+017F, each of which is a whole character with one spelling: bytes
  /// can be compared then in place of characters.
  var isPlainLatin: Bool { utf8.allSatisfy { $0 < 0xC0 || (0xC3...0xC5).contains($0) } }
}
