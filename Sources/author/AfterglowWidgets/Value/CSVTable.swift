import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// A table with a header (RFC 4180), its cells separated by commas, semicolons or tabs, as the header has them. Its rows are
/// found in one pass, and a cell is read when it is asked for.
struct CSVTable {
  /// A row as a part of the file.
  struct Row {
    /// Without the line break at its end.
    fileprivate let bytes: ArraySlice<UInt8>
    fileprivate let separator: UInt8
    /// Where it begins, counted from 1.
    let line: Int
    /// Whether it has the form of the header; a row that is not understood has no cells.
    let isUnderstood: Bool

    /// All cells.
    var cells: [String] {
      guard isUnderstood else { return [] }
      var reader = CSVCells(bytes, separator: separator)
      var cells: [String] = []
      while let cell = reader.next() { cells.append(cell.text) }
      return cells
    }

    /// One cell, counted from 0; nil where the row has fewer.
    func cell(_ index: Int) -> String? {
      guard isUnderstood else { return nil }
      var reader = CSVCells(bytes, separator: separator)
      for _ in 0..<index { if reader.next() == nil { return nil } }
      return reader.next()?.text
    }
  }

  /// Rows in the order of the file.
  struct Rows: RandomAccessCollection {
    fileprivate var bytes: [UInt8] = []
    fileprivate var separator = UInt8(ascii: ",")
    fileprivate var places: [CSVPlace] = []

    var startIndex: Int { 0 }
    var endIndex: Int { places.count }

    subscript(index: Int) -> Row { row(at: places[index]) }

    fileprivate func row(at place: CSVPlace) -> Row {
      Row(
        bytes: bytes[place.bytes], separator: separator, line: Int(place.line), isUnderstood: place.cellCount > 0)
    }
  }

  private(set) var header: [String] = []
  /// The line of the header, counted from 1.
  private(set) var headerLine = 1
  /// The first words above the header where no column was wanted; nil = none are there.
  let title: String?
  /// The last `maximumRowCount` of them, oldest first.
  private(set) var rows = Rows()
  /// Whether rows before `rows` were left out.
  private(set) var isShortened = false
  /// Bytes that are not UTF-8, and the first rows that are not understood, which `rows` has without cells.
  private(set) var problems: [Problem] = []
  /// The last row that is not understood.
  private(set) var lastProblem: Problem?
  /// The first bytes that are not UTF-8, which cells show as U+FFFD.
  private var otherBytes: Problem?
  /// A line that may be the header in place of the first one.
  private let doubtfulLine: Int?

  static let maximumRowCount = ValueHistory.maximumPointCount
  /// Cells of all rows that are kept.
  static let maximumCellCount = 2_000_000
  /// Bytes of a cell that are read; a longer one ends with an ellipsis.
  static let maximumCellByteCount = 4096
  /// Separators of cells, the rarer ones first.
  static let separators = [UInt8(ascii: ";"), 0x09, UInt8(ascii: ",")]

  /// - Parameter column: a column that the table must have, below any title; nil = the first line has the names, or one
  ///   below a title that is plainly none.
  /// - Throws: `Problem` for a table without a header, for a header that is not understood, and for one with more columns
  ///   than most rows.
  init(_ bytes: [UInt8], file: String, column: String? = nil) throws(Problem) {
    try DocumentText.requireText(bytes, file: file)
    let beginning = CSVBeginning(bytes, column: column)
    doubtfulLine = beginning.doubtfulLine
    title = beginning.title
    rows.bytes = bytes
    rows.separator = beginning.separator
    var scan = CSVScan(beginning, byteCount: bytes.count)
    (header, headerLine) = try Self.header(rows, &scan, file)
    scan.beginRows(columnCount: header.count, namedCount: (header.lastIndex { !$0.isEmpty } ?? 0) + 1)
    let found = bytes.withUnsafeBufferPointer { scan.last(Self.maximumRowCount, in: $0) }
    var cellCount = header.count
    for place in found.places {
      cellCount += Int(place.cellCount)
      if cellCount > Self.maximumCellCount {
        throw Problem(
          file: file, line: Int(place.line), column: 1,
          message: "expected at most \(Self.maximumCellCount) cells in a table, found more")
      }
    }
    rows.places = found.places
    isShortened = found.isShortened
    otherBytes = DocumentText.lineOfOtherBytes(in: bytes).map {
      Problem(file: file, line: $0, column: 1, message: DocumentText.otherBytesMessage)
    }
    problems = [otherBytes].compactMap(\.self) + scan.faults.map { $0.problem(file) }
    lastProblem = scan.lastFault?.problem(file)
    if let fault = scan.widthFault { throw fault.problem(file) }
  }

