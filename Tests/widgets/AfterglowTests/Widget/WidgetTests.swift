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

private struct Ferries: WidgetConfigurationIntent {
  enum Season: String, CaseIterable, Codable { case summer, winter }
  struct Pier: Codable {
    var name = ""
    var number: Int?
  }
  var every = 5
  var piers = [Pier(name: "Belem")]
  var season = Season.summer
  var note: String?
  var fares: [String: Double] = [:]
  var address: URL?
}

@Test func `an unknown key without a value is refused, and a known one keeps the default`() throws {
  #expect(try Ferries(configuration: ["every": nil, "note": nil, "address": nil]).every == 5)
  #expect(try Ferries(configuration: ["piers": [["name": "A", "number": nil]]]).piers.count == 1)
  for (values, path) in [
    (["notte": nil], ["notte"]), (["piers": [["name": "A", "numer": nil]]], ["piers", "0", "numer"]),
  ] as [([String: ConfigurationValue], [String])] {
    let error = #expect(throws: ConfigurationError.self) { try Ferries(configuration: values) }
    #expect(error?.path == path)
    #expect(error?.message.hasPrefix("unknown key") == true)
  }
}

@Test func `an unknown key is answered with every key, those without a default and a value too`() {
  let root = #expect(throws: ConfigurationError.self) { try Ferries(configuration: ["notte": 3, "every": 2]) }
  #expect(root?.knownKeys == ["address", "every", "fares", "note", "piers", "season"])
  let pier = #expect(throws: ConfigurationError.self) {
    try Ferries(configuration: ["piers": [["name": "A", "numer": 1]]])
  }
  #expect(pier?.knownKeys == ["name", "number"])
}

@Test func `a value of a wrong type is refused at its path, in words`() {
  let wrong: [(ConfigurationValue, String, String)] = [
    (["every": 7.5], "every", "expected a whole number"),
    (["fares": ["adult": "low"]], "fares.adult", "expected a number"),
    (["fares": 3], "fares", "expected a mapping of keys to values"),
    (["piers": "Belem"], "piers", "expected a list such as [{name: Belem}]"),
    (["piers": ["Belem"]], "piers.0", "expected a mapping such as {name: Belem}"),
    (["season": "spring"], "season", "expected one of summer, winter"),
    (["address": 7], "address", "expected an address"),
  ]
  for (value, path, message) in wrong {
    guard case .object(let values) = value else { continue }
    let error = #expect(throws: ConfigurationError.self) { try Ferries(configuration: values) }
    #expect(error == ConfigurationError(path: path.split(separator: ".").map(String.init), message: message))
  }
}

@Test func `a configuration reads every type that its widget has`() throws {
  let ferries = try Ferries(configuration: [
    "every": 7.0, "season": "winter", "fares": ["adult": 2, "child": 0.5], "address": "https://example.org/a",
  ])
  #expect(ferries.every == 7 && ferries.season == .winter && ferries.fares == ["adult": 2, "child": 0.5])
  #expect(ferries.address?.absoluteString == "https://example.org/a")
}
