import Afterglow
import AfterglowDocuments
import AfterglowSources
import AfterglowTimeline
import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

private let utc = TimeZone(identifier: "UTC")!
private let window =
  Date(timeIntervalSince1970: 1_793_491_200)..<Date(timeIntervalSince1970: 1_798_761_600)  // 2026-11-01 to 2027-01-01

private func lines(_ text: String) -> [UInt8] { Array(text.replacingOccurrences(of: "\n", with: "\r\n").utf8) }

private func read(_ bytes: [UInt8]) throws -> CalendarDocument {
  try CalendarDocument(bytes: bytes, file: "c.ics", window: window, zone: utc)
}

/// Half a download, Outlook's files, and what limits leave out.
@Suite struct CalendarCompletenessTests {
  private static func calendar(_ product: String, isEnded: Bool = true, count: Int = 12) -> String {
    let events = (0..<count).map { index in
      "BEGIN:VEVENT\nUID:e\(index)\nSUMMARY:Rehearsal \(index)\nLOCATION:Hall\\, second floor\n"
        + "DTSTART:20261121T\(index + 10)0000Z\nDURATION:PT45M\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\nEND:VEVENT\n"
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:\(product)\n" + events.joined() + (isEnded ? "END:VCALENDAR\n" : "")
  }

  private static let tasks =
    "BEGIN:VCALENDAR\nVERSION:2.0\n"
    + (0..<12).map { "BEGIN:VTODO\nUID:t\($0)\nSUMMARY:Buy item \($0)\nDUE;VALUE=DATE:20261124\nEND:VTODO\n" }.joined()
    + "END:VCALENDAR\n"

  private func refusal(_ kind: String, _ bytes: [UInt8]) -> String? {
    let source: [String: ConfigurationValue] = ["source": ["url": "https://calendar.example/c.ics"]]
    return WidgetGallery.builtIn.sources(of: WidgetUse(kind: kind, configuration: source))[0].refusal(of: bytes)?
      .words
  }

  @Test(arguments: ["-//Orchestra//Planner 3//EN", "-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN"])
  func `a file that is cut at any twentieth of its length is no whole calendar`(product: String) throws {
    let whole = lines(Self.calendar(product))
    #expect(refusal("calendar", whole) == nil)
    #expect(try read(whole).completeness == .whole)
    for part in 1..<20 {
      let bytes = Array(whole.prefix(whole.count * part / 20))
      #expect(refusal("calendar", bytes)?.contains("incomplete") == true, "\(part) of 20")
      #expect(try read(bytes).completeness.isBroken, "\(part) of 20")
    }
  }

  @Test func `tasks of which a part came are not whole either`() throws {
    let whole = lines(Self.tasks)
    #expect(refusal("reminders", whole) == nil)
    for part in 1..<20 {
      let bytes = Array(whole.prefix(whole.count * part / 20))
      #expect(refusal("reminders", bytes)?.contains("incomplete") == true, "\(part) of 20")
      #expect(try ReminderDocument(bytes: bytes, file: "t.ics", zone: utc).completeness.isBroken)
    }
  }

  @Test func `Outlook may leave out END lines, and no other program`() throws {
    let outlook = "-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN"
    func without(_ line: String, _ product: String) -> [UInt8] {
      lines(Self.calendar(product, count: 3).replacingOccurrences(of: line, with: ""))
    }
    for omitted in ["END:VEVENT\n", "END:VALARM\n", "END:VCALENDAR\n"] {
      let accepted = without(omitted, outlook)
      #expect(refusal("calendar", accepted) == nil, "\(omitted)")
      #expect(try read(accepted).occurrences.map(\.title) == ["Rehearsal 0", "Rehearsal 1", "Rehearsal 2"])
      let other = without(omitted, "-//Orchestra//Planner 3//EN")
      #expect(refusal("calendar", other) != nil, "\(omitted)")
      #expect(try read(other).completeness.isBroken)
    }
    // A writer that ends nothing ends its last event with the file.
    let bare = lines(
      Self.calendar(outlook, isEnded: false, count: 3).split(separator: "\n").filter { !$0.hasPrefix("END") }
        .joined(separator: "\n") + "\n")
    #expect(try read(bare).completeness == .whole && read(bare).occurrences.count == 3)
    #expect(try read(Array(bare.dropLast(4))).completeness.isBroken)
    // The first lines of any file end nothing.
    #expect(refusal("calendar", lines("BEGIN:VCALENDAR\nPRODID:\(outlook)\nVERSION:2.0\n")) != nil)
    #expect(ContentEnd.doubt(without("END:VCALENDAR\n", outlook)) != nil)
  }

  @Test(arguments: ["END:VTODO\n", "\n", "END:VTODO\nBEGIN:VTODO\n", "5\nEND:VTODO\nBEGIN:VTODO\n"])
  func `a task that is hidden in the one before it leaves the list incomplete`(lost: String) throws {
    // Of the line breaks and lines between two tasks a part is lost.
    let between = "DUE;VALUE=DATE:20261125\nEND:VTODO\nBEGIN:VTODO\n"
    let (first, last) = ("BEGIN:VTODO\nUID:a\nSUMMARY:First\n", "UID:b\nSUMMARY:Hidden\nEND:VTODO\n")
    let whole = "BEGIN:VCALENDAR\n" + first + between + last + "END:VCALENDAR\n"
    #expect(try ReminderDocument(bytes: lines(whole), file: "t", zone: utc).completeness == .whole)
    let place = try #require(lost == "\n" ? whole.range(of: "\nBEGIN:VTODO\nUID:b") : whole.range(of: lost))
    let text =
      lost == "\n"
      ? whole.replacingCharacters(in: place, with: " BEGIN:VTODO\nUID:b")
      : whole.replacingCharacters(in: place, with: "")
    let document = try ReminderDocument(bytes: lines(text), file: "t", zone: utc)
    #expect(!document.completeness.isWhole, "\(document.reminders)")
    #expect(!document.problems.isEmpty)
  }

  @Test func `an event that is hidden in the one before it leaves the calendar incomplete`() throws {
    let text = String(decoding: lines(Self.calendar("-//Orchestra//Planner 3//EN", count: 2)), as: UTF8.self)
    let joined = text.replacing("END:VEVENT\r\nBEGIN:VEVENT\r\n", with: "")
    let document = try read(Array(joined.utf8))
    #expect(document.occurrences.map(\.title) == ["Rehearsal 0"])
    #expect(document.completeness == .cut(limit: "one UID in an event or a task"))
    #expect(document.problems.map(\.line) == [13])
  }

  @Test func `an END without its BEGIN leaves the calendar incomplete`() throws {
    let text = Self.calendar("-//Orchestra//Planner 3//EN", count: 2)
      .replacing("BEGIN:VEVENT\nUID:e1", with: "BEGIX:VEVENT\nUID:e1")
    #expect(try read(lines(text)).completeness.isBroken)
    #expect(refusal("calendar", lines(text))?.contains("BEGIN:VEVENT") == true)
  }

  @Test func `events beyond the limit leave the calendar incomplete`() throws {
    var text = "BEGIN:VCALENDAR\n"
    for index in 0...CalendarDocument.maximumEventCount {
      text += "BEGIN:VEVENT\nUID:\(index)\nDTSTART:20200101T000000Z\nEND:VEVENT\n"
    }
    let document = try read(lines(text + "END:VCALENDAR\n"))
    #expect(document.completeness == .cut(limit: "20000 events"))
    #expect(document.problems.count == 1)
  }

  /// What is refused may be what is planned: a calendar of refused events is no empty one.
  @Test(arguments: [
    "SUMMARY:Exam", "SUMMARY:Exam\nDTSTART:soon", "SUMMARY:Exam\nDTSTART:20261128T120000Z\nRECURRENCE-ID:soon",
    "SUMMARY:Exam\nDTSTART:20200101T120000Z\nRDATE:soon",
  ])
  func `events that cannot be read leave the calendar incomplete`(event: String) throws {
    let document = try read(lines("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n"))
    #expect(document.occurrences.isEmpty && document.completeness == .refused && document.problems.count == 1)
  }

  @Test func `a calendar of 400,000 events without a time is incomplete, and its log counts them`() throws {
    let event = "BEGIN:VEVENT\nSUMMARY:Exam\nEND:VEVENT\n"
    let text = "BEGIN:VCALENDAR\n" + String(repeating: event, count: 400_000) + "END:VCALENDAR\n"
    let document = try read(Array(text.utf8))
    #expect(document.occurrences.isEmpty && document.completeness == .refused)
    #expect(
      document.problems.summarized.map(\.description) == [
        "c.ics:2:1: expected DTSTART in the event, found none; it is left out (and at least 199 more lines like this)",
        "c.ics: 399800 more problems are not listed",
      ])
  }

