import Afterglow
import Foundation

// A widget with a toggle: its intent stores a value, which the next timeline shows.

struct FocusIntent: SetValueIntent {
  static let title: LocalizedStringResource = "Focus"
  static let description = IntentDescription("Switch focus on or off.")
  static let group = UserDefaults(suiteName: "afterglow-samples")

  @Parameter(title: "On", default: true) var value: Bool
  @Parameter(title: "Minutes", default: 25, inclusiveRange: (1, 90)) var minutes: Int

  func perform() async throws -> some IntentResult & ProvidesDialog {
    Self.group?.set(value ? minutes : 0, forKey: "minutes")
    UserDefaults.standard.set(UserDefaults.standard.integer(forKey: "count") + 1, forKey: "count")
    WidgetCenter.shared.reloadTimelines(ofKind: "tides")
    return .result(dialog: value ? "Focus for \(minutes) minutes" : "Focus is off")
  }
}

/// What does not go well.
struct AilingIntent: AppIntent {
  enum Ail: String, AppEnum {
    case none, refuses, crashes
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Ail"
    static let caseDisplayRepresentations: [Ail: DisplayRepresentation] = [
      .none: "None", .refuses: "Refuses", .crashes: "Crashes",
    ]
  }

  struct Refusal: LocalizedError {
    var errorDescription: String? { "the lamp is out of reach" }
  }

  static let title: LocalizedStringResource = "Ail"
  @Parameter(title: "Ail") var ail: Ail

  func perform() async throws -> some IntentResult {
    switch ail {
    case .crashes: fatalError("as asked")
    case .refuses: throw Refusal()
    case .none: return .result()
    }
  }
}

struct FocusEntry: TimelineEntry {
  let date: Date
  let minutes: Int
}

struct FocusProvider: TimelineProvider {
  func placeholder(in context: Context) -> FocusEntry { FocusEntry(date: context.date, minutes: 0) }
  func snapshot(in context: Context) throws -> FocusEntry {
    FocusEntry(date: context.date, minutes: FocusIntent.group?.integer(forKey: "minutes") ?? 0)
  }
  func timeline(in context: Context) throws -> Timeline<FocusEntry> {
    Timeline(entries: [try snapshot(in: context)], policy: .never)
  }
}

struct FocusWidget: Widget {
  @AppStorage("count") private var count = 0

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "focus", provider: FocusProvider()) { entry in
      VStack {
        Toggle("Focus", isOn: entry.minutes > 0, intent: FocusIntent())
        Text("\(entry.minutes) min, \(count) times").accessibilityIdentifier("minutes")
      }
      .containerBackground(.fill.tertiary, for: .widget)
    }
    .configurationDisplayName("Focus").description("Keep other things away.")
    .supportedFamilies([.systemSmall])
  }
}
