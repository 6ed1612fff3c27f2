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

  private(set) var header: [String]
  private(set) var rows: [Row]
  private let separator: UInt8

  static let maximumRowCount = ValueHistory.maximumPointCount
  /// Characters of a cell that are read.
  private static let maximumCellByteCount = 4096

  /// - Throws: `Problem` for a table without header or with a quote that is not closed.
  init(_ bytes: [UInt8], file: String) throws(Problem) {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let first = bytes.prefix { $0 != 0x0A }
    separator = [UInt8(ascii: ";"), 0x09].first { first.contains($0) } ?? UInt8(ascii: ",")
    var all = try Self.rows(bytes, separator, file)
    guard !all.isEmpty else {
      throw Problem(file: file, line: 1, column: 1, message: "expected a line of column names, found nothing")
    }
    header = all.removeFirst().cells.map { $0.trimmingCharacters(in: .whitespaces) }
    rows = all
  }

  private static func rows(_ bytes: [UInt8], _ separator: UInt8, _ file: String) throws(Problem) -> [Row] {
    var rows: [Row] = []
    var cells: [String] = []
    var cell: [UInt8] = []
    var (line, start, opened) = (1, 1, 0)
    var index = 0
    func endCell() {
      cells.append(String(decoding: cell.prefix(maximumCellByteCount), as: UTF8.self))
      cell = []
    }
    func endRow() {
      endCell()
      // Empty lines, and comments above the header.
      if cells.count > 1 || !cells[0].isEmpty, !(rows.isEmpty && cells[0].hasPrefix("#")) {
        rows.append(Row(cells: cells, line: start))
      }
      cells = []
    }
    while index < bytes.count, rows.count <= maximumRowCount {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { line += 1 }
      if opened > 0 {
        guard byte == UInt8(ascii: "\"") else {
          cell.append(byte)
          continue
        }
        if index < bytes.count, bytes[index] == byte {
          cell.append(byte)
          index += 1
        } else {
          opened = 0
        }
      } else if byte == UInt8(ascii: "\""), cell.isEmpty {
        opened = line
      } else if byte == separator {
        endCell()
      } else if byte == 0x0A {
        endRow()
        start = line
      } else if byte != 0x0D {
        cell.append(byte)
      }
    }
    guard opened == 0 else {
      throw Problem(file: file, line: opened, column: 1, message: "expected the end of a quoted text, found none")
    }
    if !cell.isEmpty || !cells.isEmpty { endRow() }
    return rows
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
