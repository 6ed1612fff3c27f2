import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of a value in a scene: its document.
struct ValueIntent: SourcedIntent {
  /// A timeline document, relative to the board's folder.
  var file = "timeline.json"
  /// Where the document comes from by itself, instead of `file`.
  var source = ContentSource.none
  /// A file with the value's past, or where it comes from by itself, if the document itself has none.
  var history = ContentSource.none
  /// Where the value is in JSON of any service: a path such as `$.rooms[0].temperature`.
  var value: String?
  /// The name of its column, in CSV of any service; the last row is the present, all are the past.
  var column: String?
  /// The name of the column of dates; nil: the first that has dates.
  var dates: String?
  /// Places after the decimal mark; nil: as the service writes them.
  var decimals: Int?
  /// What goes with such a value: a text, or the path of one.
  var title: String?
  var unit: String?
  var detail: String?
  var symbol: String?

  func validate() throws(ConfigurationError) {
    try checkFile()
    let query = try ValueQuery(self)
    if let decimals, !RoundedNumber.places.contains(decimals) {
      throw ConfigurationError(
        path: ["decimals"], message: "expected 0 to \(RoundedNumber.maximumDecimals), found \(decimals)")
    }
    for (key, text) in [("title", title), ("unit", unit), ("detail", detail), ("symbol", symbol)] where text != nil {
      guard query != nil else {
        throw ConfigurationError(
          path: [key], message: "expected \"value\" or \"column\" with \"\(key)\"; a timeline document has its own")
      }
    }
    if let symbol, !JSONPath.isPath(symbol) { try Self.checkSymbol(symbol) }
  }

  /// What says how the value is found; nil for a document of ours.
  var query: ValueQuery? { try? ValueQuery(self) }
  /// What kind of file holds it.
  var documentKind: DocumentKind { column == nil ? .timeline : .calendar }
}

/// One value and at most three details (docs/rules.md, rule 21).
struct ValueContent: Equatable, Sendable {
  /// What the value is: one short line.
  var title: String?
  /// A word, or a rounded number with a point and a hyphen.
  var value: String
  /// Numbers get the locale's decimal mark and a true minus sign.
  var isNumber = false
  var unit: String?
  /// One more short line.
  var detail: String?
  /// Name of a `Symbol`.
  var symbol: String?
  var trend: ValueTrend?
  /// Its past, oldest first, never later than the value itself.
  var history: [ValuePoint] = []
  /// Whether a past belongs to the value, even if it has no points yet.
  var expectsPast = false
  /// In details: the words for the time since which it has been the same.
  var since: String?

  /// Most characters of a title, a unit, a detail and a symbol's name.
  static let (maximumTitleCount, maximumUnitCount, maximumDetailCount, maximumSymbolCount) = (40, 8, 60, 64)
  /// Most characters of a value in words: more is illegible across a room.
  static let maximumWordCount = 12
}

/// A value from a date on.
struct ValueEntry: TimelineEntry, Equatable {
  var date: Date
  var relevance: TimelineEntryRelevance?
  var content: ValueContent
  var displaySize: Size = .zero
}

/// Shows a timeline that another program has written.
struct ValueProvider: AppIntentTimelineProvider {
  /// The span that a value's arrow covers when its document does not name a trend, in seconds.
  fileprivate static let trendSpan: TimeInterval = 3 * 3600
  /// The most points of a graph.
  fileprivate static let graphPointCount = 240

  func placeholder(in context: Context) -> ValueEntry {
    sample(in: context, history: Self.sampleHistory(until: context.date))
  }

  /// A value has another layout with a past than without one, and a word another than figures: the placeholder has that of its
  /// content, so that nothing moves (docs/rules.md, rule 86).
  func placeholder(for intent: ValueIntent, in context: Context) -> ValueEntry {
    if context.isPreview { return placeholder(in: context) }
    let known = intent.known(in: context.folder)
    let hasPast = intent.hasPast(known, in: context.folder)
    var entry = sample(in: context, history: hasPast ? Self.sampleHistory(until: context.date) : [])
    if let content = known?.content, !content.isNumber, content.value.contains(where: \.isLetter) {
      (entry.content.value, entry.content.isNumber, entry.content.unit) = (content.value, false, content.unit)
    }
    return entry
  }

  func snapshot(for intent: ValueIntent, in context: Context) throws -> ValueEntry {
    if context.isPreview {
      var entry = sample(in: context, history: Self.sampleHistory(until: context.date))
      entry.content.symbol = "thermometer"
      entry.content.trend = .rising
      return entry
    }
    let entries = try timeline(for: intent, in: context).entries
    return entries.last { $0.date <= context.date } ?? entries.first ?? placeholder(in: context)
  }

