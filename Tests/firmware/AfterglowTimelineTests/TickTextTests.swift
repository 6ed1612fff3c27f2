import AfterglowCore
import Foundation
import Testing

@testable import AfterglowTimeline

/// A template in memory, with texts instead of glyphs.
struct TestTemplate {
  var template: TickTemplateRecord
  var phrases: [(TickPhraseRecord, [(item: TickItemRecord, word: String)])]
  var tables: [String] = []
  var plurals: [PluralTableRecord] = []

  static func literal(_ word: String) -> (item: TickItemRecord, word: String) {
    (.literal(placements: RecordRange(first: 1, count: 1), advancePx: 5), word)
  }

  static func number(_ field: TickField, _ digits: ClosedRange<UInt8>, _ padding: TickPadding = .zero)
    -> (item: TickItemRecord, word: String)
  {
    let item = TickItemRecord.number(
      field, digitSet: 0, minimumDigits: digits.lowerBound, maximumDigits: digits.upperBound, padding: padding)
    return (item, "")
  }

  func with<R>(_ body: (TickTemplateView, (Instant, ZoneView, Instant) -> String) -> R) -> R {
    var items: [TickItemRecord] = []
    var words: [String] = []
    let records = phrases.map { phrase, content in
      var record = phrase
      record.items = RecordRange(first: UInt32(items.count), count: UInt32(content.count))
      items += content.map(\.item)
      words += content.map(\.word)
      return record
    }
    var glyphs = InlineArray<10, UInt32>(repeating: 0)
    for digit in 0..<10 { glyphs[digit] = UInt32(100 + digit) }
    let sets = [DigitSetRecord(glyphs: glyphs, offsetsPx: InlineArray(repeating: 2), cellPx: 20)]
    let entries = tables.map { _ in TickTableEntryRecord(placements: RecordRange(first: 2, count: 1), advancePx: 30) }
    return records.withUnsafeBufferPointer { records in
      items.withUnsafeBufferPointer { items in
        sets.withUnsafeBufferPointer { sets in
          entries.withUnsafeBufferPointer { entries in
            plurals.withUnsafeBufferPointer { plurals in
              let view = TickTemplateView(
                template: template, phrases: records, items: items, digitSets: sets, tableEntries: entries,
                pluralTables: plurals)
              return body(view) { at, zone, reference in
                view.text(
                  at: at, zone: zone, reference: reference, literal: { words[$0] }, tableEntry: { tables[$0] })
              }
            }
          }
        }
      }
    }
  }

  static func civil(_ items: [(item: TickItemRecord, word: String)], tables: [String] = []) -> TestTemplate {
    TestTemplate(
      template: TickTemplateRecord(kind: .civil, phrases: .empty), phrases: [(TickPhraseRecord(items: .empty), items)],
      tables: tables)
  }

  static var clock: TestTemplate { civil([number(.hour12, 1...2), literal(":"), number(.minute, 2...2)]) }
  static var seconds: TestTemplate {
    civil([number(.hour24, 2...2), literal(":"), number(.minute, 2...2), literal(":"), number(.second, 2...2)])
  }

  static var timer: TestTemplate {
    let short = [number(.minutesOfHour, 1...2), literal(":"), number(.secondsOfMinute, 2...2)]
    let long = [number(.totalHours, 1...4), literal(":"), number(.minutesOfHour, 2...2)] + short[1...]
    return TestTemplate(
      template: TickTemplateRecord(kind: .timer, phrases: .empty),
      phrases: [
        (TickPhraseRecord(items: .empty, upperSeconds: 3600), short),
        (TickPhraseRecord(items: .empty, lowerSeconds: 3600), long),
      ])
  }

  static var relative: TestTemplate {
    func phrase(_ field: TickField, _ range: Range<UInt32>, _ one: Bool) -> TickPhraseRecord {
      TickPhraseRecord(
        items: .empty, lowerSeconds: range.lowerBound, upperSeconds: range.upperBound,
        categories: one ? PluralCategory.one.mask : PluralCategory.other.mask, pluralField: field)
    }
    var phrases: [(TickPhraseRecord, [(item: TickItemRecord, word: String)])] = []
    for (field, range, word) in [
      (TickField.totalMinutes, UInt32(0)..<3600, "minute"), (.totalHours, 3600..<86_400, "hour"),
      (.totalDays, 86_400..<UInt32.max, "day"),
    ] {
      phrases.append((phrase(field, range, true), [number(field, 1...4), literal(" \(word)")]))
      phrases.append((phrase(field, range, false), [number(field, 1...4), literal(" \(word)s")]))
    }
    return TestTemplate(
      template: TickTemplateRecord(kind: .relative, phrases: .empty, pluralTable: 0), phrases: phrases,
      plurals: [.english])
  }
}

