import Afterglow
import AfterglowCompiler
import Foundation
import Testing

@testable import AfterglowWidgets

/// 2026-11-21T00:00Z, a Saturday; `shown` is in Lisbon, which has UTC then.
private func at(_ hours: Double, day: Int = 0) -> Date {
  Date(timeIntervalSince1970: 1_795_219_200 + Double(day) * 86_400 + hours * 3600)
}

private func calendar(_ events: [CalendarEvent], _ completeness: ReadingCompleteness = .whole) -> CalendarWidget {
  CalendarWidget(
    provider: CalendarProvider(reading: { _, _, _ in CalendarReading(events: events, completeness: completeness) }))
}

private func face(_ face: ClockFace, _ events: [CalendarEvent], day: Date) throws -> CalendarEntry {
  let provider = CalendarProvider { _, _, _ in events }
  var environment = EnvironmentValues()
  environment.timeZone = TimeZone(identifier: "UTC")!
  environment.locale = Locale(identifier: "en_GB")
  return try provider.snapshot(
    for: CalendarIntent(),
    in: TimelineProviderContext(
      family: .systemLarge, displaySize: Size(width: 300, height: 300), date: day, environment: environment))
}

private let conference = CalendarEvent(start: at(9.5), end: at(8, day: 2), title: "Conference", location: "Porto")
private let holiday = CalendarEvent(start: at(0, day: -1), end: at(24, day: 3), isAllDay: true, title: "Holiday")
private let party = CalendarEvent(start: at(22), end: at(2, day: 1), title: "Party")

extension [LayoutNode] {
  fileprivate func texts(_ name: String) -> [String] { filter { $0.name == name }.compactMap(\.text) }
  fileprivate var all: [String] { compactMap(\.text) }
}

/// Events of several days belong to every day that they touch, with the right words.
@Suite struct CalendarSpanTests {
  private static let english = Locale(identifier: "en_GB")

  private static func words(at date: Date, locale: Locale = english) -> CalendarWords {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    calendar.locale = locale
    let entry = CalendarEntry(
      date: date, intent: CalendarIntent(), events: [], eventDays: [], busyDays: [],
      displaySize: Size(width: 100, height: 100))
    return CalendarWords(entry: entry, calendar: calendar)
  }

  private static func rows(_ event: CalendarEvent) -> [CalendarEvent] {
    DayIndex(words(at: at(0)).calendar, from: at(0, day: -20), to: at(0, day: 40)).rows(of: event)
  }

  @Test func `events that are hidden are counted in one column, below the last ones of their day`() {
    var entry = CalendarEntry(
      date: at(8), intent: CalendarIntent(), events: [conference, holiday, party],
      eventDays: [at(0), at(0), at(0, day: 1)], busyDays: [], displaySize: Size(width: 100, height: 100))
    entry.hidden = [at(0): 3]
    #expect(entry.listing(0..<1).hidden == [:])
    #expect(entry.listing(1..<3).hidden == [at(0): 3])
    #expect(entry.listing(0..<2).hidden == [at(0): 3])
  }

  @Test(arguments: [20.0, 30, 45, 60, 90])
  func `an event of another day stands below the name of that day, however little room there is`(height: Double) {
    let plan = AgendaPlan(
      [conference], days: ["Tomorrow"], isIncomplete: true, today: "Today", height: height, points: 15)
    let rows = plan.rows.map { row in
      switch row.kind {
      case .day(let name): name
      case .event: "event"
      default: ""
      }
    }
    #expect(rows.starts(with: ["Tomorrow", "event"]), "\(rows)")
  }

