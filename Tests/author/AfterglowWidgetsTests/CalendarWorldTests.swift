import AfterglowTimeline
import Foundation
import Testing

@testable import AfterglowWidgets

private let lisbon = TimeZone(identifier: "Europe/Lisbon")!

private func date(_ text: String) -> Date {
  Date(timeIntervalSince1970: Double(ISO8601.instantMilliseconds(text)!) / 1000)
}

/// Each occurrence in the window as "begin – end title", whole days without hours.
private func read(_ lines: String, zone: TimeZone = lisbon) throws -> (rows: [String], document: CalendarDocument) {
  let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(lines)\nEND:VCALENDAR\n".replacingOccurrences(of: "\n", with: "\r\n")
  let document = try CalendarDocument(
    bytes: Array(text.utf8), file: "c.ics", window: date("2026-11-01T00:00Z")..<date("2027-02-01T00:00Z"), zone: zone)
  let style = Date.ISO8601FormatStyle(timeZone: zone)
  let rows = document.occurrences.map { event in
    let start = event.start.formatted(style.year().month().day())
    let time = event.start.formatted(style.time(includingFractionalSeconds: false)).prefix(5)
    let end = event.end.formatted(style.time(includingFractionalSeconds: false)).prefix(5)
    return event.isAllDay
      ? "\(start) \(Int((event.end.timeIntervalSince(event.start) / 86_400).rounded()))d \(event.title)"
      : "\(start) \(time)-\(end) \(event.title)"
  }
  return (rows, document)
}

private func event(_ title: String, _ lines: String) -> String {
  "BEGIN:VEVENT\nUID:\(title)\nSUMMARY:\(title)\n\(lines)\nEND:VEVENT"
}

/// Calendars as programs and people write them.
@Suite struct CalendarWorldTests {
  @Test func `zones of Windows need no description`() throws {
    let (rows, document) = try read(
      [
        event(
          "Tokyo", "DTSTART;TZID=Tokyo Standard Time:20261124T180000\nDTEND;TZID=Tokyo Standard Time:20261124T190000"),
        event("Denver", "DTSTART;TZID=\"Mountain Standard Time\":20261124T080000\nDURATION:PT1H"),
      ].joined(separator: "\n"))
    #expect(rows == ["2026-11-24 09:00-10:00 Tokyo", "2026-11-24 15:00-16:00 Denver"])
    #expect(document.problems.isEmpty)
    #expect(WindowsZones.identifier(of: "Romance Standard Time") == "Europe/Paris")
    #expect(WindowsZones.identifier(of: "Atlantis Standard Time") == nil)
  }

  @Test func `every zone of Windows is one of the system`() {
    #expect(WindowsZones.names.count > 130)
    for name in WindowsZones.names {
      #expect(WindowsZones.identifier(of: name).flatMap(CalendarZone.init(identifier:)) != nil, "\(name)")
    }
  }

  @Test func `an event whose zone is unknown keeps its day and says so`() throws {
    let (_, document) = try read(event("Lost", "DTSTART;TZID=Atlantis/Poseidonia:20261124T180000"))
    #expect(document.occurrences.map(\.hasUnknownZone) == [true])
    #expect(document.problems.map(\.line) == [6])
  }

