/// Converts bytes to text before YAML or JSON is parsed, and rejects characters that no document may contain.
enum DocumentText {
  /// - Throws: `Problem` with the position of bytes that are not UTF-8 and of control characters.
  static func decode(_ bytes: [UInt8], file: String) throws(Problem) -> String {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var text = String.UnicodeScalarView()
    text.reserveCapacity(bytes.count)
    var position = DocumentPosition(line: 1, column: 1)
    var decoder = UTF8()
    var source = bytes.makeIterator()
    while true {
      switch decoder.decode(&source) {
      case .emptyInput:
        return String(text)
      case .error:
        throw Problem(
          file: file, line: position.line, column: position.column, message: "expected UTF-8 text, found other bytes")
      case .scalarValue(let scalar):
        if isForbidden(scalar) {
          throw Problem(
            file: file, line: position.line, column: position.column,
            message: "expected text, found the control character U+\(hex(scalar.value))")
        }
        text.append(scalar)
        if scalar == "\n" {
          position = DocumentPosition(line: position.line + 1, column: 1)
        } else {
          position.column += 1
        }
      }
    }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: true
    // Private markers in YAML text (`YAMLReader`).
    case 0xE000..<0xE100: true
    default: false
    }
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
