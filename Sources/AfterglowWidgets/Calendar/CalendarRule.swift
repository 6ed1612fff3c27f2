import AfterglowTimeline
import CICal

/// Why a rule is not expanded.
struct CalendarRuleError: Error {
  var expected: String
}

/// Admits only rules that libical can expand in a bounded time. It searches for the next time of a rule through six
/// centuries, day by day or hour by hour: rules that never match must not reach it.
enum CalendarRule {
  private static let end = Int16(ICAL_RECURRENCE_ARRAY_MAX.rawValue)
  /// In 28 years every date has had every day of the week.
  private static let dayCount: Int64 = 28 * 366

  static func judged(_ value: icalrecurrencetype, startLocal: Int64) throws(CalendarRuleError) -> icalrecurrencetype {
    var rule = value
    if let scale = rule.rscale, String(cString: scale).uppercased() != "GREGORIAN" {
      throw CalendarRuleError(expected: "a rule of the Gregorian calendar")
    }
    // Its memory is the property's, which the rule outlives.
    rule.rscale = nil
    switch rule.freq {
    case ICAL_YEARLY_RECURRENCE, ICAL_MONTHLY_RECURRENCE, ICAL_WEEKLY_RECURRENCE: return rule
    case ICAL_DAILY_RECURRENCE: break
    case ICAL_HOURLY_RECURRENCE:
      if !hasParts(rule) { return rule }
      rule = try ofEveryDay(rule)
    case ICAL_MINUTELY_RECURRENCE, ICAL_SECONDLY_RECURRENCE:
      throw CalendarRuleError(expected: "a rule of at most once an hour")
    default: throw CalendarRuleError(expected: "a rule with FREQ")
    }
    if !comesTrue(rule, startLocal) { throw CalendarRuleError(expected: "a rule that comes true") }
    return rule
  }

  private static func hasParts(_ rule: icalrecurrencetype) -> Bool {
    [
      rule.by_month.0, rule.by_week_no.0, rule.by_year_day.0, rule.by_month_day.0, rule.by_day.0, rule.by_hour.0,
      rule.by_set_pos.0,
    ].contains { $0 != end }
  }

  /// Turns a rule of some hours of every hour into one of those hours of every day.
  ///
  /// - Throws: `CalendarRuleError` where that is not possible.
  private static func ofEveryDay(_ value: icalrecurrencetype) throws(CalendarRuleError) -> icalrecurrencetype {
    guard value.interval == 1, value.by_set_pos.0 == end else {
      throw CalendarRuleError(expected: "an hourly rule without BY parts, or of every hour,")
    }
    var rule = value
    rule.freq = ICAL_DAILY_RECURRENCE
    if rule.by_hour.0 != end { return rule }
    withUnsafeMutableBytes(of: &rule.by_hour) { bytes in
      let hours = bytes.bindMemory(to: Int16.self)
      for hour in 0..<24 { hours[hour] = Int16(hour) }
      hours[24] = end
    }
    return rule
  }

  /// Whether any day of a daily rule passes all of its parts.
  private static func comesTrue(_ rule: icalrecurrencetype, _ startLocal: Int64) -> Bool {
    let months = list(rule.by_month)
    let monthDays = list(rule.by_month_day)
    let yearDays = list(rule.by_year_day)
    let weekdays = list(rule.by_day).map { Int32(icalrecurrencetype_day_day_of_week($0).rawValue) - 1 }
    let first = flooredQuotient(startLocal, 86_400)
    for day in stride(from: first, to: first + dayCount, by: Int64.Stride(max(1, Int(rule.interval)))) {
      let civil = civilDate(ofDay: day)
      if !months.isEmpty, !months.contains(Int16(civil.month)) { continue }
      if !weekdays.isEmpty, !weekdays.contains(civil.weekday) { continue }
      let monthLength =
        dayNumber(year: civil.year, month: civil.month + 1, day: 0)
        - dayNumber(year: civil.year, month: civil.month, day: 0)
      if !passes(Int64(civil.day), of: civil.month == 12 ? 31 : monthLength, monthDays) { continue }
      let yearStart = dayNumber(year: civil.year, month: 1, day: 0)
      if !passes(day - yearStart, of: isLeapYear(civil.year) ? 366 : 365, yearDays) { continue }
      return true
    }
    return false
  }

  /// Whether a day is in the list, counted from the beginning, or from the end where negative; an empty list lets all
  /// pass.
  private static func passes(_ day: Int64, of length: Int64, _ days: [Int16]) -> Bool {
    days.isEmpty || days.contains { Int64($0) == day || Int64($0) == day - length - 1 }
  }

  /// The values of a C array up to its end mark.
  private static func list<T>(_ array: T) -> [Int16] {
    withUnsafeBytes(of: array) { Array($0.bindMemory(to: Int16.self).prefix { $0 != end }) }
  }
}
