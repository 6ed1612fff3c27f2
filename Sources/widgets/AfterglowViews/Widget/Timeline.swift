import Foundation

/// The content of a widget from a date on.
///
///     struct TideEntry: TimelineEntry {
///       let date: Date
///       let metres: Double
///     }
public protocol TimelineEntry: Sendable {
  /// When the entry is first shown. It is shown until the next entry's date; the entry shown is the newest whose date
  /// is not in the future (docs/rules.md, Timelines).
  var date: Date { get }
  /// The relevance of the entry compared to others of the same widget; `nil`, the default, if the provider sets none.
  var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
  public var relevance: TimelineEntryRelevance? { nil }
}

/// The relevance of an entry, and its duration.
///
/// Scores may have any positive scale: only their differences matter. A stack never rotates to an entry with a score of 0 or
/// less (docs/rules.md, Relevance). Archives store relevance; nothing rotates yet (docs/rules.md, rule 97).
public struct TimelineEntryRelevance: Hashable, Codable, Sendable {
  /// On the widget's own scale; a stack never rotates to 0 or less.
  public var score: Float
  /// Seconds after the entry's date during which it is relevant; 0, the default, is until the next entry.
  public var duration: TimeInterval

  public init(score: Float, duration: TimeInterval = 0) {
    self.score = score
    self.duration = duration
  }
}

/// When a host requests the next timeline from a provider (docs/rules.md, Timelines).
///
/// Two reloads are at least 300 s apart regardless of the policy, and a failed one is repeated after 300 s. Content is
/// considered stale, and is marked with its age, 30 min after a reload was due. A change of a file that the
/// configuration refers to causes a reload as well.
public enum TimelineReloadPolicy: Hashable, Sendable {
  /// At the date of the last entry.
  case atEnd
  /// At this date, which may be before or after the last entry's. The new timeline replaces the entries after it.
  case after(Date)
  /// Only when a file that the configuration refers to changes. The content is never considered stale.
  case never
}

/// Dated entries, and when to request more.
///
///     let entries = (0..<6).map { hour in
///       TideEntry(date: context.date.addingTimeInterval(Double(hour) * 3600), metres: 2.5 + Double(hour) / 2)
///     }
///     return Timeline(entries: entries, policy: .atEnd)
///
/// A timeline without entries counts as a failed reload: the last content stays on the panel.
public struct Timeline<Entry: TimelineEntry>: Sendable {
  /// In any order: the host sorts them by date, skips those before the current one, uses the next 512, and requests the
  /// timeline again before these end.
  public var entries: [Entry]
  /// When the host requests the next timeline.
  public var policy: TimelineReloadPolicy
  /// When the content was received, if that was before; `nil`, the default, is now.
  public var reception: ContentReception?
  /// What a small mark next to the widget says because the content is invented; `nil`, the default, if it is not.
  package var sampleWords: String?
  /// Whether the content is invented. The host marks it next to the widget, or the widget marks itself.
  package var isInvented = false
  /// One sentence for people about the part that the content lacks; `nil`, the default, if it is whole.
  package var shortage: String?
  /// One sentence for people about a fault of content that is shown nevertheless, or about content that a limit left out
  /// and that nothing shown depends on; `nil`, the default, if there is none.
  package var remark: String?
  /// A clause for people about content that is whole and has nothing to show; `nil`, the default, if it has something.
  package var emptiness: String?
  /// When the entries that follow are to be requested; `nil`, the default, if these are all.
  package var continuesAt: Date?
  /// Until when the entries say what is to come, on a panel that shows coming moments; `nil`, the default, is as their dates
  /// and the policy say.
  package var knownUntil: Date?

  public init(entries: [Entry], policy: TimelineReloadPolicy) {
    self.entries = entries
    self.policy = policy
  }
}

/// When content came from elsewhere, and how often it comes.
public struct ContentReception: Hashable, Sendable {
  /// When it was received, or confirmed to be the newest.
  public var date: Date
  /// Seconds between two receptions; `nil` if it comes when it comes, and is never considered stale for that.
  public var every: TimeInterval?

  public init(date: Date, every: TimeInterval?) {
    self.date = date
    self.every = every
  }
}

