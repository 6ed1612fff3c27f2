import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

private enum Style: String, AppEnum {
  case plain, round
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Style"
  static let caseDisplayRepresentations: [Style: DisplayRepresentation] = [.plain: "Plain", .round: "Round"]
}

private struct Harbour: AppEntity {
  let id: String
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Harbour"
  static let defaultQuery = HarbourQuery()
  var displayRepresentation: DisplayRepresentation { "Harbour \(id)" }
}

private struct HarbourQuery: EntityQuery {
  func entities(for identifiers: [String]) async throws -> [Harbour] {
    await Task.yield()
    return ["lis", "opo"].filter(identifiers.contains).map { Harbour(id: $0) }
  }
  func suggestedEntities() async throws -> [Harbour] { [Harbour(id: "lis"), Harbour(id: "opo")] }
  func defaultResult() async -> Harbour? { Harbour(id: "opo") }
}

private struct Piers: DynamicOptionsProvider {
  @IntentParameterDependency<TideSettings>(\.$harbour) var settings
  func results() async throws -> [String] { [settings?.harbour.id == "lis" ? "Belém" : "Foz", "Other"] }
}

private struct TideSettings: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Tides"
  static let description = IntentDescription("Choose a harbour.")

  @Parameter(title: "Harbour", description: "Where the tide is.") var harbour: Harbour
  @Parameter(title: "Pier", optionsProvider: Piers()) var pier: String
  @Parameter(title: "Style") var style: Style
  @Parameter(title: "Hours", default: 12, inclusiveRange: (1, 24)) var hours: Int
  @Parameter(title: "Offset") var metres: Double?
  @Parameter(title: "Others", default: []) var others: [Harbour]
  @Parameter(title: "From") var from: Date?
  @Parameter(title: "Time", default: DateComponents(hour: 7, minute: 30)) var time: DateComponents
  var plain = true

  static var parameterSummary: some ParameterSummary {
    When(\.$hours, .equalTo, 12) {
      Summary("Tides at \(\.$harbour)")
    } otherwise: {
      Summary("\(\.$hours) of tides")
    }
  }
}

private struct NamedSettings: WidgetConfigurationIntent {
  @Parameter(title: "Name") var name: String
}

private struct BoardSettings: WidgetConfigurationIntent {
  @Parameter(
    title: "Stations", default: ["Foz", "Lapa", "Bolhão"],
    size: [.systemSmall: 1, .systemMedium: IntentCollectionSize(min: 1, max: 2)]) var stations: [String]
  @Parameter(title: "Lines", default: ["1", "2"], size: IntentCollectionSize(min: 1, max: 3)) var lines: [String]
}

