import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// A value of any type from a document.
indirect enum EntryValue: Equatable, Sendable {
  case text(String)
  /// With the number of decimals as written: 54.50 is shown as 54.50.
  case number(Double, decimals: Int)
  case truth(Bool)
  case list([EntryValue])
  case object([String: EntryValue])
  /// Computed ones, which documents write as texts and numbers; a duration is in seconds.
  case date(Date)
  case duration(Double)
}

/// Dated values for a widget written as data (docs/data-widgets.md). A document without `entries` is one entry that
/// holds from now on.
struct ValuesDocument: Equatable, Sendable {
  /// Values that hold from a date on.
  struct Entry: Equatable, Sendable {
    /// nil = from the request on.
    var date: Date?
    var relevance: TimelineEntryRelevance?
    var values: [String: EntryValue]
  }

  var policy: TimelineReloadPolicy
  /// Sorted by date, at least one.
  var entries: [Entry]
  /// Rows of a table that are not understood; all others are read.
  var problems: [Problem] = []
  /// Whether rows of a table were left out on which values depend.
  var completeness = ReadingCompleteness.whole
  /// A remark on rows that were left out and on which no value depends; nil = there are none.
  var remark: String?
  /// The date at which the file was written; of a source, at which other content came. nil = there is no file.
  var updated: Date?
  /// Advice on a table that is read, and may be meant otherwise.
  var advice: [Problem] = []
  /// The names of a table's columns; empty for other content.
  var columns: [String] = []
  /// A clause about content without anything to show; nil = it has something.
  var emptiness: String?

  /// For a widget that shows no values.
  static let empty = ValuesDocument(policy: .never, entries: [Entry(values: [:])])

  static let maximumEntryCount = TimelineDocument.maximumEntryCount
}

extension ValuesDocument {
  /// Reads a file of at most 2 MiB.
  ///
  /// - Throws: `DocumentError` with every problem.
  init(path: String) throws(DocumentError) {
    try self.init(bytes: DocumentFile.bytes(path, kind: .timeline), file: path)
  }

  init(bytes: [UInt8], file: String) throws(DocumentError) {
    let problems = ProblemCollector()
    guard var root = StrictDecoder.open(bytes: bytes, file: file, problems: problems) else {
      throw DocumentError(problems: problems.sorted)
    }
    guard root.keys.contains("entries") else {
      let entry = Entry(values: root.entryValues())
      guard problems.isEmpty else { throw DocumentError(problems: problems.sorted) }
      self.init(policy: .never, entries: [entry])
      return
    }
    let policy = root.reloadPolicy()
    let decoders = root.mappings("entries", of: "entries", maximumCount: Self.maximumEntryCount, required: true) ?? []
    if decoders.isEmpty && problems.isEmpty {
      root.fail("entries", "expected at least one entry in \"entries\", found none")
    }
    root.finish()
    let entries = decoders.compactMap { decoder in
      var decoder = decoder
      return decoder.valuesEntry()
    }
    guard let policy, problems.isEmpty else { throw DocumentError(problems: problems.sorted) }
    // A stable sort: of two entries with one date the later one in the file wins.
    let order = entries.enumerated().sorted {
      ($0.element.date ?? .distantPast, $0.offset) < ($1.element.date ?? .distantPast, $1.offset)
    }
    self.init(policy: policy, entries: order.map(\.element))
  }
}

extension StrictDecoder {
  fileprivate mutating func valuesEntry() -> ValuesDocument.Entry? {
    let date = instant("date", required: true)
    let relevance = relevance()
    var values = entryValues()
    values["relevance"] = nil
    return date.map { .init(date: Date(milliseconds: $0), relevance: relevance, values: values) }
  }

  /// Every key as a value; one that is null is not there.
  mutating func entryValues() -> [String: EntryValue] {
    let keys = keys
    var values: [String: EntryValue] = [:]
    values.reserveCapacity(keys.count)
    for key in keys { if let node = node(key) { values[key] = entryValue(node) } }
    return values
  }

  private func entryValue(_ node: DocumentNode) -> EntryValue? {
    EntryValue(node) { fail(at: $0, $1) }
  }
}

extension EntryValue {
  /// The value of a node; nil for null and for "NaN", and for a value that cannot be shown, which is passed to `fail`.
  init?(_ node: DocumentNode, fail: (DocumentPosition, String) -> Void) {
    guard let value = Self.value(node, fail) else { return nil }
    self = value
  }

  private static func value(_ node: DocumentNode, _ fail: (DocumentPosition, String) -> Void) -> EntryValue? {
    if node.isNull { return nil }
    switch node.value {
    case .mapping(let members):
      return .object(
        Dictionary(
          members.compactMap { member in value(member.value, fail).map { (member.key, $0) } },
          uniquingKeysWith: { first, _ in first }))
    case .sequence(let items): return .list(items.compactMap { value($0, fail) })
    case .scalar("true", false): return .truth(true)
    case .scalar("false", false): return .truth(false)
    case .scalar(let text, _) where RoundedNumber.isNoNumber(text): return nil
    case .scalar(let text, let isQuoted):
      guard !isQuoted, ScalarText.isNumber(text), let value = Double(text) else { return .text(text) }
      guard value.isFinite else {
        fail(node.position, "expected a number that is not beyond all bounds, found \(text)")
        return nil
      }
      return .number(value, decimals: min(RoundedNumber.maximumDecimals, RoundedNumber.decimals(of: text)))
    }
  }
}
