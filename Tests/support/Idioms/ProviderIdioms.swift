import Afterglow
import Foundation

// Providers, widgets and bundles as authors of iOS widgets write them.

struct SimpleEntry: TimelineEntry {
  let date: Date
  var emoji = "😃"
  var relevance: TimelineEntryRelevance? { TimelineEntryRelevance(score: 1, duration: 60) }
}

struct CallbackProvider: TimelineProvider {
  func placeholder(in context: Context) -> SimpleEntry { SimpleEntry(date: Date()) }

  func getSnapshot(in context: Context, completion: @escaping (SimpleEntry) -> Void) {
    completion(SimpleEntry(date: context.date, emoji: context.isPreview ? "🙂" : "😀"))
  }

  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<SimpleEntry>) -> Void) {
    Task {
      try? await Task.sleep(nanoseconds: 1)
      let rows = context.family == .systemLarge ? 8 : Int(context.displaySize.height / 40)
      completion(Timeline(entries: [SimpleEntry(date: context.date, emoji: "\(rows)")], policy: .atEnd))
    }
  }
}

struct AsyncProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> SimpleEntry { SimpleEntry(date: .now) }

  func snapshot(for configuration: ConfigurationAppIntent, in context: Context) async -> SimpleEntry {
    SimpleEntry(date: context.date, emoji: configuration.favoriteEmoji)
  }

  func timeline(for configuration: ConfigurationAppIntent, in context: Context) async -> Timeline<SimpleEntry> {
    async let emoji = load(configuration.favoriteEmoji)
    return Timeline(entries: [SimpleEntry(date: context.date, emoji: await emoji)], policy: .after(.now + 3600))
  }

  func recommendations() -> [AppIntentRecommendation<ConfigurationAppIntent>] {
    [AppIntentRecommendation(intent: ConfigurationAppIntent(), description: "Smiley")]
  }

  func relevance() async -> WidgetRelevance<ConfigurationAppIntent> {
    WidgetRelevance([
      WidgetRelevanceAttribute(
        configuration: ConfigurationAppIntent(), context: .date(from: .now, to: .now + 3600, kind: .scheduled))
    ])
  }

  private func load(_ emoji: String) async -> String {
    await Task.yield()
    return emoji
  }
}

struct CallbackWidget: Widget {
  let kind: String = "callback"

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: CallbackProvider()) { entry in
      if #available(iOS 17.0, *) {
        Text(entry.emoji).containerBackground(.fill.tertiary, for: .widget)
      } else {
        Text(entry.emoji).padding().background()
      }
    }
    .configurationDisplayName("My Widget")
    .description("This is an example widget.")
    .supportedFamilies([.systemSmall])
    .supportedMountingStyles([.elevated, .recessed])
    .widgetTexture(.paper)
    .containerBackgroundRemovable(false)
    .contentMarginsDisabled()
  }
}

struct AsyncWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "async", intent: ConfigurationAppIntent.self, provider: AsyncProvider()) { entry in
      Text(entry.date, style: .time)
    }
    .configurationDisplayName(LocalizedStringResource("Emoji"))
    .promptsForUserConfiguration()
  }
}

struct LightControl: ControlWidget {
  struct Provider: ControlValueProvider {
    var previewValue: Bool { false }
    func currentValue() async throws -> Bool { true }
  }

  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "light", provider: Provider()) { value in
      ControlWidgetToggle("Light", isOn: value, action: SetLightIntent()) { isOn in
        Label(isOn ? "On" : "Off", systemImage: "lightbulb").controlWidgetActionHint("Switch")
      }
      .tint(.yellow)
    }
    .displayName("Light")
    .description("Switches the light.")
  }
}

struct DoorControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "door") {
      ControlWidgetButton(action: OpenTodayIntent()) { Label("Door", systemImage: "lock") }
    }
    .displayName("Door")
  }
}

struct MoreWidgets: WidgetBundle {
  var body: some Widget { AsyncWidget() }
}

struct IdiomBundle: WidgetBundle {
  @WidgetBundleBuilder var body: some Widget {
    CallbackWidget()
    MoreWidgets().body
    LightControl()
    DoorControl()
    DeliveryActivity()
    if #available(iOS 18.0, *) { AsyncWidget() }
  }
}

struct WidgetCenterIdioms {
  func reload() {
    WidgetCenter.shared.reloadTimelines(ofKind: "Habits")
    WidgetCenter.shared.reloadAllTimelines()
    WidgetCenter.shared.invalidateConfigurationRecommendations()
    ControlCenter.shared.reloadControls(ofKind: "door")
    WidgetCenter.shared.getCurrentConfigurations { result in
      guard case .success(let widgets) = result else { return }
      print(widgets.map(\.kind), widgets.first?.widgetConfigurationIntent(of: ConfigurationAppIntent.self) as Any)
    }
  }

  func kinds() async throws -> [String] {
    try await WidgetCenter.shared.currentConfigurations().filter { $0.family == .systemSmall }.map(\.kind)
  }
}