  /// The names of the columns and their line: the first row with any text, below comments.
  private static func header(
    _ rows: Rows, _ scan: inout CSVScan, _ file: String
  ) throws(Problem) -> (names: [String], line: Int) {
    while true {
      guard let place = rows.bytes.withUnsafeBufferPointer({ scan.next(in: $0) }) else {
        throw Problem(file: file, line: 1, column: 1, message: "expected a line of column names, found nothing")
      }
      if rows.bytes[Int(place.start)] == UInt8(ascii: "#") { continue }
      if let fault = scan.lastFault, fault.line == place.line { throw fault.problem(file) }
      let names = rows.row(at: place).cells.map { $0.trimmingCharacters(in: .whitespaces) }
      if names[0].hasPrefix("#") || names == [""] { continue }
      return (names, Int(place.line))
    }
  }

  /// The last column of a table; nil for content of another form, and for one that YAML can be.
  static func lastColumn(in bytes: [UInt8]) -> String? {
    let first = bytes.prefix { $0 != 0x0A }
    guard !first.contains(where: { "{}[]<:#".utf8.contains($0) }), let table = try? CSVTable(bytes, file: ""),
      table.header.count > 1, let name = table.header.last?.trimmedBlanks, !name.isEmpty
    else { return nil }
    return String(name.prefix(40))
  }

  /// The index of a column.
  ///
  /// - Parameter key: the key of the configuration that names it.
  /// - Throws: `Problem` with the names that there are: in the table if its header is in doubt, else at the key.
  func index(of column: String, key: String, file: String) throws(Problem) -> Int {
    if let index = header.firstIndex(of: column) { return index }
    if let index = header.firstIndex(where: { $0.lowercased() == column.lowercased() }) { return index }
    if let otherBytes, header.contains(where: { $0.contains("\u{FFFD}") }) { throw otherBytes }
    let remedy =
      if let doubtfulLine {
        "; if line \(doubtfulLine) names the columns, remove the lines above it"
      } else {
        headerRemedy(for: column)
      }
    guard !remedy.isEmpty else { throw absence(of: column, keys: [key], file: file) }
    throw Problem(
      file: file, line: headerLine, column: 1,
      message: "expected a column \"\(column.prefix(40))\", found \(names)\(remedy)")
  }

