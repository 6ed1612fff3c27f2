/// A format of a table of strings: words, and the places of arguments and variables in them.
struct FormatTemplate: Sendable {
  enum Piece: Hashable, Sendable {
    case words(String)
    /// An argument by its position from 1; without one, the argument that follows the one before it.
    case argument(position: Int?, FormatConversion)
    /// A variable with forms of its own, such as `%#@files@`.
    case variable(name: String, position: Int?)
    /// The argument of the variable in whose forms it stands: `%arg`.
    case ownArgument
  }

  private(set) var pieces: [Piece] = []

  /// Greatest position of an argument.
  static let maximumPosition = 99

  init(_ text: String) {
    var words = ""
    var rest = Substring(text)
    while let place = rest.firstIndex(of: "%") {
      words += rest[..<place]
      rest = rest[rest.index(after: place)...]
      if let piece = Self.takePlace(&rest) {
        if !words.isEmpty { pieces.append(.words(words)) }
        words = ""
        pieces.append(piece)
      } else {
        // Two percent signs are one; a sign before anything else is a word.
        words += "%"
        if rest.first == "%" { rest.removeFirst() }
      }
    }
    words += rest
    if !words.isEmpty { pieces.append(.words(words)) }
  }

  /// Removes the place of an argument or variable that stands behind a percent sign; nil where none does.
  private static func takePlace(_ rest: inout Substring) -> Piece? {
    if rest.hasPrefix("arg") {
      rest = rest.dropFirst(3)
      return .ownArgument
    }
    var cursor = rest
    let position = takePosition(&cursor)
    if cursor.hasPrefix("#@") {
      let body = cursor.dropFirst(2)
      guard let end = body.firstIndex(of: "@") else { return nil }
      rest = body[body.index(after: end)...]
      return .variable(name: String(body[..<end]), position: position)
    }
    var modifiers = String(cursor.prefix { "-+0".contains($0) })
    cursor = cursor.dropFirst(modifiers.count)
    guard modifiers.count <= 3, let width = takeNumber(&cursor) else { return nil }
    modifiers += width
    if cursor.first == "." {
      cursor.removeFirst()
      guard let precision = takeNumber(&cursor) else { return nil }
      modifiers += "." + precision
    }
    cursor = cursor.drop { "hlqLzjt".contains($0) }
    guard let letter = cursor.first, FormatConversion.letters.contains(letter) else { return nil }
    rest = cursor.dropFirst()
    return .argument(position: position, FormatConversion(modifiers: modifiers, letter: letter))
  }

  /// Removes a position and its dollar sign.
  private static func takePosition(_ rest: inout Substring) -> Int? {
    var cursor = rest
    guard let text = takeNumber(&cursor), cursor.first == "$", let position = Int(text), position > 0 else {
      return nil
    }
    rest = cursor.dropFirst()
    return position
  }

  /// Removes the digits of a number, which may have none; nil if there are more than two.
  private static func takeNumber(_ rest: inout Substring) -> String? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 2 else { return nil }
    rest = rest.dropFirst(digits.count)
    return String(digits)
  }
}
