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

  /// Of two values with one date the later one counts; values that are not finite are left out.
  init(_ points: [ValuePoint], unit: String? = nil) {
    let order = points.enumerated().filter { $0.element.value.isFinite }
      .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    self.points = order.indices.filter { $0 + 1 == order.count || order[$0].date < order[$0 + 1].date }.map {
      order[$0]
    }
    self.unit = unit
  }

  var last: ValuePoint? { points.last }

  /// From the smallest to the largest value.
  var range: ClosedRange<Double>? {
    guard let least = points.map(\.value).min(), let most = points.map(\.value).max() else { return nil }
    return least...most
  }

  /// The points of a span of time.
  func within(_ span: Range<Date>) -> ValueHistory {
    ValueHistory(points.filter { span.contains($0.date) }, unit: unit)
  }

  /// What was known at an instant.
  func until(_ date: Date) -> ValueHistory { ValueHistory(points.filter { $0.date <= date }, unit: unit) }

  /// The day before an instant; what held when it began, from its beginning on.
  func lastDay(until date: Date) -> ValueHistory {
    let begin = date.addingTimeInterval(-86_400)
    var day = points.filter { $0.date > begin && $0.date <= date }
    if let before = points.last(where: { $0.date <= begin }) {
      day.insert(ValuePoint(date: begin, value: before.value), at: 0)
    }
    return ValueHistory(day, unit: unit)
  }

  /// Where the last `span` of it went: more than a twentieth of its range up or down, by its first and last value.
  func direction(over span: TimeInterval) -> ValueTrend? {
    guard let last else { return nil }
    let recent = points.filter { $0.date >= last.date.addingTimeInterval(-span) }
    guard recent.count >= 2, let range else { return nil }
    let change = last.value - recent[0].value
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
    return ValueHistory(kept.sorted().map { points[$0] }, unit: unit)
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
    let unit = root.text("unit", maximumCount: 8)
    let points = root.historyPoints("values", maximumCount: maximumPointCount, required: true)
    root.finish()
    return points.map { ValueHistory($0, unit: unit) }
  }
}

extension StrictDecoder {
  /// A list of {date, value}.
  mutating func historyPoints(_ key: String, maximumCount: Int, required: Bool = false) -> [ValuePoint]? {
    guard let decoders = mappings(key, of: "values", maximumCount: maximumCount, required: required) else { return nil }
    return decoders.compactMap { decoder in
      var decoder = decoder
      let date = decoder.instant("date", required: true)
      let value = decoder.number("value", in: -1e15...1e15, required: true)
      decoder.finish()
      guard let date, let value else { return nil }
      return .init(date: Date(timeIntervalSince1970: Double(date) / 1000), value: value)
    }
  }
}

/// Reads lines of a date and a value, separated by commas, semicolons or tabs, after an optional heading.
private struct HistoryLines {
  let file: String
  let problems: ProblemCollector

  func read(_ bytes: [UInt8]) -> ValueHistory? {
    var points: [ValuePoint] = []
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let words = String(decoding: line.prefix(200), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines.union(["\u{FEFF}"]))
      if words.isEmpty || words.hasPrefix("#") { continue }
      guard points.count < ValueHistory.maximumPointCount else {
        fail(number, "expected at most \(ValueHistory.maximumPointCount) values, found more")
        break
      }
      if let point = point(words) {
        points.append(point)
      } else if !(points.isEmpty && isHeading(words)) {
        fail(number, "expected a date with zone (or seconds since 1970) and a number, found \"\(words.prefix(40))\"")
      }
    }
    if points.isEmpty, problems.isEmpty {
      fail(max(number, 1), "expected at least one line of a date and a number, found none")
    }
    return points.isEmpty ? nil : ValueHistory(points)
  }

  private func point(_ line: String) -> ValuePoint? {
    for separator: Character in [";", "\t", ","] where line.contains(separator) {
      let cells = line.split(separator: separator, omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
      }
      guard cells.count >= 2, let date = date(cells[0]) else { return nil }
      // Where commas do not part the cells, they may be decimal marks.
      let word = separator == "," ? cells[1] : cells[1].replacingOccurrences(of: ",", with: ".")
      guard ScalarText.isNumber(word), let value = Double(word), abs(value) <= 1e15 else { return nil }
      return .init(date: date, value: value)
    }
    return nil
  }

  private func date(_ word: String) -> Date? {
    if let milliseconds = ISO8601.instantMilliseconds(word) {
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    guard ScalarText.isNumber(word), let seconds = Double(word), (0...99_999_999_999).contains(seconds) else {
      return nil
    }
    return Date(timeIntervalSince1970: seconds)
  }

  /// The first line, where it names its columns.
  private func isHeading(_ line: String) -> Bool {
    line.contains { $0.isLetter } && !line.contains { $0.isNumber } && problems.isEmpty
  }

  private func fail(_ line: Int, _ message: String) {
    problems.add(Problem(file: file, line: line, column: 1, message: message))
  }
}
