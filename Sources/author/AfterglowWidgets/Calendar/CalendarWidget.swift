import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of a calendar in a scene.
struct CalendarIntent: SourcedIntent {
  /// What the widget shows of its content.
  enum Layout: String, ConfigurationChoice {
    /// Chosen by the family.
    case automatic
    /// The day alone.
    case date
    /// What comes next.
    case agenda
    /// The month as a grid.
    case month
  }

  /// iCalendar file, relative to the board's folder; empty: only the date.
  var file = "calendar.ics"
  /// Where the calendar comes from by itself, instead of `file`.
  var source = ContentSource.none
  /// Several calendars as one, instead of `file` and `source`.
  var sources: [NamedSource] = []
  var layout = Layout.automatic
  var holidays = Holidays.automatic

  func validate() throws(ConfigurationError) {
    // An address is allowed here.
    if let fault = ContentSource.fault(ofFile: file) { throw ConfigurationError(path: ["file"], message: fault) }
    try NamedSource.check(sources, at: "sources")
    guard sources.isEmpty || !source.isSet else {
      throw ConfigurationError(path: ["sources"], message: "expected either \"source\" or \"sources\", found both")
    }
  }

  /// All calendars that are read, each with its colour; none where no file is named.
  var all: [NamedSource] {
    if sources.isEmpty {
      return [NamedSource(source.isSet ? source : ContentSource(text: file))].filter(\.source.isSet)
    }
    let colors = SourceColor.allCases
    return sources.enumerated().map { index, named in
      var colored = named
      // Those of an account have colours of their own.
      if case .calendars = named.source.origin { return colored }
      colored.color = named.color ?? colors[index % colors.count]
      return colored
    }
  }

  /// The calendars, and that of holidays.
  var everySource: [ContentSource] { all.map(\.source) + [holidays.source].compactMap(\.self) }

  /// The calendar that holidays come from, unless it has not come yet.
  func holidaySource(in folder: URL?) -> ContentSource? {
    guard case .source(let source) = holidays, !source.isAwaited(in: folder) else { return nil }
    return source
  }
}

/// Where public holidays come from: in a scene `automatic`, `none`, or a source.
enum Holidays: Codable, Hashable, Sendable {
  /// Those of the scene's place.
  case automatic
  case none
  /// A calendar that holds nothing else.
  case source(ContentSource)

  /// nil where they come from none.
  var source: ContentSource? { if case .source(let source) = self { source } else { nil } }

  private static let automaticWord = "automatic"
  private static let noneWord = "none"

  init(from decoder: any Decoder) throws {
    let source = try ContentSource(from: decoder)
    switch source.origin {
    case .file(Self.automaticWord): self = .automatic
    case .none, .file(Self.noneWord): self = .none
    default: self = .source(source)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .automatic: try container.encode(Self.automaticWord)
    case .none: try container.encode(Self.noneWord)
    case .source(let source): try container.encode(source)
    }
  }
}

/// One day as the calendar shows it.
struct CalendarEntry: TimelineEntry {
  var date: Date
  var intent: CalendarIntent
  /// Today's events that are not over, and those of the coming days: sorted, all-day ones first in their day. An event of
  /// several days is listed under each of them.
  var events: [CalendarEvent]
  /// For each of them the midnight of its day.
  var eventDays: [Date]
  /// Events of these days beyond those that are listed.
  var hidden: [Date: Int] = [:]
  /// Midnights of days in this month that have events.
  var busyDays: Set<Date>
  /// Whether events may be missing, because the calendar is too large, or ends early.
  var isIncomplete = false
  /// The calendar that gives nothing, and the reason; nil = unknown, or not shown yet.
  var notice: String?
  var displaySize: Size
}

/// The events of a configuration's calendars, and whether they are all.
struct CalendarReading {
  var events: [CalendarEvent]
  var completeness = ReadingCompleteness.whole
  /// Calendars that give nothing.
  var absences: [ContentAbsence] = []

  /// The date at which the panel shows the next of them.
  func noticeDate(after date: Date) -> Date? { absences.map(\.date).filter { $0 > date }.min() }
}

/// Makes an entry whenever what comes next changes: at each end, each start and each midnight.
struct CalendarProvider: AppIntentTimelineProvider {
  /// Events of a configuration that touch a window of time; replaced in tests.
  var reading: @Sendable (CalendarIntent, TimelineProviderContext, Range<Date>) throws -> CalendarReading

