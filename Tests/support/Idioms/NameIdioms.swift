import Afterglow
import Foundation

// Names of SwiftUI's and WidgetKit's earlier years, of newer ones, and those that apps add.

extension Color {
  /// As many apps have it.
  init(hex: UInt32, alpha: Double = 1) {
    self.init(
      .sRGB, red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255,
      opacity: alpha)
  }

  init(hex: String) { self.init(hex: UInt32(hex, radix: 16) ?? 0) }
}

struct NameIdioms: View {
  @Environment(\.sizeCategory) private var sizeCategory
  var date: Date
  var metres: NSNumber = 2.5
  var sea = Measurement(value: 21, unit: UnitTemperature.celsius)

  private static let time: DateFormatter = {
    let formatter = DateFormatter()
    formatter.timeStyle = .short
    return formatter
  }()

  var body: some View {
    Text(date, formatter: Self.time)
    Text("Updated \(date, formatter: Self.time)")
    Text(metres, formatter: NumberFormatter())
    Text(sea, formatter: MeasurementFormatter())
    Text("Steps").accessibility(label: Text("Steps of today")).accessibility(addTraits: .isHeader)
    Text("Details").accessibility(hidden: sizeCategory.isAccessibilityCategory)
    Text(.currentDate, format: .reference(to: date, allowedFields: [.hour, .minute], maxFieldCount: 1))
    Circle().fill(Color(hex: 0xFF9F0A)).onReceive(Just(date)) { _ in }
    Circle().fill(Color(hex: "0A84FF"))
  }
}

struct FavouritesIntent: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
  static let title: LocalizedStringResource = "Favourites"
  static let intentClassName = "SelectFavouritesIntent"

  @Parameter(
    title: "Stations",
    size: [.systemSmall: 2, .systemMedium: 4, .systemLarge: IntentCollectionSize(min: 1, max: 8)])
  var stations: [StationEntity]
  @Parameter(title: "Lines", default: ["S8"], size: 1) var lines: [String]
}

struct FavouritesProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> SimpleEntry { SimpleEntry(date: context.date) }

  func snapshot(for configuration: FavouritesIntent, in context: Context) async -> SimpleEntry {
    SimpleEntry(date: context.date, emoji: "\(configuration.stations.count)")
  }

  func timeline(for configuration: FavouritesIntent, in context: Context) async -> Timeline<SimpleEntry> {
    Timeline(entries: [await snapshot(for: configuration, in: context)], policy: .never)
  }

  func relevances() async -> WidgetRelevances<FavouritesIntent> { WidgetRelevances([]) }
}

struct PushHandler: WidgetPushHandler {
  func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) {
    print(pushInfo.token.count, widgets.map(\.kind))
  }
}

struct FavouritesWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "favourites", intent: FavouritesIntent.self, provider: FavouritesProvider()) { entry in
      NameIdioms(date: entry.date)
    }
    .pushHandler(PushHandler.self)
  }
}

struct ReturningBundle: WidgetBundle {
  var body: some Widget {
    if #available(iOS 18.0, *) {
      return WidgetBundleBuilder.buildBlock(CallbackWidget(), FavouritesWidget(), AsyncWidget())
    } else {
      return WidgetBundleBuilder.buildBlock(CallbackWidget())
    }
  }
}

/// Regions of an island that a function makes.
struct IslandIdioms {
  @DynamicIslandExpandedContentBuilder
  func expanded(
    _ context: ActivityViewContext<DeliveryAttributes>
  ) -> DynamicIslandExpandedContent<some View> {
    DynamicIslandExpandedRegion(.leading) { Image(systemName: "car") }
    DynamicIslandExpandedRegion(.center) { Text(context.state.driver) }
  }

  func island(_ context: ActivityViewContext<DeliveryAttributes>) -> DynamicIsland {
    DynamicIsland {
      expanded(context)
    } compactLeading: {
      Image(systemName: "car")
    } compactTrailing: {
      Text("4m")
    } minimal: {
      Text("4")
    }
  }
}