  @Test func `an event is listed under each day that it touches`() {
    #expect(Self.rows(conference).map { $0.part!.number } == [1, 2, 3])
    #expect(Self.rows(conference).map { $0.part!.isWhole } == [false, true, false])
    #expect(Self.rows(conference).map { $0.part!.day } == [at(0), at(0, day: 1), at(0, day: 2)])
    #expect(Self.rows(holiday).allSatisfy { $0.part!.isWhole && $0.part!.count == 5 })
    // Until midnight, at midnight, and without a length.
    #expect(Self.rows(CalendarEvent(start: at(22), end: at(24), title: "Film")).count == 1)
    #expect(Self.rows(CalendarEvent(start: at(24), end: at(24), title: "Alarm")).map { $0.part!.day } == [at(24)])
    #expect(Self.rows(CalendarEvent(start: at(24), end: at(24.25), title: "Toast")).map { $0.part!.day } == [at(24)])
    // What begins before the window, and ends after it, keeps its number.
    let long = CalendarEvent(start: at(12, day: -30), end: at(12, day: 60), title: "Journey")
    let journey = Self.rows(long)
    #expect(journey.count == 60 && journey[0].part!.number == 11 && journey[0].part!.count == 91)
  }

  @Test func `each day of an event has its own words`() {
    let words = Self.words(at: at(8))
    func told(_ event: CalendarEvent) -> [String] { Self.rows(event).map(words.range) }
    #expect(told(conference) == ["09:30 – Mon 08:00", "until Mon 08:00", "until 08:00"])
    #expect(told(party) == ["22:00 – 02:00", "until 02:00"])
    #expect(told(holiday) == Array(repeating: "All day", count: 5))
    #expect(Self.rows(conference).map(words.dayOfDays) == ["day 1 of 3", "day 2 of 3", "day 3 of 3"])
    #expect(Self.rows(party).map(words.dayOfDays) == [nil, nil])
    #expect(told(CalendarEvent(start: at(12), end: at(12), title: "Alarm")) == ["12:00"])
    let cruise = CalendarEvent(start: at(9), end: at(9, day: 20), title: "Cruise")
    #expect(words.range(Self.rows(cruise)[0]) == "09:00 – 11 Dec")
  }

  @Test(arguments: WidgetLanguage.allCases)
  func `the words are in every language`(language: WidgetLanguage) throws {
    let words = Self.words(at: at(8), locale: Locale(identifier: language.rawValue))
    let last = Self.rows(conference)[2]
    #expect(words.range(last).contains("8") || words.range(last).contains("٨"))
    #expect(try #require(words.dayOfDays(last)).filter { $0.isNumber }.count == 2)
    #expect(language == .en || words.range(last) != Self.words(at: at(8)).range(last))
  }

  @Test(arguments: [
    WidgetFamily.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait,
  ])
  func `a holiday and a conference are there on their other days`(family: WidgetFamily) throws {
    let second = try shown(calendar([conference, holiday]), family, at: at(12, day: 1))
    #expect(second.texts("title").first == "Holiday" && second.texts("title").contains("Conference"), "\(second.all)")
    // The holiday ends with Tuesday, and four days are shown.
    #expect(second.all.count { $0 == "Nothing planned" } == (family == .systemExtraLarge ? 1 : 0))
    let last = try shown(calendar([conference]), family, at: at(7, day: 2))
    #expect(last.texts("title") == ["Conference"])
    #expect(last.texts("time").contains { $0.hasPrefix("until 08:00") }, "\(last.all)")
  }

  @Test func `a party goes on after midnight and is over when it ends`() throws {
    let events = [party, CalendarEvent(start: at(20, day: 1), end: at(21, day: 1), title: "Film")]
    let night = try shown(calendar(events), .systemMedium, at: at(1, day: 1))
    #expect(night.texts("title") == ["Party", "Film"] && night.texts("time").first == "until 02:00")
    #expect(try shown(calendar(events), .systemMedium, at: at(2.5, day: 1)).texts("title") == ["Film"])
  }

  @Test func `each day of an event has its dot in the month`() throws {
    let entry = try face(.agenda, [conference], day: at(8))
    #expect(entry.busyDays == [at(0), at(0, day: 1), at(0, day: 2)])
  }

  @Test func `accessories say until when`() throws {
    let texts = try shown(calendar([conference]), .accessoryRectangular, at: at(7, day: 2)).all
    #expect(texts.contains { $0.contains("until 08:00") }, "\(texts)")
  }