/// The context in which a provider creates content.
public struct TimelineProviderContext: Sendable {
  /// The family that the scene shows the widget in.
  public var family: WidgetFamily
  /// The size of the widget in points, including margins.
  public var displaySize: Size
  /// Whether the content is for a gallery: use sample data where real data would take more than a moment
  /// (docs/rules.md, rule 84).
  public var isPreview: Bool
  /// The time for which the content is created. Use it instead of the system's clock: the same scene at the same
  /// instant must give the same archive.
  public var date: Date
  /// The environment of the widget's view: zone, locale, calendar, margins, type size. Rendering mode and reduced
  /// luminance have their defaults, because one entry is drawn in all of them.
  public var environment: EnvironmentValues
  /// The folder that relative paths of the configuration refer to: the board's. `nil` if the scene was not read from a
  /// file.
  public var folder: URL?
  /// The location of the panel, for weather, sun and holidays; `nil` if the scene has no `place`.
  public var place: Place?
  /// How far ahead of ``date`` the panel can show coming moments, in seconds; 0, the default, if it cannot.
  package var secondsAhead: TimeInterval = 0

  /// For tests of a provider; a host makes its own contexts.
  public init(
    family: WidgetFamily, displaySize: Size, isPreview: Bool = false, date: Date,
    environment: EnvironmentValues = EnvironmentValues(), folder: URL? = nil, place: Place? = nil
  ) {
    self.family = family
    self.displaySize = displaySize
    self.isPreview = isPreview
    self.date = date
    self.environment = environment
    self.folder = folder
    self.place = place
  }
}

/// Provides the content of a widget without a configuration.
///
///     struct TideProvider: TimelineProvider {
///       func placeholder(in context: Context) -> TideEntry { TideEntry(date: context.date, metres: 2) }
///
///       func snapshot(in context: Context) throws -> TideEntry { TideEntry(date: context.date, metres: 2.5) }
///
///       func timeline(in context: Context) throws -> Timeline<TideEntry> {
///         let entries = (0..<6).map { hour in
///           TideEntry(date: context.date.addingTimeInterval(Double(hour) * 3600), metres: 2.5 + Double(hour) / 2)
///         }
///         return Timeline(entries: entries, policy: .atEnd)
///       }
///     }
///
/// The functions may be `async`, and may block: they run on the author's side, in the widget's own process if it has one,
/// which is limited to 20 s for a timeline. Those of WidgetKit, which call back, can be written instead:
/// `getSnapshot(in:completion:)` and `getTimeline(in:completion:)`.
public protocol TimelineProvider: Sendable {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext

  /// Content with the shape of the real one, shown redacted while there is no other (docs/rules.md, rules 85 and 86).
  /// It must return at once.
  func placeholder(in context: Context) -> Entry
  /// Content of one moment, for the gallery and previews. Use sample data if ``TimelineProviderContext/isPreview`` is
  /// set and real data would take long.
  ///
  /// - Throws: any error; the host reports it and shows the placeholder.
  func snapshot(in context: Context) async throws -> Entry
  /// The entries from ``TimelineProviderContext/date`` on.
  ///
  /// - Throws: any error. The host reports it, keeps the last good content, or the placeholder if there is none, and
  ///   retries after 300 s (docs/rules.md, rule 70).
  func timeline(in context: Context) async throws -> Timeline<Entry>

  /// Calls back with what `snapshot(in:)` returns. A provider has this one or that one.
  func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  /// Calls back with what `timeline(in:)` returns. A provider has this one or that one.
  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

extension TimelineProvider {
  public func snapshot(in context: Context) async throws -> Entry {
    try await Callback.value(of: "getSnapshot(in:completion:)") { getSnapshot(in: context, completion: $0) }
  }

  public func timeline(in context: Context) async throws -> Timeline<Entry> {
    try await Callback.value(of: "getTimeline(in:completion:)") { getTimeline(in: context, completion: $0) }
  }

  /// Without a function of its own a provider has no content: its callback is dropped, which the host reports.
  public func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void) {}

  /// Without a function of its own a provider has no content: its callback is dropped, which the host reports.
  public func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void) {}
}

