import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// The dates of a table's rows: the cells of one column, joined with those of a column of times where they are days.
struct TableDates {
  private let table: CSVTable
  private let reader: CSVDates
  /// The column of dates; nil = none was found.
  private let dateIndex: Int?
  /// The column of the times that belong to the days; nil = none.
  private let timeIndex: Int?

  /// Names of columns of times, in lower case.
  private static let timeNames: Set<String> = ["time", "hour", "uhrzeit", "zeit", "heure", "hora", "ora", "tijd"]
  /// Names of columns of dates, in lower case, in which a number may be a spreadsheet's. A column of times may count seconds.
  private static let dateNames: Set<String> = ["date", "datetime", "day", "datum", "tag", "fecha"]
  /// Words in the place of a cell that is not known.
  static let unknown: Set<String> = ["nan", "null", "none", "n/a", "na", "-", "unknown", "unavailable"]
  /// Errors of formulas that have no mark at their end, in English, German and Spanish.
  private static let plainErrors: Set<String> = ["#N/A", "#NV", "#N/D"]
  /// The remedy for dates as spreadsheets store them.
  static let serialRemedy =
    "format the cells of a spreadsheet as dates before you export them, such as 2026-11-28T08:00"

  /// - Parameters:
  ///   - column: the name of the column of dates; nil = the first one that has dates.
  ///   - file: the table's file, for messages.
  /// - Throws: `Problem` if no column has this name.
  init(_ table: CSVTable, column: String?, reader: CSVDates, file: String) throws(Problem) {
    (self.table, self.reader) = (table, reader)
    if let column {
      dateIndex = try table.index(of: column, key: "dates", file: file)
    } else {
      dateIndex = table.dateIndex(reader)
    }
    timeIndex = dateIndex.flatMap { Self.timeIndex(table, of: $0, reader) }
  }

  /// The named column of times, if one of the last rows has a day and a time.
  private static func timeIndex(_ table: CSVTable, of dateIndex: Int, _ reader: CSVDates) -> Int? {
    guard let index = table.header.firstIndex(where: { timeNames.contains($0.lowercased()) }), index != dateIndex else {
      return nil
    }
    let isTimed = table.rows.suffix(8).contains { row in
      guard let day = row.cell(dateIndex), isDay(day), let time = row.cell(index) else { return false }
      return reader.date(joined(day, time)) != nil
    }
    return isTimed ? index : nil
  }