@Suite struct IntentTests {
  private func complaint(_ values: [String: ConfigurationValue]) -> String? {
    do throws(ConfigurationError) {
      _ = try TideSettings(configuration: values)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `parameters begin with their defaults, and with what queries give`() throws {
    let settings = try TideSettings(configuration: [:])
    #expect(settings.harbour.id == "opo")
    #expect(settings.pier == "Foz", "what is offered for that harbour")
    #expect(settings.style == .plain && settings.hours == 12 && settings.metres == nil && settings.plain)
    #expect(settings.others.isEmpty && settings.from == nil && settings.time.minute == 30)
  }

  @Test func `parameters are keys of the configuration`() throws {
    let settings = try TideSettings(configuration: [
      "harbour": "lis", "style": "round", "hours": 3, "metres": 2, "others": ["opo", "lis"],
      "from": "2026-05-01T12:00:00Z",
      "time": "2026-05-01 08:15", "plain": false,
    ])
    #expect(settings.harbour.id == "lis" && settings.pier == "Belém" && settings.style == .round)
    #expect(settings.hours == 3 && settings.metres == 2 && !settings.plain)
    #expect(settings.others.map(\.id) == ["opo", "lis"])
    #expect(settings.from == Date(timeIntervalSince1970: 1_777_636_800))
    #expect(settings.time == DateComponents(year: 2026, month: 5, day: 1, hour: 8, minute: 15))
    #expect(settings.$hours.title.key == "Hours", "it still knows what it is")
  }

  @Test func `a wrong value is an error with its place and what was expected`() {
    #expect(complaint(["harbour": "far"]) == "harbour: expected one of lis, opo, found \"far\"")
    #expect(complaint(["style": "square"]) == "style: expected one of plain, round, found \"square\"")
    #expect(complaint(["hours": 25]) == "hours: expected 1 to 24, found 25")
    #expect(complaint(["hours": "ten"]) == "hours: expected a whole number, found \"ten\"")
    #expect(complaint(["others": ["lis", "far"]]) == "others.1: expected one of lis, opo, found \"far\"")
    #expect(complaint(["time": "25:00"])?.hasPrefix("time: expected a day and a time such as") == true)
    #expect(complaint(["from": "soon"])?.hasPrefix("from: expected a date such as") == true)
    #expect(
      complaint(["harbor": "lis"])?.hasPrefix("harbor: unknown key; expected one of from, harbour, hours") == true)
    #expect(complaint(["plain": 3]) == "plain: expected true or false")
  }

  @Test func `text without a default is required`() throws {
    let missing = #expect(throws: ConfigurationError.self) { try NamedSettings(configuration: [:]) }
    #expect(missing?.description == "name: a value is required")
    #expect(try NamedSettings(configuration: ["name": "Tejo"]).name == "Tejo")
  }

  @Test func `instances do not share values`() throws {
    let (one, two) = (TideSettings(), TideSettings())
    one.hours = 5
    #expect(one.hours == 5 && two.hours == 12)
  }

  @Test func `the parameters of an intent describe the configuration`() throws {
    let schemas = IntentSchema.schemas(of: TideSettings.self)
    #expect(
      schemas.map(\.name) == ["harbour", "pier", "style", "hours", "metres", "others", "from", "time", "plain"])
    #expect(
      schemas.map(\.kind) == [.entity, .text, .choice, .integer, .number, .list, .date, .time, .boolean])
    #expect(schemas[0].title == "Harbour" && schemas[0].description == "Where the tide is.")
    #expect(
      schemas[2].options.map(\.value) == ["plain", "round"] && schemas[2].options.map(\.title) == ["Plain", "Round"])
    #expect(schemas[3].defaultValue == 12 && schemas[3].least == 1 && schemas[3].most == 24 && !schemas[3].isOptional)
    #expect(schemas[4].isOptional && schemas[8].defaultValue == true)
    #expect(TideSettings.parameterSummary.words == "Tides at Harbour")
    #expect(TideSettings.description.descriptionText.key == "Choose a harbour.")
    #expect(NamedSettings.title.key == "NamedSettings" && NamedSettings.description == nil)
  }

  @Test func `a list has as many values as its family takes`() throws {
    struct Provider: AppIntentTimelineProvider {
      func placeholder(in context: Context) -> PlainEntry { PlainEntry(date: context.date) }
      func snapshot(for settings: BoardSettings, in context: Context) async -> PlainEntry { placeholder(in: context) }
      func timeline(for settings: BoardSettings, in context: Context) async -> Timeline<PlainEntry> {
        Timeline(entries: settings.stations.map { PlainEntry(date: context.date, words: $0) }, policy: .never)
      }
    }
    let board: WidgetDescriptor =
      AppIntentConfiguration(kind: "board", intent: BoardSettings.self, provider: Provider()) { entry in
        Text(entry.words)
      }
      .descriptor
    let cases: [(WidgetFamily, [String: ConfigurationValue], Int)] = [
      (.systemSmall, [:], 1), (.systemMedium, [:], 2), (.systemLarge, [:], 3),
      (.systemMedium, ["stations": ["Foz"]], 1),
    ]
    for (family, values, count) in cases {
      let context = TimelineProviderContext(family: family, displaySize: Size(width: 170, height: 170), date: noon)
      let timeline = try board.timeline(values, context)
      #expect(timeline.entryCount == count, "\(family)")
    }
    let problem = #expect(throws: ConfigurationError.self) { try BoardSettings(configuration: ["lines": []]) }
    #expect(problem?.description == "lines: expected 1 to 3 values, found 0")
  }

  @Test func `a description of a widget keeps its schema between processes`() throws {
    struct Provider: AppIntentTimelineProvider {
      func placeholder(in context: Context) -> PlainEntry { PlainEntry(date: context.date) }
      func snapshot(for intent: TideSettings, in context: Context) async -> PlainEntry { placeholder(in: context) }
      func timeline(for intent: TideSettings, in context: Context) async -> Timeline<PlainEntry> {
        Timeline(entries: [placeholder(in: context)], policy: .never)
      }
    }
    let body = AppIntentConfiguration(kind: "tides", intent: TideSettings.self, provider: Provider()) { Text($0.words) }
      .supportedMountingStyles([.recessed]).widgetTexture(.paper).containerBackgroundRemovable(false)
    let about = ExtensionDescription(body.descriptor)
    let copy = try JSONDecoder().decode(ExtensionDescription.self, from: JSONEncoder().encode(about))
    #expect(copy == about)
    #expect(copy.parameters?.count == 9 && copy.mountingStyles == [.recessed] && copy.keepsContainerBackground == true)
    #expect(copy.texture == .paper)
    let plain = ExtensionDescription(PlainWidget { Text($0.words) }.descriptor)
    #expect(plain.parameters == nil && plain.mountingStyles == nil && plain.keepsContainerBackground == nil)
    #expect(plain.texture == nil)
  }

  @Test func `buttons and toggles keep their intents where they are drawn`() throws {
    struct Pour: AppIntent {
      static let title: LocalizedStringResource = "Pour"
      @Parameter(title: "Cups", default: 2) var cups: Int
      @Parameter(title: "Where") var place: Harbour?
      func perform() async throws -> some IntentResult & ReturnsValue<Int> { .result(value: cups) }
    }
    let pour = Pour()
    pour.place = Harbour(id: "lis")
    let widget = PlainWidget { _ in
      VStack {
        Button("Pour", intent: pour).buttonStyle(.bordered)
        Toggle("Fill", isOn: true, intent: Pour()).toggleStyle(.switch)
        Button("None") {}
      }
    }
    let targets = try SceneCompiler().compile(testScene([widget]), at: noon).layout.targets["slot0"]
    #expect(targets?.map(\.intent?.name) == ["Pour", "Pour", nil])
    #expect(targets?[0].intent?.parameters == ["cups": 2, "place": "lis"])
    #expect(targets?[1].intent?.parameters == ["cups": 2, "place": nil])
    #expect(targets?[0].intent?.title == "Pour")
  }

  @Test func `an intent can be performed`() async throws {
    struct Count: AppIntent {
      static let title: LocalizedStringResource = "Count"
      @Parameter(title: "To") var end: Int
      func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
        guard end > 0 else { throw $end.needsValueError("How far?") }
        return .result(value: end, dialog: "Counted to \(end)")
      }
    }
    let count = Count()
    count.end = 3
    let result = try await count()
    #expect(result.value == 3 && result.dialog?.full.words() == "Counted to 3")
    count.end = 0
    await #expect(throws: IntentValueError(message: "How far?")) { try await count.perform() }
  }

  @Test func `a length of time beyond all bounds is the longest that counts, and one that is no number is none`()
    async throws
  {
    for seconds in [1e12, 1e300, .infinity] {
      #expect(try await Duration.value(of: .number(seconds)) == .seconds(1e12))
      #expect(try await Duration.value(of: .number(-seconds)) == .seconds(-1e12))
    }
    #expect(try await Duration.value(of: .number(.nan)) == .zero)
    #expect(try await Duration.value(of: .number(2.5)) == .milliseconds(2500))
  }

  @Test func `activities cannot be started yet, which they say`() {
    struct Brew: ActivityAttributes {
      struct ContentState: Codable, Hashable { var ends: Date }
    }
    #expect(!ActivityAuthorizationInfo().areActivitiesEnabled)
    #expect(throws: ActivityAuthorizationError.unsupported) {
      try Activity.request(
        attributes: Brew(), content: ActivityContent(state: Brew.ContentState(ends: noon), staleDate: nil))
    }
  }
}
