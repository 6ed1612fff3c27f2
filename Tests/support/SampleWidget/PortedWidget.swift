import Afterglow
import Foundation

// A widget as it is written for iOS: parameters, work on the main actor, a bundle with `some Widget`, a button.

enum PortedStyle: String, AppEnum {
  case plain, loud
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Style"
  static let caseDisplayRepresentations: [PortedStyle: DisplayRepresentation] = [.plain: "Plain", .loud: "Loud"]
}

struct PortedIntent: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Ported"
  @Parameter(title: "Hours", default: 12, inclusiveRange: (1, 24)) var hours: Int
  @Parameter(title: "Style") var style: PortedStyle
}

struct PortedEntry: TimelineEntry {
  let date: Date
  let words: String
}

@MainActor private final class PortedStore {
  static let shared = PortedStore()

  func words(_ intent: PortedIntent) async -> String {
    await Task.yield()
    return "\(intent.hours) hours, \(intent.style.rawValue)"
  }
}

struct PortedProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> PortedEntry { PortedEntry(date: .now, words: "Hours") }

  func snapshot(for configuration: PortedIntent, in context: Context) async -> PortedEntry {
    PortedEntry(date: context.date, words: await PortedStore.shared.words(configuration))
  }

  func timeline(for configuration: PortedIntent, in context: Context) async -> Timeline<PortedEntry> {
    Timeline(entries: [await snapshot(for: configuration, in: context)], policy: .atEnd)
  }
}

struct PortedWidget: Widget {
  let kind: String = "ported"

  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: kind, intent: PortedIntent.self, provider: PortedProvider()) { entry in
      Text(entry.words).accessibilityIdentifier("words").containerBackground(.fill.tertiary, for: .widget)
    }
    .configurationDisplayName("Ported")
    .description("See how many hours there are.")
    .supportedFamilies([.systemSmall])
    .supportedMountingStyles([.recessed])
  }
}

struct PortedBundle: WidgetBundle {
  @WidgetBundleBuilder var body: some Widget {
    PortedWidget()
    if #available(iOS 18.0, *) { EmptyActivity() }
  }
}

/// It stands in a bundle, and is no widget of a scene.
struct EmptyActivity: Widget {
  struct Attributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var ends: Date }
  }

  var body: some WidgetConfiguration {
    ActivityConfiguration(for: Attributes.self) { context in
      Text(context.state.ends, style: .timer)
    } dynamicIsland: { _ in
      DynamicIsland {
        DynamicIslandExpandedRegion(.center) { Text("Brewing") }
      } compactLeading: {
        Text("B")
      } compactTrailing: {
        Text("4")
      } minimal: {
        Text("4")
      }
    }
  }
}
