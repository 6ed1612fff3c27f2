import AfterglowTimeline

/// The times of a rule on a wall clock, found period by period from any period on: what lies before a window costs
/// nothing, unless the rule counts its times. Each day and each time that is looked at is a step.
struct Recurrence {
  private let rule: RecurrenceRule
  /// Seconds on the wall clock.
  private let start: Int64
  private let startDay: Int64
  private let startDate: CivilTime
  private let days: RecurrenceRule.Days
  /// Seconds of the day, or of the hour in an hourly rule; sorted.
  private let times: [Int64]

  private static let day: Int64 = 86_400
  /// The end of the calendar: 9999-12-31.
  private static let lastDay: Int64 = 2_932_896

  /// - Parameter start: seconds on the wall clock.
  init(_ rule: RecurrenceRule, from start: Int64) {
    self.rule = rule
    self.start = start
    startDay = flooredQuotient(start, Self.day)
    startDate = civilTime(of: start)
    days = Self.days(of: rule, from: civilTime(of: start))
    let minutes = rule.times.minutes.isEmpty ? [Int64(startDate.minute)] : rule.times.minutes
    let seconds = rule.times.seconds.isEmpty ? [Int64(startDate.second)] : rule.times.seconds
    let hours = rule.frequency == .hourly ? [0] : rule.times.hours.isEmpty ? [Int64(startDate.hour)] : rule.times.hours
    times = hours.flatMap { hour in minutes.flatMap { minute in seconds.map { hour * 3600 + minute * 60 + $0 } } }
  }

  /// Returns a rule's days, with the missing ones from its start.
  private static func days(of rule: RecurrenceRule, from start: CivilTime) -> RecurrenceRule.Days {
    var days = rule.days
    let hasDay = !days.yearDays.isEmpty || !days.monthDays.isEmpty || !days.weekdays.isEmpty
    switch rule.frequency {
    case .yearly where !hasDay && !days.weeks.isEmpty: days.weekdays = [.init(day: start.weekday)]
    case .yearly where !hasDay:
      if days.months.isEmpty { days.months = [Int64(start.month)] }
      days.monthDays = [Int64(start.day)]
    case .monthly where !hasDay: days.monthDays = [Int64(start.day)]
    case .weekly where days.weekdays.isEmpty: days.weekdays = [.init(day: start.weekday)]
    default: break
    }
    return days
  }

  /// The times from the start on that lie in a range, in order.
  ///
  /// - Parameter range: seconds on the wall clock.
  func times(in range: Range<Int64>, budget: inout StepBudget) -> [Int64] {
    var found: [Int64] = []
    var left = rule.count ?? Int64.max
    var period = 0 as Int64
    if rule.count == nil { period = max(0, firstPeriod(reaching: range.lowerBound)) }
    while left > 0 {
      guard let bounds = bounds(of: period), bounds.start < range.upperBound, budget.spend() else { break }
      // Full periods of a rule that counts have the same number of times.
      if period > 0, let each = uniformCount, rule.count != nil {
        let skipped = max(0, min(firstPeriod(reaching: range.lowerBound) - period, (left - 1) / each))
        if skipped > 0 {
          left -= skipped * each
          period += skipped
          continue
        }
      }
      guard let candidates = candidates(of: period, bounds, &budget) else { break }
      for time in candidates where time >= start {
        if time >= range.upperBound { return found }
        if time >= range.lowerBound { found.append(time) }
        left -= 1
        if left == 0 { break }
      }
      period += 1
    }
    return found
  }

  // MARK: Periods

  /// The last period that begins at or before an instant, less one for weeks of a year that begin early.
  private func firstPeriod(reaching second: Int64) -> Int64 {
    let day = flooredQuotient(max(second, start), Self.day)
    let elapsed: Int64
    switch rule.frequency {
    case .hourly: elapsed = flooredQuotient(max(second, start), 3600) - flooredQuotient(start, 3600)
    case .daily: elapsed = day - startDay
    case .weekly: elapsed = (weekBegin(day) - weekBegin(startDay)) / 7
    case .monthly:
      let date = civilDate(ofDay: day)
      elapsed = (date.year - startDate.year) * 12 + Int64(date.month - startDate.month)
    case .yearly: elapsed = civilDate(ofDay: day).year - startDate.year - 1
    }
    return flooredQuotient(elapsed, rule.interval)
  }

  private func weekBegin(_ day: Int64) -> Int64 { day - flooredRemainder(day + 4 - Int64(rule.weekStart), 7) }

  /// A period's first second, and its days; nil after the end of the calendar.
  private func bounds(of period: Int64) -> (start: Int64, days: Range<Int64>)? {
    let offset = period.multipliedReportingOverflow(by: rule.interval)
    guard !offset.overflow, offset.partialValue < Self.lastDay * 24 else { return nil }
    let moved = offset.partialValue
    let first: Int64
    let end: Int64
    switch rule.frequency {
    case .hourly:
      let hour = flooredQuotient(start, 3600) + moved
      first = flooredQuotient(hour, 24)
      return first > Self.lastDay ? nil : (hour * 3600, first..<(first + 1))
    case .daily: (first, end) = (startDay + moved, startDay + moved + 1)
    case .weekly: (first, end) = (weekBegin(startDay) + moved * 7, weekBegin(startDay) + moved * 7 + 7)
    case .monthly:
      let month = Int64(startDate.month) - 1 + moved
      let (year, index) = (startDate.year + flooredQuotient(month, 12), Int32(flooredRemainder(month, 12)) + 1)
      first = dayNumber(year: year, month: index, day: 1)
      end = first + CalendarProperty.daysOfMonth(year, index)
    case .yearly:
      let year = startDate.year + moved
      if days.weeks.isEmpty {
        first = dayNumber(year: year, month: 1, day: 1)
        end = dayNumber(year: year + 1, month: 1, day: 1)
      } else {
        (first, end) = (firstWeek(year), firstWeek(year + 1))
      }
    }
    return first > Self.lastDay ? nil : (first * Self.day, first..<end)
  }

