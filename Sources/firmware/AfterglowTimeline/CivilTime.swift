/// A date and time of day as a wall clock shows it, proleptic Gregorian, without a zone.
public struct CivilTime: Equatable, Sendable, BitwiseCopyable {
  /// Astronomical: 0 is 1 BC, −1 is 2 BC.
  public var year: Int64
  /// 1...12
  public var month: Int32
  /// 1...31
  public var day: Int32
  /// 0...23
  public var hour: Int32
  /// 0...59
  public var minute: Int32
  /// 0...59; leap seconds do not exist on CLOCK_REALTIME (docs/rules.md, Leap seconds).
  public var second: Int32
  /// 0 = Sunday ... 6 = Saturday; derived, never needed to specify a time.
  public var weekday: Int32

  @inlinable
  public init(
    year: Int64, month: Int32, day: Int32, hour: Int32 = 0, minute: Int32 = 0, second: Int32 = 0, weekday: Int32 = 0
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.weekday = weekday
  }
}

/// Quotient rounded towards negative infinity; `divisor` must be positive.
@inlinable
public func flooredQuotient(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}

/// The remainder of `flooredQuotient`: 0 ..< divisor, also for negative values.
@inlinable
public func flooredRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
  let remainder = value % divisor
  return remainder < 0 ? remainder + divisor : remainder
}

/// Wall-clock fields of seconds since 1970-01-01T00:00:00 on the same wall clock (UTC seconds plus the zone's offset).
/// Any Int64 is allowed.
@inlinable
public func civilTime(of localSeconds: Int64) -> CivilTime {
  let days = flooredQuotient(localSeconds, 86_400)
  let ofDay = Int32(truncatingIfNeeded: flooredRemainder(localSeconds, 86_400))
  var civil = civilDate(ofDay: days)
  civil.hour = ofDay / 3600
  civil.minute = ofDay / 60 % 60
  civil.second = ofDay % 60
  return civil
}

/// The date `days` after 1970-01-01, at midnight. Counts in eras of 400 years that start on 1 March, so that the leap
/// day is the last of its year (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
@inlinable
public func civilDate(ofDay days: Int64) -> CivilTime {
  let shifted = days + 719_468
  let era = flooredQuotient(shifted, 146_097)
  let dayOfEra = Int32(truncatingIfNeeded: shifted - era * 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let marchMonth = (5 * dayOfYear + 2) / 153
  let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return CivilTime(
    year: Int64(yearOfEra) + era * 400 + (month <= 2 ? 1 : 0), month: month,
    day: dayOfYear - (153 * marchMonth + 2) / 5 + 1,
    weekday: Int32(truncatingIfNeeded: flooredRemainder(days + 4, 7)))
}

/// Days from 1970-01-01 to a date; `month` 1...12, `day` may be outside its month and is then carried over. Years
/// within ±10^12 do not overflow.
@inlinable
public func dayNumber(year: Int64, month: Int32, day: Int32) -> Int64 {
  let shiftedYear = month <= 2 ? year - 1 : year
  let era = flooredQuotient(shiftedYear, 400)
  let yearOfEra = shiftedYear - era * 400
  let marchMonth = Int64(month > 2 ? month - 3 : month + 9)
  let dayOfYear = (153 * marchMonth + 2) / 5 + Int64(day) - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/// Seconds since 1970-01-01T00:00:00 on the wall clock that shows `civil`; its weekday is ignored.
@inlinable
public func localSeconds(of civil: CivilTime) -> Int64 {
  let time = Int64(civil.hour) * 3600 + Int64(civil.minute) * 60 + Int64(civil.second)
  return dayNumber(year: civil.year, month: civil.month, day: civil.day) * 86_400 + time
}

/// By the Gregorian rule, also before 1582.
@inlinable
public func isLeapYear(_ year: Int64) -> Bool {
  year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}