  /// Whether a name is that of a column of times with an addition, such as `Time (UTC)` or `hour_local`.
  private static func namesTimes(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }
    let additions: Set<String> = ["utc", "gmt", "z", "local", "h", "hh", "mm", "ss", "am", "pm", "cet", "cest"]
    guard let first = words.first, timeNames.contains(String(first)) else { return false }
    return words.dropFirst().allSatisfy { additions.contains(String($0)) }
  }

  private static func isDay(_ text: String) -> Bool { ISO8601.days(text.trimmedBlanks) != nil }

  /// A day and a time as one text: `2026-11-28` and `8:00`, or the hour `8`, are `2026-11-28T08:00`.
  private static func joined(_ day: String, _ time: String) -> String {
    let time = time.trimmedBlanks
    let isHour = time.count <= 2 && time.allSatisfy(\.isNumber)
    return "\(day.trimmedBlanks)T\(time.prefix { $0 != ":" }.count == 1 ? "0" : "")\(time)\(isHour ? ":00" : "")"
  }

  /// The text of a row's date; nil where the row has none.
  func text(of row: CSVTable.Row) -> String? {
    guard let dateIndex, let day = row.cell(dateIndex) else { return nil }
    guard let timeIndex, let time = row.cell(timeIndex), !time.trimmedBlanks.isEmpty, Self.isDay(day) else {
      return day
    }
    return Self.joined(day, time)
  }

  /// A text of `text(of:)` as a date; nil where it is none.
  func date(_ text: String) -> Date? { reader.date(text) }

  /// Whether the cell of a date has a word in its place, such as "Total".
  static func isWord(_ cell: String) -> Bool {
    cell.contains(where: \.isLetter) && !cell.contains(where: \.isNumber)
      && !unknown.contains(cell.trimmedBlanks.lowercased())
  }

  /// Whether a cell has a word in place of a value that is not known, or an error of a spreadsheet's formula.
  static func isUnknown(_ cell: String) -> Bool { unknown.contains(cell.lowercased()) || isFormulaError(cell) }

  /// Whether a cell is an error of a spreadsheet's formula in any language, such as `#REF!`, `#DIV/0!`, `#NAME?` or
  /// `Err:502`.
  static func isFormulaError(_ cell: String) -> Bool {
    // LibreOffice numbers most of its errors.
    if cell.utf8.count == 7, cell.hasPrefix("Err:") { return cell.dropFirst(4).allSatisfy(\.isNumber) }
    guard cell.first == "#", cell.utf8.count > 2, cell == cell.uppercased() else { return false }
    return cell.last == "!" || cell.last == "?" || plainErrors.contains(cell)
  }

  /// The first date that cannot be read, whose row has no place in the value's past.
  ///
  /// - Parameter valueIndex: the column of the value, which may be a date itself.
  func fault(besides valueIndex: Int, file: String) -> Problem? {
    // Where no column has dates, one with dates of another form may be meant.
    guard let index = dateIndex ?? foreignIndex(besides: valueIndex) else { return nil }
    let faults = table.rows.lazy.compactMap { row -> (text: String, line: Int)? in
      guard let text = (dateIndex == nil ? row.cell(index) : self.text(of: row))?.trimmedBlanks, !text.isEmpty,
        !Self.unknown.contains(text.lowercased()), reader.date(text) == nil
      else { return nil }
      return (text, row.line)
    }
    guard let first = faults.first else { return nil }
    let column = table.header[index].prefix(40)
    let message =
      if Self.isWord(first.text) {
        "the row \"\(first.text.prefix(40))\" has no date in the column \"\(column)\" and is left out"
      } else if let day = CSVDates.serialDay(first.text) {
        "the date \"\(first.text.prefix(40))\" in the column \"\(column)\" is a spreadsheet's number for \(day), and its "
          + "value is not in the graph; \(Self.serialRemedy)"
      } else {
        "the date \"\(first.text.prefix(40))\" in the column \"\(column)\" cannot be read, and its value is not in the "
          + "graph; write dates in ISO 8601, \(CSVDates.hasApostrophe(first.text) ? "without an apostrophe, " : "")such as "
          + "2026-11-28T08:00"
      }
    return Problem(file: file, line: first.line, column: 1, message: message)
  }

  /// The first column whose last cell is a date of another form, or a number that may be a day below the name of a date.
  private func foreignIndex(besides valueIndex: Int) -> Int? {
    guard let cells = table.rows.last?.cells else { return nil }
    func isDayNumber(_ cell: String) -> Bool { CSVDates.serialDay(cell) != nil || CSVDates.isCompactDay(cell) }
    return cells.indices.first { $0 != valueIndex && CSVDates.isOtherForm(cells[$0]) }
      ?? zip(table.header, cells).enumerated().first { index, pair in
        index != valueIndex && Self.dateNames.contains(pair.0.lowercased()) && isDayNumber(pair.1)
      }?.offset
  }

  /// Advice on a column of times that are not read because of their form or their column's name, so that each row is dated
  /// at the midnight of its day; nil = there is no such column.
  ///
  /// - Parameter valueIndex: the column of the value, which may be a time itself.
  fileprivate func timeAdvice(besides valueIndex: Int, file: String) -> Problem? {
    let columns = table.header.indices.filter { $0 != dateIndex && $0 != valueIndex }
    guard let dateIndex, timeIndex == nil, let index = columns.first(where: { Self.namesTimes(table.header[$0]) })
    else {
      return nil
    }
    let column = table.header[index].prefix(40)
    for row in table.rows.suffix(8) {
      guard let day = row.cell(dateIndex), Self.isDay(day), let time = row.cell(index)?.trimmedBlanks,
        time.contains(where: \.isNumber)
      else { continue }
      if reader.date(Self.joined(day, time)) != nil {
        return Problem(
          file: file, line: 1, column: 1,
          message: "the times in the column \"\(column)\" are not read, and its rows are dated at midnight; name the "
            + "column \"time\", and write times of UTC as 08:00Z")
      }
      return Problem(
        file: file, line: row.line, column: 1,
        message: "the time \"\(time.prefix(40))\" in the column \"\(column)\" cannot be read, and its row is dated at "
          + "midnight; write times such as 08:00 or 20:30, and name the column \"time\"")
    }
    return nil
  }

  /// Whether each date is a day without a time of its own.
  private func isDayAlone(_ text: String) -> Bool { timeIndex == nil && Self.isDay(text) }
}