  /// `check --at` names its instant, and a rule that is cut then is not cut today.
  @Test func `a calendar is examined at the instant that is named`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "calendar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let chimes = (0..<4).map {
      "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20520101T000000Z\nRRULE:FREQ=HOURLY;UNTIL=20520301T000000Z\nEND:VEVENT\n"
    }
    try Data(lines("BEGIN:VCALENDAR\n\(chimes.joined())END:VCALENDAR\n")).write(to: folder.appending(path: "c.ics"))
    func problems(at date: Date) -> [Problem] {
      WidgetGallery.builtIn.problems(
        of: WidgetUse(kind: "calendar", configuration: ["file": "c.ics"], folder: folder, zone: utc, date: date))
    }
    #expect(problems(at: Date(timeIntervalSince1970: 2_587_680_000)).count == 1)  // 2052-01-01
    #expect(problems(at: window.lowerBound).isEmpty)
  }

  @Test func `a task without a name leaves the list incomplete, and is reported`() throws {
    let text = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:a\nEND:VTODO\nEND:VCALENDAR\n"
    let document = try ReminderDocument(bytes: lines(text), file: "t.ics", zone: utc)
    #expect(document.reminders.isEmpty && document.completeness == .refused)
    #expect(
      document.problems.map(\.description) == ["t.ics:2:1: expected SUMMARY in the task, found none; it is left out"])
  }

  @Test func `an hourly event since 1970 hides none that happens once`() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:chime
      SUMMARY:Chime
      DTSTART:19700101T000000Z
      RRULE:FREQ=HOURLY
      END:VEVENT
      BEGIN:VEVENT
      UID:bell
      SUMMARY:Bell
      DTSTART:19700101T003000Z
      RRULE:FREQ=HOURLY
      END:VEVENT
      BEGIN:VEVENT
      UID:once
      SUMMARY:Exam
      DTSTART:20261128T120000Z
      END:VEVENT
      END:VCALENDAR

      """
    let document = try read(lines(text))
    #expect(document.occurrences.contains { $0.title == "Exam" })
    // Two of them are more than a calendar may have.
    #expect(document.completeness == .cut(limit: "2000 occurrences"))
  }

  @Test func `a rule that needs too many steps is cut, and says so`() throws {
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:Odd\nDTSTART:00010101T000000Z\n"
      + "RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;COUNT=9\nEND:VEVENT\nBEGIN:VEVENT\nUID:b\nSUMMARY:Even\n"
      + "DTSTART:20261128T120000Z\nRRULE:FREQ=DAILY;COUNT=2\nEND:VEVENT\nEND:VCALENDAR\n"
    let document = try read(lines(text))
    #expect(document.occurrences.map(\.title) == ["Even", "Even"])
    #expect(document.completeness == .cut(limit: "250000 steps of its rule"))
    #expect(document.problems.map(\.line) == [2])
  }

  @Test func `more tasks than the limit are incomplete, unless they are done`() throws {
    func tasks(_ count: Int, _ status: String) -> [UInt8] {
      lines(
        "BEGIN:VCALENDAR\n"
          + (0..<count).map { "BEGIN:VTODO\nUID:\($0)\nSUMMARY:T\nSTATUS:\(status)\nEND:VTODO\n" }.joined()
          + "END:VCALENDAR\n")
    }
    let many = try ReminderDocument(bytes: tasks(1001, "NEEDS-ACTION"), file: "t", zone: utc)
    #expect(many.reminders.count == 1000 && many.completeness == .cut(limit: "1000 tasks"))
    let done = try ReminderDocument(bytes: tasks(1500, "COMPLETED"), file: "t", zone: utc)
    #expect(done.completeness == .whole)
  }

  @Test func `the graver of two findings stays`() {
    var finding = ReadingCompleteness.whole
    finding.join(.cut(limit: "a"))
    finding.join(.cut(limit: "b"))
    #expect(finding == .cut(limit: "a") && !finding.isWhole && !finding.isBroken)
    finding.join(.broken(reason: "c"))
    finding.join(.whole)
    #expect(finding == .broken(reason: "c"))
  }

  @Test func `a budget that is spent stays spent`() {
    var budget = StepBudget(5)
    #expect(budget.spend(5) && !budget.isExhausted && budget.remaining == 0)
    #expect(!budget.spend() && budget.isExhausted && !budget.spend(0))
  }

  /// Small hostile inputs. `make bench` counts the instructions of the large ones (`CostlyInput`).
  @Test func `inputs that took long end with a finding`() throws {
    func event(_ rule: String) -> String {
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:19700101T000000Z\n\(rule)\nEND:VEVENT\nBEGIN:VEVENT\nUID:g\n"
        + "SUMMARY:Good\nDTSTART:20261128T120000Z\nEND:VEVENT\nEND:VCALENDAR\n"
    }
    for rule in ["RRULE:FREQ=HOURLY;BYDAY=-53MO", "RRULE:FREQ=SECONDLY", "EXRULE:FREQ=MINUTELY"] {
      let document = try read(lines(event(rule)))
      #expect(document.problems.map(\.line) == [5], "\(rule)")
      #expect(document.occurrences.map(\.title) == ["Good"])
    }
    let breaks = try read(lines(String(repeating: "\n", count: 100_000) + event("RRULE:FREQ=DAILY;COUNT=1")))
    #expect(breaks.occurrences.map(\.title) == ["Good"] && breaks.problems.isEmpty)
  }
}