  /// The names of the columns, for messages.
  private var names: String { header.prefix(12).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ") }

  /// The problem of a column that the table lacks, at the key of the configuration that names it.
  func absence(of column: String, keys: [String], file: String) -> Problem {
    let near = NearestName.find(column, among: header).map { "; did you mean \"\($0.prefix(40))\"?" } ?? ""
    let name = URL(fileURLWithPath: file).lastPathComponent
    return Problem(
      file: file, message: "expected a column \"\(column.prefix(40))\" in \(name), found \(names)\(near)", keys: keys)
  }

  /// The problem of a table in which a value is looked for, and whose header has no rows below it.
  func noRows(file: String) -> Problem {
    Problem(
      file: file, line: headerLine, column: 1,
      message: "the table has no rows yet; its first one belongs below this line of column names")
  }

  /// The remedy for a table whose first line has values in place of names; empty for other tables.
  ///
  /// - Parameter column: the name of a column in the example.
  func headerRemedy(for column: String) -> String {
    guard CSVBeginning.isRow(header, above: rows.first?.cells ?? []) else { return "" }
    let mark = Character(Unicode.Scalar(rows.separator))
    return "; the table has no line of column names: write one above its rows, such as date\(mark)\(column.prefix(40))"
  }

  /// The problem of a column that is there more than once; nil for one that is not.
  func repetition(of name: String, file: String) -> Problem? {
    let count = header.count { $0 == name }
    guard count > 1 else { return nil }
    return Problem(
      file: file, line: headerLine, column: 1,
      message: "the column \"\(name.prefix(40))\" is there \(count) times, and the first one is read; give each column "
        + "a name of its own")
  }

  /// The first column whose last cell is a date; below a table there may be a row such as "Total".
  func dateIndex(_ dates: CSVDates) -> Int? {
    guard let cells = rows.last?.cells else { return nil }
    if let index = cells.indices.first(where: { dates.date(cells[$0]) != nil }) { return index }
    guard let earlier = rows.dropLast().last?.cells else { return nil }
    return earlier.indices.first { index in
      let last = cells.indices.contains(index) ? cells[index] : ""
      return dates.date(earlier[index]) != nil && Double(earlier[index]) == nil && last.contains(where: \.isLetter)
        && !last.contains(where: \.isNumber)
    }
  }

  /// Why a text that is meant as a number cannot be read as one; nil for a number and for other text.
  func numberFault(_ text: String) -> String? {
    guard number(text) == nil, GroupedNumber.matches(text) else { return nil }
    let example = rows.separator == UInt8(ascii: ",") ? "a decimal point" : "a decimal point or comma"
    return "expected a number with \(example) and without marks between thousands, found \"\(text)\""
  }

  /// A number as JSON writes it; with a decimal comma where commas do not part cells, and with blanks between thousands.
  func number(_ text: String) -> String? {
    plainNumber(text) ?? GroupedNumber.withoutBlanks(text).flatMap(plainNumber)
  }

  private func plainNumber(_ text: String) -> String? {
    let hasMark = rows.separator != UInt8(ascii: ",") && text.utf8.contains(UInt8(ascii: ","))
    let plain = hasMark ? text.replacing(",", with: ".") : text
    guard ScalarText.isNumber(plain), let value = Double(plain) else { return nil }
    return abs(value) <= ValueHistory.largestValue ? plain : nil
  }
}

/// Reads dates of a table: ISO 8601, with their zone or without; or seconds or ms since 1970.
struct CSVDates {
  /// The first second, in March 1973, that is read as one: smaller numbers are values, or days of a spreadsheet.
  static let earliestSecond = 100_000_000.0

  private let zone: CalendarZone

  /// - Parameter zone: of dates without one.
  init(_ zone: TimeZone) { self.zone = CalendarZone(zone) }