extension TableDates {
  /// Finds what is valid in the order of a table's dates and hardly meant, row by row.
  struct Order {
    private let dates: TableDates
    private var previous: Date?
    private var ascentCount = 0
    private var descentCount = 0
    /// The first row with the same day as the row above it.
    private var sameDay: (text: String, line: Int)?
    /// The last row that is not of the future.
    private var last: (date: Date, text: String, line: Int)?
    /// The row with the latest date that is not of the future.
    private var latest: (date: Date, line: Int)?
    /// The first cell with an error of a formula.
    private var formulaError: (text: String, line: Int)?
    private let now: Date

    /// The least distance, in seconds, of a last row from the latest one that is hardly meant: a reading may come late.
    private static let longDelay: TimeInterval = 86_400

    /// - Parameter now: the instant after which rows are of the future.
    init(_ dates: TableDates, now: Date) { (self.dates, self.now) = (dates, now) }

    /// Takes in a cell that has no value.
    mutating func add(unknown cell: String, line: Int) {
      if formulaError == nil, TableDates.isFormulaError(cell) { formulaError = (cell, line) }
    }

    /// Takes in the next row that has a date and a value.
    mutating func add(_ date: Date, _ text: String, line: Int) {
      if let previous {
        if date > previous { ascentCount += 1 }
        if date < previous { descentCount += 1 }
        if sameDay == nil, date == previous, dates.isDayAlone(text) { sameDay = (text, line) }
      }
      previous = date
      guard date <= now else { return }
      last = (date, text, line)
      if latest.map({ date >= $0.date }) ?? true { latest = (date, line) }
    }

    /// Remarks on the rows so far.
    ///
    /// - Parameters:
    ///   - line: the row that is shown as the present.
    ///   - valueIndex: the column of the value.
    func advice(shown line: Int, besides valueIndex: Int, file: String) -> [Problem] {
      var found: [Problem] = []
      if descentCount > ascentCount {
        found.append(
          Problem(
            file: file, line: line, column: 1,
            message: "the dates of the table descend, and its last row is shown as the present; sort the rows by their "
              + "dates, the newest one last"))
      } else if let last, let latest, last.line == line, latest.date.timeIntervalSince(last.date) >= Self.longDelay {
        found.append(
          Problem(
            file: file, line: line, column: 1,
            message: "the last row, which is shown as the present, has the date \"\(last.text.trimmedBlanks)\", which "
              + "is earlier than that of line \(latest.line); correct its date, or sort the rows by their dates"))
      }
      if let formulaError {
        found.append(
          Problem(
            file: file, line: formulaError.line, column: 1,
            message:
              "the cell \"\(formulaError.text.prefix(40))\" is an error of a spreadsheet's formula, and its row is "
              + "left out; correct the formula"))
      }
      if let unread = dates.timeAdvice(besides: valueIndex, file: file) {
        found.append(unread)
      } else if let sameDay {
        found.append(
          Problem(
            file: file, line: sameDay.line, column: 1,
            message: "several rows have the date \"\(sameDay.text.trimmedBlanks)\", and only the last of them is in "
              + "the graph; write the time into the same cell, such as 2026-11-28T08:00, or into a column \"time\""))
      }
      return found
    }
  }
}
