import Afterglow
import Foundation

// What authors of iOS widgets write for intents: parameters, choices, entities, queries and summaries.

struct LogCoffeeIntent: AppIntent {
  static let title: LocalizedStringResource = "Log Coffee"
  static let description = IntentDescription("Adds a cup.", categoryName: "Health", searchKeywords: ["espresso"])

  @Parameter(title: "Size", default: .small) var size: CupSize
  @Parameter(title: "Cups", default: 1, inclusiveRange: (1, 5)) var cups: Int
  @Parameter(title: "Sugar", controlStyle: .slider, inclusiveRange: (0, 20)) var gramsOfSugar: Double?

  init() {}

  init(size: CupSize, cups: Int = 1) {
    self.size = size
    self.cups = cups
  }

  func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
    guard cups > 0 else { throw $cups.needsValueError("How many cups?") }
    WidgetCenter.shared.reloadTimelines(ofKind: "coffee")
    return .result(value: cups, dialog: "Logged \(cups) cups")
  }
}

enum CupSize: String, AppEnum {
  case small, large

  static var typeDisplayRepresentation: TypeDisplayRepresentation { TypeDisplayRepresentation(name: "Size") }
  static let caseDisplayRepresentations: [CupSize: DisplayRepresentation] = [
    .small: "Small",
    .large: DisplayRepresentation(title: "Large", subtitle: "400 ml", image: .init(systemName: "cup.and.saucer")),
  ]
}

enum Level: Int, AppEnum {
  case low = 1
  case high

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Level"
  static let caseDisplayRepresentations: [Self: DisplayRepresentation] = [.low: "Low", .high: "High"]
}

struct ConfigurationAppIntent: WidgetConfigurationIntent {
  static var title: LocalizedStringResource { "Configuration" }
  static var description: IntentDescription { "This is an example widget." }

  @Parameter(title: "Favorite Emoji", default: "😃")
  var favoriteEmoji: String
}

extension ConfigurationAppIntent {
  fileprivate static var smiley: ConfigurationAppIntent {
    let intent = ConfigurationAppIntent()
    intent.favoriteEmoji = "😀"
    return intent
  }
}

struct StationEntity: AppEntity, Identifiable, Hashable {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(
    name: LocalizedStringResource("Station"), numericFormat: "\(2) stations")
  static let defaultQuery = StationQuery()

  let id: String
  @Property(title: "Name") var name: String

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "\(name)", subtitle: "Station \(id)", image: .init(named: "train"))
  }

  init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  static func == (left: StationEntity, right: StationEntity) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

struct StationQuery: EntityStringQuery {
  private static let all = [StationEntity(id: "ZRH", name: "Zürich"), StationEntity(id: "BRN", name: "Bern")]

  func entities(for identifiers: [StationEntity.ID]) async throws -> [StationEntity] {
    Self.all.filter { identifiers.contains($0.id) }
  }

  func entities(matching string: String) async throws -> [StationEntity] {
    Self.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
  }

  func suggestedEntities() async throws -> IntentItemCollection<StationEntity> {
    IntentItemCollection(sections: [IntentItemSection("Near", items: Self.all)])
  }

  func defaultResult() async -> StationEntity? { try? await suggestedEntities().items.first }
}

struct Platform: AppEntity {
  let id: Int
  static var typeDisplayRepresentation: TypeDisplayRepresentation { "Platform" }
  static var defaultQuery: PlatformQuery { PlatformQuery() }
  var displayRepresentation: DisplayRepresentation { .init(stringLiteral: "Platform \(id)") }
}

struct PlatformQuery: EnumerableEntityQuery {
  @IntentParameterDependency<DepartureIntent>(\.$station) var departure

  func allEntities() async throws -> [Platform] {
    guard let departure else { return [] }
    return (1...(departure.station.id == "ZRH" ? 3 : 1)).map { Platform(id: $0) }
  }
}

struct LineOptions: DynamicOptionsProvider {
  @IntentParameterDependency<DepartureIntent>(\.$station, \.$platform) var departure

