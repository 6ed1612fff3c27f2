import Foundation

/// Content of a widget from a date on.
public protocol TimelineEntry: Sendable {
  /// From when it is shown.
  var date: Date { get }
  /// How much it matters then, against other entries of the same widget; nil = not told.
  var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
  public var relevance: TimelineEntryRelevance? { nil }
}

/// How much an entry matters, and for how long. A score of 0 or less is never rotated to.
public struct TimelineEntryRelevance: Hashable, Codable, Sendable {
  public var score: Float
  /// 0 = until the next entry.
  public var duration: TimeInterval

  public init(score: Float, duration: TimeInterval = 0) {
    self.score = score
    self.duration = duration
  }
}

/// When the host should ask for the next timeline (docs/rules.md, Timelines).
public enum TimelineReloadPolicy: Hashable, Sendable {
  /// After the last entry's date.
  case atEnd
  /// Not before this date, which may lie before or after the last entry's.
  case after(Date)
  /// When the provider's source changes.
  case never
}

/// Dated entries and when to ask for more. An empty one counts as a failed reload: the last content stays.
public struct Timeline<Entry: TimelineEntry>: Sendable {
  public var entries: [Entry]
  public var policy: TimelineReloadPolicy

  public init(entries: [Entry], policy: TimelineReloadPolicy) {
    self.entries = entries
    self.policy = policy
  }
}

/// What a provider may know about the place it provides for.
public struct TimelineProviderContext: Sendable {
  public var family: WidgetFamily
  /// Size in points that the widget will have.
  public var displaySize: Size
  /// In the gallery: use sample data where real data would take more than a moment.
  public var isPreview: Bool
  /// The instant that the timeline is made for. Use this, never the system's clock: archives must be reproducible.
  public var date: Date
  /// What views will see: zone, locale, calendar, rendering mode.
  public var environment: EnvironmentValues
  /// Folder that relative paths of the configuration mean: the board's.
  public var folder: URL?
  /// Where the panel hangs; nil where the scene does not say.
  public var place: Place?

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

/// Where a widget's content comes from. Unlike WidgetKit's, functions return and throw instead of calling back.
public protocol TimelineProvider: Sendable {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext

  /// Instant stand-in for content that is not there yet; shown redacted.
  func placeholder(in context: Context) -> Entry
  /// Content for a transient moment such as the gallery.
  func snapshot(in context: Context) throws -> Entry
  func timeline(in context: Context) throws -> Timeline<Entry>
}

/// What a person can set on one instance of a widget: a structure whose initial values are its defaults.
public protocol WidgetConfigurationIntent: Codable, Sendable {
  init()
}

/// A provider whose content depends on a configuration (WidgetKit's `AppIntentTimelineProvider`).
public protocol AppIntentTimelineProvider: Sendable {
  associatedtype Entry: TimelineEntry
  associatedtype Intent: WidgetConfigurationIntent
  typealias Context = TimelineProviderContext

  func placeholder(in context: Context) -> Entry
  /// The stand-in for one configured instance: laid out as its content will be, so that nothing moves when that comes
  /// (rule 86). WidgetKit has no such function; without one it is `placeholder(in:)`.
  func placeholder(for configuration: Intent, in context: Context) -> Entry
  func snapshot(for configuration: Intent, in context: Context) throws -> Entry
  func timeline(for configuration: Intent, in context: Context) throws -> Timeline<Entry>
}

extension AppIntentTimelineProvider {
  public func placeholder(for configuration: Intent, in context: Context) -> Entry { placeholder(in: context) }
}
