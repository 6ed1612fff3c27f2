import AfterglowDocuments
import AfterglowSources
import AfterglowTimeline
import Foundation

/// A value at an instant.
struct ValuePoint: Hashable, Sendable {
  var date: Date
  var value: Double
}

/// The direction of a value.
enum ValueTrend: String, CaseIterable, Sendable { case rising, steady, falling }

/// A number's past: dated values, oldest first.
struct ValueHistory: Equatable, Sendable {

  /// Sorted by date, one value a date.
  private(set) var points: [ValuePoint]
  var unit: String?

  /// Bound of values on either side of zero: the distance between two larger ones may be infinite.
  static let largestValue = 1e15

  /// The later one of two values with one date counts; values beyond `largestValue` are left out.
  init(_ points: [ValuePoint], unit: String? = nil) {
    let order = points.enumerated().filter { abs($0.element.value) <= Self.largestValue }
      .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    self.points = order.indices.filter { $0 + 1 == order.count || order[$0].date < order[$0 + 1].date }.map {
      order[$0]
    }
    self.unit = unit
  }

  /// - Parameter sorted: by date, one value a date, all finite.
  private init(sorted: [ValuePoint], unit: String?) {
    points = sorted
    self.unit = unit
  }

  var last: ValuePoint? { points.last }

  /// When the last value was reached; nil where it is as old as the past.
  var lastChange: Date? {
    guard let last, let other = points.lastIndex(where: { $0.value != last.value }) else { return nil }
    return points[other + 1].date
  }

  /// From the smallest to the largest value.
  var range: ClosedRange<Double>? {
    guard let least = points.map(\.value).min(), let most = points.map(\.value).max() else { return nil }
    return least...most
  }

  /// The points of a span of time.
  func within(_ span: Range<Date>) -> ValueHistory {
    ValueHistory(
      sorted: Array(points[index(from: span.lowerBound)..<index(from: span.upperBound)]), unit: unit)
  }

  /// What was known at an instant.
  func until(_ date: Date) -> ValueHistory {
    ValueHistory(sorted: Array(points[..<index(after: date)]), unit: unit)
  }

  /// The first point that is not before a date.
  private func index(from date: Date) -> Int { partition { $0 >= date } }
  /// The first point after a date.
  private func index(after date: Date) -> Int { partition { $0 > date } }

  /// Found in halves: a timeline of 500 entries asks for each date of a history of 120,000 values.
  private func partition(_ isBehind: (Date) -> Bool) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(points[middle].date) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The day before an instant; what held when it began, from its beginning on.
  func lastDay(until date: Date) -> ValueHistory {
    let begin = date.addingTimeInterval(-86_400)
    let (start, end) = (index(after: begin), index(after: date))
    let before = start > 0 ? [ValuePoint(date: begin, value: points[start - 1].value)] : []
    return ValueHistory(sorted: before + (start < end ? points[start..<end] : []), unit: unit)
  }

  /// Where the last `span` of it went: more than a twentieth of its range up or down, by its first and last value.
  func direction(over span: TimeInterval) -> ValueTrend? {
    guard let last else { return nil }
    let start = index(from: last.date.addingTimeInterval(-span))
    guard points.count - start >= 2, let range else { return nil }
    let change = last.value - points[start].value
    let limit = (range.upperBound - range.lowerBound) / 20
    return change > limit ? .rising : change < -limit ? .falling : .steady
  }

  /// At most `count` points that keep the outline: of each piece of time its smallest and its largest, in their order.
  func thinned(to count: Int) -> ValueHistory {
    guard points.count > count, count >= 4, let first = points.first, let last = points.last else { return self }
    let pieces = (count - 2) / 2
    let length = last.date.timeIntervalSince(first.date) / Double(pieces)
    var kept: Set<Int> = [0, points.count - 1]
    var index = 0
    for piece in 1...pieces {
      let end = first.date.addingTimeInterval(length * Double(piece))
      let start = index
      while index < points.count, points[index].date < end || piece == pieces { index += 1 }
      let span = start..<index
      if let least = span.min(by: { points[$0].value < points[$1].value }) { kept.insert(least) }
      if let most = span.max(by: { points[$0].value < points[$1].value }) { kept.insert(most) }
    }
    return ValueHistory(sorted: kept.sorted().map { points[$0] }, unit: unit)
  }