  @Test(arguments: [
    ("BST", "; name a city's zone in the calendar, such as Europe/London"),
    ("Eastern Daylight Time", "; name a city's zone in the calendar, such as America/New_York"),
    ("Atlantis/Poseidonia", ""),
  ])
  func `an unknown zone is answered with the city that it may mean`(name: String, remedy: String) throws {
    let (_, document) = try read(event("Lost", "DTSTART;TZID=\(name):20261124T180000"))
    #expect(document.occurrences.map(\.hasUnknownZone) == [true])
    #expect(
      document.problems.map(\.message) == [
        "expected a time zone of the system, of Windows or of this file for DTSTART, found \"\(name)\"; the event is shown "
          + "without its hour\(remedy)"
      ])
  }

  @Test func `a calendar's own zone that is unknown is reported once, with its line`() throws {
    let (floating, other) = (
      event("Choir", "DTSTART:20261124T180000\nDTEND:20261124T190000"), event("Call", "DTSTART:20261124T120000Z")
    )
    let (rows, document) = try read("X-WR-TIMEZONE:BST\n\(floating)\n\(floating.replacing("Choir", with: "Band"))")
    #expect(rows.contains("2026-11-24 18:00-19:00 Choir") && rows.count == 2)
    #expect(
      document.problems.map(\.description) == [
        "c.ics:3:1: expected a time zone of the system, of Windows or of this file for the calendar, found \"BST\"; its times "
          + "without a zone are read in the panel's; name a city's zone in the calendar, such as Europe/London"
      ])
    // No time depends on it.
    #expect(try read("X-WR-TIMEZONE:BST\n\(other)").document.problems.isEmpty)
    #expect(try read("X-WR-TIMEZONE:Romance Standard Time\n\(floating)").document.problems.isEmpty)
  }

  @Test func `a zone whose rule repeats each second is refused with its line`() throws {
    let (rows, document) = try read(
      """
      BEGIN:VTIMEZONE
      TZID:Clock Works
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      RRULE:FREQ=SECONDLY
      END:STANDARD
      END:VTIMEZONE
      \(event("Ticking", "DTSTART;TZID=Clock Works:20261124T180000"))
      \(event("Plain", "DTSTART:20261124T120000Z\nDTEND:20261124T130000Z"))
      """)
    #expect(rows.contains("2026-11-24 12:00-13:00 Plain") && rows.count == 2)
    #expect(document.occurrences.first { $0.title == "Ticking" }?.hasUnknownZone == true)
    #expect(document.problems.contains { $0.line == 10 && $0.message.contains("VTIMEZONE") })
  }

  @Test func `Outlook's whole days last from midnight to midnight`() throws {
    let zone = "TZID=Romance Standard Time"
    let (rows, _) = try read(
      [
        event(
          "Fair", "DTSTART;\(zone):20261126T000000\nDTEND;\(zone):20261128T000000\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE"),
        event(
          "Talk", "DTSTART;\(zone):20261126T100000\nDTEND;\(zone):20261126T110000\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE"),
        event(
          "Shift", "DTSTART;\(zone):20261127T000000\nDTEND;\(zone):20261127T060000\nX-MICROSOFT-CDO-ALLDAYEVENT:FALSE"),
        event("Online", "DTSTART:20261129T000000Z\nDTEND:20261130T000000Z\nX-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE"),
      ].joined(separator: "\n"))
    #expect(
      rows == [
        "2026-11-26 2d Fair", "2026-11-26 09:00-10:00 Talk", "2026-11-26 23:00-05:00 Shift", "2026-11-29 1d Online",
      ])
  }

  @Test func `an occurrence that is named by its day is replaced`() throws {
    let (rows, document) = try read(
      """
      \(event("Choir", "DTSTART;TZID=Europe/Paris:20261103T190000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3"))
      BEGIN:VEVENT
      UID:Choir
      SUMMARY:Choir, elsewhere
      RECURRENCE-ID;VALUE=DATE:20261110
      DTSTART;TZID=Europe/Paris:20261111T200000
      DURATION:PT1H
      END:VEVENT
      """)
    #expect(
      rows == [
        "2026-11-03 18:00-19:00 Choir", "2026-11-11 19:00-20:00 Choir, elsewhere", "2026-11-17 18:00-19:00 Choir",
      ])
    #expect(document.problems.isEmpty)
  }

  @Test func `one bad exception drops no other of its list`() throws {
    let (rows, document) = try read(
      event(
        "Run",
        "DTSTART:20261123T070000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5\n"
          + "EXDATE:20261124T070000Z,never,20261126T070000Z,\nEXDATE:20261231T250000Z,20261127T070000Z"))
    #expect(rows == ["2026-11-23 07:00-08:00 Run", "2026-11-25 07:00-08:00 Run"])
    #expect(document.problems.map(\.line) == [9, 10])
  }

  @Test func `an exception holds for an occurrence that began long before the window`() throws {
    let lines = "DTSTART;VALUE=DATE:20261026\nDTEND;VALUE=DATE:20261102\nRRULE:FREQ=WEEKLY;COUNT=2"
    let (rows, _) = try read(event("On call", lines + "\nEXDATE;VALUE=DATE:20261026"))
    #expect(rows == ["2026-11-02 7d On call"])
  }

  @Test(arguments: [":20261110T180000Z", ";VALUE=DATE:20261110"])
  func `later occurrences move as far as the one that is named`(identifier: String) throws {
    let (rows, _) = try read(
      """
      \(event("Choir", "DTSTART;TZID=Europe/Paris:20261103T190000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3"))
      BEGIN:VEVENT
      UID:Choir
      SUMMARY:Choir, later
      RECURRENCE-ID;RANGE=THISANDFUTURE\(identifier)
      DTSTART;TZID=Europe/Paris:20261110T200000
      DURATION:PT1H
      END:VEVENT
      """)
    #expect(
      rows == [
        "2026-11-03 18:00-19:00 Choir", "2026-11-10 19:00-20:00 Choir, later", "2026-11-17 19:00-20:00 Choir, later",
      ])
  }

  @Test func `a whole day in UTC is that day in every zone`() throws {
    let day = "DTSTART:20261129T000000Z\nDTEND:20261130T000000Z\nX-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE"
    let bins = "DTSTART;VALUE=DATE:20261129\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20261130T000000Z"
    for name in ["Europe/Berlin", "America/New_York"] {
      let zone = TimeZone(identifier: name)!
      #expect(try read(event("Online", day), zone: zone).rows == ["2026-11-29 1d Online"], "\(name)")
      #expect(try read(event("Bins", bins), zone: zone).rows == ["2026-11-29 1d Bins"], "\(name)")
    }
  }

  @Test func `a list that is too long leaves the calendar incomplete`() throws {
    let list = Array(repeating: "20261124T120000Z", count: 1000).joined(separator: ",")
    let (_, document) = try read(event("Run", "DTSTART:20261124T120000Z\nEXDATE:\(list)"))
    #expect(document.completeness == .cut(limit: "16384 bytes in a line"))
  }

  @Test(arguments: [("20261124T230000Z", 2), ("20261125T000000Z", 2), ("20261125", 2), ("20261124T225959Z", 1)])
  func `whole days end with the day of an UNTIL in UTC`(until: String, count: Int) throws {
    // 23:00 UTC is midnight in Paris.
    let lines = "DTSTART;VALUE=DATE:20261118\nRRULE:FREQ=WEEKLY;UNTIL=\(until)"
    let (rows, _) = try read(event("Bins", lines), zone: TimeZone(identifier: "Europe/Paris")!)
    #expect(rows.count == count, "\(rows)")
  }

  @Test func `times without a zone are those of the calendar's own`() throws {
    let (rows, _) = try read(
      """
      X-WR-TIMEZONE:Asia/Tokyo
      \(event("Kick-off", "DTSTART:20261124T180000\nDTEND:20261124T190000"))
      \(event("Day", "DTSTART;VALUE=DATE:20261124"))
      """)
    #expect(rows == ["2026-11-24 1d Day", "2026-11-24 09:00-10:00 Kick-off"])
  }

  @Test func `titles are read without their wrappings`() throws {
    func title(_ line: String) throws -> String {
      let (_, document) = try read("BEGIN:VEVENT\nUID:a\nDTSTART:20261124T120000Z\n\(line)\nEND:VEVENT")
      return document.occurrences[0].title
    }
    #expect(try title("SUMMARY:Fish &amp; chips &#8211; table 4") == "Fish & chips – table 4")
    #expect(try title("SUMMARY:R&D review") == "R&D review")
    #expect(try title("SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Cr=C3=A8me br=C3=BBl=C3=A9e") == "Crème brûlée")
    #expect(try title("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:M=FCnch=\nen") == "München")
    #expect(try title("SUMMARY;LANGUAGE=pt:Pão\\, queijo\\; vinho\\nàs seis") == "Pão, queijo; vinho às seis")
    #expect(try title("SUMMARY:") == "" && title("DESCRIPTION:x") == "")
  }

  @Test func `zones that only the file describes may have any name`() throws {
    func zone(_ name: String, _ offset: String) -> String {
      "BEGIN:VTIMEZONE\nTZID:\(name)\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:\(offset)\n"
        + "TZOFFSETTO:\(offset)\nEND:STANDARD\nEND:VTIMEZONE"
    }
    let lima = "(UTC-05:00) Bogota, Lima, Quito"
    let (rows, document) = try read(
      [
        // One begins as a name of Windows, and is not that zone.
        zone(lima, "-0500"), zone("Tokyo Standard Time 2", "+0845"),
        event("Lima", "DTSTART;TZID=\"\(lima)\":20261124T080000\nDURATION:PT1H"),
        event("Eucla", "DTSTART;TZID=Tokyo Standard Time 2:20261124T180000\nDURATION:PT1H"),
      ].joined(separator: "\n"))
    #expect(rows == ["2026-11-24 09:15-10:15 Eucla", "2026-11-24 13:00-14:00 Lima"])
    #expect(document.problems.isEmpty)
  }

  @Test(arguments: [
    ("20261124T180000Z", 3), ("20261124T175959Z", 2), ("20261124", 3), ("20261123", 2), ("20261124T190000", 3),
    ("20261124T185959", 2),
  ])
  func `a series of hours ends with the time on the boundary of its UNTIL`(until: String, count: Int) throws {
    // 19:00 in Paris is 18:00 UTC.
    let lines = "DTSTART;TZID=Europe/Paris:20261110T190000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;UNTIL=\(until)"
    let (rows, _) = try read(event("Choir", lines))
    #expect(rows == ["10", "17", "24"].prefix(count).map { "2026-11-\($0) 18:00-19:00 Choir" })
  }

  @Test(arguments: ["America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Lisbon"])
  func `whole days are the same days everywhere, also where the clocks change`(name: String) throws {
    let (rows, _) = try read(
      """
      X-WR-TIMEZONE:UTC
      \(event("Compost", "DTSTART;VALUE=DATE:20261101\nRRULE:FREQ=DAILY;COUNT=3"))
      \(event("Harvest", "DTSTART;VALUE=DATE:20261102\nDTEND;VALUE=DATE:20261103"))
      \(event("Ada", "DTSTART;VALUE=DATE:19511103\nRRULE:FREQ=YEARLY"))
      """, zone: TimeZone(identifier: name)!)
    #expect(
      rows == [
        "2026-11-01 1d Compost", "2026-11-02 1d Compost", "2026-11-02 1d Harvest", "2026-11-03 1d Ada",
        "2026-11-03 1d Compost",
      ])
  }

  @Test func `series of other zones keep their clocks, their changes and their exceptions`() throws {
    let new = "TZID=America/New_York"
    let (rows, document) = try read(
      """
      \(event("Standup", "DTSTART;\(new):20261110T133000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4\nEXDATE;\(new):20261124T133000"))
      BEGIN:VEVENT
      UID:Standup
      SUMMARY:Standup
      RECURRENCE-ID;\(new):20261117T133000
      DTSTART;\(new):20261117T153000
      DURATION:PT1H
      END:VEVENT
      \(event("Sydney", "DTSTART;TZID=Australia/Sydney:20261111T090000\nDURATION:PT30M\nRRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2"))
      """, zone: TimeZone(identifier: "America/Chicago")!)
    #expect(
      rows == [
        "2026-11-10 12:30-13:30 Standup", "2026-11-10 16:00-16:30 Sydney", "2026-11-17 14:30-15:30 Standup",
        "2026-11-17 16:00-16:30 Sydney", "2026-12-01 12:30-13:30 Standup",
      ])
    #expect(document.problems.isEmpty)
  }

  /// Invitations to one date, and exports of busy times.
  @Test func `an occurrence without its series is shown, and the newest of two`() throws {
    let (rows, document) = try read(
      """
      \(event("Talk", "RECURRENCE-ID;TZID=Europe/Paris:20261201T180000\nDTSTART;TZID=Europe/Paris:20261202T190000\nDURATION:PT1H"))
      \(event("Away", "RECURRENCE-ID:20261203T220000Z\nDTSTART:20261203T220000Z\nDTEND:20261204T050000Z"))
      \(event("Tour", "SEQUENCE:1\nRECURRENCE-ID:20261205T100000Z\nDTSTART:20261205T110000Z\nDURATION:PT1H"))
      \(event("Tour", "SEQUENCE:2\nRECURRENCE-ID:20261205T100000Z\nDTSTART:20261205T140000Z\nDURATION:PT1H"))
      \(event("Off", "STATUS:CANCELLED\nRECURRENCE-ID:20261206T100000Z\nDTSTART:20261206T100000Z\nDURATION:PT1H"))
      """)
    #expect(
      rows == ["2026-12-02 18:00-19:00 Talk", "2026-12-03 22:00-05:00 Away", "2026-12-05 14:00-15:00 Tour"])
    #expect(document.problems.isEmpty && document.completeness == .whole)
  }

  @Test func `what is called off is not shown, and one kept time of a series is`() throws {
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nSUMMARY:Wake up\nTRIGGER:-PT15M\nEND:VALARM"
    let (rows, document) = try read(
      """
      \(event("Ballet", "DTSTART:20261109T170000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\nSTATUS:CANCELLED"))
      BEGIN:VEVENT
      UID:Ballet
      SUMMARY:Ballet, last time
      RECURRENCE-ID:20261123T170000Z
      DTSTART:20261123T170000Z
      DURATION:PT1H
      STATUS:CONFIRMED
      END:VEVENT
      \(event("Fair", "DTSTART:20261124T100000Z\nDURATION:PT1H\nSTATUS:CANCELLED"))
      \(event("Bell", "DTSTART:20261124T150000Z\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20261125T150000Z,00000000T000000\n\(alarm)"))
      """)
    // Without an end it is a moment, and an alarm has a title of its own.
    #expect(
      rows == [
        "2026-11-23 17:00-18:00 Ballet, last time", "2026-11-24 15:00-15:00 Bell", "2026-11-26 15:00-15:00 Bell",
      ])
    #expect(document.completeness == .whole && document.problems.count == 1)
  }
}
