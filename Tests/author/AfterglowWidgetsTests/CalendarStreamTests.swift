import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

/// Several calendars in one file, as an account's are kept, and their tasks.
@Suite struct CalendarStreamTests {
  private let utc = TimeZone(identifier: "UTC")!
  private let now = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21T08:00Z

  private func calendar(_ head: [String], _ parts: [[String]]) -> String {
    (["BEGIN:VCALENDAR"] + head + parts.flatMap(\.self) + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  private func event(_ uid: String, _ title: String, hour: Int) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(title)", "DTSTART:20261121T\(hour)0000Z", "END:VEVENT"]
  }

  private func read(_ text: String) throws -> CalendarDocument {
    try CalendarDocument(
      bytes: Array(text.utf8), file: "c.ics", window: now..<now.addingTimeInterval(86_400), zone: utc)
  }

  @Test func `each calendar has its colour and its events, also those of one name`() throws {
    let text =
      calendar(["X-WR-CALNAME:Family", "X-APPLE-CALENDAR-COLOR:#FF9500"], [event("a", "Choir", hour: 14)])
      + calendar(["NAME:Work"], [event("a", "Review", hour: 15)])
      + calendar(
        ["NAME:Holidays in Portugal", "COLOR:teal"],
        [["BEGIN:VEVENT", "UID:b", "SUMMARY:Day", "DTSTART;VALUE=DATE:20261122", "END:VEVENT"]])
    let document = try read(text)
    #expect(document.problems == [])
    #expect(document.occurrences.map(\.title) == ["Choir", "Review", "Day"])
    #expect(document.occurrences.map(\.color) == [.orange, .blue, .teal])
    #expect(document.occurrences.map(\.isHoliday) == [false, false, true])
    #expect(document.name == "Family")
  }

  @Test(arguments: [
    ("#FF2968", SourceColor.pink), ("#ff3b30ff", .red), ("#0E61B9", .blue), ("#1BADF8FF", .cyan), ("GREEN", .green),
  ])
  func `a colour of the web is the nearest of the palette`(text: String, color: SourceColor) {
    #expect(SourceColor(web: text) == color)
  }

  @Test func `what is no colour is none`() {
    for text in ["", "#12", "mauve", "#GGGGGG"] { #expect(SourceColor(web: text) == nil) }
  }

  private func task(_ lines: String...) -> [String] { ["BEGIN:VTODO"] + lines + ["END:VTODO"] }

  @Test func `tasks are reminders, in the order in which they were written down`() throws {
    let text =
      calendar(
        ["X-WR-CALNAME:Home"],
        [
          task("UID:2", "CREATED:20261102T000000Z", "SUMMARY:Bins", "DUE;TZID=Europe/Berlin:20261121T190000"),
          event("e", "Not a task", hour: 14), task("UID:1", "CREATED:20261101T000000Z", "SUMMARY:Rent", "PRIORITY:1"),
          task("UID:3", "SUMMARY:Paint", "STATUS:COMPLETED"), task("UID:4", "SUMMARY:Never", "STATUS:CANCELLED"),
          task(
            "UID:5", "SUMMARY:Water", "DUE;VALUE=DATE:20261122", "BEGIN:VALARM", "SUMMARY:Ring", "END:VALARM"),
          task("UID:6", "DUE:20261122T000000Z"),
        ])
      + calendar(["X-WR-CALNAME:Shop"], [task("UID:2", "SUMMARY:Milk\\, fresh", "PRIORITY:5")])
    let document = try ReminderDocument(bytes: Array(text.utf8), file: "t.ics", zone: utc)
    let open = document.open(zone: utc)
    #expect(open.map(\.title) == ["Bins", "Water", "Rent", "Milk, fresh"])
    #expect(open.map(\.list) == ["Home", "Home", "Home", "Shop"])
    #expect(open.map(\.isFlagged) == [false, false, true, false])
    #expect(open[0].due == .instant(Date(timeIntervalSince1970: 1_795_248_000 + 10 * 3600)))
    #expect(open[1].due == .day(20_779))
    #expect(document.title == nil && document.open(list: "Shop", zone: utc).count == 1)
    #expect(document.problems.map(\.message) == ["expected SUMMARY in the task, found none; it is left out"])
    let one = try ReminderDocument(
      bytes: Array(calendar(["X-WR-CALNAME:Home"], []).utf8), file: "t.ics", zone: utc)
    #expect(one.title == "Home" && one.reminders.isEmpty)
  }

  @Test func `an account is asked once for both, and gives the calendar's widget its own colours`() throws {
    let account: ConfigurationValue = [
      "caldav": "https://dav.example.org", "user": "me", "password": ["secret": "dav"], "calendars": ["Family"],
    ]
    func requests(_ kind: String) -> [SourceRequest] {
      WidgetGallery.builtIn.sources(of: WidgetUse(kind: kind, configuration: ["source": account]))
    }
    let (events, tasks) = (requests("calendar"), requests("reminders"))
    #expect(events.map(\.source.key) == tasks.map(\.source.key) && events.count == 1)
    let stream = Array(calendar(["X-WR-CALNAME:Family"], [task("UID:1", "SUMMARY:Rent")]).utf8)
    for request in events + tasks {
      #expect(request.refusal(of: stream) == nil)
      #expect(request.refusal(of: Array("<html>".utf8)) != nil)
    }
    let several = try CalendarIntent(configuration: ["sources": ["a.ics", account, "b.ics"]])
    #expect(several.all.map(\.color) == [.red, nil, .green])
  }

  @Test(
    arguments: [
      (["caldav": "https://d.example", "url": "https://e.example"], "found url and caldav"),
      (["caldav": "d.example"], "expected an address"),
      (["url": "https://e.example", "calendars": ["a"]], "with caldav"),
      (["caldav": "https://d.example", "query": ["a": "b"]], "no query"),
      (["caldav": "https://d.example", "user": "me"], "user and password together"),
      (["caldav": "https://d.example", "user": "me", "password": "open"], "a scene keeps no secret"),
    ] as [([String: ConfigurationValue], String)])
  func `an account is checked`(source: [String: ConfigurationValue], words: String) {
    do {
      _ = try CalendarIntent(configuration: ["source": .object(source)])
      Issue.record("it was taken")
    } catch {
      #expect(error.message.contains(words), "\(error.message)")
    }
  }

  @Test func `mutations of a stream do no harm`() throws {
    let whole = Array(
      (calendar(
        ["X-WR-CALNAME:A", "COLOR:#123456"],
        [event("a", "E", hour: 14), task("UID:1", "SUMMARY:T", "DUE:20261122T000000Z")])
        + calendar([], [event("a", "F", hour: 15)])).utf8)
    var random = SeededNumbers(seed: 11)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(Int.random(in: bytes.indices, using: &random)...)
        default:
          let place = Int.random(in: bytes.indices, using: &random)
          bytes.insert(contentsOf: bytes[place...].prefix(30), at: Int.random(in: bytes.indices, using: &random))
        }
        if bytes.isEmpty { bytes = whole }
      }
      _ = try? CalendarDocument(bytes: bytes, file: "c", window: now..<now.addingTimeInterval(86_400), zone: utc)
      _ = try? ReminderDocument(bytes: bytes, file: "c", zone: utc)
    }
  }
}
