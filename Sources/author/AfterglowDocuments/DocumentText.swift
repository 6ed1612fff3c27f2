/// Converts bytes to text before YAML or JSON is parsed, and rejects characters that no document may contain.
public enum DocumentText {
  /// The message about bytes that are no UTF-8 text, for every reader.
  public static let otherBytesMessage = "expected UTF-8 text, found other bytes; save the file as UTF-8"

  /// Checks the rules of every reader of text: the file is not compressed or empty, and its characters are not of two or
  /// four bytes.
  ///
  /// - Throws: `Problem` at the first position.
  public static func requireText(_ bytes: [UInt8], file: String) throws(Problem) {
    try requireUnpacked(bytes, file: file)
    guard let message = fault(of: bytes) else { return }
    throw Problem(file: file, line: 1, column: 1, message: message)
  }

  /// Checks that a file is not compressed, as its first bytes say: programs and servers store text with gzip, and a
  /// spreadsheet is saved as one under the name of a table.
  ///
  /// - Throws: `Problem` at the first position.
  public static func requireUnpacked(_ bytes: [UInt8], file: String) throws(Problem) {
    let found: String? =
      if bytes.starts(with: [0x1F, 0x8B]) {
        "data compressed with gzip; unpack it, for example with gunzip"
      } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
        packed(bytes)
      } else if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
        "a document of an office (such as .xls); export a spreadsheet as CSV in UTF-8"
      } else {
        nil
      }
    guard let found else { return }
    throw Problem(file: file, line: 1, column: 1, message: "expected UTF-8 text, found \(found)")
  }

  /// The line, counted from 1, of the first byte that is not UTF-8; nil if there is none.
  public static func lineOfOtherBytes(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { all in
      var index = 0
      while index < all.count {
        if all[index] < 0x80 {
          index += 1
        } else if let found = scalar(all, at: index) {
          index += found.length
        } else {
          return 1 + all[..<index].count(where: { $0 == 0x0A })
        }
      }
      return nil
    }
  }
}

extension DocumentText {
  /// The kind of a ZIP archive, by the names of its files, with the remedy.
  private static func packed(_ bytes: [UInt8]) -> String {
    let names = ["application/vnd.oasis.opendocument.spreadsheet", "xl/workbook"]
    let isSpreadsheet = names.contains { contains(bytes, Array($0.utf8)) }
    return isSpreadsheet
      ? "a spreadsheet (.xlsx or .ods); export it as CSV in UTF-8"
      : "a ZIP archive or a document of an office; unpack it, or export it as text"
  }

  private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { all in
      guard all.count >= word.count else { return false }
      return (0...(all.count - word.count)).contains { start in
        all[start] == word[0] && all[start..<(start + word.count)].elementsEqual(word)
      }
    }
  }

  private static func fault(of bytes: [UInt8]) -> String? {
    if let encoding = wideEncoding(of: bytes) {
      return "expected UTF-8 text, found \(encoding); save the file as UTF-8"
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } ? "the file is empty" : nil
  }

  /// The encoding of text in units of two or four bytes, by its mark; without one, by a zero byte: content begins in ASCII.
  private static func wideEncoding(of bytes: [UInt8]) -> String? {
    let start = Array(bytes.prefix(4))
    if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    switch start.count(where: { $0 == 0 }) {
    case 0: return nil
    case 3: return "UTF-32"
    default: return "UTF-16"
    }
  }

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
          file: file, line: position.line, column: position.column, message: otherBytesMessage)
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

  /// Checks bytes that are read as they are.
  ///
  /// - Throws: `Problem` as `decode` does.
  static func check(_ bytes: [UInt8], file: String) throws(Problem) {
    if !bytes.withUnsafeBufferPointer(isFine) { _ = try decode(bytes, file: file) }
  }

  private static func isFine(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20 && byte < 0x7F || byte == 0x0A {
        index += 1
        continue
      }
      guard let found = scalar(bytes, at: index), !isForbidden(found.scalar) else { return false }
      index += found.length
    }
    return true
  }

  /// The scalar at a place, and how many bytes it has; nil for what is not UTF-8.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    let lead = bytes[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    // The least scalar of each length has no shorter form.
    let length: Int
    let least: UInt32
    switch lead {
    case 0xC2...0xDF: (length, least) = (2, 0x80)
    case 0xE0...0xEF: (length, least) = (3, 0x800)
    case 0xF0...0xF4: (length, least) = (4, 0x10000)
    default: return nil
    }
    guard index + length <= bytes.count else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for byte in bytes[(index + 1)..<(index + length)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
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
