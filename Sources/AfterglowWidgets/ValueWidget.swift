import Afterglow
import Foundation

/// What a value widget is told: which timeline document to show.
public struct ValueIntent: WidgetConfigurationIntent {
  /// A timeline document, relative to the board's folder.
  public var file = "timeline.json"
  /// A file with the value's past, relative to the board's folder, where the document itself has none.
  public var history: String?

  public init() {}
}

extension ValueIntent {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    file = try container.decodeIfPresent(String.self, forKey: .file) ?? file
    history = try container.decodeIfPresent(String.self, forKey: .history)
  }

  enum CodingKeys: CodingKey { case file, history }
}

/// What a value was at an instant.
public struct ValuePoint: Hashable, Sendable {
  public var date: Date
  public var value: Double

  public init(date: Date, value: Double) {
    self.date = date
    self.value = value
  }
}

/// One value and at most three things about it (rule 21).
public struct ValueContent: Equatable, Sendable {
  public enum Trend: String, CaseIterable, Sendable {
    case rising, steady, falling
  }

  public var title: String?
  /// As written by whoever made it.
  public var value: String
  /// Numbers get the locale's decimal mark and a true minus sign.
  public var isNumber: Bool
  public var unit: String?
  public var detail: String?
  /// Name of a `Symbol`.
  public var symbol: String?
  public var trend: Trend?
  /// How it came to be, oldest first, never later than the value itself.
  public var history: [ValuePoint]

  public init(
    title: String? = nil, value: String, isNumber: Bool = false, unit: String? = nil, detail: String? = nil,
    symbol: String? = nil, trend: Trend? = nil, history: [ValuePoint] = []
  ) {
    self.title = title
    self.value = value
    self.isNumber = isNumber
    self.unit = unit
    self.detail = detail
    self.symbol = symbol
    self.trend = trend
    self.history = history
  }
}

public struct ValueEntry: TimelineEntry {
  public var date: Date
  public var relevance: TimelineEntryRelevance?
  public var content: ValueContent
  public var displaySize: Size = .zero

  public init(date: Date, relevance: TimelineEntryRelevance? = nil, content: ValueContent) {
    self.date = date
    self.relevance = relevance
    self.content = content
  }
}

/// Shows a timeline that any other program has written.
public struct ValueProvider: AppIntentTimelineProvider {
  public typealias Source = @Sendable (ValueIntent, TimelineProviderContext) throws -> Timeline<ValueEntry>

  let source: Source

  public init(source: @escaping Source) { self.source = source }

  /// Most values have a course; where it is missing in the end, nothing moves.
  public func placeholder(in context: Context) -> ValueEntry {
    sample(in: context, history: Self.sampleHistory(until: context.date))
  }

  public func snapshot(for intent: ValueIntent, in context: Context) throws -> ValueEntry {
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
      content: ValueContent(title: "Living room", value: "21.5", isNumber: true, unit: "°C", history: history))
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

  public func timeline(for intent: ValueIntent, in context: Context) throws -> Timeline<ValueEntry> {
    var timeline = try source(intent, context)
    for index in timeline.entries.indices { timeline.entries[index].displaySize = context.displaySize }
    return timeline
  }
}

/// One number or word from a timeline document.
public struct ValueWidget: Widget {
  public static let kind = "value"
  private let provider: ValueProvider

  public init(source: @escaping ValueProvider.Source) { provider = ValueProvider(source: source) }

  public var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: Self.kind, intent: ValueIntent.self, provider: provider) { entry in
      ValueView(entry: entry).containerBackground(.background)
    }
    .configurationDisplayName("Value")
    .description("Follow one number or word from any program.")
    .contentMarginsDisabled()
  }
}