  /// Points of one file; a year of every five minutes.
  static let maximumPointCount = 120_000
}

extension ValueHistory {
  /// Reads `date,value` lines (CSV) or a JSON document (docs/timeline-documents.md), distinguished by the first
  /// character.
  ///
  /// - Throws: `DocumentError` with every problem.
  init(path: String) throws(DocumentError) {
    try self.init(bytes: DocumentFile.bytes(path, kind: .calendar), file: path)
  }

  init(bytes: [UInt8], file: String) throws(DocumentError) {
    do throws(Problem) { try DocumentText.requireText(bytes, file: file) } catch {
      throw DocumentError(problems: [error])
    }
    let problems = ProblemCollector()
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let history =
      first == 0x7B ? Self.json(bytes, file, problems) : HistoryLines(file: file, problems: problems).read(bytes)
    guard let history, problems.isEmpty else { throw DocumentError(problems: problems.sorted) }
    self = history
  }

  private static func json(_ bytes: [UInt8], _ file: String, _ problems: ProblemCollector) -> ValueHistory? {
    // A file may have any name; the text says that it is JSON.
    let name = file.lowercased().hasSuffix(".json") ? file : file + "#.json"
    let inner = ProblemCollector()
    defer {
      for problem in inner.problems {
        problems.add(Problem(file: file, line: problem.line, column: problem.column, message: problem.message))
      }
    }
    guard var root = StrictDecoder.open(bytes: bytes, file: name, problems: inner) else { return nil }
    let unit = root.text("unit", maximumCount: ValueContent.maximumUnitCount)
    let points = root.historyPoints("values", maximumCount: maximumPointCount, required: true)
    root.finish()
    return points.map { ValueHistory($0, unit: unit) }
  }
}

extension StrictDecoder {
  /// A list of {date, value}.
  mutating func historyPoints(_ key: String, maximumCount: Int, required: Bool = false) -> [ValuePoint]? {
    guard let nodes = items(key, of: "values", maximumCount: maximumCount, required: required) else { return nil }
    return nodes.enumerated().compactMap { index, node in
      // Most are as they should be, and a hundred thousand decoders would take long.
      if let point = ValuePoint(node) { return point }
      // The first faults say what is wrong.
      if collector.isFull { return nil }
      guard var decoder = mapping(node, path: path.isEmpty ? "\(key)[\(index)]" : "\(path).\(key)[\(index)]") else {
        return nil
      }
      let date = decoder.instant("date", required: true)
      let value = decoder.number("value", in: -ValueHistory.largestValue...ValueHistory.largestValue, required: true)
      decoder.finish()
      guard let date, let value else { return nil }
      return .init(date: Date(timeIntervalSince1970: Double(date) / 1000), value: value)
    }
  }
}

extension ValuePoint {
  /// nil for anything but {date, value}.
  fileprivate init?(_ node: DocumentNode) {
    guard case .mapping(let members) = node.value, members.count == 2 else { return nil }
    let isInOrder = members[0].key == "date" && members[1].key == "value"
    guard isInOrder || members[0].key == "value" && members[1].key == "date",
      case .scalar(let date, _) = members[isInOrder ? 0 : 1].value.value,
      case .scalar(let number, false) = members[isInOrder ? 1 : 0].value.value,
      let milliseconds = ISO8601.instantMilliseconds(date), ScalarText.isNumber(number), let value = Double(number),
      abs(value) <= ValueHistory.largestValue
    else { return nil }
    self.init(date: Date(timeIntervalSince1970: Double(milliseconds) / 1000), value: value)
  }
}

/// Reads lines of a date and a value, separated by commas, semicolons or tabs, after an optional heading. Works on bytes:
/// a history may have a hundred thousand lines, and a wrong file millions of empty ones.
private struct HistoryLines {
  let file: String
  let problems: ProblemCollector

