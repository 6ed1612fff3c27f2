import AfterglowTimeline
import CICal
import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

/// Rules of recurrence: a window of them equals the same part of all of them, and all of them equal those that a reading day
/// by day and libical find.
@Suite struct RecurrenceTests {
  private static let words = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  /// A random rule, and its start in seconds on the wall clock.
  ///
  /// - Parameter isPlain: leaves out what libical reads otherwise: days of the month in yearly rules without a month and, from
  ///   its end, in daily ones; positions in a period that began before the start; weeks that begin on other days.
  private static func random(
    _ random: inout SeededNumbers, isPlain: Bool = false
  ) -> (text: String, start: Int64) {
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func some(_ range: [Int], _ most: Int) -> String {
      range.shuffled(using: &random).prefix(Int.random(in: 1...most, using: &random)).sorted().map(String.init)
        .joined(separator: ",")
    }
    let frequency = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY"].randomElement(using: &random)!
    var parts = ["FREQ=\(frequency)"]
    if chance(50) { parts.append("INTERVAL=\(Int.random(in: 1...5, using: &random))") }
    if frequency != "HOURLY" {
      let hasMonth = chance(30)
      if hasMonth { parts.append("BYMONTH=\(some(Array(1...12), 4))") }
      if chance(30), frequency != "WEEKLY", !isPlain || frequency != "YEARLY" || hasMonth {
        let fromEnd = isPlain && frequency == "DAILY" ? [] : [-1, -2, -31]
        parts.append("BYMONTHDAY=\(some(Array(1...31) + fromEnd, 3))")
      }
      if chance(40) {
        let places = ["MONTHLY", "YEARLY"].contains(frequency) && chance(50) ? [1, 2, 3, 5, -1, -2] : []
        let days = words.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)).map { day in
          (places.randomElement(using: &random).map(String.init) ?? "") + day
        }
        parts.append("BYDAY=\(days.joined(separator: ","))")
      }
      if chance(15) { parts.append("BYHOUR=\(some(Array(0...23), 3))") }
      if chance(10) { parts.append("BYMINUTE=\(some(Array(0...59), 2))") }
      if chance(15), parts.count > 2, !isPlain {
        parts.append("BYSETPOS=\([1, 2, -1, -2].randomElement(using: &random)!)")
      }
    }
    if chance(30), !isPlain { parts.append("WKST=\(words.randomElement(using: &random)!)") }
    if chance(35) { parts.append("COUNT=\([1, 2, 5, 10, 100, 1000].randomElement(using: &random)!)") }
    let day = Int64.random(in: 0...20_800, using: &random)
    return (parts.joined(separator: ";"), day * 86_400 + Int64.random(in: 0..<1440, using: &random) * 60)
  }

  @Test func `a window of a rule equals that part of the whole`() throws {
    var random = SeededNumbers(seed: 40)
    var found = 0
    for _ in 0..<600 {
      let (text, start) = Self.random(&random)
      let recurrence = Recurrence(try RecurrenceRule(text), from: start)
      let lower = start + Int64.random(in: -100...6000, using: &random) * 86_400
      let window = lower..<(lower + Int64.random(in: 1...400, using: &random) * 86_400)
      var budget = StepBudget(100_000_000)
      let all = recurrence.times(in: min(start, lower)..<window.upperBound, budget: &budget)
      #expect(recurrence.times(in: window, budget: &budget) == all.filter(window.contains), "\(text) from \(start)")
      #expect(all == Array(Set(all)).sorted(), "\(text) from \(start)")
      found += all.isEmpty ? 0 : 1
    }
    #expect(found > 300)
  }

  @Test func `rules have the times that a reading day by day finds`() throws {
    var random = SeededNumbers(seed: 42)
    var found = 0
    for _ in 0..<600 {
      let (text, start) = Self.random(&random)
      let window = start..<(start + 1500 * 86_400)
      var budget = StepBudget(100_000_000)
      let own = Recurrence(try RecurrenceRule(text), from: start).times(in: window, budget: &budget)
      #expect(own == PlainRecurrence(text, from: start).times(before: window.upperBound), "\(text) from \(start)")
      found += own.isEmpty ? 0 : 1
    }
    #expect(found > 300)
  }

  @Test func `rules have the times that libical finds`() throws {
    var random = SeededNumbers(seed: 41)
    var found = 0
    for _ in 0..<150 {
      let (text, start) = Self.random(&random, isPlain: true)
      let window = start..<(start + 1500 * 86_400)
      var budget = StepBudget(100_000_000)
      let own = Recurrence(try RecurrenceRule(text), from: start).times(in: window, budget: &budget)
      let plain = PlainRecurrence(text, from: start).times(before: window.upperBound)
      #expect(own == plain, "\(text) from \(start)")
      // One more of a frequent rule; after the last of a rare one libical searches centuries. How many there are says the
      // reading day by day.
      let limit = min(plain.count > 4 ? plain.count + 1 : plain.count, 60)
      let theirs = Self.libical(text, start, limit: limit, before: window.upperBound)
      #expect(Array(plain.prefix(60)) == theirs, "\(text) from \(start)")
      found += plain.isEmpty ? 0 : 1
    }
    #expect(found > 75)
  }

  /// The first times of a rule as libical finds them.
  private static func libical(_ text: String, _ start: Int64, limit: Int, before end: Int64) -> [Int64] {
    let rule = icalrecurrencetype_from_string(text)
    guard let iterator = icalrecur_iterator_new(rule, icaltime_from_timet_with_zone(time_t(start), 0, nil)) else {
      return []
    }
    defer { icalrecur_iterator_free(iterator) }
    var found: [Int64] = []
    while found.count < limit {
      let next = icalrecur_iterator_next(iterator)
      if icaltime_is_null_time(next) != 0 { break }
      let second = localSeconds(
        of: CivilTime(
          year: Int64(next.year), month: next.month, day: next.day, hour: next.hour, minute: next.minute,
          second: next.second))
      if second >= end { break }
      found.append(second)
    }
    return found
  }

  @Test func `periods before a window take no steps, unless the rule counts its times`() throws {
    let window = Int64(1_795_219_200)..<Int64(1_795_219_200 + 75 * 86_400)
    for (text, most) in [
      ("FREQ=HOURLY", 6000), ("FREQ=DAILY", 300), ("FREQ=WEEKLY;BYDAY=MO,WE", 200), ("FREQ=MONTHLY;BYDAY=-1FR", 200),
      ("FREQ=YEARLY", 100), ("FREQ=HOURLY;COUNT=1000000", 6000), ("FREQ=DAILY;COUNT=30000", 300),
      ("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=9000", 200),
    ] {
      var budget = StepBudget(1_000_000)
      let times = Recurrence(try RecurrenceRule(text), from: 0).times(in: window, budget: &budget)
      #expect(1_000_000 - budget.remaining <= most && (text == "FREQ=YEARLY" || !times.isEmpty), "\(text)")
    }
  }

  @Test(arguments: [
    "", "FREQ=SOMETIMES", "FREQ=SECONDLY", "FREQ=MINUTELY;BYHOUR=3", "FREQ=HOURLY;BYDAY=-53MO", "FREQ=DAILY;BYDAY=2TU",
    "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;BYMONTH=13", "FREQ=DAILY;BYHOUR=24",
    "FREQ=DAILY;UNTIL=tomorrow", "FREQ=MONTHLY;BYWEEKNO=3", "FREQ=WEEKLY;WKST=XX", "FREQ=YEARLY;RSCALE=HEBREW",
    "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=MONTHLY;BYDAY=-9223372036854775808MO",
    "FREQ=HOURLY;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12",
  ])
  func `a rule that means nothing is refused`(text: String) {
    #expect(throws: CalendarRuleError.self) { try RecurrenceRule(text) }
  }

  @Test func `weeks of a year begin with its first Thursday`() throws {
    // 28 December 2026 is the Monday of week 53.
    let start = dayNumber(year: 2020, month: 1, day: 1) * 86_400
    let window =
      (dayNumber(year: 2026, month: 12, day: 1) * 86_400)..<(dayNumber(year: 2027, month: 2, day: 1) * 86_400)
    var budget = StepBudget(100_000)
    let last = Recurrence(try RecurrenceRule("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO"), from: start)
    #expect(last.times(in: window, budget: &budget) == [dayNumber(year: 2026, month: 12, day: 28) * 86_400])
    let first = Recurrence(try RecurrenceRule("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO"), from: start)
    #expect(first.times(in: window, budget: &budget) == [dayNumber(year: 2027, month: 1, day: 4) * 86_400])
  }

  // MARK: Lists

  private static func list(_ range: ClosedRange<Int>) -> String {
    range.filter { $0 != 0 }.map(String.init).joined(separator: ",")
  }

  @Test func `long lists are read to their ends`() throws {
    let start = dayNumber(year: 2026, month: 1, day: 1) * 86_400
    let year = start..<(start + 365 * 86_400)
    var budget = StepBudget(100_000)
    let days = Array(repeating: "1", count: 600).joined(separator: ",") + ",200,-1"
    let found = Recurrence(try RecurrenceRule("FREQ=YEARLY;BYYEARDAY=\(days)"), from: start)
    #expect(found.times(in: year, budget: &budget).map { ($0 - start) / 86_400 + 1 } == [1, 200, 365])
    // All days of both signs, and one value more than any list needs.
    #expect(throws: Never.self) { try RecurrenceRule("FREQ=YEARLY;BYYEARDAY=\(Self.list(-366...366))") }
    #expect(throws: CalendarRuleError.self) {
      try RecurrenceRule("FREQ=YEARLY;BYYEARDAY=" + Array(repeating: "1", count: 1001).joined(separator: ","))
    }
  }

  /// A day is a step, however long the lists are that it is compared with.
  @Test func `the steps of a rule do not grow with its lists`() throws {
    let window = Int64(1_795_219_200)..<Int64(1_795_219_200 + 75 * 86_400)
    let (days, places) = (Self.list(-366...366), Self.list(-31...31))
    let mondays = (1...5).map { "\($0)MO,-\($0)MO" }.joined(separator: ",")
    for (short, long) in [
      ("FREQ=DAILY", "FREQ=DAILY;BYYEARDAY=\(days);BYMONTHDAY=\(places)"),
      ("FREQ=HOURLY", "FREQ=HOURLY;BYYEARDAY=\(days);BYSETPOS=\(days)"),
      ("FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=\(mondays)"),
    ] {
      var (one, other) = (StepBudget(1_000_000), StepBudget(1_000_000))
      let times = Recurrence(try RecurrenceRule(short), from: 0).times(in: window, budget: &one)
      let same = Recurrence(try RecurrenceRule(long), from: 0).times(in: window, budget: &other)
      #expect(one.remaining == other.remaining && times == same && !times.isEmpty, "\(short)")
    }
  }

  /// The days of a rule by its definition.
  private static func isMeant(
    _ day: Int64, in period: Range<Int64>, _ days: RecurrenceRule.Days, _ frequency: RecurrenceRule.Frequency
  ) -> Bool {
    func has(_ numbers: [Int64], _ place: Int64, _ count: Int64) -> Bool {
      numbers.isEmpty || numbers.contains { $0 == place || $0 == place - count - 1 }
    }
    let date = civilDate(ofDay: day)
    let length = CalendarProperty.daysOfMonth(date.year, date.month)
    let yearLength: Int64 = isLeapYear(date.year) ? 366 : 365
    let yearDay = day - dayNumber(year: date.year, month: 1, day: 1) + 1
    let isPlaced = frequency == .monthly || frequency == .yearly && days.weeks.isEmpty
    let isOfYear = frequency == .yearly && days.months.isEmpty && days.weeks.isEmpty
    let (place, total) = isOfYear ? (yearDay, yearLength) : (Int64(date.day), length)
    return (days.months.isEmpty || days.months.contains(Int64(date.month)))
      && has(days.weeks, (day - period.lowerBound) / 7 + 1, Int64(period.count) / 7)
      && has(days.yearDays, yearDay, yearLength) && has(days.monthDays, Int64(date.day), length)
      && (days.weekdays.isEmpty
        || days.weekdays.contains { wanted in
          wanted.day == date.weekday
            && (wanted.place == 0 || !isPlaced || wanted.place == (place - 1) / 7 + 1
              || wanted.place == -((total - place) / 7 + 1))
        })
  }

  @Test func `each day is judged as the lists of a rule say`() {
    var random = SeededNumbers(seed: 42)
    func some(_ range: ClosedRange<Int64>, _ percent: Int) -> [Int64] {
      guard Int.random(in: 0..<100, using: &random) < percent else { return [] }
      return (0..<Int.random(in: 1...20, using: &random)).map { _ in Int64.random(in: range, using: &random) }
        .filter { $0 != 0 }
    }
    var meant = 0
    for _ in 0..<300 {
      let frequency = [RecurrenceRule.Frequency.daily, .weekly, .monthly, .yearly].randomElement(using: &random)!
      var days = RecurrenceRule.Days()
      days.months = some(1...12, 30)
      days.weeks = frequency == .yearly ? some(-53...53, 30) : []
      days.yearDays = some(-366...366, 30)
      days.monthDays = some(-31...31, 30)
      for place in some(-5...5, 50) {
        days.weekdays.append(RecurrenceRule.Weekday(day: Int32.random(in: 0...6, using: &random), place: place))
      }
      for number in some(1...7, 30) { days.weekdays.append(RecurrenceRule.Weekday(day: Int32(number - 1))) }
      let filter = RecurrenceDays(days, frequency)
      let first = Int64.random(in: 15_000...21_000, using: &random)
      let period = first..<(first + 364)
      let expected = period.filter { Self.isMeant($0, in: period, days, frequency) }
      #expect(period.filter { filter.contains($0, of: period) } == expected, "\(days)")
      meant += expected.count
    }
    #expect(meant > 1000)
  }
}