  static let maximumEntryCount = 24
  /// The most events of a day in an entry: more than any layout shows.
  static let maximumEventCount = 24
  /// Days with events that an entry lists, however many events they have: more than any layout has columns.
  static let minimumDayCount = 5
  static let windowDays = 45

  init(
    reading: @escaping @Sendable (CalendarIntent, TimelineProviderContext, Range<Date>) throws -> CalendarReading = read
  ) {
    self.reading = reading
  }

  /// A provider of these events, which are all.
  init(events: @escaping @Sendable (CalendarIntent, TimelineProviderContext, Range<Date>) throws -> [CalendarEvent]) {
    reading = { CalendarReading(events: try events($0, $1, $2)) }
  }

  func placeholder(in context: Context) -> CalendarEntry { placeholder(for: CalendarIntent(), in: context) }

  func placeholder(for intent: CalendarIntent, in context: Context) -> CalendarEntry {
    let sample = CalendarReading(events: Self.sample(in: context))
    return entry(intent, DatedEvents(sample, window(context), context), at: context.date, context)
  }

  func snapshot(for intent: CalendarIntent, in context: Context) throws -> CalendarEntry {
    guard !context.isPreview else { return placeholder(for: intent, in: context) }
    let reading = try reading(intent, context, window(context))
    return entry(intent, DatedEvents(reading, window(context), context), at: context.date, context)
  }

  func timeline(for intent: CalendarIntent, in context: Context) throws -> Timeline<CalendarEntry> {
    let reading = try reading(intent, context, window(context))
    let calendar = context.environment.calendar
    let day = calendar.startOfDay(for: context.date)
    let midnights = (1...3).compactMap { calendar.date(byAdding: .day, value: $0, to: day) }
    let last = midnights.last ?? context.date
    let known = Set(midnights)
    let turns = Set(reading.events.filter { !$0.isAllDay }.flatMap { [$0.start, $0.end] })
      .filter { $0 > context.date && $0 <= last && !known.contains($0) }.sorted()
    // However full a day is, the next one begins at its midnight: what does not fit is read again when it is due.
    let room = max(0, Self.maximumEntryCount - 1 - midnights.count)
    let due = turns.dropFirst(room).first ?? .distantFuture
    let dated = DatedEvents(reading, window(context), context)
    let entries = ([context.date] + (midnights + turns.prefix(room)).sorted()).map {
      entry(intent, dated, at: $0, context)
    }
    let notice = reading.noticeDate(after: context.date) ?? .distantFuture
    var timeline = Timeline(entries: entries, policy: .after(min(midnights.first ?? last, due, notice)))
    timeline.knownUntil = min(last, due)
    // What is merged is as old as its oldest part.
    timeline.reception = intent.everySource.compactMap { $0.reception(in: context.folder) }.oldest
    timeline.shortage = reading.completeness.shortage(of: "the calendar")
    if !intent.all.isEmpty, !dated.isIncomplete, entries.allSatisfy(\.events.isEmpty) {
      timeline.emptiness = "nothing planned in the next \(Self.windowDays) days"
    }
    return timeline
  }

  /// The events of the calendar's file, of the file of holidays, and of the country's holidays.
  ///
  /// - Throws: `DocumentError` when a file cannot be read.
  @Sendable private static func read(
    _ intent: CalendarIntent, in context: TimelineProviderContext, _ window: Range<Date>
  ) throws -> CalendarReading {
    let zone = context.environment.timeZone
    var result = CalendarReading(events: [])
    func occurrences(_ source: ContentSource, _ kind: CalendarKind = .events) throws -> [CalendarEvent] {
      let path = FilePath.of(SourceFolder.standard.path(of: source, in: context.folder) ?? "", in: context.folder)
      let document = try CalendarDocument(path: path, window: window, from: context.date, zone: zone, kind: kind)
      result.completeness.join(document.completeness)
      return document.occurrences
    }
    var failures: [any Error] = []
    let all = intent.all
    for named in all {
      let absence = named.source.absence(in: context.folder, name: named.name, isCalendar: true)
      result.absences += [absence].compactMap(\.self)
      do {
        if named.source.isAwaited(in: context.folder) {
          throw DocumentError(awaiting: named.source, in: context.folder, name: named.name, isCalendar: true)
        }
        result.events += try occurrences(named.source).map { event in
          var event = event
          event.color = named.color ?? event.color
          return event
        }
      } catch {
        failures.append(error)
        // One calendar that has not come yet leaves the others, which are not all then.
        if all.count == 1 { throw error }
        result.completeness.join(.broken(reason: "a calendar cannot be read"))
      }
    }
    if result.events.isEmpty, let failure = DocumentError.foremost(failures) { throw failure }
    if let source = intent.holidaySource(in: context.folder) {
      result.events += try occurrences(source, .holidays)
      return result
    }
    guard intent.holidays == .automatic, let place = context.place else { return result }
    // A calendar that has the day's holiday itself has it in its owner's words.
    let known = Set(result.events.filter(\.isHoliday).map(\.start))
    result.events += PlaceHolidays(place, zone: zone).events(in: window, locale: context.environment.locale)
      .filter { !known.contains($0.start) }
    return result
  }