  @Test(arguments: [ClockFace.almanac, .agenda])
  func `faces list an event on its other days`(face: ClockFace) throws {
    let entry = try AfterglowWidgetsTests.face(face, [conference, holiday], day: at(12, day: 1))
    #expect(entry.events.prefix(2).map(\.title) == ["Holiday", "Conference"])
    let words = Self.words(at: entry.date)
    #expect(entry.events.prefix(2).compactMap(words.almanacLine).sorted() == ["day 3 of 5", "until Mon 08:00"])
  }
}

/// A calendar of which a part is missing says so, and never that nothing is planned.
@Suite struct IncompleteCalendarTests {
  private static let cut = ReadingCompleteness.cut(limit: "2000 occurrences")

  @Test(arguments: [
    WidgetFamily.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait,
    .accessoryRectangular, .accessoryInline,
  ])
  func `an incomplete calendar is never empty or counted`(family: WidgetFamily) throws {
    let crowded = (0..<30).map { CalendarEvent(start: at(11 + Double($0) / 4), end: at(20), title: "Event \($0)") }
    for events in [[], crowded] {
      let texts = try shown(calendar(events, Self.cut), family, at: at(10)).all
      #expect(!texts.contains { $0.contains("Nothing planned") || $0.hasSuffix(" more") }, "\(family) \(texts)")
      if family != .accessoryInline || events.isEmpty {
        #expect(texts.contains("Calendar incomplete"), "\(family) \(texts)")
      }
    }
  }

  @Test func `a crowded day counts all of its events and hides no other day`() throws {
    let today = (0..<40).map { CalendarEvent(start: at(10 + Double($0) / 8), end: at(23), title: "Event \($0)") }
    let tomorrow = CalendarEvent(start: at(10, day: 1), end: at(11, day: 1), title: "Market")
    let nodes = try shown(calendar(today + [tomorrow]), .systemExtraLarge, at: at(10))
    #expect(nodes.texts("title").contains("Market"))
    let listed = nodes.texts("title").count { $0.hasPrefix("Event") }
    #expect(nodes.texts("more") == ["\(40 - listed) more"])
    let small = try shown(calendar(today), .systemSmall, at: at(10))
    #expect(small.texts("more") == ["\(40 - small.texts("title").count) more"])
  }

  @Test func `an event without a title has a word, one of an unknown zone no hour`() throws {
    let untitled = CalendarEvent(start: at(11), end: at(12), title: "")
    #expect(try shown(calendar([untitled]), .systemMedium, at: at(10)).texts("title") == ["No title"])
    let lost = CalendarEvent(start: at(11), end: at(12), title: "Call", hasUnknownZone: true)
    for family in [WidgetFamily.systemMedium, .systemLarge, .accessoryRectangular] {
      let texts = try shown(calendar([lost]), family, at: at(10)).all
      #expect(texts.contains("Unknown time zone") && !texts.contains { $0.contains("11:00") }, "\(family) \(texts)")
    }
  }

  @Test(arguments: [WidgetFamily.systemSmall, .systemMedium, .systemLarge, .accessoryRectangular])
  func `an incomplete list of tasks says so`(family: WidgetFamily) throws {
    func widget(_ count: Int) -> RemindersWidget {
      RemindersWidget(
        provider: RemindersProvider { _, _ in
          ReminderDocument(
            reminders: (0..<count).map { Reminder(title: "Thing \($0)") }, completeness: Self.cut)
        })
    }
    let empty = try shown(widget(0), family).all
    #expect(empty.contains("List incomplete") && !empty.contains("All done"))
    let full = try shown(widget(1000), family).all
    #expect(full.contains("1000+") && !full.contains { $0.hasSuffix(" more") }, "\(full)")
    if [.systemMedium, .systemLarge].contains(family) { #expect(full.contains("List incomplete")) }
  }

  @Test func `tasks beyond those that are listed are counted`() throws {
    let widget = RemindersWidget(
      provider: RemindersProvider { _, _ in
        ReminderDocument(reminders: (0..<75).map { Reminder(title: "Thing \($0)") })
      })
    let nodes = try shown(widget, .systemLarge)
    #expect(nodes.texts("count") == ["75"])
    #expect(nodes.texts("more") == ["\(75 - nodes.texts("reminder").count) more"])
  }
}
