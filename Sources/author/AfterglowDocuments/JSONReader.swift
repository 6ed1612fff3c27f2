/// Parses JSON (RFC 8259) and records the position of every value. The YAML parser accepts most of JSON, but it neither
/// decodes the surrogate pairs that other programs write for emoji nor rejects invalid JSON; documents named `.json`
/// are therefore parsed here.
///
/// It works on bytes, because a history may have a hundred thousand values.
struct JSONReader {
  /// UTF-8 without what no document may contain (`DocumentText.check`).
  private let bytes: [UInt8]
  private let file: String
  private var index: Int
  private var line = 1
  /// The offset from which columns are counted: the start of the line, and one more for each byte of the line that
  /// continues a scalar.
  private var base: Int
  /// Values that may still be read.
  private var left = DocumentNode.maximumCount

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    base = index
  }

  /// - Throws: `Problem` at the first position that is not valid JSON.
  static func read(_ bytes: [UInt8], file: String) throws(Problem) -> DocumentNode {
    try DocumentText.requireText(bytes, file: file)
    try DocumentText.check(bytes, file: file)
    var reader = JSONReader(bytes, file: file)
    reader.skipSpace()
    if reader.current == nil { throw reader.problem("a JSON document") }
    let node = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.current != nil { throw reader.problem("the end of the file") }
    return node
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var position: DocumentPosition { DocumentPosition(line: line, column: index - base + 1) }

  /// Passes over one byte.
  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == 0x0A {
      line += 1
      base = index
    } else if byte & 0xC0 == 0x80 {
      base += 1
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0D: index += 1
      case 0x0A:
        index += 1
        line += 1
        base = index
      default: return
      }
    }
  }

  private func problem(_ expected: String) -> Problem {
    problem(at: position, "expected \(expected), found \(foundWords)")
  }

  private func problem(at place: DocumentPosition, _ message: String) -> Problem {
    Problem(file: file, line: place.line, column: place.column, message: message)
  }

  /// The scalar at the present position, for messages.
  private var foundWords: String {
    guard let current else { return "the end of the file" }
    if current == 0x0A || current == 0x0D { return "the end of the line" }
    let scalar = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first
    return "\"\(scalar.map { String(Character($0)) } ?? "")\""
  }

  private mutating func value(depth: Int) throws(Problem) -> DocumentNode {
    let start = position
    left -= 1
    guard left >= 0 else {
      throw problem(at: start, "expected at most \(DocumentNode.maximumCount) values in a document, found more")
    }
    guard depth < DocumentNode.maximumDepth else {
      throw problem(at: start, "expected at most \(DocumentNode.maximumDepth) levels of nesting, found more")
    }
    switch current ?? 0 {
    case UInt8(ascii: "{"): return DocumentNode(value: .mapping(try members(depth: depth)), position: start)
    case UInt8(ascii: "["): return DocumentNode(value: .sequence(try items(depth: depth)), position: start)
    case UInt8(ascii: "\""): return DocumentNode(value: .scalar(try string(), isQuoted: true), position: start)
    default: return DocumentNode(value: .scalar(try word(), isQuoted: false), position: start)
    }
  }

  private mutating func members(depth: Int) throws(Problem) -> [DocumentNode.Member] {
    var members: [DocumentNode.Member] = []
    advance()
    skipSpace()
    if current == UInt8(ascii: "}") {
      advance()
      return members
    }
    while true {
      let keyPosition = position
      guard current == UInt8(ascii: "\"") else {
        throw problem(members.isEmpty ? "a key in quotes or \"}\"" : "a key in quotes")
      }
      let key = try string()
      skipSpace()
      guard current == UInt8(ascii: ":") else { throw problem("\":\" after the key \"\(key.shortened)\"") }
      advance()
      skipSpace()
      members.append(.init(key: key, keyPosition: keyPosition, value: try value(depth: depth + 1)))
      skipSpace()
      guard current == UInt8(ascii: ",") || current == UInt8(ascii: "}") else { throw problem("\",\" or \"}\"") }
      if try passMark(before: UInt8(ascii: "}")) { return members }
    }
  }

  private mutating func items(depth: Int) throws(Problem) -> [DocumentNode] {
    var items: [DocumentNode] = []
    advance()
    skipSpace()
    if current == UInt8(ascii: "]") {
      advance()
      return items
    }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      guard current == UInt8(ascii: ",") || current == UInt8(ascii: "]") else { throw problem("\",\" or \"]\"") }
      if try passMark(before: UInt8(ascii: "]")) { return items }
    }
  }

  /// Passes over a comma, or over the end of a list or a mapping.
  ///
  /// - Returns: whether it was the end.
  /// - Throws: `Problem` at a comma before the end, which other formats allow.
  private mutating func passMark(before end: UInt8) throws(Problem) -> Bool {
    let (isEnd, place) = (current == end, position)
    advance()
    if isEnd { return true }
    skipSpace()
    guard current == end else { return false }
    let (wanted, mark) = end == UInt8(ascii: "]") ? ("value", "]") : ("key", "}")
    throw problem(at: place, "expected another \(wanted) after the comma, found \"\(mark)\"; remove the comma")
  }

  /// `true`, `false`, `null` or a number, checked against the grammar of RFC 8259.
  ///
  /// - Throws: `Problem` if the word is none of these.
  private mutating func word() throws(Problem) -> String {
    let start = index
    while let byte = current, Self.isWordPart(byte) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    if Self.isNumber(bytes[start..<index]) || word == "true" || word == "false" || word == "null" { return word }
    index = start
    throw word.isEmpty
      ? problem("a value") : problem(at: position, "expected a value, found \"\(word.shortened)\"")
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// As in JSON: no plus sign, and no leading zero.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.first == UInt8(ascii: "-") ? word.dropFirst() : word
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return false }
    let isPadded = first == 0x30 && (digits.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false)
    return !isPadded && digits.withUnsafeBufferPointer { ScalarText.isNumber($0) }
  }

  private mutating func string() throws(Problem) -> String {
    index += 1
    let start = index
    // Most texts have no escapes, and are taken as they stand.
    try skipPlainText()
    if current == UInt8(ascii: "\"") {
      index += 1
      return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
    }
    var text = Array(bytes[start..<index])
    while true {
      let escaped = try escape()
      text += String(Character(escaped)).utf8
      let next = index
      try skipPlainText()
      text += bytes[next..<index]
      if current == UInt8(ascii: "\"") {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
    }
  }

  /// Passes over text up to the closing quote or the next escape.
  private mutating func skipPlainText() throws(Problem) {
    while true {
      guard let byte = current, byte != 0x0A else { throw problem("a closing quote") }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 { throw problem("text without control characters") }
      if byte & 0xC0 == 0x80 { base += 1 }
      index += 1
    }
  }

  private mutating func escape() throws(Problem) -> Unicode.Scalar {
    advance()
    guard let kind = current else { throw problem("a closing quote") }
    let simple: Unicode.Scalar? =
      switch kind {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(kind)
      case UInt8(ascii: "b"): "\u{8}"
      case UInt8(ascii: "f"): "\u{C}"
      case UInt8(ascii: "n"): "\n"
      case UInt8(ascii: "r"): "\r"
      case UInt8(ascii: "t"): "\t"
      default: nil
      }
    if let simple {
      advance()
      return simple
    }
    guard kind == UInt8(ascii: "u") else { throw problem("an escape such as \\n or \\u00B0") }
    advance()
    let high = try fourHexDigits()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard (0xD800..<0xDC00).contains(high), current == UInt8(ascii: "\\") else {
      throw problem("the second half of a character")
    }
    advance()
    guard current == UInt8(ascii: "u") else { throw problem("the second half of a character") }
    advance()
    let low = try fourHexDigits()
    guard (0xDC00..<0xE000).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + low - 0xDC00)
    else { throw problem("the second half of a character") }
    return scalar
  }

  private mutating func fourHexDigits() throws(Problem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Self.hexDigit(byte) else { throw problem("four hexadecimal digits") }
      value = value * 16 + digit
      advance()
    }
    return value
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }
}