  func results() async throws -> [String] {
    departure?.station.id == "BRN" ? ["S1"] : ["S8", "S12"]
  }

  func defaultResult() async -> String? { "S12" }
}

struct Directions: DynamicOptionsProvider {
  func results() async throws -> ItemCollection<String> {
    ItemCollection {
      ItemSection("North", items: [Item("Schaffhausen", title: "To Schaffhausen")])
      ItemSection("South", items: ["Chur"])
    }
  }
}

struct DepartureIntent: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Departures"
  static let description = IntentDescription("Choose a station.")

  @Parameter(title: "Station", description: "Where you wait.") var station: StationEntity
  @Parameter(title: "Platform") var platform: Platform?
  @Parameter(title: "Lines", optionsProvider: LineOptions()) var line: String
  @Parameter(title: "Direction", optionsProvider: Directions()) var direction: String?
  @Parameter(title: "Others", default: []) var others: [StationEntity]
  @Parameter(title: "From", kind: .time) var from: Date?
  @Parameter(title: "At", default: DateComponents(hour: 7, minute: 30)) var time: DateComponents
  @Parameter(title: "Detail", default: Level.low) var detail: Level
  @Parameter(title: "Show Delay", default: true) var showsDelay: Bool
  @Parameter(title: "Walk") var walk: Measurement<UnitLength>?
  @Parameter(title: "Website") var website: URL?
  @Parameter(title: "Note", inputOptions: .init(capitalizationType: .words, multiline: true)) var note: String?

  static var parameterSummary: some ParameterSummary {
    When(\.$showsDelay, .equalTo, true) {
      Summary("Departures from \(\.$station) on \(\.$platform)") {
        \.$line
        \.$detail
      }
    } otherwise: {
      Switch(\.$detail) {
        Case(Level.low) { Summary("\(\.$station)") }
        DefaultCase { Summary("\(\.$station) in detail") }
      }
    }
  }
}

struct SetLightIntent: SetValueIntent {
  static let title: LocalizedStringResource = "Set Light"
  @Parameter(title: "On") var value: Bool
  @MainActor func perform() async throws -> some IntentResult { .result() }
}

struct OpenTodayIntent: AppIntent {
  static let title: LocalizedStringResource = "Open Today"
  static let openAppWhenRun: Bool = true
  static let isDiscoverable: Bool = false
  static let authenticationPolicy: IntentAuthenticationPolicy = .requiresAuthentication
  func perform() async throws -> some IntentResult & OpensIntent {
    .result(opensIntent: OpenURLIntent(URL(string: "https://example.com")!))
  }
}

struct OpenStationIntent: OpenIntent {
  static let title = LocalizedStringResource("Open Station", comment: "Title")
  @Parameter(title: "Station") var target: StationEntity
  func perform() async throws -> some IntentResult & ShowsSnippetView { .result(view: Text(target.name)) }
}

struct PauseIntent: AudioPlaybackIntent, LiveActivityIntent {
  static let title: LocalizedStringResource = "Pause"
  func perform() async throws -> some IntentResult {
    try await LogCoffeeIntent(size: .large)()
    return .result()
  }
}

struct IntentControlIdioms: View {
  let isDone: Bool
  let title: String

  var body: some View {
    Button("Skip", intent: LogCoffeeIntent(size: .large)).buttonStyle(.plain)
    Button(intent: OpenTodayIntent()) { Image(systemName: "plus") }.tint(.orange)
    Button(role: .destructive, intent: PauseIntent()) { Label("Stop", systemImage: "stop.fill") }
    Button(title, systemImage: "play.fill", intent: PauseIntent())
    Toggle("Water the plants", isOn: isDone, intent: SetLightIntent())
    Toggle(isOn: isDone, intent: SetLightIntent()) { Text(title) }.toggleStyle(CheckToggleStyle())
    Toggle(title, isOn: isDone, intent: SetLightIntent())
    Text(ConfigurationAppIntent.smiley.favoriteEmoji)
  }
}
