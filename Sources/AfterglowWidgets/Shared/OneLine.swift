/// Makes text drawable in one line.
enum OneLine {
  /// One line without control characters; nil when nothing is left.
  static func of(_ text: String) -> String? {
    let scalars = text.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: Character(scalar)
      }
    }
    let words = String(scalars.prefix(500)).split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