  /// From the first day of the month, for its grid.
  private func window(_ context: Context) -> Range<Date> {
    let calendar = context.environment.calendar
    let start = calendar.dateInterval(of: .month, for: context.date)?.start ?? context.date
    return start..<context.date.addingTimeInterval(Double(Self.windowDays) * 86_400)
  }

  private func entry(
    _ intent: CalendarIntent, _ dated: DatedEvents, at date: Date, _ context: Context
  ) -> CalendarEntry {
    let today = context.environment.calendar.startOfDay(for: date)
    var entry = CalendarEntry(
      date: date, intent: intent, events: [], eventDays: [], busyDays: dated.busyDays(inMonthOf: date),
      isIncomplete: dated.isIncomplete, notice: dated.notice, displaySize: context.displaySize)
    var (days, inDay) = (0, 0)
    for row in dated.rows {
      guard let day = row.part?.day, day >= today, row.end > date || row.end == row.start && row.start >= date else {
        continue
      }
      if day != entry.eventDays.last {
        if days >= Self.minimumDayCount, entry.events.count >= Self.maximumEventCount { break }
        (days, inDay) = (days + 1, 0)
      }
      inDay += 1
      if inDay > Self.maximumEventCount {
        entry.hidden[day, default: 0] += 1
      } else {
        entry.events.append(row)
        entry.eventDays.append(day)
      }
    }
    return entry
  }

  /// A plausible pair of days (docs/rules.md, rule 84).
  static func sample(in context: Context) -> [CalendarEvent] {
    let calendar = context.environment.calendar
    let day = calendar.startOfDay(for: context.date)
    let hour = calendar.component(.hour, from: context.date)
    func at(_ days: Int, _ hours: Double) -> Date {
      (calendar.date(byAdding: .day, value: days, to: day) ?? day).addingTimeInterval(hours * 3600)
    }
    let first = Double(min(hour + 1, 17))
    // On any day of the week.
    return [
      CalendarEvent(start: at(0, 0), end: at(1, 0), isAllDay: true, title: "Ana's birthday", isBirthday: true),
      CalendarEvent(start: at(0, first), end: at(0, first + 1), title: "Coffee with Inês", location: "Foz"),
      CalendarEvent(start: at(0, first + 2.5), end: at(0, first + 3), title: "Dentist", location: "Rua Formosa 12"),
      CalendarEvent(start: at(0, first + 6.5), end: at(0, first + 7), title: "Call Mum"),
      CalendarEvent(start: at(1, 10.5), end: at(1, 12), title: "Swimming", location: "Pool"),
      CalendarEvent(start: at(1, 13), end: at(1, 14.5), title: "Lunch at Rosa's"),
      CalendarEvent(start: at(1, 18.5), end: at(1, 20), title: "Choir"),
      CalendarEvent(start: at(2, 10), end: at(2, 10.5), title: "Bike repair", location: "Cedofeita"),
      CalendarEvent(start: at(2, 13), end: at(2, 13.5), title: "Haircut"),
      CalendarEvent(start: at(2, 18), end: at(2, 19.5), title: "Book club"),
      CalendarEvent(start: at(3, 0), end: at(4, 0), isAllDay: true, title: "Recycling"),
      CalendarEvent(start: at(3, 11), end: at(3, 12), title: "Plumber", location: "Home"),
      CalendarEvent(start: at(3, 14), end: at(3, 15), title: "Piano lesson"),
      CalendarEvent(start: at(3, 19), end: at(3, 22), title: "Dinner with Rui", location: "Home"),
    ]
  }
}