  func date(_ text: String) -> Date? {
    let word = text.trimmedBlanks
    if let milliseconds = ISO8601.instantMilliseconds(word) { return Date(milliseconds: milliseconds) }
    if let milliseconds = ISO8601.localMilliseconds(word) {
      return Date(timeIntervalSince1970: Double(zone.second(ofLocal: milliseconds / 1000)))
    }
    if let days = ISO8601.days(word) {
      return Date(timeIntervalSince1970: Double(zone.second(ofLocal: days * 86_400)))
    }
    guard ScalarText.isNumber(word), let seconds = Double(word),
      (Self.earliestSecond...99_999_999_999_999).contains(seconds)
    else { return nil }
    return Date(timeIntervalSince1970: seconds > 99_999_999_999 ? seconds / 1000 : seconds)
  }
}

extension CSVDates {
  /// Whether a text is a date of another form, such as 28.11.2026, 11/28/2026 8:00 AM, 28-11-26 or Nov 28 2026, or has the
  /// apostrophe by which a spreadsheet marks text.
  static func isOtherForm(_ text: String) -> Bool {
    let whole = text.trimmedBlanks
    let word = hasApostrophe(whole) ? whole.dropFirst() : whole[...]
    if hasApostrophe(whole), ISO8601.days(String(word.prefix(10))) != nil { return true }
    if namesMonth(word) { return true }
    let day = word.prefix { !" ,T".contains($0) }
    guard let mark = day.first(where: { !$0.isNumber }), "./-".contains(mark) else { return false }
    let parts = day.split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }) else { return false }
    let counts = parts.map(\.count)
    let isShort = (1...2).contains(counts[0]) && (1...2).contains(counts[1]) && counts[2] == 4
    let isLong = counts[0] == 4 && counts.dropFirst().allSatisfy { (1...2).contains($0) }
    return isShort || isLong || counts == [2, 2, 2]
  }

  /// Whether a text begins with the apostrophe by which a spreadsheet marks text.
  static func hasApostrophe(_ text: String) -> Bool { text.first == "'" || text.first == "’" }

  /// Whether a text is a day without marks between its parts, such as 20261128.
  static func isCompactDay(_ text: String) -> Bool {
    let word = text.trimmedBlanks
    guard word.utf8.count == 8, word.hasPrefix("19") || word.hasPrefix("20") else { return false }
    return ISO8601.days("\(word.prefix(4))-\(word.dropFirst(4).prefix(2))-\(word.suffix(2))") != nil
  }

  /// The first three letters of months in the languages of tables, in lower case.
  private static let months: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär", "mrz", "mai", "okt",
    "dez", "fév", "avr", "jui", "aoû", "déc", "ene", "abr", "ago", "dic", "gen", "mag", "giu", "lug", "set", "ott",
    "fev", "out", "mrt", "maa", "mei",
  ]

  /// Whether a text begins with a day that names its month, such as Nov 28 2026, 28. November 2026 or Sat, 28-Nov-26.
  private static func namesMonth(_ text: Substring) -> Bool {
    guard text.utf8.count <= 60 else { return false }
    var words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    func isMonth(_ word: Substring) -> Bool { word.allSatisfy(\.isLetter) && months.contains(String(word.prefix(3))) }
    // A day of the week may precede the date.
    if let first = words.first, first.allSatisfy(\.isLetter), !isMonth(first) { words.removeFirst() }
    let date = words.prefix(3)
    let numbers = date.filter { $0.allSatisfy(\.isNumber) }
    guard let month = date.first(where: isMonth), numbers.count == 2, numbers.contains(where: { $0.count <= 2 }) else {
      return false
    }
    let isYear = numbers.contains { $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }
    return isYear || month.count <= 4 && numbers.allSatisfy { $0.count <= 2 } && numbers.contains { $0.count == 2 }
  }

  /// The day, such as `2026-11-29`, that a spreadsheet stores as a number of days since 1899-12-30; nil for other text,
  /// and for days before 1954 or after 2118.
  static func serialDay(_ text: String) -> String? {
    let word = text.trimmedBlanks.replacing(",", with: ".")
    guard ScalarText.isNumber(word), let number = Double(word), (20_000..<80_000).contains(number) else { return nil }
    let daysBefore1970 = 25_569.0
    return Date(timeIntervalSince1970: (number - daysBefore1970) * 86_400).formatted(.iso8601.year().month().day())
  }
}

extension String {
  /// The text without white space around it, which most texts do not have.
  var trimmedBlanks: String {
    func isFine(_ byte: UInt8?) -> Bool { byte.map { $0 > 0x20 && $0 < 0x7F } ?? true }
    return isFine(utf8.first) && isFine(utf8.last) ? self : trimmingCharacters(in: .whitespaces)
  }
}

/// Where a row is in its file.
private struct CSVPlace {
  var start: Int32
  var end: Int32
  /// Counted from 1.
  var line: Int32
  /// 0 for a row that is not understood.
  var cellCount: Int32 = 1

  var bytes: Range<Int> { Int(start)..<Int(end) }
}

/// Why a row is not understood.
private struct CSVFault {
  enum Kind { case unclosedQuote, textAfterQuote, surplusCell, fewCells }

  var kind: Kind
  /// Where the row begins, counted from 1.
  var line: Int32
  /// Whether commas part the cells, so that a number with a decimal comma is two of them.
  var hasCommas: Bool

