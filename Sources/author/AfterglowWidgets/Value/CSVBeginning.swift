import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// The beginning of a table: the separator of its cells, and the line of its column names.
struct CSVBeginning {
  /// The index of the first byte of the table; what is before it is no part of it.
  private(set) var start: Int
  /// The line in which it begins, counted from 1.
  private(set) var line = 1
  private(set) var separator = UInt8(ascii: ",")
  /// A line below the first one that has the wanted column, where it is not certain that it has the names.
  private(set) var doubtfulLine: Int?
  /// The first words above the names of the columns where no column was wanted; nil = none are there.
  private(set) var title: String?

  /// Lines with text among which the wanted column is looked for.
  private static let maximumLineCount = 12
  /// Bytes among which these lines are looked for, and bytes of a line that are looked at.
  private static let (maximumByteCount, maximumLineByteCount) = (262_144, 16_384)

  /// Cells of a line that are compared with those below them.
  private static let maximumKindCount = 64

  /// Rows that are looked at below a title.
  private static let comparedRowCount = 4

  /// - Parameter column: a column that the table must have; lines above its name that have one cell each are a title, and
  ///   no part of the table. nil = the first line has the names, or one below a title that is plainly none.
  init(_ bytes: [UInt8], column: String? = nil) {
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[start...].prefix { $0 != 0x0A }
    let named = Self.separator(namedBy: first)
    if named != nil { (start, line) = (min(first.endIndex + 1, bytes.count), 2) }
    let lines = Self.lines(bytes, from: start, line)
    if let text = lines.first?.text {
      separator = named ?? CSVTable.separators.first { text.contains($0) } ?? separator
    }
    if let column { pass(lines, upTo: column, named) } else { passTitle(lines, named) }
  }

  /// The separator of a line such as `sep=;`, by which Excel marks a table; nil for another line.
  private static func separator(namedBy line: ArraySlice<UInt8>) -> UInt8? {
    let text = (line.last == 0x0D ? line.dropLast() : line).filter { $0 != UInt8(ascii: "\"") }
    guard text.count == 5, String(decoding: text.prefix(4), as: UTF8.self).lowercased() == "sep=" else { return nil }
    let separators = CSVTable.separators + [UInt8(ascii: "|")]
    return text.last.flatMap { separators.contains($0) ? $0 : nil }
  }

  /// A line with text that is no comment.
  private struct Line {
    var start: Int
    var number: Int
    var text: ArraySlice<UInt8>
  }

  /// The first lines from an index on.
  private static func lines(_ bytes: [UInt8], from start: Int, _ number: Int) -> [Line] {
    var lines: [Line] = []
    var (index, number) = (start, number)
    let all = bytes.prefix(start + maximumByteCount)
    while index < all.count, lines.count < maximumLineCount {
      let end = all[index...].firstIndex(of: 0x0A) ?? all.count
      let text = all[index..<end].prefix(maximumLineByteCount)
      let first = text.first { $0 > 0x20 }
      if let first, first != UInt8(ascii: "#") { lines.append(Line(start: index, number: number, text: text)) }
      (index, number) = (end + 1, number + 1)
    }
    return lines
  }

  private static func cells(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
    var reader = CSVCells(line, separator: separator)
    var cells: [String] = []
    while let cell = reader.next() { cells.append(cell.text.trimmedBlanks) }
    return cells
  }

  /// Passes over a title, up to the line of names that has a column.
  private mutating func pass(_ lines: [Line], upTo column: String, _ named: UInt8?) {
    let wanted = column.lowercased()
    func has(_ cells: [String]) -> Bool { cells.contains { $0.lowercased() == wanted } }
    guard let first = lines.first, !has(Self.cells(first.text, separator)) else { return }
    for (index, line) in lines.enumerated().dropFirst() {
      for separator in named.map({ [$0] }) ?? CSVTable.separators where line.text.contains(separator) {
        let cells = Self.cells(line.text, separator)
        guard has(cells), Self.areNames(cells) else { continue }
        // A row of words may have a cell of this name as well.
        let isTitle = lines[..<index].allSatisfy { above in
          Self.cells(above.text, separator).count { !$0.isEmpty } <= 1
        }
        guard isTitle else {
          doubtfulLine = doubtfulLine ?? line.number
          continue
        }
        (start, self.line, self.separator) = (line.start, line.number, separator)
        return
      }
    }
  }

  /// Passes over a title: lines with one cell each above a line of names and rows as wide as it, of which the first has a
  /// date or a number. Where the first line may have the names itself, it has them.
  private mutating func passTitle(_ lines: [Line], _ named: UInt8?) {
    func hasSeveral(_ cells: [String]) -> Bool { cells.count { !$0.isEmpty } > 1 }
    func mayBeHeader(_ separator: UInt8) -> Bool {
      let (first, second) = (Self.cells(lines[0].text, separator), Self.cells(lines[1].text, separator))
      return Self.areNames(first) || hasSeveral(first) && first.count == second.count
    }
    for separator in named.map({ [$0] }) ?? CSVTable.separators {
      let rows = lines.map { Self.cells($0.text, separator) }
      guard let index = rows.firstIndex(where: hasSeveral), index > 0, Self.areNames(rows[index]) else { continue }
      let below = rows[(index + 1)...].prefix(Self.comparedRowCount)
      let hasValue = below.first?.contains { Kind($0) == .date || Kind($0) == .number } == true
      guard hasValue, below.allSatisfy({ $0.count == rows[index].count }) else { continue }
      if named == nil, CSVTable.separators.contains(where: { $0 != separator && mayBeHeader($0) }) { continue }
      title = rows[..<index].joined().first { !$0.isEmpty }
      (start, line, self.separator) = (lines[index].start, lines[index].number, separator)
      return
    }
  }

  /// Whether all cells of a line can be names of columns, up to empty ones at its end.
  private static func areNames(_ cells: [String]) -> Bool {
    let names = cells.reversed().drop(while: \.isEmpty)
    return names.count > 1 && Set(names).count == names.count && names.allSatisfy { Kind($0) == .word }
  }

  /// A cell, as far as it distinguishes names from values.
  enum Kind {
    case date, number, word

    /// nil for an empty cell.
    init?(_ cell: String) {
      if cell.isEmpty { return nil }
      if ISO8601.days(String(cell.prefix(10))) != nil || CSVDates.isOtherForm(cell) {
        self = .date
      } else {
        self = ScalarText.isNumber(cell.replacing(",", with: ".")) ? .number : .word
      }
    }
  }

  /// Whether a line of names looks like the row below it, and has a date or a number with decimals or nine digits. Smaller
  /// whole numbers, such as years, and dates above numbers are names in many tables.
  static func isRow(_ names: [String], above row: [String]) -> Bool {
    let kinds = names.prefix(maximumKindCount).map { Kind($0) }
    let isAlike = zip(kinds, row).allSatisfy { kind, cell in
      let other = Kind(cell.trimmedBlanks)
      return kind == nil || other == nil || kind == other
    }
    return isAlike
      && zip(kinds, names).contains { kind, name in
        kind == .date || kind == .number && (name.utf8.count >= 9 || name.contains { $0 == "." || $0 == "," })
      }
  }
}