  private func sample(in context: Context, history: [ValuePoint]) -> ValueEntry {
    var entry = ValueEntry(
      date: context.date,
      content: ValueContent(
        title: "Living room", value: "21.5", isNumber: true, unit: "°C", detail: "Window closed",
        history: history))
    entry.displaySize = context.displaySize
    return entry
  }

  /// A room's day: cold towards the morning, airing at noon, the heating's steps in the evening.
  private static func sampleHistory(until date: Date) -> [ValuePoint] {
    let values = [
      20.8, 20.4, 20.1, 19.7, 19.5, 19.2, 19.0, 18.9, 19.3, 20.0, 20.6, 21.0, 20.9, 19.6, 19.8, 20.5, 21.1, 21.6, 22.0,
      22.3, 22.1, 21.4, 20.9, 21.1, 21.5,
    ]
    return values.enumerated().map { index, value in
      ValuePoint(date: date.addingTimeInterval(Double(index - values.count + 1) * 3600), value: value)
    }
  }

  func timeline(for intent: ValueIntent, in context: Context) throws -> Timeline<ValueEntry> {
    if let query = intent.query { return try found(query, intent, in: context) }
    let document = try TimelineDocument(path: intent.content(in: context.folder))
    let past =
      try document.history ?? intent.historyFile(in: context.folder).map { try ValueHistory(path: $0) }
    let window = WidgetTimeline.window(
      document.entries, at: context.date, count: TimelineDocument.compiledEntryCount, dated: \.date)
    var entries = window.entries.map { written in
      var entry = written
      entry.take(past, in: context)
      entry.content.expectsPast = past != nil || intent.history.isSet
      entry.displaySize = context.displaySize
      return entry
    }
    if let first = entries.first, first.date > context.date { entries.insert(first.pending(in: context), at: 0) }
    var timeline = Timeline(entries: entries, policy: document.policy)
    timeline.knownUntil = document.entries.count > 1 ? entries.last?.date : context.date
    timeline.continuesAt = window.continuesAt
    timeline.reception = intent.reception(in: context.folder)
    return timeline
  }
}

extension ValueProvider {
  /// A value from what any service gives, with the past that it has itself, that a file has, or that was kept.
  private func found(_ query: ValueQuery, _ intent: ValueIntent, in context: Context) throws -> Timeline<ValueEntry> {
    let path = try intent.content(in: context.folder)
    let zone = context.environment.timeZone
    let bytes = try DocumentFile.bytes(path, kind: intent.documentKind)
    let finding = try query.read(bytes, file: path, zone: zone, at: context.date)
    let reception = intent.reception(in: context.folder)
    var entry = ValueEntry(date: context.date, content: finding.content, displaySize: context.displaySize)
    var past = finding.history
    if past == nil, let file = intent.historyFile(in: context.folder) { past = try ValueHistory(path: file) }
    if past == nil, let number = finding.number {
      past = intent.kept(query, until: reception?.date ?? context.date, value: number, in: context.folder)
    }
    entry.take(past, in: context)
    entry.content.expectsPast = past != nil || intent.history.isSet
    var timeline = Timeline(entries: [entry], policy: finding.nextDate.map { .after($0) } ?? .never)
    timeline.knownUntil = finding.nextDate ?? context.date
    timeline.reception = reception
    timeline.remark = finding.problems.remark ?? finding.remark
    return timeline
  }
}

extension ValueEntry {
  /// What is shown until the first date of a document: a dash, and from when there is a value.
  fileprivate func pending(in context: TimelineProviderContext) -> ValueEntry {
    let locale = context.environment.locale
    let calendar = context.environment.calendar
    let isToday = calendar.startOfDay(for: context.date) == calendar.startOfDay(for: date)
    let begin =
      isToday
      ? ShortTime.text(date, locale, context.environment.timeZone)
      : Self.words(for: date, around: context.date, context.environment)
    return ValueEntry(
      date: context.date,
      content: ValueContent(
        title: content.title, value: RoundedNumber.missing, detail: ValueWord.from.text(begin, in: locale),
        symbol: content.symbol, expectsPast: content.expectsPast), displaySize: displaySize)
  }