  func problem(_ file: String) -> Problem {
    let words =
      switch kind {
      case .unclosedQuote: "expected the end of a quoted text, found none; the row is left out"
      case .textAfterQuote:
        "expected a separator or the end of the line after a quoted text, found more text; the row is left out"
      case .surplusCell:
        "expected no more cells than the header has, found more; the row is left out"
          + (hasCommas ? "; if numbers have decimal commas, separate the cells with semicolons" : "")
      case .fewCells: "expected as many cells as the header has, found fewer here and in most rows"
      }
    return Problem(file: file, line: Int(line), column: 1, message: words)
  }
}

/// Finds the rows of a table without reading their cells: a file may have millions of rows.
private struct CSVScan {
  private static let quote = UInt8(ascii: "\"")

  private let separator: UInt8
  private var index: Int
  private var line: Int32 = 1
  private var columnCount = Int32.max
  /// Columns up to the last one with a name.
  private var namedCount: Int32 = 0
  /// Bytes that may be looked at again, so that tangled quotes cost no more than twice the file.
  private var rewindableCount: Int
  private var understoodCount = 0
  /// Rows with fewer cells than the header names, and the first of them.
  private var narrowCount = 0
  private var firstNarrowLine: Int32 = 0
  /// The first rows that are not understood.
  private(set) var faults: [CSVFault] = []
  private(set) var lastFault: CSVFault?

  init(_ beginning: CSVBeginning, byteCount: Int) {
    (index, line, separator) = (beginning.start, Int32(clamping: beginning.line), beginning.separator)
    rewindableCount = byteCount
  }

  /// Goes on below the header.
  mutating func beginRows(columnCount: Int, namedCount: Int) {
    (self.columnCount, self.namedCount) = (Int32(clamping: columnCount), Int32(clamping: namedCount))
    (faults, lastFault) = ([], nil)
  }

  private var hasCommas: Bool { separator == UInt8(ascii: ",") }

  /// Where most rows have fewer cells than the header, a cell may belong to another column than its place says.
  var widthFault: CSVFault? {
    2 * narrowCount > understoodCount ? CSVFault(kind: .fewCells, line: firstNarrowLine, hasCommas: hasCommas) : nil
  }

  private mutating func measure(_ place: CSVPlace) {
    guard place.cellCount > 0 else { return }
    understoodCount += 1
    guard place.cellCount < namedCount else { return }
    if narrowCount == 0 { firstNarrowLine = place.line }
    narrowCount += 1
  }

  /// All further rows, of more than `limit` the last ones: the newest row is last, and is never left out.
  mutating func last(
    _ limit: Int, in all: UnsafeBufferPointer<UInt8>
  ) -> (places: [CSVPlace], isShortened: Bool) {
    var places: [CSVPlace] = []
    var count = 0
    while let place = next(in: all) {
      measure(place)
      if places.count < limit { places.append(place) } else { places[count % limit] = place }
      count += 1
    }
    let oldest = count > limit ? count % limit : 0
    return (Array(places[oldest...] + places[..<oldest]), count > limit)
  }

  /// The next row that has any text, also one that is not understood; nil at the end.
  mutating func next(in all: UnsafeBufferPointer<UInt8>) -> CSVPlace? {
    while true {
      skipEmptyLines(all)
      guard index < all.count else { return nil }
      var place = CSVPlace(start: Int32(clamping: index), end: 0, line: line)
      var isLastEmpty = false
      if let fault = passRow(all, &place, &isLastEmpty) {
        report(CSVFault(kind: fault, line: place.line, hasCommas: hasCommas))
        recover(all, &place)
      }
      if place.cellCount != 1 || !isLastEmpty { return place }
    }
  }

  private mutating func report(_ fault: CSVFault) {
    if faults.count < ProblemCollector.maximumCount { faults.append(fault) }
    lastFault = fault
  }

  /// Goes on with the line after the first one of a row that is not understood: most rows are one line, and a quote that is
  /// not closed must not take later rows with it.
  private mutating func recover(_ all: UnsafeBufferPointer<UInt8>, _ place: inout CSVPlace) {
    let first = end(ofLineAt: Int(place.start), all)
    let count = max(0, index - first)
    if count <= rewindableCount {
      rewindableCount -= count
      (index, line) = (first, place.line)
    } else {
      index = end(ofLineAt: index, all)
    }
    place.end = Int32(clamping: first)
    place.cellCount = 0
  }

