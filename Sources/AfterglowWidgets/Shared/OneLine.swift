/// Makes text drawable in one line.
enum OneLine {
  /// More characters are never drawn in one line.
  private static let maximumCount = 500

  /// One line without control characters, a longer one with an ellipsis at its end; nil when nothing is left.
  static func of(_ text: String) -> String? {
    let head = text.unicodeScalars.prefix(maximumCount)
    let scalars = head.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: Character(scalar)
      }
    }
    let words = String(scalars).split(whereSeparator: \.isWhitespace)
    if words.isEmpty { return nil }
    let isCut = head.endIndex < text.unicodeScalars.endIndex
    return words.joined(separator: " ") + (isCut ? "…" : "")
  }
}