@Suite struct TickTextTests {
  static func at(_ hour: Int64, _ minute: Int64, _ second: Int64 = 0) -> Instant {
    Instant(seconds: (hour * 60 + minute) * 60 + second)
  }
  static let reference = Instant(seconds: 1_000_000)

  @Test func `a clock shows hours without and minutes with a leading zero`() {
    TestTemplate.clock.with { _, text in
      #expect(text(Self.at(0, 5), .utc, Self.reference) == "12:05")
      #expect(text(Self.at(9, 41), .utc, Self.reference) == "9:41")
      #expect(text(Self.at(22, 41), .utc, Self.reference) == "10:41")
      #expect(text(Self.at(9, 41), .fixed(offsetSeconds: 20_700), Self.reference) == "3:26")
    }
  }

  @Test func `cells move by whole cells and only changed ones differ`() {
    TestTemplate.clock.with { view, _ in
      let first = view.evaluate(at: Self.at(9, 41), zone: .utc, reference: Self.reference)
      let second = view.evaluate(at: Self.at(9, 42), zone: .utc, reference: Self.reference)
      let third = view.evaluate(at: Self.at(10, 42), zone: .utc, reference: Self.reference)
      #expect((0..<Int(first.count)).map { first[$0].x } == [2, 20, 27, 47])
      #expect((0..<Int(third.count)).map { third[$0].x } == [2, 22, 40, 47, 67])
      var changed: [TickCell] = []
      TickEvaluation.forEachChange(first, second) { changed.append($0) }
      #expect(changed.map(\.source) == [101, 102])
      #expect(changed.allSatisfy { $0.x == 47 && $0.isGlyph })
      changed = []
      TickEvaluation.forEachChange(third, third) { changed.append($0) }
      #expect(changed.isEmpty)
      #expect(view.widestPx == 85)
    }
  }

  @Test func `an hour alone has no minutes, no seconds and no signs before them, and changes with the hour`() {
    let now = Self.at(9, 41, 7)
    TestTemplate.seconds.with { whole, _ in
      var view = whole
      view.hidesMinutes = true
      let shown = view.evaluate(at: now, zone: .utc, reference: Self.reference)
      #expect((0..<Int(shown.count)).map { shown[$0].source } == [100, 109] && shown.widthPx == 40)
      #expect(view.nextChange(after: now, zone: .utc, reference: Self.reference) == Self.at(10, 0))
      #expect(view.shortestPeriod(at: now, reference: Self.reference) == 3_600)
    }
    // A timer is no time of day.
    TestTemplate.timer.with { whole, _ in
      var view = whole
      view.hidesMinutes = true
      let shown = view.evaluate(at: now, zone: .utc, reference: Self.reference)
      #expect(shown == whole.evaluate(at: now, zone: .utc, reference: Self.reference) && shown.count > 0)
    }
  }

  @Test func `alignment moves the whole text`() {
    for (alignment, x) in [(TickAlignment.leading, Int32(2)), (.centre, -30), (.trailing, -63)] {
      var template = TestTemplate.clock
      template.template.alignment = alignment.rawValue
      template.with { view, _ in
        #expect(view.evaluate(at: Self.at(9, 41), zone: .utc, reference: Self.reference)[0].x == x)
      }
    }
  }

  @Test func `a timer counts down to zero and then up`() {
    TestTemplate.timer.with { _, text in
      func shown(_ milliseconds: Int64) -> String {
        text(Instant(milliseconds: Self.reference.milliseconds + milliseconds), .utc, Self.reference)
      }
      #expect(shown(-900_000) == "15:00")
      #expect(shown(-899_999) == "15:00")
      #expect(shown(-899_000) == "14:59")
      #expect(shown(-1) == "0:01")
      #expect(shown(0) == "0:00")
      #expect(shown(1000) == "0:01")
      #expect(shown(3_600_000) == "1:00:00")
      #expect(shown(-3_599_001) == "1:00:00")
      #expect(shown(-3_599_000) == "59:59")
    }
  }

