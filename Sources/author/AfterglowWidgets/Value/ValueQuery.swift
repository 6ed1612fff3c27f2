import Afterglow
import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// How a value is found in what any service gives: by paths in JSON, or by the names of columns in CSV.
struct ValueQuery: Hashable, Sendable {
  /// A text of the scene, or a path to one.
  enum Word: Hashable, Sendable {
    case text(String)
    case path(JSONPath)
  }

  enum Place: Hashable, Sendable {
    case path(JSONPath)
    case column(String)
  }

  var place: Place
  /// The column of the dates; nil = the first one that has dates.
  var dates: String?
  /// Places after the decimal mark; nil = as written.
  var decimals: Int?
  /// By key: title, unit, detail, symbol.
  var words: [String: Word] = [:]

  /// What is in a content now.
  struct Finding: Equatable {
    var content: ValueContent
    /// The value with all of its places; nil for a word.
    var number: Double?
    /// When it was so; nil = not said.
    var date: Date?
    /// What the content itself says of the past.
    var history: ValueHistory?
    /// The date of the first row that is later than now.
    var nextDate: Date?
    /// Rows that are not understood; all others are read.
    var problems: [Problem] = []
    /// Remarks on rows that are understood and hardly meant, such as those in descending order.
    var advice: [Problem] = []
    /// Whether the oldest rows of a table were left out, so that its past begins later.
    var isShortened = false

    /// A remark on the rows that were left out; nil = none were.
    var remark: String? {
      guard isShortened else { return nil }
      return ReadingCompleteness.remark(on: "the table", beyond: "\(CSVTable.maximumRowCount) rows")
    }
  }
}

extension ValueQuery {
  /// nil where the scene has a document of ours.
  ///
  /// - Throws: `ConfigurationError` for a path that is none.
  init?(_ intent: ValueIntent) throws(ConfigurationError) {
    switch (intent.value, intent.column) {
    case (nil, nil): return nil
    case (_?, _?):
      throw ConfigurationError(path: ["column"], message: "expected either \"value\" or \"column\", found both")
    case (let path?, nil): place = .path(try JSONPath(path, at: ["value"]))
    case (nil, let column?): place = .column(column)
    }
    dates = intent.dates
    decimals = intent.decimals
    for (key, text) in [
      ("title", intent.title), ("unit", intent.unit), ("detail", intent.detail), ("symbol", intent.symbol),
    ] {
      guard let text, !text.isEmpty else { continue }
      words[key] = JSONPath.isPath(text) ? .path(try JSONPath(text, at: [key])) : .text(text)
    }
  }

  /// Names its history: the same for all widgets that show the same value.
  var name: String {
    switch place {
    case .path(let path): path.text
    case .column(let column): "column " + column
    }
  }

  /// - Parameter now: later rows of a table are not the present.
  /// - Throws: `DocumentError` with the place where what is asked for is not found.
  func read(
    _ bytes: [UInt8], file: String, zone: TimeZone, at now: Date = .distantFuture
  ) throws(DocumentError) -> Finding {
    do throws(Problem) {
      switch place {
      case .path(let path): return try json(path, bytes, file)
      case .column(let column): return try table(column, bytes, file: file, CSVDates(zone), at: now)
      }
    } catch {
      throw DocumentError(problems: [error])
    }
  }

  // MARK: JSON

  private func json(_ path: JSONPath, _ bytes: [UInt8], _ file: String) throws(Problem) -> Finding {
    let root = try DocumentNode.json(bytes, file: file)
    let node = try path.first(in: root, file: file)
    guard let text = node.text.map(bare) ?? (node.isNull ? "null" : nil) else {
      throw Problem(
        file: file, line: node.position.line, column: node.position.column,
        message: "expected a number or text at \"\(path.text)\", found \(node.foundDescription)"
          + (path.example(in: node).map { "; name a value in it, such as \($0)" } ?? ""))
    }
    func word(_ key: String, _ limit: Int) throws(Problem) -> String? {
      switch words[key] {
      case nil: return nil
      case .text(let text): return text
      case .path(let path):
        let found = try path.first(in: root, file: file)
        return found.text.flatMap(OneLine.of).map { $0.count > limit ? $0.prefix(limit - 1) + "…" : $0 }
      }
    }
    var content = try content(of: text, at: node.position, file)
    content.title = try word("title", ValueContent.maximumTitleCount)
    content.unit = try word("unit", ValueContent.maximumUnitCount)
    content.detail = try word("detail", ValueContent.maximumDetailCount)
    content.symbol = try word("symbol", ValueContent.maximumSymbolCount)
    return Finding(content: content, number: content.isNumber ? Double(OneLine.of(text) ?? "") : nil)
  }

  /// The value as it is shown: a number with its places, one line of at most twelve characters, or a dash.
  private func content(of text: String, at place: DocumentPosition, _ file: String) throws(Problem) -> ValueContent {
    let line = OneLine.of(text) ?? ""
    if let number = RoundedNumber.text(of: line, decimals: decimals) {
      return ValueContent(value: number, isNumber: true)
    }
    if RoundedNumber.isNoNumber(line) || Self.absent.contains(line) || TableDates.isFormulaError(line) {
      return ValueContent(value: RoundedNumber.missing)
    }
    guard (1...ValueContent.maximumWordCount).contains(line.count) else {
      throw Problem(
        file: file, line: place.line, column: place.column,
        message: "expected a number or text of at most \(ValueContent.maximumWordCount) characters, found "
          + "\"\(line.prefix(40))\"")
    }
    return ValueContent(value: line)
  }

  /// A value that a service does not know now, as JSON and Home Assistant write it.
  private static let absent: Set<String> = ["null", "unknown", "unavailable"]

