import AfterglowCore

/// One threshold's hysteresis over the filtered light.
///
/// A change needs two things: the filtered light beyond the limit, and the hold time. The hold counts from the moment
/// at which the readings themselves passed the limit, if they have stayed there, so that the filter's own lag does not
/// add to it; with unsteady readings it counts from the filtered light.
///
/// When light passes both limits again and again (a television, a loose lamp), the hold doubles with the third time
/// within two minutes, and with each further one, up to eight times: so that the panel does not switch back and forth.
struct ThresholdState {
  private(set) var isEntered: Bool
  private let limits: LightThreshold
  private let enterLevel: Int64
  private var leaveLevel: Int64
  /// Since when the filtered light has required the other state without a break; nil = it does not.
  private var pendingSince: Int64?
  /// The same for the readings.
  private var readingSince: Int64?
  /// No change before this.
  private var stayUntil: Int64
  /// The side of both limits on which a reading was last; nil = none yet.
  private var wasDark: Bool?
  /// When readings passed both limits, the last time first.
  private var crossings: InlineArray<5, Int64>

  /// How long a crossing counts.
  private static var unrestMs: Int64 { 120_000 }
  /// Up to this many crossings count as a switched lamp and do not lengthen the hold.
  private static var calmCrossings: Int { 2 }

  init(_ limits: LightThreshold) {
    isEntered = false
    self.limits = limits
    enterLevel = LuxFilter.level(millilux: Int64(limits.enterMillilux))
    leaveLevel = LuxFilter.level(millilux: Int64(limits.leaveMillilux))
    pendingSince = nil
    readingSince = nil
    stayUntil = Int64.min
    wasDark = nil
    crossings = InlineArray(repeating: Int64.min / 2)
  }

  /// Keeps the limits at least `gapMillilux` apart, by moving the upper one. `note` has to follow.
  mutating func widen(to gapMillilux: Int64) {
    leaveLevel = LuxFilter.level(
      millilux: Swift.max(Int64(limits.leaveMillilux), Int64(limits.enterMillilux) + gapMillilux))
  }

  mutating func decideAtOnce(level: Int64, at now: Int64) {
    isEntered = level <= enterLevel
    abandon()
    // The minimum stay applies between changes: the initial state may be left as soon as the light requires it.
    stayUntil = now
  }

  mutating func abandon() {
    pendingSince = nil
    readingSince = nil
  }

  /// Notes the filter's new target: a pending hold continues only if its condition still holds at the start.
  mutating func note(_ filter: LuxFilter) {
    let start = filter.start.milliseconds
    readingSince = isBeyond(filter.target) ? readingSince ?? start : nil
    noteSide(filter.target, at: start)
    guard let wanted = wanted(filter), wanted.from <= start else {
      pendingSince = nil
      return
    }
    if pendingSince == nil { pendingSince = wanted.from }
  }

  /// Applies every change at or before `until`, in order.
  mutating func advance(_ filter: LuxFilter, until: Int64) {
    // Between two targets the light crosses each limit at most once, so there are at most two changes; the bound is a
    // safeguard.
    for _ in 0..<4 {
      let at = nextChange(filter)
      if at > until { break }
      isEntered.toggle()
      pendingSince = nil
      readingSince = isBeyond(filter.target) ? at : nil
      stayUntil = at + Int64(Swift.max(0, limits.minimumStayMs))
    }
    // Keep a hold that has begun before the target changes.
    if let wanted = wanted(filter), wanted.from <= until, until < wanted.until {
      if pendingSince == nil { pendingSince = wanted.from }
    } else {
      pendingSince = nil
    }
  }

  /// When the state changes if the filter keeps its target.
  func nextChange(_ filter: LuxFilter) -> Int64 {
    guard let wanted = wanted(filter) else { return MonotonicInstant.distantFuture.milliseconds }
    var since = pendingSince ?? wanted.from
    if let readingSince { since = Swift.min(since, readingSince) }
    let at = Swift.max(Swift.max(endOfHold(since), stayUntil), wanted.from)
    return at < wanted.until ? at : MonotonicInstant.distantFuture.milliseconds
  }

  private mutating func noteSide(_ level: Int64, at now: Int64) {
    let isDark = level <= enterLevel
    if !isDark && level < leaveLevel { return }
    if wasDark != nil && wasDark != isDark {
      for index in 0..<4 { crossings[4 - index] = crossings[3 - index] }
      crossings[0] = now
    }
    wasDark = isDark
  }

  /// The first moment at which the hold is over. It shrinks as crossings are forgotten.
  private func endOfHold(_ since: Int64) -> Int64 {
    let hold = Int64(Swift.max(0, isEntered ? limits.leaveHoldMs : limits.enterHoldMs))
    var earliest = since + 8 * hold
    for count in ThresholdState.calmCrossings..<5 {
      // From then on no more than `count` crossings count.
      let calmFrom = crossings[count] + ThresholdState.unrestMs
      let held = since + hold << Int64(count - ThresholdState.calmCrossings)
      earliest = Swift.min(earliest, Swift.max(held, calmFrom))
    }
    return earliest
  }

  private func isBeyond(_ level: Int64) -> Bool { isEntered ? level >= leaveLevel : level <= enterLevel }

  private func wanted(_ filter: LuxFilter) -> (from: Int64, until: Int64)? {
    isEntered
      ? filter.interval(atOrBelow: false, leaveLevel) : filter.interval(atOrBelow: true, enterLevel)
  }
}
