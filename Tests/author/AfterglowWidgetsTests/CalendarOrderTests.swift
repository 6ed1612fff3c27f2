import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

/// Of more occurrences than a calendar keeps, those that come next are kept.
@Suite struct CalendarOrderTests {
  /// 2026-11-21T08:00Z
  private static let now = Date(timeIntervalSince1970: 1_795_248_000)
  private static let window = now.addingTimeInterval(-20 * 86_400)..<now.addingTimeInterval(45 * 86_400)

  private func event(_ uid: String, _ start: String, _ lines: String = "DURATION:PT1M") -> String {
    "BEGIN:VEVENT\r\nUID:\(uid)\r\nSUMMARY:\(uid)\r\nDTSTART:\(start)\r\n\(lines)\r\nEND:VEVENT\r\n"
  }

  private func read(_ events: [String]) throws -> CalendarDocument {
    try CalendarDocument(
      bytes: Array("BEGIN:VCALENDAR\r\n\(events.joined())END:VCALENDAR\r\n".utf8), file: "c.ics",
      window: Self.window, from: Self.now, zone: TimeZone(identifier: "UTC")!)
  }

  /// A time of a day in UTC, by its second.
  private func time(_ day: String, _ second: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day)T\(two(second / 3600))\(two(second / 60 % 60))\(two(second % 60))Z"
  }

  @Test func `an event of today stays beside 5,000 of tomorrow, wherever it is in the file`() throws {
    var random = SeededNumbers(seed: 6)
    let tomorrow = (0..<5000).map { event("t\($0)", time("20261122", $0 * 17)) }
    let today = event("today", "20261121T200000Z")
    var orders: [[String]] = [[today] + tomorrow, tomorrow + [today]]
    orders.append(Array(tomorrow[..<2500]) + [today] + Array(tomorrow[2500...]))
    for _ in 0..<3 { orders.append((tomorrow + [today]).shuffled(using: &random)) }
    var found: Set<[String]> = []
    for order in orders {
      let document = try read(order)
      #expect(document.occurrences.first?.title == "today")
      #expect(document.occurrences.count == CalendarDocument.maximumOccurrenceCount)
      #expect(document.completeness == .cut(limit: "2000 occurrences"))
      found.insert(document.occurrences.map(\.identifier))
    }
    #expect(found == [["today"] + (0..<1999).map { "t\($0)" }])
  }

  @Test func `series give way to what is earlier, and keep their own next times`() throws {
    let bells = (0..<3).map {
      event("bell\($0)", "19700101T0000\(10 + $0)Z", "RRULE:FREQ=HOURLY;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55")
    }
    let once = [event("today", "20261121T083001Z"), event("later", "20261229T120000Z")]
    var found: Set<[String]> = []
    for order in [bells + once, once + bells, [bells[2], once[1], bells[0], once[0], bells[1]]] {
      let document = try read(order)
      #expect(document.occurrences.prefix(3).map(\.title) == ["bell0", "bell1", "bell2"])
      #expect(document.occurrences.first?.start == Self.now.addingTimeInterval(10))
      #expect(document.occurrences.contains { $0.title == "today" })
      #expect(!document.occurrences.contains { $0.title == "later" })
      found.insert(document.occurrences.map { "\($0.identifier) \($0.start)" })
    }
    #expect(found.count == 1)
  }

  @Test func `what is over gives way first, and the oldest of it before the rest`() throws {
    let over = (0..<1500).map { event("o\($0)", time("20261119", $0 * 40)) }
    let next = (0..<900).map { event("n\($0)", time("20261210", $0 * 40)) }
    let going = event("going", "20261102T080000Z", "DTEND:20261130T080000Z")
    let document = try read(over + [going] + next)
    let names = Set(document.occurrences.map(\.identifier))
    #expect(names == Set(["going"] + (0..<900).map { "n\($0)" } + (401..<1500).map { "o\($0)" }))
    #expect(document.occurrences.map(\.start) == document.occurrences.map(\.start).sorted())
  }

  @Test func `the kept ones are the first of all, in whatever order they come`() {
    var random = SeededNumbers(seed: 7)
    for round in 0..<60 {
      let all = (0..<400).map { event in
        let start = Int64.random(in: 0..<300, using: &random)
        return CalendarOccurrence(
          start: start, end: start + Int64.random(in: 0..<40, using: &random),
          isAllDay: Bool.random(using: &random), hasUnknownZone: false, event: event)
      }
      let limit = Int.random(in: 1..<150, using: &random)
      let now: Int64 = 150
      func isOver(_ one: CalendarOccurrence) -> Bool { one.end <= now && !(one.end == one.start && one.start >= now) }
      func rank(_ one: CalendarOccurrence) -> (Int, Int64, Int, Int64, String) {
        (isOver(one) ? 1 : 0, isOver(one) ? -one.start : one.start, one.isAllDay ? 0 : 1, one.end, "e\(one.event)")
      }
      let expected = Set(all.sorted { rank($0) < rank($1) }.prefix(limit).map(\.event))
      var next = NextOccurrences(limit: limit, from: now)
      var firstCuts = 0
      for one in all.shuffled(using: &random) where next.add(one, identifiers: { "e\($0)" }) { firstCuts += 1 }
      #expect(Set(next.kept { "e\($0)" }.map(\.event)) == expected, "\(round)")
      #expect(firstCuts == 1 && next.isCut)
    }
  }

  @Test func `times after the last kept one are not looked for`() throws {
    let many = (0..<4500).map { event("t\($0)", time("20261122", $0 * 17)) }
    // Together they have more times than the rules of a file may look at.
    let series = (0..<40).map {
      event(
        "s\($0)", "19700101T0000\(10 + $0)Z",
        "RRULE:FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,5,10,15,20,25")
    }
    let document = try read(many + series)
    #expect(document.completeness == .cut(limit: "2000 occurrences"))
    #expect(document.problems.count == 1, "\(document.problems)")
  }
}

