/// Parses JSON (RFC 8259) and records the position of every value. The YAML parser accepts most of JSON, but it neither
/// decodes the surrogate pairs that other programs write for emoji nor rejects invalid JSON; documents named `.json`
/// are therefore parsed here.
struct JSONReader {
  private let scalars: [Unicode.Scalar]
  private let file: String
  private var index = 0
  private var position = DocumentPosition(line: 1, column: 1)
  /// Values that may still be read.
  private var left = DocumentNode.maximumCount

  /// - Throws: `Problem` at the first position that is not valid JSON.
  static func read(_ text: String, file: String) throws(Problem) -> DocumentNode {
    var reader = JSONReader(scalars: Array(text.unicodeScalars), file: file)
    reader.skipSpace()
    if reader.current == nil { throw reader.problem("a JSON document") }
    let node = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.current != nil { throw reader.problem("the end of the file") }
    return node
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func advance() {
    if scalars[index] == "\n" {
      position = DocumentPosition(line: position.line + 1, column: 1)
    } else {
      position.column += 1
    }
    index += 1
  }

  private mutating func skipSpace() {
    while let scalar = current, scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t" { advance() }
  }

  private func problem(_ expected: String) -> Problem {
    let found = current.map { $0 == "\n" || $0 == "\r" ? "the end of the line" : "\"\(Character($0))\"" }
    return Problem(
      file: file, line: position.line, column: position.column,
      message: "expected \(expected), found \(found ?? "the end of the file")")
  }

  private mutating func value(depth: Int) throws(Problem) -> DocumentNode {
    let start = position
    left -= 1
    guard left >= 0 else {
      throw Problem(
        file: file, line: start.line, column: start.column,
        message: "expected at most \(DocumentNode.maximumCount) values in a document, found more")
    }
    guard depth < DocumentNode.maximumDepth else {
      throw Problem(
        file: file, line: start.line, column: start.column,
        message: "expected at most \(DocumentNode.maximumDepth) levels of nesting, found more")
    }
    switch current {
    case "{": return DocumentNode(value: .mapping(try members(depth: depth)), position: start)
    case "[": return DocumentNode(value: .sequence(try items(depth: depth)), position: start)
    case "\"": return DocumentNode(value: .scalar(try string(), isQuoted: true), position: start)
    default: return DocumentNode(value: .scalar(try word(), isQuoted: false), position: start)
    }
  }

  private mutating func members(depth: Int) throws(Problem) -> [DocumentNode.Member] {
    var members: [DocumentNode.Member] = []
    advance()
    skipSpace()
    if current == "}" {
      advance()
      return members
    }
    while true {
      let keyPosition = position
      guard current == "\"" else { throw problem(members.isEmpty ? "a key in quotes or \"}\"" : "a key in quotes") }
      let key = try string()
      skipSpace()
      guard current == ":" else { throw problem("\":\" after the key \"\(key.shortened)\"") }
      advance()
      skipSpace()
      members.append(.init(key: key, keyPosition: keyPosition, value: try value(depth: depth + 1)))
      skipSpace()
      guard current == "," || current == "}" else { throw problem("\",\" or \"}\"") }
      let isLast = current == "}"
      advance()
      if isLast { return members }
      skipSpace()
    }
  }

  private mutating func items(depth: Int) throws(Problem) -> [DocumentNode] {
    var items: [DocumentNode] = []
    advance()
    skipSpace()
    if current == "]" {
      advance()
      return items
    }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      guard current == "," || current == "]" else { throw problem("\",\" or \"]\"") }
      let isLast = current == "]"
      advance()
      if isLast { return items }
      skipSpace()
    }
  }

  /// `true`, `false`, `null` or a number, checked against the grammar of RFC 8259.
  ///
  /// - Throws: `Problem` if the word is none of these.
  private mutating func word() throws(Problem) -> String {
    let before = self
    var text = String.UnicodeScalarView()
    while let scalar = current, scalar.isWordPart {
      text.append(scalar)
      advance()
    }
    let word = String(text)
    if word == "true" || word == "false" || word == "null" || Self.isNumber(word) { return word }
    self = before
    if word.isEmpty || current == nil { throw problem("a value") }
    throw Problem(
      file: file, line: position.line, column: position.column,
      message: "expected a value, found \"\(word.shortened)\"")
  }

  private static func isNumber(_ word: String) -> Bool {
    // As in JSON: no plus sign, and no leading zero. Checked by bytes because a history may contain a hundred thousand
    // values.
    let digits = word.utf8.drop { $0 == UInt8(ascii: "-") }
    let isPadded =
      digits.first == UInt8(ascii: "0")
      && digits.dropFirst().first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
    return ScalarText.isNumber(word) && word.utf8.first != UInt8(ascii: "+") && !isPadded
  }

  private mutating func string() throws(Problem) -> String {
    var text = String.UnicodeScalarView()
    advance()
    while true {
      switch current {
      case nil, "\n": throw problem("a closing quote")
      case "\"":
        advance()
        return String(text)
      case "\\": text.append(try escape())
      case let scalar?:
        if scalar.value < 0x20 { throw problem("text without control characters") }
        text.append(scalar)
        advance()
      }
    }
  }

  private mutating func escape() throws(Problem) -> Unicode.Scalar {
    advance()
    guard let kind = current else { throw problem("a closing quote") }
    let simple: Unicode.Scalar? =
      switch kind {
      case "\"", "\\", "/": kind
      case "b": "\u{8}"
      case "f": "\u{C}"
      case "n": "\n"
      case "r": "\r"
      case "t": "\t"
      default: nil
      }
    if let simple {
      advance()
      return simple
    }
    guard kind == "u" else { throw problem("an escape such as \\n or \\u00B0") }
    advance()
    let high = try fourHexDigits()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard (0xD800..<0xDC00).contains(high), current == "\\" else { throw problem("the second half of a character") }
    advance()
    guard current == "u" else { throw problem("the second half of a character") }
    advance()
    let low = try fourHexDigits()
    guard (0xDC00..<0xE000).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + low - 0xDC00)
    else { throw problem("the second half of a character") }
    return scalar
  }

  private mutating func fourHexDigits() throws(Problem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = current, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw problem("four hexadecimal digits")
      }
      value = value * 16 + UInt32(digit)
      advance()
    }
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var isWordPart: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".", "_": true
    default: false
    }
  }
}
