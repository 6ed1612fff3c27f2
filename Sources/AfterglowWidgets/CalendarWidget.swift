import Afterglow
import Foundation

/// What a person can set on a calendar.
public struct CalendarIntent: WidgetConfigurationIntent {
  public enum Layout: String, ConfigurationChoice {
    /// What suits the family.
    case automatic
    /// The day alone.
    case date
    /// What comes next.
    case agenda
    /// The month as a grid.
    case month
  }

  /// iCalendar file, relative to the board's folder; empty: only the date.
  public var file = "calendar.ics"
  public var layout = Layout.automatic
  /// Public holidays: `automatic`, those of the scene's place; `none`; or an iCalendar file that holds nothing else.
  public var holidays = Self.automaticHolidays

  public static let automaticHolidays = "automatic"
  public static let noHolidays = "none"

  /// The file that holidays come from; nil where they come from none.
  public var holidayFile: String? {
    [Self.automaticHolidays, Self.noHolidays, ""].contains(holidays) ? nil : holidays
  }

  public init() {}
}

extension CalendarEvent {
  /// Of days that are special; nil for all others.
  var glyph: Symbol? { isBirthday ? .cake : isHoliday ? .flag : nil }
}

extension CalendarIntent {
  enum CodingKeys: CodingKey { case file, layout, holidays }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    file = try container.decodeIfPresent(String.self, forKey: .file) ?? file
    layout = try container.decodeIfPresent(Layout.self, forKey: .layout) ?? layout
    holidays = try container.decodeIfPresent(String.self, forKey: .holidays) ?? holidays
  }
}

/// One showing of an event, from whatever source.
public struct CalendarEvent: Equatable, Sendable {
  public var start: Date
  /// The first instant that is not part of it any more.
  public var end: Date
  public var isAllDay: Bool
  public var title: String
  public var location: String?
  public var isBirthday: Bool
  public var isHoliday: Bool

  public init(
    start: Date, end: Date, isAllDay: Bool = false, title: String, location: String? = nil, isBirthday: Bool = false,
    isHoliday: Bool = false
  ) {
    self.start = start
    self.end = end
    self.isAllDay = isAllDay
    self.title = title
    self.location = location
    self.isBirthday = isBirthday
    self.isHoliday = isHoliday
  }
}

public struct CalendarEntry: TimelineEntry {
  public var date: Date
  public var intent: CalendarIntent
  /// Of today what is not over, and of the coming days: sorted, those of whole days first in their day.
  public var events: [CalendarEvent]
  /// Midnights of days in this month that have events.
  public var busyDays: Set<Date>
  public var displaySize: Size
}

/// An entry whenever what comes next changes: at each end, each start and each midnight.
public struct CalendarProvider: AppIntentTimelineProvider {
  /// Events that touch a window of time.
  public typealias Source = @Sendable (CalendarIntent, TimelineProviderContext, Range<Date>) throws -> [CalendarEvent]

  let source: Source

  public init(source: @escaping Source) { self.source = source }

  static let maximumEntryCount = 24
  /// Events that an entry carries: more than any layout shows.
  static let maximumEventCount = 24
  private static let windowDays = 45

  public func placeholder(in context: Context) -> CalendarEntry { placeholder(for: CalendarIntent(), in: context) }

  public func placeholder(for intent: CalendarIntent, in context: Context) -> CalendarEntry {
    entry(intent, Self.sample(in: context), at: context.date, context)
  }

  public func snapshot(for intent: CalendarIntent, in context: Context) throws -> CalendarEntry {
    if context.isPreview { return entry(intent, Self.sample(in: context), at: context.date, context) }
    return entry(intent, try source(intent, context, window(context)), at: context.date, context)
  }