  /// The weekday and the time of an instant within a week, else its date.
  private static func words(for date: Date, around now: Date, _ environment: EnvironmentValues) -> String {
    let (locale, calendar) = (environment.locale, environment.calendar)
    let style = Date.FormatStyle(locale: locale, timeZone: environment.timeZone)
    let days = calendar.dateComponents([.day], from: calendar.startOfDay(for: now), to: calendar.startOfDay(for: date))
    switch abs(days.day ?? 0) {
    case 0..<7:
      return "\(date.formatted(style.weekday(.abbreviated))) \(ShortTime.text(date, locale, environment.timeZone))"
    case 7..<300: return date.formatted(style.day().month(.abbreviated))
    default: return date.formatted(style.day().month(.abbreviated).year())
    }
  }

  /// Shows so much of a past as was known at its date.
  fileprivate mutating func take(_ past: ValueHistory?, in context: TimelineProviderContext) {
    let history = past?.until(date)
    if context.environment.showsDetails, let last = history?.last?.value, let change = history?.lastChange {
      let step = pow(10, -Double(RoundedNumber.decimals(of: content.value)))
      // The past is that of the value only where it ends with it.
      if let shown = Double(content.value), abs(shown - last) <= step {
        let words = Self.words(for: change, around: date, context.environment)
        content.since = ValueWord.since.text(words, in: context.environment.locale)
      }
    }
    content.trend = content.trend ?? history?.direction(over: ValueProvider.trendSpan)
    content.history = history?.thinned(to: ValueProvider.graphPointCount).points ?? []
  }
}

extension ValueIntent {
  /// The file with the past; nil where there is none, or where it has not come yet.
  fileprivate func historyFile(in folder: URL?) -> String? {
    guard history.isSet, !history.isAwaited(in: folder) else { return nil }
    return SourceFolder.standard.path(of: history, in: folder)
  }

  /// Whether the settings alone say that there is a past: rows of a table are its past.
  private var alwaysHasPast: Bool { history.isSet || column != nil }

  /// The content that is there; nil before it comes, for content with mistakes, and where the settings alone decide the layout.
  fileprivate func known(in folder: URL?) -> ValueQuery.Finding? {
    guard !alwaysHasPast, let path = try? content(in: folder) else { return nil }
    if let query {
      guard let bytes = try? DocumentFile.bytes(path, kind: documentKind) else { return nil }
      return try? query.read(bytes, file: path, zone: .gmt)
    }
    guard let document = try? TimelineDocument(path: path), let first = document.entries.first else { return nil }
    return ValueQuery.Finding(content: first.content, history: document.history)
  }

  /// Whether the content will have a past, judged by the settings and by the content that is there.
  fileprivate func hasPast(_ known: ValueQuery.Finding?, in folder: URL?) -> Bool {
    if alwaysHasPast || known?.history != nil { return true }
    guard let query, let number = known?.number else { return false }
    return kept(query, until: .distantFuture, value: number, in: folder) != nil
  }

  /// The past that was kept for a value, of the last day, until it was last received; nil where there is none.
  fileprivate func kept(_ query: ValueQuery, until date: Date, value: Double, in folder: URL?) -> ValueHistory? {
    guard let key = source.resolved(in: folder).key,
      let samples = try? ValueHistory(path: SourceFolder.standard.samples(key, query.name))
    else { return nil }
    // It has held since its last change.
    return ValueHistory(samples.points + [ValuePoint(date: date, value: value)]).lastDay(until: date)
  }
}

/// One number or word: from a timeline document, or from JSON and CSV of any service.
struct ValueWidget: BuiltInWidget {
  typealias Intent = ValueIntent

  static let kind = "value"
  static let detailConfiguration: [String: ConfigurationValue]? = [:]
  static var words: (any WidgetWords.Type)? { ValueWord.self }

  static func files(_ content: WidgetContent<ValueIntent>) -> [String] {
    let history = SourceFolder.standard.path(of: content.intent.history, in: content.folder)
    return [content.intent.contentFile(in: content.folder), history ?? ""]
  }

  static func sources(_ content: WidgetContent<ValueIntent>) -> [SourceRequest] {
    let (query, zone) = (content.intent.query, content.zone)
    var request = content.intent.request(in: content.folder, kind: content.intent.documentKind) {
      bytes throws(DocumentError) in
      if let query {
        _ = try query.read(bytes, file: "content", zone: zone)
      } else {
        _ = try timelineDocument(bytes, file: "content")
      }
    }
    if let query, !content.intent.history.isSet {
      request?.samples = [
        SampleRequest(name: query.name) { bytes in
          let finding = try? query.read(bytes, file: "content", zone: zone)
          guard let finding, finding.history == nil, let number = finding.number else { return nil }
          // One larger number would make the whole file of the past unreadable.
          return abs(number) <= ValueHistory.largestValue ? number : nil
        }
      ]
    }
    let history = content.intent.history.request(in: content.folder, kind: .calendar) { bytes throws(DocumentError) in
      _ = try ValueHistory(bytes: bytes, file: "content")
    }
    return [request, history].compactMap(\.self)
  }

