import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// Dated content written by another program (docs/timeline-documents.md): a kind, a reload policy and entries.
struct TimelineDocument: Equatable, Sendable {
  var kind: String
  var policy: TimelineReloadPolicy
  /// Sorted by date, at least one.
  var entries: [ValueEntry]
  /// The value's past.
  var history: ValueHistory?

  /// Enough for six days of minutes.
  static let maximumEntryCount = 10_000
  /// Entries of one compile: a day of a forecast by the quarter of an hour, or two hours of one by the minute. The others are
  /// asked for in time.
  static let compiledEntryCount = 128
  /// More belongs in a file of its own.
  static let maximumHistoryCount = 2000
}

extension TimelineDocument {
  /// Reads a file of at most 2 MiB.
  init(path: String, kinds: [String] = ["value"]) throws(DocumentError) {
    try self.init(bytes: DocumentFile.bytes(path, kind: .timeline), file: path, kinds: kinds)
  }

  init(bytes: [UInt8], file: String, kinds: [String] = ["value"]) throws(DocumentError) {
    let problems = ProblemCollector()
    guard var root = StrictDecoder.open(bytes: bytes, file: file, problems: problems) else {
      throw DocumentError(problems: problems.sorted)
    }
    let kind = root.choice("kind", kinds.map { ($0, $0) }, required: true)
    let policy = root.reloadPolicy()
    let decoders = root.mappings(
      "entries", of: "entries", maximumCount: Self.maximumEntryCount, required: true)
    let entries = (decoders ?? []).compactMap { decoder in
      var decoder = decoder
      return decoder.timelineEntry()
    }
    if decoders?.isEmpty == true { root.fail("entries", "expected at least one entry in \"entries\", found none") }
    let unit = entries.last?.content.unit
    let history = root.historyPoints("history", maximumCount: Self.maximumHistoryCount).map {
      ValueHistory($0, unit: unit)
    }
    root.finish()
    guard let kind, let policy, problems.isEmpty else { throw DocumentError(problems: problems.sorted) }
    // A stable sort: of two entries with one date the later one in the file wins.
    let order = entries.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
    self.init(kind: kind, policy: policy, entries: order.map(\.element), history: history)
  }
}

extension StrictDecoder {
  mutating func reloadPolicy() -> TimelineReloadPolicy? {
    let wanted = "\"atEnd\", \"never\" or {\"after\": a date}"
    guard let node = node("policy") else { return .atEnd }
    if case .mapping = node.value {
      guard var after = mapping("policy") else { return nil }
      let date = after.instant("after", required: true)
      after.finish()
      return date.map { .after(Date(milliseconds: $0)) }
    }
    if case .scalar("atEnd", _) = node.value { return .atEnd }
    if case .scalar("never", _) = node.value { return .never }
    var hint = ""
    if case .scalar(let text, _) = node.value { hint = suggestion(for: text, among: ["atEnd", "never"]) }
    fail("policy", "expected \(wanted) for \"policy\", found \(node.foundDescription)\(hint)")
    return nil
  }

  fileprivate mutating func timelineEntry() -> ValueEntry? {
    let date = instant("date", required: true)
    let relevance = relevance()
    let title = text("title", maximumCount: ValueContent.maximumTitleCount)
    let value = shownValue()
    let unit = text("unit", maximumCount: ValueContent.maximumUnitCount)
    let detail = text("detail", maximumCount: ValueContent.maximumDetailCount)
    let symbol = symbol()
    let trend = choice("trend", ValueTrend.allCases.map { ($0.rawValue, $0) })
    finish()
    guard let date, let value else { return nil }
    return ValueEntry(
      date: Date(milliseconds: date), relevance: relevance,
      content: ValueContent(
        title: title, value: value.text, isNumber: value.isNumber, unit: unit, detail: detail, symbol: symbol,
        trend: trend))
  }

  private mutating func symbol() -> String? {
    guard let name = text("symbol", maximumCount: ValueContent.maximumSymbolCount) else { return nil }
    if Symbol(named: name) != nil { return name }
    let hint = Symbol.hint(for: name)
    fail("symbol", "expected a symbol's name such as drop for \"\(path).symbol\", found \"\(name)\"\(hint)")
    return nil
  }

  mutating func relevance() -> TimelineEntryRelevance? {
    guard var relevance = mapping("relevance") else { return nil }
    let score = relevance.number("score", in: -1_000_000...1_000_000, required: true)
    let duration = relevance.number("duration", in: 0...31_536_000, unit: "s")
    relevance.finish()
    return score.map { TimelineEntryRelevance(score: Float($0), duration: duration ?? 0) }
  }

  /// A number, or a short text.
  private mutating func shownValue() -> (text: String, isNumber: Bool)? {
    let wanted = "a number or text of at most \(ValueContent.maximumWordCount) characters"
    guard let node = node("value") else {
      missing("value", wanted)
      return nil
    }
    if case .scalar(let text, false) = node.value, let shown = RoundedNumber.text(of: text) { return (shown, true) }
    guard case .scalar(let text, let isQuoted) = node.value, (1...ValueContent.maximumWordCount).contains(text.count),
      isQuoted || text != "true" && text != "false" && !ScalarText.isNumber(text)
    else {
      fail("value", "expected \(wanted) for \"\(path).value\", found \(node.foundDescription)")
      return nil
    }
    guard ScalarText.isOneLine(text) else {
      fail("value", "expected one line of text for \"\(path).value\", found a line break or control character")
      return nil
    }
    return (RoundedNumber.isNoNumber(text) ? RoundedNumber.missing : text, false)
  }
}

extension Date {
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