  /// The text without the unit that is shown next to it: 2.0 of "2.0 m".
  private func bare(_ text: String) -> String {
    guard case .text(let unit)? = words["unit"], text.hasSuffix(unit) else { return text }
    let rest = text.dropLast(unit.count).trimmingCharacters(in: .whitespaces)
    let plain = GroupedNumber.withoutBlanks(rest) ?? rest
    return ScalarText.isNumber(plain.replacing(",", with: ".")) ? rest : text
  }

  // MARK: CSV

  /// A cell with a value, and its row's line and date.
  private typealias Present = (text: String, line: Int, date: Date?)

  /// The last rows of a table that are the present, that are yet to come, and that belong to no time, such as "Total".
  private struct TimedRows {
    let now: Date
    private(set) var last: Present?
    private(set) var later: Present?
    private(set) var undated: Present?
    /// The first date after now.
    private(set) var nextDate: Date?

    init(now: Date) { self.now = now }

    mutating func take(_ text: String, _ line: Int, _ date: Date?, isUndated: Bool) {
      if isUndated {
        undated = (text, line, nil)
      } else if let date, date > now {
        later = (text, line, date)
        nextDate = min(nextDate ?? date, date)
      } else {
        last = (text, line, date)
      }
    }
  }

  /// - Throws: `Problem` for JSON, which has no columns.
  private static func requireTable(_ bytes: [UInt8], _ file: String) throws(Problem) {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return }
    let root = try? DocumentNode.json(bytes, file: file)
    // The name of a column may have brackets.
    if root == nil, first == UInt8(ascii: "[") { return }
    let path = root.flatMap { ValueWidget.numberPath(in: $0) } ?? "$.temperature"
    throw Problem(
      file: file, line: 1, column: 1,
      message: "expected a table, found JSON; in place of \"column\" write the path of a value, such as "
        + "\"value: \(path)\"")
  }

  private func table(
    _ column: String, _ bytes: [UInt8], file: String, _ reader: CSVDates, at now: Date
  ) throws(Problem) -> Finding {
    try Self.requireTable(bytes, file)
    let table = try CSVTable(bytes, file: file, column: column)
    let index = try table.index(of: column, key: "column", file: file)
    let dates = try TableDates(table, column: self.dates, reader: reader, file: file)
    var order = TableDates.Order(dates, now: now)
    var rows = TimedRows(now: now)
    var points: [ValuePoint] = []
    let repeated = [table.header[index], self.dates].compactMap(\.self).compactMap {
      table.repetition(of: $0, file: file)
    }
    var (problems, lastFault) = (repeated + table.problems, table.lastProblem)
    for row in table.rows {
      guard let text = row.cell(index)?.trimmedBlanks else { continue }
      let dateText = dates.text(of: row)
      let date = dateText.flatMap(dates.date)
      let isUndated = date == nil && dateText.map(TableDates.isWord) == true
      guard let number = table.number(text) ?? table.number(bare(text)) else {
        if let words = table.numberFault(text) {
          let fault = Problem(file: file, line: row.line, column: 1, message: words)
          if problems.count < ProblemCollector.maximumCount { problems.append(fault) }
          if row.line > lastFault?.line ?? 0 { lastFault = fault }
        } else if text.isEmpty || TableDates.isUnknown(text) {
          // Programs leave a value that is not known yet empty, or write a word for it.
          order.add(unknown: text, line: row.line)
        } else {
          rows.take(text, row.line, date, isUndated: isUndated)
        }
        continue
      }
      rows.take(number, row.line, date, isUndated: isUndated)
      guard let date, let dateText, let value = Double(number) else { continue }
      points.append(ValuePoint(date: date, value: value))
      order.add(date, dateText, line: row.line)
    }
    // The last value that was read is not the present one if a later row is not understood.
    if let lastFault, lastFault.line > (rows.last ?? rows.later)?.line ?? 0 { throw lastFault }
    guard let last = rows.last ?? rows.later ?? rows.undated else {
      if table.rows.isEmpty { throw table.noRows(file: file) }
      throw Problem(
        file: file, line: 1, column: 1, message: "expected a value in the column \"\(column)\", found none")
    }
    if rows.last == nil, rows.later != nil {
      // The present may be among the rows that were left out.
      if table.isShortened {
        throw Problem(
          file: file, line: last.line, column: 1,
          message: "expected a row that is dated by now among the last \(CSVTable.maximumRowCount), found later ones "
            + "alone")
      }
      problems.append(
        Problem(
          file: file, line: last.line, column: 1,
          message: "expected a row that is dated by now, found later ones alone; is the scene's \"zone\" the table's?"))
    }
    problems += [dates.fault(besides: index, file: file)].compactMap(\.self)
    var found = try finding(last, points, nextDate: rows.nextDate, problems, file: file)
    found.advice = order.advice(shown: last.line, besides: index, file: file)
    found.isShortened = table.isShortened
    return found
  }

  private func finding(
    _ last: Present, _ points: [ValuePoint], nextDate: Date?, _ problems: [Problem], file: String
  ) throws(Problem) -> Finding {
    var content = try content(of: last.text, at: DocumentPosition(line: last.line, column: 1), file)
    for (key, word) in words {
      guard case .text(let text) = word else { continue }
      switch key {
      case "title": content.title = text
      case "unit": content.unit = text
      case "detail": content.detail = text
      default: content.symbol = text
      }
    }
    return Finding(
      content: content, number: content.isNumber ? Double(last.text) : nil, date: last.date,
      history: points.isEmpty ? nil : ValueHistory(points, unit: content.unit), nextDate: nextDate, problems: problems)
  }
}