  static func problems(
    _ content: WidgetContent<ValueIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    guard let file = content.files.first else { return [] }
    let history = content.intent.historyFile(in: content.folder)
    if let query = content.intent.query {
      let bytes = try DocumentFile.bytes(file, kind: content.intent.documentKind)
      let finding = try query.read(bytes, file: file, zone: content.zone, at: content.date)
      finding.advice.forEach(advice)
      if let remark = finding.remark { advice(Problem(file: file, line: 1, column: 1, message: remark)) }
      pathAdvice(content.intent, bytes, file: file).map(advice)
      if let history { try check(history, at: content.date, advice: advice) }
      return finding.problems
    }
    let bytes = try DocumentFile.bytes(file, kind: content.intent.documentKind)
    if let column = CSVTable.lastColumn(in: bytes) {
      let message = "expected a timeline document, found a table; name a column, such as \"column: \(column)\""
      throw DocumentError(problems: [Problem(file: file, line: 1, column: 1, message: message)])
    }
    let document = try timelineDocument(bytes, file: file)
    if document.history == nil, let history { try check(history, at: content.date, advice: advice) }
    return []
  }

  /// Advice on places of other programs, which a value's own texts do not fill.
  static func advice(
    _ intent: ValueIntent, at place: Place?, zone: TimeZone, in family: WidgetFamily?
  ) -> ConfigurationRemark? {
    JSONPath.templateAdvice(
      on: [(key: "title", text: intent.title), (key: "unit", text: intent.unit), (key: "detail", text: intent.detail)],
      remedy: "for a text of the content write its path, such as $.name")
  }

  /// A remark on a text of the scene that is the path of a text in the content without its "$."; nil if there is none.
  private static func pathAdvice(_ intent: ValueIntent, _ bytes: [UInt8], file: String) -> Problem? {
    let texts = [("title", intent.title), ("unit", intent.unit), ("detail", intent.detail)]
    let paths = texts.compactMap { key, text in text.map { (key: key, text: $0) } }.filter { path in
      !JSONPath.isPath(path.text) && path.text.contains { $0 == "." || $0 == "[" }
    }
    guard intent.column == nil, !paths.isEmpty, let root = try? DocumentNode.json(bytes, file: file) else { return nil }
    for (key, text) in paths {
      guard let path = try? JSONPath("$.\(text)"), let node = try? path.first(in: root, file: file), node.text != nil
      else { continue }
      let words =
        "\"\(text.prefix(60))\" is shown as the \(key) itself; for the text at that path write \"\(key): "
        + "\(path.text.prefix(60))\""
      return Problem(file: file, message: words, keys: [key])
    }
    return nil
  }

  /// Reads a history as far as its faults; one of the future alone is advised on.
  private static func check(_ file: String, at date: Date, advice: (Problem) -> Void) throws(DocumentError) {
    let history = try ValueHistory(path: file)
    guard let first = history.points.first, first.date > date else { return }
    advice(
      Problem(
        file: file, line: 1, column: 1,
        message: "the history begins at \(first.date.formatted(.iso8601)), which is later than now, and none is shown"))
  }

  /// A document of ours; other JSON is answered with a path into it.
  private static func timelineDocument(_ bytes: [UInt8], file: String) throws(DocumentError) -> TimelineDocument {
    do throws(DocumentError) {
      return try TimelineDocument(bytes: bytes, file: file)
    } catch {
      guard let root = try? DocumentNode.json(bytes, file: file), let path = numberPath(in: root) else { throw error }
      let message = "expected a timeline document, found other JSON; name a value in it, such as \"value: \(path)\""
      throw DocumentError(problems: [Problem(file: file, line: 1, column: 1, message: message)])
    }
  }

  /// The path of the first number of a mapping that is no document of ours; nil if there is none.
  static func numberPath(in root: DocumentNode) -> String? {
    guard case .mapping(let members) = root.value,
      !members.contains(where: { ["kind", "entries", "policy", "history"].contains($0.key) })
    else { return nil }
    for member in members {
      guard case .scalar(let text, false) = member.value.value, ScalarText.isNumber(text) else { continue }
      let path = "$.\(member.key)"
      if (try? JSONPath(path)) != nil, path.count <= 60 { return path }
    }
    return nil
  }

  var body: some WidgetConfiguration {
    configuration("Value", "Follow one number or word from any program.", ValueProvider()) { ValueView(entry: $0) }
  }
}
