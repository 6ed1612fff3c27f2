import Foundation

/// When the content of a ``TimelineView`` changes.
public protocol TimelineSchedule {
  associatedtype Entries: Sequence where Entries.Element == Date
  typealias Mode = TimelineScheduleMode
  /// The dates of changes, in order, the first at or before `startDate`.
  func entries(from startDate: Date, mode: Mode) -> Entries
}

/// How often a schedule is to change.
public enum TimelineScheduleMode: Hashable, Sendable { case normal, lowFrequency }

/// At equal distances.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
  private let start: Date
  private let interval: TimeInterval

  public init(from startDate: Date, by interval: TimeInterval) {
    start = startDate
    self.interval = max(interval.isFinite ? interval : 1, 0.1)
  }

  public func entries(from startDate: Date, mode: Mode) -> UnfoldFirstSequence<Date> {
    let steps = (startDate.timeIntervalSince(start) / interval).rounded(.down)
    let interval = interval
    return sequence(first: start.addingTimeInterval(max(0, steps) * interval)) { $0.addingTimeInterval(interval) }
  }
}

/// At the beginning of each minute.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
  public init() {}

  public func entries(from startDate: Date, mode: Mode) -> UnfoldFirstSequence<Date> {
    PeriodicTimelineSchedule(from: Date(timeIntervalSinceReferenceDate: 0), by: 60).entries(from: startDate, mode: mode)
  }
}

/// At given dates.
public struct ExplicitTimelineSchedule<Dates: Sequence>: TimelineSchedule where Dates.Element == Date {
  private let dates: Dates

  public init(_ dates: Dates) { self.dates = dates }

  public func entries(from startDate: Date, mode: Mode) -> [Date] {
    let sorted = dates.sorted()
    return Array(sorted[(sorted.lastIndex { $0 <= startDate } ?? 0)...])
  }
}

/// With every frame. Panels show the first one.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
  public init(minimumInterval: Double? = nil, paused: Bool = false) {}

  public func entries(from startDate: Date, mode: Mode) -> [Date] { [startDate] }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
    PeriodicTimelineSchedule(from: startDate, by: interval)
  }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
  public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
  public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }
  public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
    AnimationTimelineSchedule(minimumInterval: minimumInterval, paused: paused)
  }
}

extension TimelineSchedule {
  public static func explicit<Dates: Sequence>(_ dates: Dates) -> ExplicitTimelineSchedule<Dates>
  where Self == ExplicitTimelineSchedule<Dates>, Dates.Element == Date { ExplicitTimelineSchedule(dates) }
}

/// Content that changes at the dates of a schedule.
///
///     TimelineView(.periodic(from: entry.low, by: 3600)) { context in
///       Text(context.date < entry.high ? "Rising" : "Falling")
///     }
///
/// The author draws the widget for each of the next dates, at most 24 of a timeline; then the provider is asked again. For a
/// clock use ticking text, which needs no drawing.
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View, PrimitiveView {
  /// When content is made.
  public struct Context: Sendable {
    public enum Cadence: Comparable, Sendable { case live, seconds, minutes }

    /// The last date of the schedule.
    public let date: Date
    public let cadence: Cadence

    /// Accepted so that code for SwiftUI compiles.
    public func invalidateTimelineContent() {}
  }

  private let schedule: Schedule
  private let content: (TimelineViewDefaultContext) -> Content

  public init(_ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {
    self.schedule = schedule
    self.content = content
  }

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    let moment = context.environment.moment
    context.container.dates.noteExact()
    // One before, those that are drawn, and the one at which the provider is asked again.
    let dates = Array(schedule.entries(from: moment, mode: .lowFrequency).prefix(Moments.maximumCount + 2))
    context.container.moments.note(dates.filter { $0 > moment })
    let last = dates.last { $0 <= moment } ?? dates.first ?? moment
    let view = EnvironmentValues.$current.withValue(context.surroundings) {
      content(TimelineViewDefaultContext(date: last, cadence: .minutes))
    }
    return resolve(view, in: context.child(0))
  }
}

/// The context of any ``TimelineView``.
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context

/// Dates at which a widget's views ask to be drawn again, within one entry.
package struct Moments {
  /// Of one timeline.
  package static let maximumCount = 24

  package private(set) var dates: Set<Date> = []

  mutating func note(_ dates: some Sequence<Date>) {
    for date in dates where self.dates.count < 4 * Self.maximumCount { self.dates.insert(date) }
  }
}

extension View {
  /// Draws the widget again at these dates, with another ``EnvironmentValues/moment``.
  ///
  /// - Parameter dates: nil for a view that does not depend on the moment.
  func drawnAgain(at dates: [Date]?) -> some View {
    ContextModifier(content: self) { context in
      guard let dates else { return }
      context.container.dates.noteExact()
      context.container.moments.note(dates)
    }
  }
}