/// The configuration of one instance of a widget: parameters, or a structure whose initial values are its defaults.
///
///     struct TideIntent: WidgetConfigurationIntent {
///       @Parameter(title: "Harbour", default: "Lisbon") var harbour: String
///       var hours = 12
///     }
///
/// A scene file sets it under `configuration`; keys have the names of the properties, and missing ones keep their
/// defaults. Properties that are no parameters must be `Codable`.
public protocol WidgetConfigurationIntent: AppIntent, Codable {
  /// Makes the defaults, which must be useful without further settings (docs/rules.md, rule 90).
  init()

  /// Rejects values that their types allow and the widget does not, such as an unknown name. Accepts everything by
  /// default.
  ///
  /// - Throws: ``ConfigurationError`` with the path of the value and what was expected.
  func validate() throws(ConfigurationError)
}

extension WidgetConfigurationIntent {
  public static var title: LocalizedStringResource { LocalizedStringResource(verbatim: persistentIdentifier) }
  public func validate() throws(ConfigurationError) {}
  /// Nothing: it configures a widget.
  public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> { .result() }
}

/// Provides the content of a widget whose instances are configured by an intent.
///
///     struct TideProvider: AppIntentTimelineProvider {
///       func placeholder(in context: Context) -> TideEntry { TideEntry(date: context.date, harbour: "Harbour", metres: 2) }
///
///       func snapshot(for intent: TideIntent, in context: Context) throws -> TideEntry {
///         TideEntry(date: context.date, harbour: intent.harbour, metres: 2.5)
///       }
///
///       func timeline(for intent: TideIntent, in context: Context) throws -> Timeline<TideEntry> {
///         Timeline(entries: [try snapshot(for: intent, in: context)], policy: .after(context.date.addingTimeInterval(3600)))
///       }
///     }
///
/// The functions may be `async`, and may throw.
public protocol AppIntentTimelineProvider: Sendable {
  associatedtype Entry: TimelineEntry
  associatedtype Intent: WidgetConfigurationIntent
  typealias Context = TimelineProviderContext

  /// Content with the shape of the real one, for an instance whose configuration cannot be read.
  func placeholder(in context: Context) -> Entry
  /// The placeholder of one configured instance: laid out like its content, so that nothing moves when that arrives
  /// (docs/rules.md, rule 86). WidgetKit has no such function; the default calls `placeholder(in:)`.
  func placeholder(for configuration: Intent, in context: Context) -> Entry
  /// Content of one moment, for the gallery and previews.
  ///
  /// - Throws: any error; the host reports it and shows the placeholder.
  func snapshot(for configuration: Intent, in context: Context) async throws -> Entry
  /// The entries of one configured instance, from ``TimelineProviderContext/date`` on.
  ///
  /// - Throws: any error. The host reports it, keeps the last good content, or the placeholder if there is none, and
  ///   retries after 300 s (docs/rules.md, rule 70).
  func timeline(for configuration: Intent, in context: Context) async throws -> Timeline<Entry>
  /// Configurations that a watch offers instead of letting people choose; none by default. Accepted without effect:
  /// scenes configure widgets.
  func recommendations() -> [AppIntentRecommendation<Intent>]
}

extension AppIntentTimelineProvider {
  public func placeholder(for configuration: Intent, in context: Context) -> Entry { placeholder(in: context) }
  public func recommendations() -> [AppIntentRecommendation<Intent>] { [] }
}

/// A configuration with words for people.
public struct AppIntentRecommendation<Intent: WidgetConfigurationIntent>: Sendable {
  public let intent: Intent
  public let description: LocalizedStringResource

  public init(intent: Intent, description: LocalizedStringResource) {
    self.intent = intent
    self.description = description
  }

  @_disfavoredOverload
  public init(intent: Intent, description: some StringProtocol) {
    self.init(intent: intent, description: LocalizedStringResource(verbatim: String(description)))
  }

  /// A configuration with words for people, as code for watches writes it. The words are not kept.
  public init(intent: Intent, description: Text) {
    self.init(intent: intent, description: LocalizedStringResource(verbatim: ""))
  }
}
