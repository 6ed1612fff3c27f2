import AfterglowTimeline

/// The times of a rule on a wall clock, found period by period from any period on: what lies before a window costs
/// nothing, unless the rule counts its times. Each day and each time that is looked at is a step, whose cost does not grow
/// with the lists of the rule.
struct Recurrence {
  private let rule: RecurrenceRule
  /// Seconds on the wall clock.
  private let start: Int64
  private let startDay: Int64
  private let startDate: CivilTime
  private let days: RecurrenceRule.Days
  private let meant: RecurrenceDays
  private let positions: CountedPlaces
  /// Seconds of the day, or of the hour in an hourly rule; sorted.
  private let times: [Int64]
  /// How many times each period but the first has, where that never changes.
  private let uniformCount: Int64?

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
    meant = RecurrenceDays(days, rule.frequency)
    positions = CountedPlaces(rule.positions)
    let minutes = rule.times.minutes.isEmpty ? [Int64(startDate.minute)] : rule.times.minutes
    let seconds = rule.times.seconds.isEmpty ? [Int64(startDate.second)] : rule.times.seconds
    let hours = rule.frequency == .hourly ? [0] : rule.times.hours.isEmpty ? [Int64(startDate.hour)] : rule.times.hours
    times = hours.flatMap { hour in minutes.flatMap { minute in seconds.map { hour * 3600 + minute * 60 + $0 } } }
    uniformCount = Self.uniformCount(of: rule, days, timeCount: times.count)
  }

  private static func uniformCount(
    of rule: RecurrenceRule, _ days: RecurrenceRule.Days, timeCount: Int
  ) -> Int64? {
    guard rule.positions.isEmpty, days.months.isEmpty, days.monthDays.isEmpty, days.yearDays.isEmpty else { return nil }
    switch rule.frequency {
    case .hourly where days.weekdays.isEmpty && rule.times.hours.isEmpty, .daily where days.weekdays.isEmpty:
      return Int64(timeCount)
    case .weekly: return Int64(timeCount * Set(days.weekdays.map(\.day)).count)
    default: return nil
    }
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
    var candidates: [Int64] = []
    var left = rule.count ?? Int64.max
    var period = 0 as Int64
    if rule.count == nil { period = max(0, firstPeriod(reaching: range.lowerBound)) }
    while left > 0 {
      guard let bounds = bounds(of: period), bounds.start < range.upperBound, budget.spend() else { break }
      // Full periods of a rule that counts have the same number of times.
      if period > 0, rule.count != nil, let each = uniformCount {
        let skipped = max(0, min(firstPeriod(reaching: range.lowerBound) - period, (left - 1) / each))
        if skipped > 0 {
          left -= skipped * each
          period += skipped
          continue
        }
      }
      candidates.removeAll(keepingCapacity: true)
      guard collect(&candidates, of: bounds, &budget) else { break }
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

  // MARK: Times of a period

  /// Adds the times of one period.
  ///
  /// - Returns: false when the budget is spent.
  private func collect(
    _ found: inout [Int64], of period: (start: Int64, days: Range<Int64>), _ budget: inout StepBudget
  ) -> Bool {
    guard rule.frequency == .yearly, days.weeks.isEmpty, !days.months.isEmpty else {
      guard collect(&found, from: period.days, of: period, &budget) else { return false }
      choose(&found)
      return true
    }
    // The other months of a year need no look.
    let year = civilDate(ofDay: period.days.lowerBound).year
    for month in days.months {
      let first = dayNumber(year: year, month: Int32(month), day: 1)
      let span = first..<(first + CalendarProperty.daysOfMonth(year, Int32(month)))
      guard collect(&found, from: span, of: period, &budget) else { return false }
    }
    choose(&found)
    return true
  }

  /// Adds the times of some days of a period.
  private func collect(
    _ found: inout [Int64], from span: Range<Int64>, of period: (start: Int64, days: Range<Int64>),
    _ budget: inout StepBudget
  ) -> Bool {
    guard budget.spend(span.count) else { return false }
    var day = span.lowerBound
    while day < span.upperBound {
      defer { day += 1 }
      guard meant.contains(day, of: period.days) else { continue }
      var begin = day * Self.day
      if rule.frequency == .hourly {
        begin = period.start
        let hour = flooredRemainder(begin, Self.day) / 3600
        if !rule.times.hours.isEmpty, !rule.times.hours.contains(hour) { continue }
      }
      guard budget.spend(times.count) else { return false }
      for time in times { found.append(begin + time) }
    }
    return true
  }

  /// Keeps the times at the rule's positions.
  private func choose(_ found: inout [Int64]) {
    if positions.isEmpty { return }
    var kept = 0
    for index in found.indices
    where positions.contains(Int64(index + 1), fromEnd: Int64(found.count - index)) {
      found[kept] = found[index]
      kept += 1
    }
    found.removeLast(found.count - kept)
  }
}
