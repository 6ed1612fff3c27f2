/// How a period of the schedule and the light combine.
public enum ScheduleRule: UInt8, Sendable {
  /// Only while light was never known: a panel without a sensor, or one whose sensor is gone.
  case unknownLight = 0
  /// The darker mode of period and light.
  case darker = 1
  /// The period's mode, in any light.
  case always = 2
}

/// The schedule's mode at a moment, and its rule.
public struct ScheduledMode: Equatable, Sendable {
  public var mode: LightMode
  public var rule: ScheduleRule

  @inlinable
  public init(mode: LightMode, rule: ScheduleRule) {
    self.mode = mode
    self.rule = rule
  }

  /// Whether this period decides, and not the light.
  ///
  /// - Parameter light: the mode by the light; nil = the light is unknown.
  func replaces(_ light: LightMode?) -> Bool {
    guard let light else { return true }
    return rule == .always || (rule == .darker && mode.rank > light.rank)
  }
}

/// A period of some days of the week, on the wall clock. 8 bytes, the record of archives (docs/archive-format.md,
/// SchedulePeriod, 8 bytes).
public struct SchedulePeriod: Equatable, Sendable, BitwiseCopyable {
  /// Since midnight, 0 ..< 1440.
  public var startMinute: UInt16
  /// 1...1440 and never `startMinute`; before it = on the next day.
  public var endMinute: UInt16
  /// Days on which it begins: bit 0 = Sunday ... bit 6 = Saturday.
  public var days: UInt8
  /// 0 = day, 1 = always-on, 2 = night.
  public var mode: UInt8
  /// `ScheduleRule`.
  public var rule: UInt8
  public var reserved: UInt8

  public init(startMinute: UInt16, endMinute: UInt16, days: UInt8 = 0x7F, mode: LightMode, rule: ScheduleRule) {
    self.startMinute = startMinute
    self.endMinute = endMinute
    self.days = days
    self.mode = mode.rank
    self.rule = rule.rawValue
    reserved = 0
  }

  /// An unused place.
  public static var none: SchedulePeriod {
    var none = SchedulePeriod(startMinute: 0, endMinute: 0, days: 0, mode: .day, rule: .unknownLight)
    none.reserved = 0
    return none
  }

  /// Whether it is a period that a schedule may use.
  var isInRange: Bool {
    startMinute < 1440 && endMinute >= 1 && endMinute <= 1440 && startMinute != endMinute && days >= 1 && days <= 0x7F
      && mode <= 2 && ScheduleRule(rawValue: rule) != nil && reserved == 0
  }

  /// Whether it begins on the day of this number since 1970-01-01, a Thursday.
  func begins(onDay day: Int64) -> Bool {
    let weekday = (day + 4) % 7
    return days & (1 << UInt8(truncatingIfNeeded: weekday < 0 ? weekday + 7 : weekday)) != 0
  }

  /// Its first second, on the wall clock, if it begins on that day.
  func start(onDay day: Int64) -> Int64 { day * 86_400 + Int64(startMinute) * 60 }

  /// The second after its last.
  func end(onDay day: Int64) -> Int64 {
    day * 86_400 + Int64(endMinute) * 60 + (endMinute <= startMinute ? 86_400 : 0)
  }
}

/// Up to eight periods; where two overlap the earlier in the list counts. 72 bytes, the record of archives
/// (docs/archive-format.md, LightSchedule, 72 bytes).
public struct LightSchedule: Sendable, BitwiseCopyable {
  public var count: UInt32
  /// Index into the archive's zones, for the wall clock; 0 without periods.
  public var zone: UInt32
  /// From the first on; unused places are `SchedulePeriod.none`.
  public var periods: InlineArray<8, SchedulePeriod>

  public static var capacity: Int { 8 }

  public init() {
    count = 0
    zone = 0
    periods = InlineArray(repeating: .none)
  }

  /// Whether all periods in use are in their ranges, and all other places unused.
  public var isInRange: Bool {
    if count > UInt32(LightSchedule.capacity) { return false }
    for index in 0..<LightSchedule.capacity {
      let period = periods[index]
      if index < Int(count) ? !period.isInRange : period != .none { return false }
    }
    return true
  }

  /// Compares the periods only: the zone's index depends on the rest of an archive.
  public func hasSamePeriods(as other: LightSchedule) -> Bool {
    if count != other.count { return false }
    for index in 0..<LightSchedule.capacity where periods[index] != other.periods[index] { return false }
    return true
  }

  /// The period at a second of the wall clock, counted from 1970 on that wall clock; nil = none.
  public func holding(atLocalSecond second: Int64) -> ScheduledMode? {
    let day = LightSchedule.day(of: second)
    for index in 0..<used {
      let period = periods[index]
      if covers(period, day, second) || covers(period, day - 1, second) { return scheduled(index) }
    }
    return nil
  }

  /// Whether some period, at its time, shows another mode than the one that a known light has decided.
  func mayReplace(_ mode: LightMode) -> Bool {
    for index in 0..<used where scheduled(index).replaces(mode) && scheduled(index).mode != mode { return true }
    return false
  }

  private func scheduled(_ index: Int) -> ScheduledMode {
    ScheduledMode(
      mode: LightMode(rank: periods[index].mode), rule: ScheduleRule(rawValue: periods[index].rule) ?? .unknownLight)
  }

  /// The first second of the wall clock after this one at which a period begins or ends; nil without periods.
  public func nextBoundary(afterLocalSecond second: Int64) -> Int64? {
    let today = LightSchedule.day(of: second)
    var nearest = Int64.max
    for index in 0..<used {
      let period = periods[index]
      // A period that begins on one day of the week comes again within seven days.
      for ahead: Int64 in -1...7 where period.begins(onDay: today + ahead) {
        let start = period.start(onDay: today + ahead)
        if start > second { nearest = Swift.min(nearest, start) }
        let end = period.end(onDay: today + ahead)
        if end > second { nearest = Swift.min(nearest, end) }
      }
    }
    return nearest == Int64.max ? nil : nearest
  }

  private var used: Int { Int(Swift.min(count, UInt32(LightSchedule.capacity))) }

  private func covers(_ period: SchedulePeriod, _ day: Int64, _ second: Int64) -> Bool {
    period.begins(onDay: day) && period.start(onDay: day) <= second && second < period.end(onDay: day)
  }

  private static func day(of second: Int64) -> Int64 {
    let quotient = second / 86_400
    return second % 86_400 < 0 ? quotient - 1 : quotient
  }
}
