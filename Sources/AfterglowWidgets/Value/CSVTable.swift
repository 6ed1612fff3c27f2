import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// A table with a header (RFC 4180), its cells separated by commas, semicolons or tabs, as the header has them.
struct CSVTable {
  struct Row: Equatable {
    var cells: [String]
    /// Where it begins, counted from 1.
    var line: Int
  }

  private(set) var header: [String] = []
  /// The last `maximumRowCount` of them, oldest first.
  private(set) var rows: [Row] = []
  /// Whether rows before `rows` were left out.
  private(set) var isShortened = false
  private let separator: UInt8

  static let maximumRowCount = ValueHistory.maximumPointCount
  /// Cells of all rows that are kept.
  static let maximumCellCount = 2_000_000
  /// Bytes of a cell that are read; a longer one ends with an ellipsis.
  static let maximumCellByteCount = 4096
  /// Separators of cells, the rarer ones first.
  static let separators = [UInt8(ascii: ";"), 0x09, UInt8(ascii: ",")]

  /// - Throws: `Problem` for a table without header or with a quote that is not closed.
  init(_ bytes: [UInt8], file: String) throws(Problem) {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let first = bytes.prefix { $0 != 0x0A }
    separator = Self.separators.first { first.contains($0) } ?? UInt8(ascii: ",")
    var counter = CSVReader(bytes, separator: separator, file: file)
    var reader = counter
    var count = 0
    while try counter.skipRow() { count += 1 }
    repeat {
      guard let row = try reader.row() else {
        throw Problem(file: file, line: 1, column: 1, message: "expected a line of column names, found nothing")
      }
      count -= 1
      header = row.cells.map { $0.trimmingCharacters(in: .whitespaces) }
      // Comments above the header.
    } while header[0].hasPrefix("#") || header == [""]
    // The newest row is last, and is never left out.
    isShortened = count > Self.maximumRowCount
    while count > Self.maximumRowCount, try reader.skipRow() { count -= 1 }
    while let row = try reader.row() { if row.cells != [""] { rows.append(row) } }
  }

  /// - Throws: `Problem` with the names that there are.
  func index(of column: String, file: String) throws(Problem) -> Int {
    if let index = header.firstIndex(of: column) { return index }
    if let index = header.firstIndex(where: { $0.lowercased() == column.lowercased() }) { return index }
    let names = header.prefix(12).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    throw Problem(
      file: file, line: 1, column: 1, message: "expected a column \"\(column.prefix(40))\", found \(names)")
  }

  /// The first column whose last cell is a date.
  func dateIndex(_ zone: TimeZone) -> Int? {
    guard let row = rows.last else { return nil }
    return row.cells.indices.first { Self.date(row.cells[$0], zone) != nil && Self.looksDated(row.cells[$0]) }
  }

  /// A number below a million is a value, not seconds since 1970.
  private static func looksDated(_ text: String) -> Bool { Double(text).map { $0 > 100_000_000 } ?? true }

  /// A number as JSON writes it; with a decimal comma where commas do not part cells.
  func number(_ text: String) -> String? {
    let plain = separator == UInt8(ascii: ",") ? text : text.replacing(",", with: ".")
    guard ScalarText.isNumber(plain), let value = Double(plain), abs(value) <= 1e15 else { return nil }
    return plain
  }

  /// ISO 8601, with its zone or without; or seconds or ms since 1970.
  static func date(_ text: String, _ zone: TimeZone) -> Date? {
    let word = text.trimmingCharacters(in: .whitespaces)
    if let milliseconds = ISO8601.instantMilliseconds(word.replacing(" ", with: "T")) {
      return Date(milliseconds: milliseconds)
    }
    if let milliseconds = ISO8601.localMilliseconds(word.replacing(" ", with: "T")) {
      return Date(timeIntervalSince1970: Double(CalendarZone.named(zone).second(ofLocal: milliseconds / 1000)))
    }
    if let days = ISO8601.days(word) {
      return Date(timeIntervalSince1970: Double(CalendarZone.named(zone).second(ofLocal: days * 86_400)))
    }
    guard ScalarText.isNumber(word), let seconds = Double(word), (0...99_999_999_999_999).contains(seconds) else {
      return nil
    }
    return Date(timeIntervalSince1970: seconds > 99_999_999_999 ? seconds / 1000 : seconds)
  }
}

