import AfterglowDocuments
import AfterglowTimeline
import Foundation
import Testing

@testable import AfterglowWidgets

private let berlin = TimeZone(identifier: "Europe/Berlin")!

private func date(_ text: String) -> Date {
  Date(timeIntervalSince1970: Double(ISO8601.instantMilliseconds(text)!) / 1000)
}

/// A calendar of these lines, read for a window.
private func read(
  _ lines: String, from: String = "2026-01-01T00:00Z", to: String = "2027-01-01T00:00Z", zone: TimeZone = berlin,
  name: String? = nil, kind: CalendarKind = .events
) throws(DocumentError) -> CalendarDocument {
  let text =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(lines.replacingOccurrences(of: "\n", with: "\r\n"))\r\nEND:VCALENDAR\r\n"
  return try CalendarDocument(
    bytes: Array(text.utf8), file: "c.ics", window: date(from)..<date(to), zone: zone, name: name, kind: kind)
}

/// One event of these lines.
private func event(_ lines: String) -> String { "BEGIN:VEVENT\nUID:a\nSUMMARY:Event\n\(lines)\nEND:VEVENT" }

/// When an event's occurrences begin, in UTC.
private func starts(
  _ lines: String, from: String = "2026-01-01T00:00Z", to: String = "2027-01-01T00:00Z", zone: TimeZone = berlin
) throws -> [String] {
  try read(event(lines), from: from, to: to, zone: zone).occurrences.map { $0.start.formatted(.iso8601) }
}

