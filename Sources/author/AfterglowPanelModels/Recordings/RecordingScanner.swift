/// Scans one line of a recording: JSON without arrays, escapes, true, false and null, none of which a recording needs.
struct RecordingScanner {
  let bytes: [UInt8]
  let file: String
  let line: Int
  private var at = 0

  init(bytes: [UInt8], file: String, line: Int) {
    self.bytes = bytes
    self.file = file
    self.line = line
  }

  func error(_ expected: String, _ found: String) -> RecordingError {
    RecordingError(file: file, line: line, expected: expected, found: found)
  }

  private func unexpected(_ expected: String) -> RecordingError {
    guard at < bytes.count else { return error(expected, "the end of the line") }
    let byte = bytes[at]
    let shown = byte > 0x20 && byte < 0x7F ? "\"\(String(UnicodeScalar(byte)))\"" : "byte \(hexText(byte))"
    return error(expected, "\(shown) in column \(at + 1)")
  }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t") { at += 1 }
  }

  private mutating func take(_ character: UInt8) -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == character else { return false }
    at += 1
    return true
  }

  /// An object; at depth 0 nothing may follow it.
  mutating func object(depth: Int) throws(RecordingError) -> [(key: String, value: RecordingValue)] {
    guard take(UInt8(ascii: "{")) else { throw unexpected("an object, {…}") }
    var fields: [(key: String, value: RecordingValue)] = []
    repeat {
      let key = String(decoding: try string(), as: UTF8.self)
      guard take(UInt8(ascii: ":")) else { throw unexpected("\":\"") }
      if fields.contains(where: { $0.key == key }) { throw error("each key once", "\"\(key.prefix(16))\" twice") }
      fields.append((key, try value(depth: depth)))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw unexpected("\",\" or \"}\"") }
    skipSpace()
    if depth == 0 && at < bytes.count { throw unexpected("the end of the line") }
    return fields
  }

  private mutating func value(depth: Int) throws(RecordingError) -> RecordingValue {
    skipSpace()
    guard at < bytes.count else { throw unexpected("a value") }
    switch bytes[at] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{") where depth == 0: return .object(try object(depth: 1))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw unexpected("a number, a string or an object")
    }
  }

  private mutating func string() throws(RecordingError) -> [UInt8] {
    guard take(UInt8(ascii: "\"")) else { throw unexpected("a string") }
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] < 0x20 || bytes[at] == UInt8(ascii: "\\") { throw unexpected("a string without escapes") }
      at += 1
    }
    guard at < bytes.count else { throw unexpected("the end of a string") }
    at += 1
    return Array(bytes[start..<at - 1])
  }

  private mutating func digits() throws(RecordingError) {
    let start = at
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    if at == start { throw unexpected("a digit") }
  }

  private mutating func number() throws(RecordingError) -> Double {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let isZero = at < bytes.count && bytes[at] == UInt8(ascii: "0")
    let first = at
    try digits()
    if isZero && at > first + 1 { throw error("a number without leading zeros", text(from: start)) }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    guard let number = Double(text(from: start)), number.isFinite else {
      throw error("a number", text(from: start))
    }
    return number
  }

  private func text(from start: Int) -> String { String(decoding: bytes[start..<at].prefix(32), as: UTF8.self) }

  // MARK: kinds of values

  func level(_ value: RecordingValue, _ key: String) throws(RecordingError) -> Bool {
    if case .number(let number) = value, number == 0 || number == 1 { return number == 1 }
    throw error("\"\(key)\" as 0 or 1", value.text)
  }

  func microseconds(_ value: RecordingValue, _ key: String, allowsZero: Bool) throws(RecordingError) -> Int64 {
    let lowest = allowsZero ? 0.0 : 0.000001
    guard case .number(let seconds) = value, seconds >= lowest, seconds <= PanelRecording.maximumSeconds else {
      throw error("\"\(key)\" in seconds, \(allowsZero ? "0 or more" : "more than 0")", value.text)
    }
    return Int64((seconds * 1_000_000).rounded())
  }

  func bytes(_ value: RecordingValue) throws(RecordingError) -> [UInt8] {
    guard case .string(let digits) = value, !digits.isEmpty, digits.count % 2 == 0 else {
      throw error("\"write\" as an even number of hexadecimal digits", value.text)
    }
    var found: [UInt8] = []
    found.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.nibble(digits[index]), let low = Self.nibble(digits[index + 1]) else {
        throw error("\"write\" as hexadecimal digits", "something else at digit \(index + 1)")
      }
      found.append(high << 4 | low)
    }
    return found
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