/// Reads the rows of a table, one after the other.
private struct CSVReader {
  private let bytes: ArraySlice<UInt8>
  private let separator: UInt8
  private let file: String
  private var index: Int
  private var line = 1
  private var cellCount = 0

  init(_ bytes: ArraySlice<UInt8>, separator: UInt8, file: String) {
    (self.bytes, self.separator, self.file) = (bytes, separator, file)
    index = bytes.startIndex
  }

  /// The next row that is not empty; nil at the end.
  ///
  /// - Throws: `Problem` for a quote that is not closed, and for more cells than any table has.
  mutating func row() throws(Problem) -> CSVTable.Row? {
    skipEmptyLines()
    guard index < bytes.endIndex else { return nil }
    var row = CSVTable.Row(cells: [], line: line)
    while true {
      cellCount += 1
      guard cellCount <= CSVTable.maximumCellCount else {
        throw Problem(
          file: file, line: line, column: 1,
          message: "expected at most \(CSVTable.maximumCellCount) cells in a table, found more")
      }
      let (cell, isLast) = try cell(CSVTable.maximumCellByteCount)
      row.cells.append(cell)
      if isLast { return row }
    }
  }

  /// Passes over a row without reading its cells: a file may have millions.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `Problem` for a quote that is not closed.
  mutating func skipRow() throws(Problem) -> Bool {
    skipEmptyLines()
    guard index < bytes.endIndex else { return false }
    var opened = 0
    var isStart = true
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { line += 1 }
      if opened > 0 {
        guard byte == UInt8(ascii: "\"") else { continue }
        if index < bytes.endIndex, bytes[index] == byte { index += 1 } else { opened = 0 }
        isStart = false
      } else if byte == UInt8(ascii: "\""), isStart {
        opened = line
      } else if byte == 0x0A {
        return true
      } else {
        isStart = byte == separator || isStart && byte == 0x0D
      }
    }
    guard opened == 0 else { throw unclosed(opened) }
    return true
  }

  private func unclosed(_ line: Int) -> Problem {
    Problem(file: file, line: line, column: 1, message: "expected the end of a quoted text, found none")
  }

  private mutating func skipEmptyLines() {
    while index < bytes.endIndex, bytes[index] == 0x0A || bytes[index] == 0x0D {
      if bytes[index] == 0x0A { line += 1 }
      index += 1
    }
  }

  /// A cell, and whether the row ends with it.
  private mutating func cell(_ limit: Int) throws(Problem) -> (text: String, isLast: Bool) {
    var cell: [UInt8] = []
    var isCut = false
    var opened = 0
    func add(_ byte: UInt8) { if cell.count < limit { cell.append(byte) } else { isCut = true } }
    func text() -> String {
      // A character that the limit has parted is left out with the rest.
      isCut
        ? String(decoding: cell, as: UTF8.self).trimmingCharacters(in: ["\u{FFFD}"]) + "…"
        : String(decoding: cell, as: UTF8.self)
    }
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { line += 1 }
      if opened > 0 {
        if byte != UInt8(ascii: "\"") {
          add(byte)
        } else if index < bytes.endIndex, bytes[index] == byte {
          add(byte)
          index += 1
        } else {
          opened = 0
        }
      } else if byte == UInt8(ascii: "\""), cell.isEmpty {
        opened = line
      } else if byte == separator {
        return (text(), false)
      } else if byte == 0x0A {
        return (text(), true)
      } else if byte != 0x0D {
        add(byte)
      }
    }
    guard opened == 0 else { throw unclosed(opened) }
    return (text(), true)
  }
}
