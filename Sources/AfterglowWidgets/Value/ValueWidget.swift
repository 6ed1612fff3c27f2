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
  /// A file with the value's past, relative to the board's folder, where the document itself has none.
  var history: String?
}

/// One value and at most three details (docs/rules.md, rule 21).
struct ValueContent: Equatable, Sendable {
  /// What the value is: one short line.
  var title: String?
  /// As written in the document.
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
  private static let trendSpan: TimeInterval = 3 * 3600
  /// The most points of a graph.
  private static let graphPointCount = 240

  /// Most values have a course; where it is missing in the end, nothing moves.
  func placeholder(in context: Context) -> ValueEntry {
    sample(in: context, history: Self.sampleHistory(until: context.date))
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
    let document = try TimelineDocument(path: intent.content(in: context.folder))
    let past =
      try document.history ?? intent.history.map { try ValueHistory(path: FilePath.of($0, in: context.folder)) }
    let entries = document.entries.map { written in
      var entry = written
      let history = past?.until(entry.date)
      entry.content.trend = entry.content.trend ?? history?.direction(over: Self.trendSpan)
      entry.content.history = history?.thinned(to: Self.graphPointCount).points ?? []
      entry.displaySize = context.displaySize
      return entry
    }
    var timeline = Timeline(entries: entries, policy: document.policy)
    timeline.reception = intent.reception(in: context.folder)
    return timeline
  }
}

/// One number or word from a timeline document.
struct ValueWidget: BuiltInWidget {
  typealias Intent = ValueIntent

  static let kind = "value"
  static var words: (any WidgetWords.Type)? { ValueWord.self }

  static func files(_ content: WidgetContent<ValueIntent>) -> [String] {
    [content.intent.contentFile(in: content.folder), content.intent.history ?? ""]
  }

  static func sources(_ content: WidgetContent<ValueIntent>) -> [SourceRequest] {
    let request = content.intent.request(in: content.folder) { bytes throws(DocumentError) in
      _ = try TimelineDocument(bytes: bytes, file: "content")
    }
    return [request].compactMap(\.self)
  }

  static func problems(
    _ content: WidgetContent<ValueIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    guard let file = content.files.first else { return [] }
    let document = try TimelineDocument(path: file)
    if document.history == nil, content.files.count > 1 { _ = try ValueHistory(path: content.files[1]) }
    return []
  }

  var body: some WidgetConfiguration {
    configuration("Value", "Follow one number or word from any program.", ValueProvider()) { ValueView(entry: $0) }
  }
}