  @Test func `relative text takes unit and plural`() {
    TestTemplate.relative.with { _, text in
      func shown(_ seconds: Int64) -> String {
        text(Instant(seconds: Self.reference.seconds + seconds), .utc, Self.reference)
      }
      #expect(shown(0) == "0 minutes")
      #expect(shown(60) == "1 minute")
      #expect(shown(-150) == "2 minutes")
      #expect(shown(7300) == "2 hours")
      #expect(shown(90_000) == "1 day")
    }
  }

  @Test func `numbers pad with blanks and stop at nines`() {
    let padded = TestTemplate.civil([TestTemplate.number(.hour24, 2...2, .blank), TestTemplate.number(.year, 1...3)])
    padded.with { view, text in
      #expect(text(Self.at(7, 0), .utc, Self.reference) == " 7999")
      #expect(view.evaluate(at: Self.at(7, 0), zone: .utc, reference: Self.reference).count == 4)
    }
  }

  @Test func `tables name months and weekdays`() {
    let months = (1...12).map { "month \($0)" }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let items: [(item: TickItemRecord, word: String)] = [
      (.table(.weekday, entries: RecordRange(first: 12, count: 7), base: 0), ""), TestTemplate.literal(" "),
      (.table(.month, entries: RecordRange(first: 0, count: 12), base: 1), ""),
    ]
    TestTemplate.civil(items, tables: months + days).with { _, text in
      #expect(text(Instant(seconds: 0), .utc, Self.reference) == "Thu month 1")
      #expect(text(Instant(seconds: 1_795_000_000), .utc, Self.reference) == "Wed month 11")
    }
  }

  @Test func `the next change is exactly the first second that looks different`() {
    let hourOnly = TestTemplate.civil([TestTemplate.number(.hour24, 2...2)])
    let day = TestTemplate.civil([TestTemplate.number(.day, 1...2)])
    let month = TestTemplate.civil([TestTemplate.number(.month, 1...2)])
    let all: [TestTemplate] = [.clock, .seconds, .timer, .relative, hourOnly, day, month]
    let berlin = try! ZoneTests.zone("Europe/Berlin")
    var generator = SystemRandomNumberGenerator()
    berlin.withView { zone in
      for template in all {
        template.with { view, text in
          for _ in 0..<60 {
            let start = ZoneTests.seconds(2026, 10, 24, hour: 12) + Int64.random(in: 0...86_400, using: &generator)
            let now = Instant(milliseconds: start * 1000 + Int64.random(in: 0...999, using: &generator))
            let reference = Instant(
              milliseconds: now.milliseconds + Int64.random(in: -9_000_000...9_000_000, using: &generator))
            let next = view.nextChange(after: now, zone: zone, reference: reference)
            let before = view.evaluate(at: now, zone: zone, reference: reference)
            #expect(next > now)
            let last = Instant(milliseconds: next.milliseconds - 1)
            #expect(view.evaluate(at: last, zone: zone, reference: reference) == before)
            #expect(view.evaluate(at: next, zone: zone, reference: reference) != before)
            var at = now.milliseconds + 500
            while at < Swift.min(next.milliseconds, now.milliseconds + 90_000_000) {
              let same = view.evaluate(at: Instant(milliseconds: at), zone: zone, reference: reference) == before
              if !same { Issue.record("changed early: \(text(now, zone, reference)) at \(at)") }
              at += 7_001
            }
          }
        }
      }
    }
  }

  @Test func `an hour that repeats does not change the hour's text`() throws {
    // Berlin, 25 October 2026: 02:00 to 02:59 twice.
    try ZoneTests.zone("Europe/Berlin").withView { zone in
      TestTemplate.civil([TestTemplate.number(.hour24, 2...2)]).with { view, _ in
        let two = Instant(seconds: ZoneTests.seconds(2026, 10, 25))
        #expect(
          view.nextChange(after: two, zone: zone, reference: two)
            == Instant(seconds: ZoneTests.seconds(2026, 10, 25, hour: 2)))
      }
    }
  }

  @Test func `text without numbers never changes`() {
    TestTemplate.civil([TestTemplate.literal("x")]).with { view, _ in
      #expect(view.nextChange(after: Self.reference, zone: .utc, reference: Self.reference) == .distantFuture)
    }
  }

  @Test func `the farthest instants do not trap`() {
    for template in [TestTemplate.clock, .timer, .relative] {
      template.with { view, _ in
        for at in [Instant.distantPast, .distantFuture] {
          for reference in [Instant.distantPast, .distantFuture] {
            _ = view.evaluate(at: at, zone: .utc, reference: reference)
            _ = view.nextChange(after: at, zone: .utc, reference: reference)
          }
        }
      }
    }
  }
}