  private func end(ofLineAt start: Int, _ all: UnsafeBufferPointer<UInt8>) -> Int {
    var end = start
    while end < all.count, all[end] != 0x0A { end += 1 }
    return end
  }

  /// Passes over a row, up to its end or to what is wrong with it.
  ///
  /// - Parameter isEmpty: whether its last cell is empty.
  private mutating func passRow(
    _ all: UnsafeBufferPointer<UInt8>, _ place: inout CSVPlace, _ isEmpty: inout Bool
  ) -> CSVFault.Kind? {
    var (isQuoted, isClosed) = (false, false)
    isEmpty = true
    while index < all.count {
      let byte = all[index]
      if byte == 0x0A, !isQuoted { break }
      index += 1
      if byte > 0x20, byte != separator || isQuoted, byte != Self.quote, place.cellCount > columnCount {
        return .surplusCell
      }
      if isQuoted {
        if byte == 0x0A { line += 1 }
        if byte == Self.quote, index == all.count || all[index] != Self.quote {
          (isQuoted, isClosed) = (false, true)
          continue
        }
        if byte == Self.quote { index += 1 }
        isEmpty = false
      } else if byte == separator {
        place.cellCount += 1
        (isEmpty, isClosed) = (true, false)
      } else if isClosed {
        if byte > 0x20 { return .textAfterQuote }
      } else if byte == Self.quote, isEmpty {
        isQuoted = true
      } else if byte != 0x0D {
        isEmpty = false
      }
    }
    place.end = Int32(clamping: index > Int(place.start) && all[index - 1] == 0x0D ? index - 1 : index)
    return isQuoted ? .unclosedQuote : nil
  }

  private mutating func skipEmptyLines(_ all: UnsafeBufferPointer<UInt8>) {
    while index < all.count, all[index] == 0x0A || all[index] == 0x0D {
      if all[index] == 0x0A { line += 1 }
      index += 1
    }
  }
}

/// Reads the cells of one row, one after the other.
struct CSVCells {
  /// A cell as it is written in the file, or as it is meant.
  struct Cell {
    var bytes: ArraySlice<UInt8>

    var text: String {
      guard bytes.count > CSVTable.maximumCellByteCount else { return String(decoding: bytes, as: UTF8.self) }
      // A character that the limit has parted is left out with the rest.
      return String(decoding: bytes.prefix(CSVTable.maximumCellByteCount), as: UTF8.self)
        .trimmingCharacters(in: ["\u{FFFD}"]) + "…"
    }
  }

  private let bytes: ArraySlice<UInt8>
  private let separator: UInt8
  private var index: Int
  private var isDone = false

  init(_ row: ArraySlice<UInt8>, separator: UInt8) {
    bytes = row
    self.separator = separator
    index = row.startIndex
  }

  mutating func next() -> Cell? {
    if isDone { return nil }
    let start = index
    while index < bytes.endIndex, bytes[index] != separator {
      // What is quoted, or has line ends of other systems, is copied without them.
      if bytes[index] == UInt8(ascii: "\"") || bytes[index] == 0x0D {
        index = start
        return copied()
      }
      index += 1
    }
    let cell = Cell(bytes: bytes[start..<index])
    pass()
    return cell
  }

  /// Passes over a separator, or ends the row.
  private mutating func pass() {
    if index < bytes.endIndex { index += 1 } else { isDone = true }
  }

  private mutating func copied() -> Cell {
    var cell: [UInt8] = []
    var isQuoted = false
    while index < bytes.endIndex {
      let byte = bytes[index]
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          cell.append(byte)
        } else if index + 1 < bytes.endIndex, bytes[index + 1] == byte {
          cell.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\""), cell.isEmpty {
        isQuoted = true
      } else if byte == separator {
        break
      } else if byte != 0x0D {
        cell.append(byte)
      }
      index += 1
    }
    pass()
    return Cell(bytes: cell[...])
  }
}
