import Foundation

// When a Smart Stack would show a widget by itself. Archives store the relevance of entries; nothing rotates yet, and these are
// accepted so that code for WidgetKit compiles.

/// A reason for the relevance of a configured widget. Accepted without effect: relevance is that of the entries.
public struct WidgetRelevance<Configuration: Sendable>: Sendable {
  public let attributes: [WidgetRelevanceAttribute<Configuration>]

  public init(_ attributes: [WidgetRelevanceAttribute<Configuration>]) { self.attributes = attributes }
}

/// The relevance of a widget, by the name that the templates of Xcode 16 have for it.
public typealias WidgetRelevances<Configuration: Sendable> = WidgetRelevance<Configuration>

/// A configuration and when it is relevant.
public struct WidgetRelevanceAttribute<Configuration: Sendable>: Sendable {
  public let configuration: Configuration?
  public let context: RelevantContext

  public init(configuration: Configuration, context: RelevantContext) {
    self.configuration = configuration
    self.context = context
  }
}

extension WidgetRelevanceAttribute where Configuration == Void {
  public init(context: RelevantContext) {
    configuration = nil
    self.context = context
  }
}

/// A time or a situation.
public struct RelevantContext: Hashable, Sendable {
  /// The kind of event at a date.
  public enum DateKind: Hashable, Sendable { case `default`, scheduled, informational }
  /// A part of a night.
  public enum SleepType: Hashable, Sendable { case bedtime, wakeup }
  /// The wearer's activity.
  public enum FitnessType: Hashable, Sendable { case activityRingsIncomplete, workoutActive }
  /// A place that a device learns.
  public enum InferredLocation: Hashable, Sendable { case home, work, school, gym, commute }

  /// When it is relevant; `nil` for a situation that a panel cannot know.
  let interval: DateInterval?

  public static func date(_ date: Date, kind: DateKind = .default) -> RelevantContext {
    RelevantContext(interval: DateInterval(start: date, duration: 0))
  }

  public static func date(interval: DateInterval, kind: DateKind = .default) -> RelevantContext {
    RelevantContext(interval: interval)
  }

  public static func date(range: ClosedRange<Date>, kind: DateKind = .default) -> RelevantContext {
    RelevantContext(interval: DateInterval(start: range.lowerBound, end: range.upperBound))
  }

  public static func date(from start: Date, to end: Date, kind: DateKind = .default) -> RelevantContext {
    RelevantContext(interval: DateInterval(start: start, end: max(start, end)))
  }

  public static func sleep(_ type: SleepType) -> RelevantContext { RelevantContext(interval: nil) }
  public static func fitness(_ type: FitnessType) -> RelevantContext { RelevantContext(interval: nil) }
  public static func location(inferred: InferredLocation) -> RelevantContext { RelevantContext(interval: nil) }
}

extension TimelineProvider {
  /// When the widget is relevant, apart from its entries. Accepted without effect.
  public func relevance() async -> WidgetRelevance<Void> { WidgetRelevance([]) }
}

extension AppIntentTimelineProvider {
  /// Which configurations are relevant when, apart from entries. Accepted without effect.
  public func relevance() async -> WidgetRelevance<Intent> { WidgetRelevance([]) }
}
