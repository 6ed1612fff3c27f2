import AfterglowDocuments
import Foundation

/// Makes UTF-8 that an XML reader accepts of what servers send as feeds: other encodings, wrong declarations, ampersands
/// that are not escaped, control characters.
enum FeedBytes {
  /// The document as UTF-8, its lines as they were.
  ///
  /// - Throws: `Problem` for an encoding that is not known here.
  static func repaired(_ bytes: [UInt8], file: String) throws(Problem) -> [UInt8] {
    var repair = Repair(bytes: try utf8(bytes, file: file))
    return repair.run()
  }

  // MARK: encodings

  /// U+0080 to U+009F as Windows-1252 has them (encoding.spec.whatwg.org); unused codes stay.
  static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  /// By the byte order mark; else UTF-8, if that is what it is, whatever it says of itself; else what it says; else
  /// Windows-1252, as browsers do.
  private static func utf8(_ bytes: [UInt8], file: String) throws(Problem) -> [UInt8] {
    let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    if isWide { return converted(bytes, .utf16) ?? bytes }
    if bytes.starts(with: [0x3C, 0x00]) { return converted(bytes, .utf16LittleEndian) ?? bytes }
    if bytes.starts(with: [0x00, 0x3C]) { return converted(bytes, .utf16BigEndian) ?? bytes }
    let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let name = declaredEncoding(plain)
    // Written in seven bits, which are UTF-8 too.
    if name != "iso-2022-jp", isUTF8(plain) { return plain }
    if let encoding = encodings[name], let text = converted(plain, encoding) { return text }
    guard western.contains(name) else {
      throw Problem(
        file: file, line: 1, column: 1,
        message: "expected UTF-8 or another known encoding, found \"\(name.prefix(40))\"")
    }
    var text = String.UnicodeScalarView()
    text.reserveCapacity(plain.count)
    for byte in plain {
      let code = (0x80...0x9F).contains(byte) ? windows1252[Int(byte - 0x80)] : UInt32(byte)
      text.append(Unicode.Scalar(code) ?? " ")
    }
    return Array(String(text).utf8)
  }

  /// Those that Windows-1252 stands for, as in browsers, and none.
  private static let western: Set<String> = [
    "", "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "latin1", "windows-1252", "cp1252",
  ]

  private static let encodings: [String: String.Encoding] = [
    "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
    "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "shift_jis": .shiftJIS,
    "iso-2022-jp": .iso2022JP, "utf-16": .utf16,
  ]

  private static func converted(_ bytes: [UInt8], _ encoding: String.Encoding) -> [UInt8]? {
    String(bytes: bytes, encoding: encoding).map { Array($0.utf8.drop { [0xEF, 0xBB, 0xBF].contains($0) }) }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    // The standard library checks it many times faster than a decoder that is asked for each character.
    bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
  }

  /// In lower case, from `<?xml … encoding="…"?>`; empty if there is none.
  private static func declaredEncoding(_ bytes: [UInt8]) -> String {
    let start = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    guard let key = start.range(of: "encoding=") else { return "" }
    return String(start[key.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" && $0 != "?" && $0 != ">" })
  }

  // MARK: repairs

  private struct Repair {
    let bytes: [UInt8]
    var index = 0
    var output: [UInt8] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func run() -> [UInt8] {
      output.reserveCapacity(bytes.count + 64)
      // A declaration must be at the very start.
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "<") where starts("<![CDATA["): copy(through: "]]>")
        case UInt8(ascii: "<") where starts("<!--"): copy(through: "-->")
        case UInt8(ascii: "&"): reference()
        default: copy()
        }
      }
      return output
    }

    private func starts(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard index + count <= bytes.count else { return false }
      return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
    }

    /// One byte; control characters and codes that are no characters become spaces.
    private mutating func copy() {
      let byte = bytes[index]
      let isNone =
        byte == 0xEF && index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
      if isNone {
        output += [0x20, 0x20, 0x20]
        index += 3
        return
      }
      output.append(byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) ? 0x20 : byte)
      index += 1
    }

    private mutating func copy(through end: StaticString) {
      while index < bytes.count, !starts(end) { copy() }
      for _ in 0..<min(end.utf8CodeUnitCount, bytes.count - index) { copy() }
    }

    /// An ampersand: of a reference, or a bare one.
    private mutating func reference() {
      // By bytes: a document may consist of ampersands.
      let limit = min(index + 34, bytes.count)
      var end = index + 1
      while end < limit, Self.isNamePart(bytes[end], isFirst: end == index + 1) { end += 1 }
      guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), end > index + 1,
        bytes[index + 1] != UInt8(ascii: "#") || end > index + 2
      else {
        output += [0x26, 0x61, 0x6D, 0x70, 0x3B]
        index += 1
        return
      }
      let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      if name.hasPrefix("#") { numericReference(name.dropFirst()) } else { output += bytes[index...end] }
      index = end + 1
    }

    /// A reference by number in the form that XML has, which has no capital X. Words after a number sign stay as written.
    private mutating func numericReference(_ digits: Substring) {
      let isHex = digits.first == "x" || digits.first == "X"
      let figures = isHex ? digits.dropFirst() : digits
      guard !figures.isEmpty, figures.allSatisfy({ isHex ? $0.isHexDigit : $0.isNumber }) else {
        output += Array("&amp;#\(digits);".utf8)
        return
      }
      let code = UInt32(figures, radix: isHex ? 16 : 10)
      output += Self.isCharacter(code) ? Array("&#\(isHex ? "x" : "")\(figures);".utf8) : [0x20]
    }

    /// Letters, a number sign at the start, and figures after it.
    private static func isNamePart(_ byte: UInt8, isFirst: Bool) -> Bool {
      let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      return isLetter || (isFirst ? byte == UInt8(ascii: "#") : (0x30...0x39).contains(byte))
    }

    /// Whether XML 1.0 allows the character of a code; nil for a number that is too large.
    private static func isCharacter(_ code: UInt32?) -> Bool {
      guard let code else { return false }
      return switch code {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
      default: false
      }
    }
  }
}