  func read(_ bytes: [UInt8]) -> ValueHistory? {
    var points: [ValuePoint] = []
    var number = 0
    var columnCount = 2
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      number += 1
      if bytes[start] == 0x0A {
        start += 1
        continue
      }
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[start..<end].trimmed
      start = end + 1
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      guard points.count < ValueHistory.maximumPointCount else {
        fail(number, "expected at most \(ValueHistory.maximumPointCount) values, found more")
        break
      }
      if points.isEmpty, isHeading(line) {
        columnCount = line.count { CSVTable.separators.contains($0) } + 1
      } else if hasDecimalComma(line, columnCount) {
        fail(
          number,
          "expected a date and one number, found two numbers; if numbers have decimal commas, separate dates and values "
            + "with semicolons")
        if problems.isFull { break }
      } else if let point = point(line) {
        points.append(point)
      } else {
        let words = String(decoding: line.prefix(200), as: UTF8.self)
        fail(
          number,
          "expected a date with zone (or seconds since 1970) and a number, found \"\(words.prefix(40))\""
            + (isSerial(words) ? "; \(TableDates.serialRemedy)" : ""))
        // The first faults say what is wrong.
        if problems.isFull { break }
      }
    }
    if points.isEmpty, problems.isEmpty {
      fail(max(number, 1), "expected at least one line of a date and a number, found none")
    }
    return points.isEmpty ? nil : ValueHistory(points)
  }

  private func point(_ line: ArraySlice<UInt8>) -> ValuePoint? {
    guard let separator = CSVTable.separators.first(where: line.contains) else { return nil }
    let cells = line.split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false).map(\.unquoted)
    guard cells.count >= 2, cells[0].count <= 64, cells[1].count <= 64,
      let date = date(String(decoding: cells[0], as: UTF8.self))
    else { return nil }
    // Where commas do not part the cells, they may be decimal marks.
    let mark = UInt8(ascii: ",")
    let number = separator == mark ? Array(cells[1]) : cells[1].map { $0 == mark ? UInt8(ascii: ".") : $0 }
    let written = String(decoding: number, as: UTF8.self)
    let word = ScalarText.isNumber(written) ? written : GroupedNumber.withoutBlanks(written) ?? written
    guard ScalarText.isNumber(word), let value = Double(word), abs(value) <= ValueHistory.largestValue else {
      return nil
    }
    return .init(date: date, value: value)
  }

  /// Whether a line has one cell more than there are columns because its value has a decimal comma: `date,1,23`.
  private func hasDecimalComma(_ line: ArraySlice<UInt8>, _ columnCount: Int) -> Bool {
    guard line.count <= 200, !line.contains(UInt8(ascii: ";")), !line.contains(0x09) else { return false }
    let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    // A heading of one word has one column.
    guard cells.count == columnCount + 1, cells.count >= 3 else { return false }
    func isDigits(_ bytes: ArraySlice<UInt8>) -> Bool {
      !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
    }
    let (whole, part) = (cells[1].unquoted, cells[2].unquoted)
    return isDigits(whole.first == UInt8(ascii: "-") ? whole.dropFirst() : whole) && isDigits(part)
  }

  private func date(_ word: String) -> Date? {
    if let milliseconds = ISO8601.instantMilliseconds(word) {
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    guard ScalarText.isNumber(word), let seconds = Double(word),
      (CSVDates.earliestSecond...99_999_999_999).contains(seconds)
    else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }

  /// Whether a line begins with a date as spreadsheets store it.
  private func isSerial(_ words: String) -> Bool {
    let cell = words.prefix { !",;\t".contains($0) }.filter { $0 != "\"" }
    return CSVDates.serialDay(String(cell)) != nil
  }

  /// The first line, where it names its columns.
  private func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    let words = String(decoding: line.prefix(200), as: UTF8.self)
    return words.contains { $0.isLetter } && !words.contains { $0.isNumber } && problems.isEmpty
  }

  private func fail(_ line: Int, _ message: String) {
    problems.add(Problem(file: file, line: line, column: 1, message: message))
  }
}

extension ArraySlice<UInt8> {
  /// Without white space and a byte order mark around it.
  fileprivate var trimmed: Self {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var rest = drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest.starts(with: [0xEF, 0xBB, 0xBF]) ? rest.dropFirst(3).drop(while: isSpace) : rest
  }

  /// Without blanks and quotes around it.
  fileprivate var unquoted: Self {
    func isMark(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: "\"") }
    var rest = drop(while: isMark)
    while let last = rest.last, isMark(last) { rest.removeLast() }
    return rest
  }
}
