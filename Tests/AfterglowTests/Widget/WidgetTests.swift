import Afterglow
import AfterglowCompiler
import Foundation
import Testing

private struct Reading: TimelineEntry {
  var date: Date
  var value: Double
}

private struct Settings: WidgetConfigurationIntent {
  var zone = "Europe/Berlin"
  var showsSeconds = false
  init() {}
}

private struct Provider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> Reading { Reading(date: context.date, value: 0) }
  func snapshot(for configuration: Settings, in context: Context) throws -> Reading { placeholder(in: context) }
  func timeline(for configuration: Settings, in context: Context) throws -> Timeline<Reading> {
    Timeline(entries: [placeholder(in: context)], policy: .atEnd)
  }
}

private struct ReadingView: View {
  let reading: Reading
  @Environment(\.widgetFamily) var family

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      if family == .systemSmall {
        Text("Value").font(.caption).foregroundStyle(.secondary)
      }
      Text(clock: .hourMinute).font(.system(size: 48, weight: .semibold)).foregroundStyle(.primary)
      Circle().stroke(.red, lineWidth: 2).overlay { ClockHand(unit: .hour, length: 0.5, width: 3) }
      Spacer()
      ForEach(0..<3) { _ in Image(symbol: .sun).foregroundStyle(Color.yellow) }
      RoundedRectangle(cornerRadius: 4).fill(
        .linearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom))
    }
    .padding()
    .containerBackground { Rectangle().fill(.background) }
  }
}

private struct ReadingWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "reading", provider: Provider()) { ReadingView(reading: $0) }
      .supportedFamilies([.systemSmall])
      .configurationDisplayName("Reading")
      .description("Follow a value.")
  }
}

@Test func `a widget is disfavoured where it says so`() {
  let widget = ReadingWidget().body
    .supportedFamilies([.systemSmall, .systemMedium, .accessoryCircular])
    .disfavoredLocations([.standBy, .iPhoneWidgetsOnMac], for: [.systemSmall])
    .disfavoredLocations([.watchFace], for: [.accessoryCircular])
    .descriptor
  let places = WidgetContext.allCases.filter { widget.isDisfavored(.systemSmall, in: $0) }
  #expect(places == [.standBy, .notificationCenter, .desktop])
  #expect(!widget.isDisfavored(.systemMedium, in: .desktop))
  #expect(widget.isDisfavored(.accessoryCircular, in: .watchFace))
  #expect(!widget.isDisfavored(.accessoryCircular, in: .lockScreen))
  #expect(!WidgetContext.allCases.contains { ReadingWidget().descriptor.isDisfavored(.systemSmall, in: $0) })
}

@Test func `widgets describe themselves`() {
  let descriptor = ReadingWidget().descriptor
  #expect(descriptor.kind == "reading")
  #expect(descriptor.supportedFamilies == [.systemSmall])
}

@Test func `configurations read over defaults and refuse unknown keys`() throws {
  let settings = try Settings(configuration: ["showsSeconds": true])
  #expect(settings.showsSeconds && settings.zone == "Europe/Berlin")
  let unknown = #expect(throws: ConfigurationError.self) { try Settings(configuration: ["zome": "x"]) }
  #expect(unknown?.path == ["zome"])
  #expect(unknown?.knownKeys == ["showsSeconds", "zone"])
  let wrong = #expect(throws: ConfigurationError.self) { try Settings(configuration: ["zone": 3]) }
  #expect(wrong?.path == ["zone"])
  #expect(wrong?.message == "expected text")
}
