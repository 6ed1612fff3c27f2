import AfterglowViews
import Foundation

// Intents of the time before AppIntents, which Xcode makes from a file. A ported widget writes the class out, and the panel shows
// its default values.

/// A configuration from the time before AppIntents: a class with a variable for each parameter.
///
///     final class SelectHarbourIntent: INIntent {
///       var harbour: String? = "Lisbon"
///     }
open class INIntent: NSObject, @unchecked Sendable {
  /// With the default values of the parameters.
  public required override init() { super.init() }

  /// Accepted without effect: nothing suggests it.
  public var suggestedInvocationPhrase: String? {
    get { nil }
    set {}
  }
}

/// A value of a parameter with a name for people.
open class INObject: NSObject, @unchecked Sendable {
  public let identifier: String?
  public let displayString: String

  /// - Parameters:
  ///   - identifier: identifies the value.
  ///   - display: its name for people.
  public init(identifier: String?, display: String) {
    self.identifier = identifier
    displayString = display
  }
}

/// Provides the content of a widget that is configured by an ``INIntent``. The intent has its default values.
public protocol IntentTimelineProvider: Sendable {
  associatedtype Entry: TimelineEntry
  associatedtype Intent: INIntent
  typealias Context = TimelineProviderContext

  /// Content with the shape of the real one, shown redacted while there is no other. It must return at once.
  func placeholder(in context: Context) -> Entry
  /// Calls back with content of one moment, for the gallery and previews.
  func getSnapshot(for configuration: Intent, in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  /// Calls back with the entries from ``TimelineProviderContext/date`` on.
  func getTimeline(
    for configuration: Intent, in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
  /// Configurations that a watch offers; none by default. Accepted without effect.
  func recommendations() -> [IntentRecommendation<Intent>]
}

extension IntentTimelineProvider {
  public func recommendations() -> [IntentRecommendation<Intent>] { [] }
  /// When the widget is relevant, apart from its entries. Accepted without effect.
  public func relevance() async -> WidgetRelevance<Intent> { WidgetRelevance([]) }
}

/// A configuration with words for people. Accepted without effect.
public struct IntentRecommendation<Intent: INIntent>: Sendable {
  public init(intent: Intent, description: some StringProtocol) {}
  public init(intent: Intent, description: Text) {}
}

/// The configuration of a widget with an ``INIntent``. A scene cannot set its parameters: use an ``AppIntentConfiguration`` for that.
///
///     IntentConfiguration(kind: "tides", intent: SelectHarbourIntent.self, provider: TideProvider()) { entry in
///       TideView(entry: entry)
///     }
public struct IntentConfiguration<Intent: INIntent, Content: View>: WidgetConfiguration {
  public let descriptor: WidgetDescriptor

  /// - Parameters:
  ///   - kind: identifies the widget in scene files.
  ///   - intent: the type of the configuration.
  ///   - provider: supplies the entries for the default values.
  ///   - content: the view of one entry.
  public init<Provider: IntentTimelineProvider>(
    kind: String, intent: Intent.Type, provider: Provider,
    @ViewBuilder content: @escaping @Sendable (Provider.Entry) -> Content
  ) where Provider.Intent == Intent {
    descriptor =
      StaticConfiguration(kind: kind, provider: DefaultIntentProvider(base: provider), content: content)
      .descriptor
  }
}

/// A provider that is asked with the default values of its intent.
private struct DefaultIntentProvider<Base: IntentTimelineProvider>: TimelineProvider {
  let base: Base

  func placeholder(in context: Context) -> Base.Entry { base.placeholder(in: context) }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (Base.Entry) -> Void) {
    base.getSnapshot(for: Base.Intent(), in: context, completion: completion)
  }

  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Base.Entry>) -> Void) {
    base.getTimeline(for: Base.Intent(), in: context, completion: completion)
  }
}
