import AfterglowCore

/// The source of all fields at one instant: the wall clock, or the distance to the reference instant.
struct TickValue {
  var civil: CivilTime
  /// Whole seconds to the reference instant. A countdown shows the current second, so that zero is shown from the
  /// reference instant on and not one second early.
  var distance: Int64
  var isFuture: Bool

  init(civil: CivilTime) {
    self.civil = civil
    distance = 0
    isFuture = false
  }

  init(millisecondsPastReference milliseconds: Int64) {
    civil = CivilTime(year: 1970, month: 1, day: 1)
    isFuture = milliseconds < 0
    distance = isFuture ? -flooredQuotient(milliseconds, 1000) : milliseconds / 1000
  }

  /// A field's number, never negative.
  func number(_ raw: UInt8) -> Int64 {
    guard let field = TickField(rawValue: raw) else { return 0 }
    if !field.isCivil { return distanceNumber(field) }
    switch field {
    case .hour24: return Int64(civil.hour)
    case .hour12: return Int64((civil.hour + 11) % 12 + 1)
    case .minute: return Int64(civil.minute)
    case .second: return Int64(civil.second)
    case .day: return Int64(civil.day)
    case .month: return Int64(civil.month)
    case .weekday: return Int64(civil.weekday)
    case .dayPeriod: return civil.hour < 12 ? 0 : 1
    case .year: return civil.year.magnitude > UInt64(Int64.max) ? Int64.max : Int64(civil.year.magnitude)
    case .yearOfCentury: return flooredRemainder(civil.year, 100)
    case .hour12FromZero: return Int64(civil.hour % 12)
    case .hour24FromOne: return Int64((civil.hour + 23) % 24 + 1)
    default: return 0
    }
  }

  private func distanceNumber(_ field: TickField) -> Int64 {
    let whole = distance / TickUnit.seconds(of: field)
    switch field {
    case .secondsOfMinute, .minutesOfHour: return whole % 60
    case .hoursOfDay: return whole % 24
    case .daysOfWeek: return whole % 7
    case .daysOfMonth: return distance % TickUnit.month / TickUnit.day
    case .monthsOfYear: return distance % TickUnit.year / TickUnit.month
    default: return whole
    }
  }
}

/// Durations in seconds.
public enum TickUnit {
  static var day: Int64 { 86_400 }
  static var month: Int64 { 2_629_746 }
  static var year: Int64 { 31_556_952 }

  /// The unit of a field of the second group.
  public static func seconds(of field: TickField) -> Int64 {
    switch field {
    case .totalMinutes, .minutesOfHour: 60
    case .totalHours, .hoursOfDay: 3600
    case .totalDays, .daysOfWeek, .daysOfMonth: day
    case .totalWeeks: 7 * day
    case .totalMonths, .monthsOfYear: month
    case .totalYears: year
    default: 1
    }
  }

  /// The wall-clock period after which a civil field can differ, in seconds; months and years follow the calendar
  /// instead.
  static func civilPeriod(of field: TickField) -> Int64 {
    switch field {
    case .second: 1
    case .minute: 60
    case .dayPeriod: 43_200
    case .day, .weekday, .month, .year, .yearOfCentury: day
    default: 3600
    }
  }
}