/// Limits of lists and rules, which no honest calendar reaches.
@Suite struct CalendarListTests {
  private func read(_ lines: [String]) throws -> CalendarDocument {
    let text =
      (["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "SUMMARY:A", "DTSTART:20261121T100000Z"] + lines
      + ["END:VEVENT", "BEGIN:VEVENT", "UID:b", "SUMMARY:Good", "DTSTART:20261121T120000Z", "END:VEVENT"]
      + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    let now = Date(timeIntervalSince1970: 1_795_248_000)
    return try CalendarDocument(
      bytes: Array(text.utf8), file: "c.ics", window: now..<now.addingTimeInterval(45 * 86_400),
      zone: TimeZone(identifier: "UTC")!)
  }

  @Test func `lines about calendars are counted, and the first of them hold`() throws {
    func text(_ count: Int) -> CalendarText {
      let lines = ["BEGIN:VCALENDAR"] + Array(repeating: "NAME:Family", count: count) + ["END:VCALENDAR", ""]
      return CalendarText(Array(lines.joined(separator: "\r\n").utf8))
    }
    #expect(text(CalendarText.maximumNoteCount).completeness != .cut(limit: "10000 lines about calendars"))
    let more = text(CalendarText.maximumNoteCount + 1)
    #expect(more.completeness == .cut(limit: "10000 lines about calendars") && more.name == "Family")
  }

  @Test func `rules beyond the limit leave the calendar incomplete`() throws {
    let rule = "RRULE:FREQ=YEARLY;UNTIL=19710101"
    let most = try read(Array(repeating: rule, count: CalendarDocument.maximumRuleCount))
    #expect(most.completeness == .whole)
    let more = try read(Array(repeating: rule, count: CalendarDocument.maximumRuleCount + 1))
    #expect(more.completeness == .cut(limit: "20000 rules"))
    #expect(more.occurrences.map(\.title) == ["A", "Good"])
  }

  @Test func `listed times near the window are counted, others are passed over`() throws {
    func lists(_ count: Int, _ time: String) -> [String] {
      Array(repeating: "EXDATE:" + Array(repeating: time, count: 900).joined(separator: ","), count: count)
    }
    let far = try read(lists(223, "20261021T100000Z"))
    #expect(far.completeness == .whole && far.occurrences.map(\.title) == ["A", "Good"])
    let near = try read(lists(221, "20261121T100000Z"))
    #expect(near.completeness == .whole && near.occurrences.map(\.title) == ["Good"])
    #expect(try read(lists(223, "20261122T100000Z")).completeness == .cut(limit: "200000 listed times"))
  }

  @Test func `occurrences follow the last change before them, of any number`() throws {
    let changes = (0..<40).map { index in
      let day = 20_261_121 + index % 8
      return "END:VEVENT\r\nBEGIN:VEVENT\r\nUID:a\r\nSEQUENCE:\(index)\r\nSUMMARY:From \(day)\r\n"
        + "RECURRENCE-ID;RANGE=THISANDFUTURE:\(day)T100000Z\r\nDTSTART:\(day)T103000Z"
    }
    let document = try read(["RRULE:FREQ=DAILY;COUNT=9"] + changes)
    #expect(
      document.occurrences.map(\.title) == ["From 20261121", "Good"] + (22...28).map { "From 202611\($0)" }
        + ["From 20261128"])
  }
}