  public func timeline(for intent: CalendarIntent, in context: Context) throws -> Timeline<CalendarEntry> {
    let events = try source(intent, context, window(context))
    let calendar = context.environment.calendar
    let day = calendar.startOfDay(for: context.date)
    let midnights = (1...3).compactMap { calendar.date(byAdding: .day, value: $0, to: day) }
    let last = midnights.last ?? context.date
    let turns = events.filter { !$0.isAllDay }.flatMap { [$0.start, $0.end] } + midnights
    let dates = Set(turns.filter { $0 > context.date && $0 <= last }).sorted().prefix(Self.maximumEntryCount - 1)
    let entries = ([context.date] + dates).map { entry(intent, events, at: $0, context) }
    return Timeline(entries: entries, policy: .after(midnights.first ?? last))
  }

  /// From the first day of the month, for its grid.
  private func window(_ context: Context) -> Range<Date> {
    let calendar = context.environment.calendar
    let start = calendar.dateInterval(of: .month, for: context.date)?.start ?? context.date
    return start..<context.date.addingTimeInterval(Double(Self.windowDays) * 86_400)
  }

  private func entry(
    _ intent: CalendarIntent, _ events: [CalendarEvent], at date: Date, _ context: Context
  ) -> CalendarEntry {
    let calendar = context.environment.calendar
    let ahead = events.filter { $0.end > date || ($0.end == $0.start && $0.start >= date) }.sorted { a, b in
      let (dayA, dayB) = (calendar.startOfDay(for: max(a.start, date)), calendar.startOfDay(for: max(b.start, date)))
      if dayA != dayB { return dayA < dayB }
      if a.isAllDay != b.isAllDay { return a.isAllDay }
      // Birthdays are raised (rule 74), and what is free for all comes before what is one's own.
      if a.isAllDay, a.isBirthday != b.isBirthday { return a.isBirthday }
      if a.isAllDay, a.isHoliday != b.isHoliday { return a.isHoliday }
      return (a.start, a.title) < (b.start, b.title)
    }
    let month = calendar.dateInterval(of: .month, for: date)
    let busy = events.filter { event in month.map { event.end > $0.start && event.start < $0.end } ?? false }
    return CalendarEntry(
      date: date, intent: intent, events: Array(ahead.prefix(Self.maximumEventCount)),
      busyDays: Set(busy.map { calendar.startOfDay(for: $0.start) }), displaySize: context.displaySize)
  }

  /// A plausible pair of days (rule 84).
  static func sample(in context: Context) -> [CalendarEvent] {
    let calendar = context.environment.calendar
    let day = calendar.startOfDay(for: context.date)
    let hour = calendar.component(.hour, from: context.date)
    func at(_ days: Int, _ hours: Double) -> Date {
      (calendar.date(byAdding: .day, value: days, to: day) ?? day).addingTimeInterval(hours * 3600)
    }
    let first = Double(min(hour + 1, 20))
    return [
      CalendarEvent(start: at(0, 0), end: at(1, 0), isAllDay: true, title: "Ana's birthday", isBirthday: true),
      CalendarEvent(start: at(0, first), end: at(0, first + 1), title: "Design review", location: "Room 3"),
      CalendarEvent(start: at(0, first + 2.5), end: at(0, first + 3), title: "Dentist", location: "Rua Formosa 12"),
      CalendarEvent(start: at(1, 9), end: at(1, 10), title: "School run"),
      CalendarEvent(start: at(1, 18.5), end: at(1, 20), title: "Choir"),
      CalendarEvent(start: at(3, 0), end: at(4, 0), isAllDay: true, title: "Recycling"),
      CalendarEvent(start: at(3, 19), end: at(3, 22), title: "Dinner with Rui", location: "Home"),
    ]
  }
}

/// The day and what it holds.
public struct CalendarWidget: Widget {
  public static let kind = "calendar"
  private let provider: CalendarProvider

  public init(source: @escaping CalendarProvider.Source) { provider = CalendarProvider(source: source) }

  public var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: Self.kind, intent: CalendarIntent.self, provider: provider) { entry in
      CalendarView(entry: entry).containerBackground(.background)
    }
    .configurationDisplayName("Calendar")
    .description("See what the day holds.")
    .contentMarginsDisabled()
  }
}