  /// The first day of a year's first week, which has at least four days in it.
  private func firstWeek(_ year: Int64) -> Int64 { weekBegin(dayNumber(year: year, month: 1, day: 4)) }

  /// How many times each period but the first has, where that never changes.
  private var uniformCount: Int64? {
    guard rule.positions.isEmpty, days.months.isEmpty, days.monthDays.isEmpty, days.yearDays.isEmpty else { return nil }
    switch rule.frequency {
    case .hourly where days.weekdays.isEmpty && rule.times.hours.isEmpty, .daily where days.weekdays.isEmpty:
      return Int64(times.count)
    case .weekly: return Int64(times.count * Set(days.weekdays.map(\.day)).count)
    default: return nil
    }
  }

  // MARK: Times of a period

  /// The times of one period; nil when the budget is spent.
  private func candidates(
    of period: Int64, _ bounds: (start: Int64, days: Range<Int64>), _ budget: inout StepBudget
  ) -> [Int64]? {
    var found: [Int64] = []
    for span in spans(bounds.days) {
      guard budget.spend(span.count) else { return nil }
      for day in span where passes(day, bounds.days) {
        if rule.frequency == .hourly {
          let hour = flooredRemainder(bounds.start, Self.day) / 3600
          if !rule.times.hours.isEmpty, !rule.times.hours.contains(hour) { continue }
          guard budget.spend(times.count) else { return nil }
          found += times.map { bounds.start + $0 }
        } else {
          guard budget.spend(times.count) else { return nil }
          found += times.map { day * Self.day + $0 }
        }
      }
    }
    guard !rule.positions.isEmpty else { return found }
    let count = Int64(found.count)
    let chosen = rule.positions.map { $0 > 0 ? $0 - 1 : count + $0 }.filter { (0..<count).contains($0) }
    return Set(chosen).sorted().map { found[Int($0)] }
  }

  /// The days of a period that a rule may mean: of a year the named months alone.
  private func spans(_ period: Range<Int64>) -> [Range<Int64>] {
    guard rule.frequency == .yearly, days.weeks.isEmpty, !days.months.isEmpty else { return [period] }
    let year = civilDate(ofDay: period.lowerBound).year
    return days.months.map { month in
      let first = dayNumber(year: year, month: Int32(month), day: 1)
      return first..<(first + CalendarProperty.daysOfMonth(year, Int32(month)))
    }
  }

  private func passes(_ day: Int64, _ period: Range<Int64>) -> Bool {
    if days.isEmpty { return true }
    let weekday = Int32(flooredRemainder(day + 4, 7))
    // The cheapest and most frequent condition first.
    if !days.weekdays.isEmpty, !days.weekdays.contains(where: { $0.day == weekday }) { return false }
    if !days.weeks.isEmpty {
      let week = (day - period.lowerBound) / 7 + 1
      let count = Int64(period.count) / 7
      if !days.weeks.contains(where: { $0 == week || $0 == week - count - 1 }) { return false }
    }
    if days.months.isEmpty && days.monthDays.isEmpty && days.yearDays.isEmpty
      && days.weekdays.allSatisfy({ $0.place == 0 })
    {
      return true
    }
    let date = civilDate(ofDay: day)
    if !days.months.isEmpty, !days.months.contains(Int64(date.month)) { return false }
    let length = CalendarProperty.daysOfMonth(date.year, date.month)
    if !days.monthDays.isEmpty,
      !days.monthDays.contains(where: { $0 == Int64(date.day) || $0 == Int64(date.day) - length - 1 })
    {
      return false
    }
    let yearLength: Int64 = isLeapYear(date.year) ? 366 : 365
    let yearDay = day - dayNumber(year: date.year, month: 1, day: 1) + 1
    if !days.yearDays.isEmpty, !days.yearDays.contains(where: { $0 == yearDay || $0 == yearDay - yearLength - 1 }) {
      return false
    }
    let isOfYear = rule.frequency == .yearly && days.months.isEmpty && days.weeks.isEmpty
    let (place, total) = isOfYear ? (yearDay, yearLength) : (Int64(date.day), length)
    return days.weekdays.isEmpty
      || days.weekdays.contains { wanted in
        guard wanted.day == weekday else { return false }
        let isPlaced = rule.frequency == .monthly || rule.frequency == .yearly && days.weeks.isEmpty
        if wanted.place == 0 || !isPlaced { return true }
        return wanted.place > 0
          ? (place - 1) / 7 + 1 == wanted.place : (total - place) / 7 + 1 == -wanted.place
      }
  }
}
