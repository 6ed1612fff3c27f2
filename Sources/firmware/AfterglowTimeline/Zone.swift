import AfterglowCore

/// A change of a zone's offset from UTC. 16 bytes, the record of archives; sorted by `seconds`.
public struct ZoneTransition: Equatable, Sendable, BitwiseCopyable {
  /// Since 1970, UTC; the new offset holds from this second on.
  public var seconds: Int64
  /// Seconds east of Greenwich, within ±26 h.
  public var utcOffsetSeconds: Int32
  public var isDaylight: UInt8
  public var reserved0: UInt8
  public var reserved1: UInt16

  public init(seconds: Int64, utcOffsetSeconds: Int32, isDaylight: Bool = false) {
    self.seconds = seconds
    self.utcOffsetSeconds = utcOffsetSeconds
    self.isDaylight = isDaylight ? 1 : 0
    reserved0 = 0
    reserved1 = 0
  }
}

/// How a POSIX rule names the day of a change.
public enum PosixDayKind: UInt8, Sendable {
  /// `Mm.w.d`: the w-th (5 = last) weekday d of month m.
  case monthWeekWeekday = 0
  /// `Jn`: day 1...365, not counting 29 February.
  case julianWithoutLeapDay = 1
  /// `n`: day 0...365, counting 29 February.
  case dayOfYear = 2
}

/// One side of a daylight rule. 12 bytes.
public struct PosixDay: Equatable, Sendable, BitwiseCopyable {
  /// `PosixDayKind`.
  public var kind: UInt8
  public var month: UInt8
  public var week: UInt8
  /// 0 = Sunday.
  public var weekday: UInt8
  public var day: UInt16
  public var reserved: UInt16
  /// On the wall clock before the change, from midnight of that day: −167 h to 167 h (RFC 8536, section 3.3.1).
  public var timeSeconds: Int32

  public init(
    kind: PosixDayKind = .monthWeekWeekday, month: UInt8 = 1, week: UInt8 = 1, weekday: UInt8 = 0, day: UInt16 = 0,
    timeSeconds: Int32 = 7200
  ) {
    self.kind = kind.rawValue
    self.month = month
    self.week = week
    self.weekday = weekday
    self.day = day
    reserved = 0
    self.timeSeconds = timeSeconds
  }

  /// The wall-clock second of the change in `year`, counted from 1970 on that wall clock.
  func localSeconds(inYear year: Int64) -> Int64 {
    dayNumber(inYear: year) * 86_400 + Int64(timeSeconds)
  }

  private func dayNumber(inYear year: Int64) -> Int64 {
    let newYear = AfterglowTimeline.dayNumber(year: year, month: 1, day: 1)
    if kind == PosixDayKind.dayOfYear.rawValue { return newYear + Int64(day) }
    if kind == PosixDayKind.julianWithoutLeapDay.rawValue {
      return newYear + Int64(day) - (isLeapYear(year) && day >= 60 ? 0 : 1)
    }
    let first = AfterglowTimeline.dayNumber(year: year, month: Int32(month), day: 1)
    let firstWeekday = flooredRemainder(first + 4, 7)
    let offset = flooredRemainder(Int64(weekday) - firstWeekday, 7) + (Int64(week) - 1) * 7
    let nextMonth =
      month >= 12
      ? newYear + (isLeapYear(year) ? 366 : 365)
      : AfterglowTimeline.dayNumber(year: year, month: Int32(month) + 1, day: 1)
    return first + offset < nextMonth ? first + offset : first + offset - 7
  }
}

/// The rule after a zone's last transition: POSIX.1 `TZ` as extended by RFC 8536, section 3.3.1. 40 bytes.
public struct PosixRule: Equatable, Sendable, BitwiseCopyable {
  /// Seconds east of Greenwich; so for `daylightOffsetSeconds`.
  public var standardOffsetSeconds: Int32
  public var daylightOffsetSeconds: Int32
  /// 0: no rule, the last transition's offset remains. 1: the standard offset. 2: standard and daylight alternate.
  public var kind: UInt8
  public var reserved0: UInt8
  public var reserved1: UInt16
  /// Of each year, with `daylightEnd`; in the southern hemisphere it comes later.
  public var daylightStart: PosixDay
  public var daylightEnd: PosixDay
  public var reserved2: UInt32

  /// No rule.
  public init() {
    standardOffsetSeconds = 0
    daylightOffsetSeconds = 0
    kind = 0
    reserved0 = 0
    reserved1 = 0
    daylightStart = PosixDay()
    daylightEnd = PosixDay()
    reserved2 = 0
  }

  /// A constant offset.
  public init(standardOffsetSeconds: Int32) {
    self.init()
    self.standardOffsetSeconds = standardOffsetSeconds
    kind = 1
  }

  public init(standardOffsetSeconds: Int32, daylightOffsetSeconds: Int32, start: PosixDay, end: PosixDay) {
    self.init()
    self.standardOffsetSeconds = standardOffsetSeconds
    self.daylightOffsetSeconds = daylightOffsetSeconds
    kind = 2
    daylightStart = start
    daylightEnd = end
  }

  /// The offset at a UTC second. Takes the neighbouring years into account: a change may be in the next or previous
  /// year because of its time of up to a week, and in the southern hemisphere.
  func utcOffset(atSecond seconds: Int64) -> Int32 {
    if kind != 2 { return standardOffsetSeconds }
    var latest = Int64.min
    var isDaylight = false
    let year = civilTime(of: seconds + Int64(standardOffsetSeconds)).year
    var candidate = year - 1
    while candidate <= year + 1 {
      let end = endSeconds(inYear: candidate)
      if end <= seconds && end > latest {
        latest = end
        isDaylight = false
      }
      // A year's end and the next one's start may coincide (permanent daylight time): the start takes precedence.
      let start = startSeconds(inYear: candidate)
      if start <= seconds && start >= latest {
        latest = start
        isDaylight = true
      }
      candidate += 1
    }
    return isDaylight ? daylightOffsetSeconds : standardOffsetSeconds
  }

