// Widgets of a separate program, as written by third parties: one that works, and ones that do not.
import Afterglow
import Foundation

@main
struct Samples: WidgetBundle {
  var body: [any Widget] {
    TideWidget()
    AilingWidget(kind: "crashing", ail: .crashes)
    AilingWidget(kind: "hanging", ail: .hangs)
    AilingWidget(kind: "failing", ail: .throwsError)
    TargetWidget(kind: "smallTargets", side: 30)
    TargetWidget(kind: "largeTargets", side: 48)
  }
}

struct TideIntent: WidgetConfigurationIntent {
  var harbour = "Lisbon"
  init() {}
}

struct TideEntry: TimelineEntry {
  var date: Date
  var harbour: String
  var metres: Double
}

struct TideProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> TideEntry { TideEntry(date: context.date, harbour: "Harbour", metres: 2) }

  func snapshot(for intent: TideIntent, in context: Context) throws -> TideEntry {
    TideEntry(date: context.date, harbour: intent.harbour, metres: 2.5)
  }

  func timeline(for intent: TideIntent, in context: Context) throws -> Timeline<TideEntry> {
    let entries = (0..<6).map { hour in
      TideEntry(
        date: context.date.addingTimeInterval(Double(hour) * 3600), harbour: intent.harbour,
        metres: 2.5 + Double(hour) / 2)
    }
    return Timeline(entries: entries, policy: .atEnd)
  }
}

struct TideWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "tides", intent: TideIntent.self, provider: TideProvider()) { entry in
      VStack(alignment: .leading) {
        Text(entry.harbour).font(.headline).accessibilityIdentifier("harbour")
        Text("\(entry.metres, specifier: "%.1f") m").font(.largeTitle).widgetAccentable()
          .accessibilityIdentifier("height")
        Spacer()
        Text(clock: .hourMinute).font(.caption).foregroundStyle(.secondary).accessibilityIdentifier("now")
      }
      .containerBackground(.background)
    }
    .configurationDisplayName("Tides")
    .description("See how high the water stands.")
    .supportedFamilies([.systemSmall, .systemMedium])
  }
}

/// A button and a link of one size.
struct TargetWidget: Widget {
  struct Entry: TimelineEntry { var date: Date }

  struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> Entry { Entry(date: context.date) }
    func snapshot(in context: Context) throws -> Entry { Entry(date: context.date) }
    func timeline(in context: Context) throws -> Timeline<Entry> {
      Timeline(entries: [Entry(date: context.date)], policy: .never)
    }
  }

  let kind: String
  /// Points.
  let side: Double

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: Provider()) { [side] _ in
      HStack(spacing: 12) {
        Button(action: {}) { Text("On").font(.body).frame(width: side, height: side) }
        Link(destination: URL(fileURLWithPath: "/")) { Text("Go").font(.body).frame(width: side, height: side) }
      }
      .containerBackground(.background)
    }
    .supportedFamilies([.systemSmall])
    .description("Choose what is on.")
  }
}

/// A widget with faults.
struct AilingWidget: Widget {
  enum Ail: Sendable { case crashes, hangs, throwsError }

  struct Entry: TimelineEntry { var date: Date }

  struct Provider: TimelineProvider {
    let ail: Ail
    func placeholder(in context: Context) -> Entry { Entry(date: context.date) }
    func snapshot(in context: Context) throws -> Entry { Entry(date: context.date) }
    func timeline(in context: Context) throws -> Timeline<Entry> {
      struct NoWater: Error, CustomStringConvertible { var description: String { "the gauge is dry" } }
      if ail == .throwsError { throw NoWater() }
      return Timeline(entries: [Entry(date: context.date)], policy: .never)
    }
  }

  let kind: String
  let ail: Ail

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: Provider(ail: ail)) { [ail] _ in AilingView(ail: ail) }
      .supportedFamilies([.systemSmall])
      .description("See what happens.")
  }
}

private struct AilingView: View {
  let ail: AilingWidget.Ail

  var body: some View {
    switch ail {
    case .crashes: fatalError("as asked")
    case .hangs: while true { sleep(60) }
    case .throwsError: Text("never shown")
    }
    return Text("never shown")
  }
}
