import AfterglowTimeline

/// Why a rule is not expanded.
struct CalendarRuleError: Error {
  var expected: String
}

/// A recurrence rule (RFC 5545, section 3.3.10).
struct RecurrenceRule: Equatable, Sendable {
  enum Frequency: Int, Sendable { case hourly, daily, weekly, monthly, yearly }

  /// A day of the week, 0 = Sunday, and which one of its month or year; 0 = each.
  struct Weekday: Hashable, Sendable {
    var day: Int32
    var place: Int64 = 0
  }

  /// The days of a period that match; an empty list matches all. Negative numbers count from the end.
  struct Days: Equatable, Sendable {
    var months: [Int64] = []
    var weeks: [Int64] = []
    var yearDays: [Int64] = []
    var monthDays: [Int64] = []
    var weekdays: [Weekday] = []

    var isEmpty: Bool {
      months.isEmpty && weeks.isEmpty && yearDays.isEmpty && monthDays.isEmpty && weekdays.isEmpty
    }
  }

  /// Times of a day; an empty list means the start's.
  struct Times: Equatable, Sendable {
    var hours: [Int64] = []
    var minutes: [Int64] = []
    var seconds: [Int64] = []
  }

  var frequency: Frequency
  var interval: Int64 = 1
  var count: Int64?
  var until: CalendarStamp?
  /// 0 = Sunday.
  var weekStart: Int32 = 1
  var days = Days()
  var times = Times()
  /// Positions in a period's list of times (BYSETPOS); an empty list keeps all.
  var positions: [Int64] = []

  /// Maximum number of times a day: every five minutes.
  private static let maximumDailyCount = 288

  private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
  /// Values of one list: more than any list has without saying something twice.
  private static let maximumValueCount = 1000

  /// - Throws: `CalendarRuleError` for a rule that is not expanded.
  init(_ text: String) throws(CalendarRuleError) {
    let parts = RuleParts(text)
    switch parts["FREQ"].map(RuleParts.word) {
    case "YEARLY": frequency = .yearly
    case "MONTHLY": frequency = .monthly
    case "WEEKLY": frequency = .weekly
    case "DAILY": frequency = .daily
    case "HOURLY": frequency = .hourly
    case "MINUTELY", "SECONDLY": throw CalendarRuleError(expected: "a rule of at most once an hour")
    default: throw CalendarRuleError(expected: "a rule with FREQ")
    }
    if let scale = parts["RSCALE"], RuleParts.word(scale) != "GREGORIAN" {
      throw CalendarRuleError(expected: "a rule of the Gregorian calendar")
    }
    interval = try Self.numbers(parts["INTERVAL"], 1...1_000_000).first ?? 1
    count = try Self.numbers(parts["COUNT"], 1...Int64(Int32.max)).first
    if let word = parts["UNTIL"] {
      guard let stamp = CalendarProperty.stamp(word) else {
        throw CalendarRuleError(expected: "a date or a time as UNTIL")
      }
      until = stamp
    }
    if let word = parts["WKST"] {
      guard let day = Self.weekdays.firstIndex(of: RuleParts.word(word)) else {
        throw CalendarRuleError(expected: "a day such as MO as WKST")
      }
      weekStart = Int32(day)
    }
    days.months = try Self.numbers(parts["BYMONTH"], 1...12)
    days.weeks = try Self.numbers(parts["BYWEEKNO"], -53...53)
    days.yearDays = try Self.numbers(parts["BYYEARDAY"], -366...366)
    days.monthDays = try Self.numbers(parts["BYMONTHDAY"], -31...31)
    times.hours = try Self.numbers(parts["BYHOUR"], 0...23)
    times.minutes = try Self.numbers(parts["BYMINUTE"], 0...59)
    times.seconds = try Self.numbers(parts["BYSECOND"], 0...60).map { min($0, 59) }
    let hourCount = max(times.hours.count, times.hours.isEmpty && frequency == .hourly ? 24 : 1)
    guard hourCount * max(1, times.minutes.count) * max(1, times.seconds.count) <= Self.maximumDailyCount else {
      throw CalendarRuleError(expected: "a rule of at most \(Self.maximumDailyCount) times a day")
    }
    positions = try Self.numbers(parts["BYSETPOS"], -366...366)
    try readWeekdays(parts["BYDAY"])
    if frequency != .yearly, !days.weeks.isEmpty { throw CalendarRuleError(expected: "BYWEEKNO in a yearly rule only") }
  }

  private mutating func readWeekdays(_ list: ArraySlice<UInt8>?) throws(CalendarRuleError) {
    guard let list else { return }
    for word in try Self.values(list) {
      guard let day = Self.weekdays.firstIndex(of: RuleParts.word(word.suffix(2))) else {
        throw CalendarRuleError(expected: "days such as MO or -1SU as BYDAY")
      }
      let number = word.dropLast(2)
      let place = number.isEmpty ? 0 : Int64(RuleParts.word(number)) ?? Int64.max
      guard (-53...53).contains(place) else { throw CalendarRuleError(expected: "days such as MO or -1SU as BYDAY") }
      // A week has one of each; only months and years have a first and a last one.
      if place != 0, frequency == .hourly || frequency == .daily {
        throw CalendarRuleError(expected: "BYDAY with numbers in a monthly or yearly rule only")
      }
      days.weekdays.append(Weekday(day: Int32(day), place: frequency == .weekly ? 0 : place))
    }
    if days.weekdays.count > 1 { days.weekdays = Array(Set(days.weekdays)) }
  }

  private static func values(_ list: ArraySlice<UInt8>) throws(CalendarRuleError) -> [ArraySlice<UInt8>] {
    let values = list.split(separator: UInt8(ascii: ","), maxSplits: maximumValueCount)
    guard values.count <= maximumValueCount else {
      throw CalendarRuleError(expected: "a rule of at most \(maximumValueCount) values in a list")
    }
    return values
  }

  private static func numbers(
    _ list: ArraySlice<UInt8>?, _ range: ClosedRange<Int64>
  ) throws(CalendarRuleError) -> [Int64] {
    guard let list else { return [] }
    var found: [Int64] = []
    for word in try values(list) {
      let digits = word.first == UInt8(ascii: "+") ? word.dropFirst() : word
      guard let number = Int64(RuleParts.word(digits)), range.contains(number), number != 0 || range.lowerBound == 0
      else {
        throw CalendarRuleError(expected: "numbers of \(range.lowerBound) to \(range.upperBound) in the rule")
      }
      found.append(number)
    }
    return found.count > 1 ? Set(found).sorted() : found
  }
}

/// The parts of a rule, `NAME=value;NAME=value`, in capitals and without blanks.
private struct RuleParts {
  private var parts: [(name: String, value: ArraySlice<UInt8>)] = []

  init(_ text: String) {
    let plain: [UInt8] = text.utf8.filter { $0 > 0x20 }.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 32 : $0 }
    for part in plain.split(separator: UInt8(ascii: ";")) {
      guard let mark = part.firstIndex(of: UInt8(ascii: "=")), mark > part.startIndex, mark + 1 < part.endIndex else {
        continue
      }
      parts.append((Self.word(part[..<mark]), part[(mark + 1)...]))
    }
  }

  /// The value of a name, the last one if it is there more than once.
  subscript(name: String) -> ArraySlice<UInt8>? { parts.last { $0.name == name }?.value }

  static func word(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