  /// The first second after `seconds` at which the offset differs from the one just before; nil if there is none.
  func nextChange(afterSecond seconds: Int64) -> Int64? {
    if kind != 2 || standardOffsetSeconds == daylightOffsetSeconds { return nil }
    let offset = utcOffset(atSecond: seconds)
    var from = seconds
    // Both changes of four years suffice: after a leap cycle the calendar repeats.
    for _ in 0..<8 {
      let next = nextEvent(afterSecond: from)
      if utcOffset(atSecond: next) != offset { return next }
      from = next
    }
    return nil
  }

  private func nextEvent(afterSecond seconds: Int64) -> Int64 {
    var nearest = Int64.max
    let year = civilTime(of: seconds + Int64(standardOffsetSeconds)).year
    var candidate = year - 1
    while candidate <= year + 2 {
      let start = startSeconds(inYear: candidate)
      if start > seconds && start < nearest { nearest = start }
      let end = endSeconds(inYear: candidate)
      if end > seconds && end < nearest { nearest = end }
      candidate += 1
    }
    return nearest
  }

  private func startSeconds(inYear year: Int64) -> Int64 {
    daylightStart.localSeconds(inYear: year) - Int64(standardOffsetSeconds)
  }

  private func endSeconds(inYear year: Int64) -> Int64 {
    daylightEnd.localSeconds(inYear: year) - Int64(daylightOffsetSeconds)
  }
}

/// A zone in an archive. 64 bytes (docs/archive-format.md, ZoneRecord, 64 bytes).
public struct ZoneRecord: Equatable, Sendable, BitwiseCopyable {
  /// Before the first transition.
  public var initialOffsetSeconds: Int32
  public var reserved0: UInt32
  /// In the zone transitions section.
  public var transitions: RecordRange
  /// Its name ("Europe/Berlin") in the strings section.
  public var name: RecordRange
  public var rule: PosixRule

  public init(initialOffsetSeconds: Int32, transitions: RecordRange, name: RecordRange, rule: PosixRule) {
    self.initialOffsetSeconds = initialOffsetSeconds
    reserved0 = 0
    self.transitions = transitions
    self.name = name
    self.rule = rule
  }
}

/// A zone for conversions: transitions, then a rule for the time after them. The memory belongs to the archive.
public struct ZoneView {
  /// Strictly ascending.
  public var transitions: UnsafeBufferPointer<ZoneTransition>
  public var initialOffsetSeconds: Int32
  public var rule: PosixRule

  @inlinable
  public init(
    transitions: UnsafeBufferPointer<ZoneTransition>, initialOffsetSeconds: Int32, rule: PosixRule
  ) {
    self.transitions = transitions
    self.initialOffsetSeconds = initialOffsetSeconds
    self.rule = rule
  }

  /// UTC itself.
  public static var utc: ZoneView { fixed(offsetSeconds: 0) }

  /// A constant offset.
  public static func fixed(offsetSeconds: Int32) -> ZoneView {
    ZoneView(
      transitions: UnsafeBufferPointer(start: nil, count: 0), initialOffsetSeconds: offsetSeconds,
      rule: PosixRule(standardOffsetSeconds: offsetSeconds))
  }

  /// Seconds east of Greenwich at an instant.
  public func utcOffset(at instant: Instant) -> Int32 {
    utcOffset(atSecond: instant.seconds)
  }

  /// When the offset next changes, `.distantFuture` if never. Transitions to the same offset are skipped.
  public func nextOffsetChange(after instant: Instant) -> Instant {
    let seconds = instant.seconds
    let offset = utcOffset(atSecond: seconds)
    var index = countOfTransitions(upToSecond: seconds)
    while index < transitions.count {
      let transition = transitions[index]
      if transition.utcOffsetSeconds != offset { return Instant(seconds: transition.seconds) }
      index += 1
    }
    if rule.kind == 0 { return .distantFuture }
    let from = transitions.count == 0 ? seconds : Swift.max(seconds, transitions[transitions.count - 1].seconds)
    if utcOffset(atSecond: from) != offset { return Instant(seconds: from) }
    guard let next = rule.nextChange(afterSecond: from) else { return .distantFuture }
    return Instant(seconds: next)
  }

  /// The wall-clock time at an instant.
  public func civilTime(at instant: Instant) -> CivilTime {
    let seconds = instant.seconds
    return AfterglowTimeline.civilTime(of: seconds + Int64(utcOffset(atSecond: seconds)))
  }

  /// The wall clock for schedules, in seconds since 1970 on that wall clock: in an hour that occurs twice it stops at
  /// the end of the first occurrence until the second one gets there. So it never runs backwards, and events in that
  /// hour occur once.
  public func steadyLocalSecond(at instant: Instant) -> Int64 {
    let now = instant.seconds
    let local = now + Int64(utcOffset(atSecond: now))
    // No zone was ever set back by more than a day.
    let change = nextOffsetChange(after: Instant(seconds: now - 90_000)).seconds
    if change > now { return local }
    let reached = change - 1 + Int64(utcOffset(atSecond: change - 1))
    return Swift.max(local, reached)
  }

  func utcOffset(atSecond seconds: Int64) -> Int32 {
    let index = countOfTransitions(upToSecond: seconds)
    if index == transitions.count && rule.kind != 0 { return rule.utcOffset(atSecond: seconds) }
    return index == 0 ? initialOffsetSeconds : transitions[index - 1].utcOffsetSeconds
  }

  private func countOfTransitions(upToSecond seconds: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