@Suite struct CalendarDocumentTests {
  /// UTF-16 without a mark reads as ASCII with zeros between: titles would be wrong, without a message.
  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian])
  func `a calendar that is not UTF-8 is refused`(_ encoding: String.Encoding) throws {
    let text = "BEGIN:VCALENDAR\r\n\(event("DTSTART:20260301T120000Z"))\r\nEND:VCALENDAR\r\n"
    let bytes = [UInt8](try #require(text.data(using: encoding)))
    let error = #expect(throws: DocumentError.self) {
      try CalendarDocument(
        bytes: bytes, file: "c.ics", window: date("2026-01-01T00:00Z")..<date("2027-01-01T00:00Z"), zone: berlin)
    }
    let name = bytes.prefix(4).count { $0 == 0 } == 3 ? "UTF-32" : "UTF-16"
    #expect(
      error?.problems.map(\.description) == ["c.ics:1:1: expected UTF-8 text, found \(name); save the file as UTF-8"])
  }

  @Test func `a line in another encoding is reported and the rest is read`() throws {
    let text = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:M?ller\r\nDTSTART:20260301T120000Z\r\n"
    var bytes = Array("\(text)END:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
    bytes[try #require(bytes.firstIndex(of: 0x3F))] = 0xFC
    let document = try CalendarDocument(
      bytes: bytes, file: "c.ics", window: date("2026-01-01T00:00Z")..<date("2027-01-01T00:00Z"), zone: berlin)
    #expect(document.occurrences.count == 1)
    #expect(document.problems.count == 1)
    #expect(document.problems[0].description.hasPrefix("c.ics:4:1: expected UTF-8 text, found other bytes"))
  }

  @Test func `every property of an occurrence is read`() throws {
    let document = try read(
      """
      X-WR-CALNAME:Family\\, home
      BEGIN:VEVENT
      UID:x@example.org
      DTSTART;TZID=Europe/Berlin:20260704T182000
      DTEND;TZID=Europe/Berlin:20260704T200000
      SUMMARY:Dinner\\; with\\nAda\\, Bob
      LOCATION:Café
       \u{20}Kranzler
      END:VEVENT
      """)
    let only = try #require(document.occurrences.first)
    #expect(document.occurrences.count == 1 && document.problems.isEmpty)
    #expect(only.start == date("2026-07-04T16:20Z") && only.end == date("2026-07-04T18:00Z") && !only.isAllDay)
    #expect(only.title == "Dinner; with Ada, Bob" && only.location == "Café Kranzler")
    #expect(document.name == "Family, home" && only.identifier == "x@example.org")
  }

  @Test func `a weekly meeting keeps its hour when clocks change`() throws {
    let found = try starts(
      "DTSTART;TZID=Europe/Berlin:20261018T093000\nRRULE:FREQ=WEEKLY;COUNT=3", zone: TimeZone(identifier: "Asia/Tokyo")!
    )
    #expect(found == ["2026-10-18T07:30:00Z", "2026-10-25T08:30:00Z", "2026-11-01T08:30:00Z"])
  }

  /// Facts 4.5 and RFC 5545, 3.3.5: skipped times by the clock before, doubled ones at their first showing.
  @Test(arguments: [
    ("Europe/Berlin", "20260329T023000", "2026-03-29T01:30:00Z"),
    ("Europe/Berlin", "20261025T023000", "2026-10-25T00:30:00Z"),
    ("America/New_York", "20261101T013000", "2026-11-01T05:30:00Z"),
    ("America/New_York", "20260308T023000", "2026-03-08T07:30:00Z"),
    ("Australia/Lord_Howe", "20261004T021500", "2026-10-03T15:45:00Z"),
    ("America/Havana", "20260308T003000", "2026-03-08T05:30:00Z"),
    ("America/Havana", "20261101T003000", "2026-11-01T04:30:00Z"),
    ("America/Santiago", "20260404T233000", "2026-04-05T02:30:00Z"),
    ("Africa/Cairo", "20260424T003000", "2026-04-23T22:30:00Z"),
    ("Africa/Casablanca", "20260215T023000", "2026-02-15T01:30:00Z"),
    ("Asia/Kathmandu", "20261101T120000", "2026-11-01T06:15:00Z"),
  ])
  func `times at changes of the clocks are read as the standard says`(
    _ zone: String, _ local: String, _ expected: String
  ) throws {
    #expect(try starts("DTSTART;TZID=\(zone):\(local)") == [expected])
    #expect(try starts("DTSTART;TZID=/maker.example/2026/\(zone):\(local)") == [expected])
  }

  @Test func `days belong to the reader's zone`() throws {
    let lines = "DTSTART;VALUE=DATE:20261025\nDTEND;VALUE=DATE:20261026"
    let here = try #require(try read(event(lines)).occurrences.first)
    #expect(here.isAllDay && here.start == date("2026-10-24T22:00Z") && here.end == date("2026-10-25T23:00Z"))
    let there = try #require(try read(event(lines), zone: TimeZone(identifier: "America/Havana")!).occurrences.first)
    #expect(there.start == date("2026-10-25T04:00Z"))
    // Days without an end are one day; an hour that midnight skips begins later.
    let bare = try #require(
      try read(event("DTSTART;VALUE=DATE:20260308"), zone: TimeZone(identifier: "America/Havana")!).occurrences.first)
    #expect(bare.start == date("2026-03-08T05:00Z") && bare.end == date("2026-03-09T04:00Z"))
  }

  @Test func `times without a zone are in the reader's zone`() throws {
    #expect(try starts("DTSTART:20260704T120000") == ["2026-07-04T10:00:00Z"])
    #expect(
      try starts("DTSTART:20260704T120000", zone: TimeZone(identifier: "Asia/Tokyo")!) == ["2026-07-04T03:00:00Z"])
    #expect(try starts("DTSTART:20260704T120000Z") == ["2026-07-04T12:00:00Z"])
  }

  @Test func `a zone that the file describes is used`() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:W. Europe Standard Time
      BEGIN:STANDARD
      DTSTART:16010101T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:16010101T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
      END:DAYLIGHT
      END:VTIMEZONE

      """
    let lines = "DTSTART;TZID=W. Europe Standard Time:20260301T023000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1,25,29"
    let found = try read(
      zone + event(lines), from: "2026-03-28T00:00Z", to: "2026-10-26T00:00Z", zone: TimeZone(identifier: "UTC")!)
    #expect(found.problems.isEmpty)
    let times = found.occurrences.map { $0.start.formatted(.iso8601) }
    // Skipped on 29 March, shown twice on 25 October.
    #expect(times.first == "2026-03-29T01:30:00Z" && times.last == "2026-10-25T00:30:00Z")
    #expect(times.contains("2026-04-01T00:30:00Z"))
  }

  @Test func `exceptions, additions and moved ones are kept`() throws {
    let found = try read(
      """
      BEGIN:VEVENT
      UID:a
      SUMMARY:Choir
      DTSTART;TZID=Europe/Berlin:20260901T190000
      DURATION:PT90M
      RRULE:FREQ=WEEKLY;UNTIL=20261013T170000Z
      EXDATE;TZID=Europe/Berlin:20260908T190000,20260915T190000
      EXDATE;VALUE=DATE:20260922
      RDATE;TZID=Europe/Berlin:20260903T190000
      RDATE;VALUE=PERIOD:20260904T170000Z/PT30M
      END:VEVENT
      BEGIN:VEVENT
      UID:a
      RECURRENCE-ID;TZID=Europe/Berlin:20260929T190000
      SUMMARY:Choir, elsewhere
      DTSTART;TZID=Europe/Berlin:20260930T200000
      DTEND;TZID=Europe/Berlin:20260930T210000
      END:VEVENT
      BEGIN:VEVENT
      UID:a
      RECURRENCE-ID:20261006T170000Z
      STATUS:CANCELLED
      DTSTART:20261006T170000Z
      END:VEVENT
      """)
    let told = found.occurrences.map {
      "\($0.start.formatted(.iso8601)) \(Int($0.end.timeIntervalSince($0.start)) / 60) \($0.title)"
    }
    #expect(
      told == [
        "2026-09-01T17:00:00Z 90 Choir", "2026-09-03T17:00:00Z 90 Choir", "2026-09-04T17:00:00Z 30 Choir",
        "2026-09-30T18:00:00Z 60 Choir, elsewhere", "2026-10-13T17:00:00Z 90 Choir",
      ])
    #expect(found.problems.isEmpty)
  }

  @Test func `a change of all following moves them`() throws {
    let found = try read(
      """
      BEGIN:VEVENT
      UID:a
      SUMMARY:Old
      DTSTART:20260901T100000Z
      RRULE:FREQ=DAILY;COUNT=4
      END:VEVENT
      BEGIN:VEVENT
      UID:a
      RECURRENCE-ID;RANGE=THISANDFUTURE:20260903T100000Z
      SUMMARY:New
      DTSTART:20260903T120000Z
      END:VEVENT
      """)
    #expect(
      found.occurrences.map { "\($0.start.formatted(.iso8601)) \($0.title)" } == [
        "2026-09-01T10:00:00Z Old", "2026-09-02T10:00:00Z Old", "2026-09-03T12:00:00Z New", "2026-09-04T12:00:00Z New",
      ])
  }

  @Test func `cancelled events and older versions are not shown`() throws {
    #expect(try starts("DTSTART:20260704T120000Z\nSTATUS:CANCELLED").isEmpty)
    let versions = event("DTSTART:20260704T120000Z\nSEQUENCE:3") + "\n" + event("DTSTART:20260705T120000Z\nSEQUENCE:2")
    #expect(try read(versions).occurrences.map(\.start) == [date("2026-07-04T12:00Z")])
  }

  @Test func `events with one UID and no version are all shown if they begin at different times`() throws {
    func starts(_ second: String, _ first: String = "") throws -> [Date] {
      let lines = event("DTSTART:20260704T120000Z" + first) + "\n" + event("DTSTART:20260705T120000Z" + second)
      return try read(lines).occurrences.map(\.start)
    }
    let (old, new) = (date("2026-07-04T12:00Z"), date("2026-07-05T12:00Z"))
    #expect(try starts("") == [old, new])
    #expect(try starts("\nSEQUENCE:1") == [new])
    #expect(try starts("\nSEQUENCE:0", "\nSEQUENCE:0") == [new])
    #expect(try starts("\nSTATUS:CANCELLED").isEmpty)
    let again = Array(repeating: event("DTSTART:20260704T120000Z"), count: 2).joined(separator: "\n")
    #expect(try read(again).occurrences.map(\.start) == [old])
  }

  @Test func `lengths are those of the clock or the calendar`() throws {
    // A day across the change of clocks is 25 hours long, 24 hours are 24 hours.
    let day = try #require(
      try read(event("DTSTART;TZID=Europe/Berlin:20261024T120000\nDURATION:P1D")).occurrences.first)
    #expect(day.end.timeIntervalSince(day.start) == 25 * 3600)
    let hours = try #require(
      try read(event("DTSTART;TZID=Europe/Berlin:20261024T120000\nDURATION:PT24H")).occurrences.first)
    #expect(hours.end.timeIntervalSince(hours.start) == 24 * 3600)
  }

  @Test func `what touches the window is in it`() throws {
    let long = "DTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260901"
    #expect(try starts(long, from: "2026-07-01T00:00Z", to: "2026-07-02T00:00Z").count == 1)
    #expect(try starts(long, from: "2026-08-31T22:00Z", to: "2026-10-01T00:00Z").isEmpty)
    let night = "DTSTART:20260101T230000Z\nDTEND:20260102T010000Z\nRRULE:FREQ=DAILY"
    let found = try starts(night, from: "2026-07-01T00:30Z", to: "2026-07-01T23:00Z")
    #expect(found == ["2026-06-30T23:00:00Z"])
  }

  @Test func `occurrences are sorted with whole days first`() throws {
    let found = try read(
      """
      BEGIN:VEVENT
      UID:1
      SUMMARY:Late
      DTSTART:20260704T220000Z
      END:VEVENT
      BEGIN:VEVENT
      UID:2
      SUMMARY:At midnight
      DTSTART:20260703T220000Z
      END:VEVENT
      BEGIN:VEVENT
      UID:3
      SUMMARY:All day
      DTSTART;VALUE=DATE:20260704
      END:VEVENT
      """)
    #expect(found.occurrences.map(\.title) == ["All day", "At midnight", "Late"])
  }

  @Test func `birthdays and holidays are recognised by what programs write`() throws {
    func flags(_ lines: String, name: String? = nil, kind: CalendarKind = .events) throws -> [Bool] {
      let one = try #require(
        try read("BEGIN:VEVENT\nUID:a\n\(lines)\nEND:VEVENT", name: name, kind: kind).occurrences.first)
      return [one.isBirthday, one.isHoliday]
    }
    let day = "DTSTART;VALUE=DATE:20260704\n"
    #expect(try flags(day + "SUMMARY:Ada's birthday") == [true, false])
    #expect(try flags(day + "SUMMARY:Geburtstag von Ada") == [true, false])
    #expect(try flags(day + "SUMMARY:Ada\nCATEGORIES:People,BIRTHDAY") == [true, false])
    #expect(try flags(day + "SUMMARY:Ada", kind: .birthdays) == [true, false])
    #expect(try flags(day + "SUMMARY:Epiphany\nCATEGORIES:Holidays") == [false, true])
    #expect(try flags(day + "SUMMARY:Epiphany", name: "Feiertage in Deutschland") == [false, true])
    #expect(try flags(day + "SUMMARY:Epiphany", kind: .holidays) == [false, true])
    // A party has an hour, and is no birthday.
    #expect(try flags("DTSTART:20260704T180000Z\nSUMMARY:Ada's birthday party") == [false, false])
  }
}

@Suite struct CalendarBoundsTests {
  @Test func `an endless rule ends with the window`() throws {
    let found = try starts(
      "DTSTART:19700101T070000Z\nRRULE:FREQ=DAILY", from: "2026-06-01T00:00Z", to: "2026-07-31T00:00Z")
    #expect(found.count == 60)
  }

  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5",
    "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "FREQ=DAILY;INTERVAL=32767",
    "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2", "FREQ=SECONDLY", "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=HOURLY",
    "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10;BYSECOND=0,1,2",
    "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYSETPOS=7", "FREQ=WEEKLY;COUNT=2000000000",
  ])
  func `a rule that never ends or never comes true takes a bounded number of steps`(_ rule: String) throws {
    let document = try read(event("DTSTART:19700102T000000Z\nRRULE:\(rule)"))
    #expect(document.occurrences.count <= CalendarDocument.maximumOccurrenceCount)
    // An hour of a year, or too many times, are more than a calendar has; all others are read as a whole, unless their rule
    // is not expanded.
    let isUnread = document.problems.contains { $0.message.contains("only the first time is shown") }
    let isCut = isUnread || document.occurrences.count == CalendarDocument.maximumOccurrenceCount
    #expect(document.completeness.isWhole != isCut, "\(document.completeness)")
  }

  @Test func `too many occurrences are cut off and reported`() throws {
    let document = try read(event("DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY"))
    #expect(document.occurrences.count == CalendarDocument.maximumOccurrenceCount)
    #expect(document.problems.contains { $0.message.contains("at most 2000 occurrences") })
  }

  @Test(arguments: [
    ("DTSTART:2026-07-04", 3), ("DTSTART;TZID=Mars/Olympus:20260704T120000", 6),
    ("DTSTART:20260704T120000Z\nRRULE:FREQ=SOMETIMES", 7),
    ("DTSTART:20260704T120000Z\nDTEND:20260703T120000Z", 7), ("DTSTART:20260704T120000Z\nRRULE:FREQ=SECONDLY", 7),
    ("SUMMARY:no start", 3),
  ])
  func `a problem names its line`(_ lines: String, _ line: Int) throws {
    // Line 3 begins the event; its lines follow UID and SUMMARY.
    let document = try read(event(lines))
    #expect(!document.problems.isEmpty)
    #expect(document.problems.allSatisfy { $0.file == "c.ics" && (3...9).contains($0.line) })
    #expect(document.problems.contains { $0.line == line } || line == 3)
  }

  @Test func `a broken event takes no other with it`() throws {
    let document = try read(
      """
      BEGIN:VEVENT
      UID:broken
      DTSTART:yesterday
      END:VEVENT
      BEGIN:VEVENT
      UID:open
      DTSTART:20260704T100000Z
      \(event("DTSTART:20260704T120000Z"))
      BEGIN:VEVENT
      UID:alarmed
      DTSTART:20260705T120000Z
      BEGIN:VALARM
      TRIGGER:-PT5M
      DTSTART:20200101T000000Z
      END:VALARM
      SUMMARY:With alarm
      END:VEVENT
      """)
    #expect(document.occurrences.map(\.title) == ["Event", "With alarm"])
    #expect(Set(document.problems.map(\.line)) == [1, 5, 7])
  }

  @Test func `content of another form is named, and tasks without events are known`() throws {
    for (text, words) in [
      ("BEGIN:VCARD\r\nEND:VCARD\r\n", "contacts (a vCard)"), ("<html>", "a web page"), ("hello", "no calendar"),
      ("<?xml version=\"1.0\"?><rss/>", "a feed of news; show it with \"kind: news\""),
      (
        "<!DOCTYPE html><script src=\"https://calendar.google.com/calendar/_/x.js\"></script>",
        "a web page; if it is that of a Google calendar, copy the \"Secret address in iCal format\" from the calendar's "
          + "settings in Google Calendar, under \"Integrate calendar\""
      ),
    ] {
      let error = #expect(throws: DocumentError.self) { try CalendarDocument.check(Array(text.utf8)) }
      #expect(error?.problems.map(\.message) == ["expected BEGIN:VCALENDAR, found \(words)"])
    }
    let task = "BEGIN:VTODO\nUID:t\nSUMMARY:Water\nEND:VTODO"
    #expect(try read(task).hasTasksAlone)
    #expect(try !read(task + "\n" + event("DTSTART:20260301T120000Z")).hasTasksAlone)
    #expect(try !read(event("DTSTART:19990301T120000Z")).hasTasksAlone)
  }

  @Test func `what is no calendar is an error`() {
    for text in ["", "\0\0\0", "hello", "BEGIN:VCARD\r\nEND:VCARD\r\n"] {
      #expect(throws: DocumentError.self) {
        try CalendarDocument(
          bytes: Array(text.utf8), file: "c.ics", window: date("2026-01-01T00:00Z")..<date("2026-03-01T00:00Z"),
          zone: berlin)
      }
    }
  }

  @Test func `changed files end in a calendar or an error`() {
    let whole = Array(
      """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:Own
      BEGIN:STANDARD
      DTSTART:19701025T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:a
      SUMMARY:Event
      DTSTART;TZID=Own:20260901T190000
      DURATION:PT90M
      RRULE:FREQ=WEEKLY;BYDAY=MO,TU;UNTIL=20261013T170000Z
      EXDATE;TZID=Own:20260908T190000
      RDATE;VALUE=PERIOD:20260904T170000Z/PT30M
      CATEGORIES:A,B
      END:VEVENT
      BEGIN:VEVENT
      UID:a
      RECURRENCE-ID;TZID=Own:20260929T190000
      DTSTART;TZID=Own:20260930T200000
      END:VEVENT
      END:VCALENDAR
      """.utf8)
    var state: UInt64 = 88_172_645_463_325_252
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    let window = date("2026-08-01T00:00Z")..<date("2026-12-01T00:00Z")
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0...random(5) {
        let at = random(bytes.count)
        switch random(4) {
        case 0: bytes[at] = UInt8(random(256))
        case 1: bytes[at] = Array("0123456789;:=,TZ/-+\n ".utf8)[random(21)]
        case 2: bytes.removeSubrange(at..<min(bytes.count, at + random(12)))
        default: bytes.insert(contentsOf: bytes[0..<random(bytes.count)], at: at)
        }
        if bytes.isEmpty { break }
      }
      let document = try? CalendarDocument(bytes: bytes, file: "c.ics", window: window, zone: berlin)
      #expect(document.map { $0.occurrences.count <= CalendarDocument.maximumOccurrenceCount } ?? true)
    }
  }
}