/// Events under each day that they touch, in the order in which they are listed. Midnights cost a walk through the
/// calendar, and a timeline asks for them again in each of its entries.
private struct DatedEvents {
  let rows: [CalendarEvent]
  let isIncomplete: Bool
  let notice: String?
  private let calendar: Calendar

  init(_ reading: CalendarReading, _ window: Range<Date>, _ context: TimelineProviderContext) {
    calendar = context.environment.calendar
    let told = reading.absences.first { $0.date <= context.date }
    notice = told?.words(in: context.environment.locale)
    isIncomplete = !reading.completeness.isWhole || notice != nil
    let days = DayIndex(calendar, from: window.lowerBound, to: window.upperBound)
    let untitled = CalendarWord.untitled.text(in: context.environment.locale)
    rows = reading.events.flatMap { event in
      var named = event
      if event.title.isEmpty { named.title = untitled }
      return days.rows(of: named)
    }.sorted(by: Self.areInOrder)
  }

  /// Days with events in the month of a date.
  func busyDays(inMonthOf date: Date) -> Set<Date> {
    guard let month = calendar.dateInterval(of: .month, for: date) else { return [] }
    return Set(rows.compactMap(\.part?.day).filter { $0 >= month.start && $0 < month.end })
  }

  private static func areInOrder(_ a: CalendarEvent, _ b: CalendarEvent) -> Bool {
    let days = (a.part?.day ?? a.start, b.part?.day ?? b.start)
    if days.0 != days.1 { return days.0 < days.1 }
    if a.coversDay != b.coversDay { return a.coversDay }
    // Birthdays are raised (rule 74), and what is free for all comes before what is one's own.
    if a.coversDay, a.isBirthday != b.isBirthday { return a.isBirthday }
    if a.coversDay, a.isHoliday != b.isHoliday { return a.isHoliday }
    return (a.start, a.title) < (b.start, b.title)
  }
}

/// The day, its events and the month.
struct CalendarWidget: BuiltInWidget {
  typealias Intent = CalendarIntent

  static let kind = "calendar"
  static let detailConfiguration: [String: ConfigurationValue]? = [
    "layout": .string(CalendarIntent.Layout.agenda.rawValue)
  ]
  static var words: (any WidgetWords.Type)? { CalendarWord.self }
  var provider = CalendarProvider()

  static func files(_ content: WidgetContent<CalendarIntent>) -> [String] {
    content.intent.everySource.map { SourceFolder.standard.path(of: $0, in: content.folder) ?? "" }
  }

  static func sources(_ content: WidgetContent<CalendarIntent>) -> [SourceRequest] {
    content.intent.everySource.compactMap { source in
      source.request(in: content.folder, kind: .calendar) { bytes throws(DocumentError) in
        try CalendarDocument.check(bytes)
      }
    }
  }

  static func isAwaited(_ content: WidgetContent<CalendarIntent>) -> Bool {
    let all = content.intent.all
    return !all.isEmpty && all.allSatisfy { $0.source.isAwaited(in: content.folder) }
  }

  static func problems(
    _ content: WidgetContent<CalendarIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    let window = content.date..<content.date.addingTimeInterval(Double(CalendarProvider.windowDays) * 86_400)
    var problems: [Problem] = []
    let awaited = content.intent.everySource.filter { $0.isAwaited(in: content.folder) }.map {
      SourceFolder.standard.path(of: $0, in: content.folder) ?? ""
    }
    for file in content.files where !awaited.contains(file) {
      let document = try CalendarDocument(path: file, window: window, zone: content.zone)
      problems += document.problems
      if document.hasTasksAlone {
        let words = "the calendar has tasks and no events; show them with \"kind: reminders\""
        advice(Problem(file: file, message: words))
      }
    }
    return problems
  }

  /// Advice for a scene that asks for holidays of a country whose holidays are not known.
  static func advice(
    _ intent: CalendarIntent, at place: Place?, zone: TimeZone, in family: WidgetFamily?
  ) -> ConfigurationRemark? {
    guard intent.holidays == .automatic, let place,
      let country = PlaceHolidays(place, zone: zone).country, PublicHolidays(country: country) == nil
    else { return nil }
    return ConfigurationRemark(
      path: ["holidays"],
      message: "expected a supported country (\(PublicHolidays.countries.joined(separator: ", "))), found "
        + "\(country); name an iCalendar file, or none, as the calendar's \"holidays\"")
  }

  var body: some WidgetConfiguration {
    configuration("Calendar", "See what the day holds.", provider) { CalendarView(entry: $0) }
  }
}
