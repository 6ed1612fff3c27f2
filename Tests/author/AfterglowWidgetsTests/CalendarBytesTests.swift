import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

/// Calendars are read as bytes: what is not shown costs a look at its lines.
@Suite struct CalendarBytesTests {
  private static let utc = TimeZone(identifier: "UTC")!
  private static let now = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21T08:00Z

  private func read(_ text: String, zone: TimeZone = utc) throws -> CalendarDocument {
    try CalendarDocument(
      bytes: Array(text.utf8), file: "c.ics", window: Self.now..<Self.now.addingTimeInterval(45 * 86_400), zone: zone)
  }

  private func calendar(_ lines: String) -> String { "BEGIN:VCALENDAR\r\n\(lines)\r\nEND:VCALENDAR\r\n" }

  private static let good = "BEGIN:VEVENT\r\nUID:g\r\nSUMMARY:Good\r\nDTSTART:20261128T120000Z\r\nEND:VEVENT"

  @Test func `of events without a time only the reported ones are kept`() throws {
    let empty = String(repeating: "BEGIN:VEVENT\r\nSUMMARY:Nothing\r\nEND:VEVENT\r\n", count: 50_000)
    let text = CalendarText(Array(calendar(empty + Self.good).utf8))
    // Two lines of each of the reported ones, and four of the good one.
    #expect(text.parts.count == 201 && text.lines.count == 404)
    #expect(text.completeness == .whole)
    #expect(try read(calendar(empty + Self.good)).occurrences.map(\.title) == ["Good"])
  }

  @Test(arguments: [
    "BEGIN:VEVENT", "begin:vevent", "Begin: VEvent ", "BEGIN:VEV\r\n ENT", "BEGIN;X-A=1;X-B=\"a;b\":VEVENT",
    "BEGIN:\tVEVENT\t", "BEGIN:V\0EVENT",
  ])
  func `an event may begin in any writing`(begin: String) throws {
    let event = Self.good.replacingOccurrences(of: "BEGIN:VEVENT", with: begin)
    #expect(try read(calendar(event)).occurrences.map(\.title) == ["Good"], "\(begin)")
  }

  @Test(arguments: [
    "BEGIN:VEVENTS", "BEGIN:XVEVENT", "BEGIN:VEVEN", "BEGIN:", "BEGIN", "BEGIN:AAAAAAAAAAAAAAAAVEVENT", "BEGIN=VEVENT",
    "BEGIN:VJOURNAL", "XBEGIN:VEVENT",
  ])
  func `what is no event begins none`(begin: String) throws {
    let event = Self.good.replacingOccurrences(of: "BEGIN:VEVENT", with: begin)
    #expect(try read(calendar(event)).occurrences.isEmpty, "\(begin)")
  }

  @Test(arguments: [
    ("DTSTART;TZID=Asia/Tokyo:20261124T180000", 9), ("dtstart;tzid=Asia/Tokyo:20261124T180000", 9),
    ("DTSTART;TZID=\"Asia/Tokyo\":20261124T180000", 9), ("DTSTART;X-A=\"b;c:d\";TZID=Asia/Tokyo:20261124T180000", 9),
    ("DTSTART;TZID=\"Asia/Tokyo:20261124T180000", 9), ("DTSTART;X-A;TZID=Asia/Tokyo:20261124T180000", 9),
    ("DTSTART;TZID=Asia/To\r\n kyo:20261124T18\r\n 0000", 9),
    ("DTSTART;TZID=Asia/Tokyo;TZID=Europe/Paris:20261124T180000", 9),
    ("DTSTART;TZID=:20261124T180000", 18), ("DTSTART;TZIDX=Asia/Tokyo:20261124T180000", 18),
    ("DTSTART: 20261124T180000Z ", 18), ("DTSTART;VALUE=date-time:20261124t180000z", 18),
    ("DTSTART;VALUE=date:20261124T180000", 0),
  ])
  func `parameters are found in any writing`(line: String, hour: Int) throws {
    let event = Self.good.replacingOccurrences(of: "DTSTART:20261128T120000Z", with: line)
    let found = try #require(try read(calendar(event)).occurrences.first, "\(line)")
    let midnight = Date(timeIntervalSince1970: 1_795_478_400)  // 2026-11-24T00:00Z
    #expect(found.start == midnight.addingTimeInterval(Double(hour) * 3600), "\(line)")
    #expect(found.isAllDay == (hour == 0) && !found.hasUnknownZone)
  }

  @Test func `zero bytes are no part of a title`() throws {
    let event = Self.good.replacingOccurrences(of: "SUMMARY:Good", with: "SUMMARY:Go\0od")
    #expect(try read(calendar(event)).occurrences.map(\.title) == ["Good"])
  }

  @Test func `a title that is cut ends with an ellipsis`() throws {
    func title(_ words: String) throws -> String {
      let event = Self.good.replacingOccurrences(of: "Good", with: words)
      return try #require(try read(calendar(event)).occurrences.first).title
    }
    #expect(try title(String(repeating: "a", count: 500)) == String(repeating: "a", count: 500))
    #expect(try title(String(repeating: "a", count: 501)) == String(repeating: "a", count: 500) + "…")
    // Little is left of many bytes.
    #expect(try title(String(repeating: "&amp;", count: 1800)).hasSuffix("&…"))
  }

  // MARK: Zones

  @Test(arguments: [
    "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca", "America/Havana", "Asia/Kathmandu",
    "America/Santiago", "Pacific/Apia",
  ])
  func `a zone that remembers its offsets has those of the system`(name: String) throws {
    let system = try #require(TimeZone(identifier: name))
    let zone = CalendarZone(system)
    var random = SeededNumbers(seed: 8)
    func offset(_ second: Int64) -> Int64 {
      Int64(system.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }
    var wrong: [Int64] = []
    // Days in any order; of each some hours one after the other.
    for _ in 0..<400 {
      let day = Int64.random(in: 10_000...22_000, using: &random)
      for _ in 0..<12 {
        let second = day * 86_400 + Int64.random(in: 0..<(2 * 86_400), using: &random)
        let before = offset(second - offset(second) - 86_400)
        let after = offset(second - offset(second) + 86_400)
        let late = offset(second - after) == after ? second - after : second - before
        let expected = offset(second - before) == before ? second - before : late
        if zone.local(of: second) != second + offset(second) || zone.second(ofLocal: second) != expected {
          wrong.append(second)
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  // MARK: Lines of text

  @Test func `a text that is one line stays as it is`() {
    let pieces = [
      "a", "Ä", "ß", "ę", " ", "  ", "\t", "\n", "\u{7F}", "\u{A0}", "é", "e\u{301}", "🎂", "文", "\u{2028}", "0",
    ]
    var random = SeededNumbers(seed: 9)
    for _ in 0..<3000 {
      let count = Int.random(in: 0...12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
      // What goes on is looked at letter by letter.
      #expect(OneLine.of(text).map { $0 + "…" } == OneLine.of(text, isCut: true), "\(text.debugDescription)")
    }
  }

  /// To Swift the blank before it is a part of its character.
  @Test(arguments: ["ខ្មែរ ៅ and", "a \u{301} b"]) func `a mark without a letter is kept`(_ text: String) {
    #expect(OneLine.of(text) == text && HTMLText.line(text, limit: 100) == text)
  }
}
