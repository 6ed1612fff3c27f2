import AfterglowCore

/// Day, always-on or night, from light readings and what a person asks for.
///
/// A reading holds until the next one. A threshold is entered when the filtered light has stayed at or below its limit
/// for the hold time, left when it has stayed at or above the upper limit, and either only after the minimum stay
/// (facts.md 3.4). Nothing depends on how often `update` is called. Unknown light keeps the state and abandons what was
/// pending: unknown is never dark. Light that was never known is day. The first known reading decides at once, so that a
/// clock that starts in a dark bedroom does not glare for ten seconds.
public struct LightState: Sendable {
  private var filter: LuxFilter
  private var night: ThresholdState
  private var reduced: ThresholdState
  /// The reading that holds; nil = unknown now.
  private var current: Illuminance?
  private var wasEverKnown: Bool

  public init(settings: LightSettings) {
    filter = LuxFilter(timeConstantMs: settings.filterTimeConstantMs)
    night = ThresholdState(settings.night)
    reduced = ThresholdState(settings.alwaysOn)
    current = nil
    wasEverKnown = false
  }

  /// Brings the state to `now`. `lux` is the reading that holds at `now`; nil = unknown.
  ///
  /// - Parameter now: must not run backwards; an earlier moment than the last one counts as the last one.
  public mutating func update(
    now: MonotonicInstant, lux: Illuminance?, override: ModeOverride
  ) -> LightDecision {
    if current != nil {
      night.advance(filter, until: now.milliseconds)
      reduced.advance(filter, until: now.milliseconds)
    }
    if lux != current { accept(lux, at: now) }
    return decision(override)
  }

  private mutating func accept(_ lux: Illuminance?, at now: MonotonicInstant) {
    let wasKnown = current != nil
    current = lux
    guard let lux else {
      // Where the filter stands is kept for the return of the readings.
      filter.restart(at: now, level: filter.level(at: now))
      night.abandon()
      reduced.abandon()
      return
    }
    let level = LuxFilter.level(millilux: lux.millilux)
    if !wasEverKnown {
      wasEverKnown = true
      filter.restart(at: now, level: level)
      night.decideAtOnce(level: level, at: now.milliseconds)
      reduced.decideAtOnce(level: level, at: now.milliseconds)
    } else if wasKnown {
      filter.setTarget(level, at: now)
    } else {
      filter.restart(at: now, level: filter.startLevel)
      filter.setTarget(level, at: now)
    }
    night.note(filter)
    reduced.note(filter)
  }

  private func decision(_ override: ModeOverride) -> LightDecision {
    switch override {
    case .day: return LightDecision(mode: .day, nextDecision: .distantFuture)
    case .night: return LightDecision(mode: .night, nextDecision: .distantFuture)
    case .alwaysOn: return LightDecision(mode: .alwaysOn, nextDecision: .distantFuture)
    case .automatic: break
    }
    let mode = LightMode(isNight: night.isEntered, isLuminanceReduced: reduced.isEntered)
    if current == nil { return LightDecision(mode: mode, nextDecision: .distantFuture) }
    var next = night.nextChange(filter)
    // By night the lesser state is not to be seen; it is brought up to date when night ends.
    if !night.isEntered { next = Swift.min(next, reduced.nextChange(filter)) }
    return LightDecision(mode: mode, nextDecision: MonotonicInstant(milliseconds: next))
  }
}

/// One threshold's hysteresis over the filter's course.
struct ThresholdState {
  private(set) var isEntered: Bool
  private let enterLevel: Int64
  private let leaveLevel: Int64
  private let enterHoldMs: Int64
  private let leaveHoldMs: Int64
  private let minimumStayMs: Int64
  /// Since when the light has asked for the other state without a break; nil = it does not.
  private var pendingSince: Int64?
  /// No change before this.
  private var stayUntil: Int64

  init(_ threshold: LightThreshold) {
    isEntered = false
    enterLevel = LuxFilter.level(millilux: Int64(threshold.enterMillilux))
    leaveLevel = LuxFilter.level(millilux: Int64(threshold.leaveMillilux))
    enterHoldMs = Int64(Swift.max(0, threshold.enterHoldMs))
    leaveHoldMs = Int64(Swift.max(0, threshold.leaveHoldMs))
    minimumStayMs = Int64(Swift.max(0, threshold.minimumStayMs))
    pendingSince = nil
    stayUntil = Int64.min
  }

  mutating func decideAtOnce(level: Int64, at now: Int64) {
    isEntered = level <= enterLevel
    pendingSince = nil
    // The first state was not chosen by anyone: it may be left as soon as the light asks for it.
    stayUntil = now
  }

  mutating func abandon() { pendingSince = nil }

  /// The filter has a new course: a hold that is pending goes on only if its condition still holds where this begins.
  mutating func note(_ filter: LuxFilter) {
    guard let wanted = wanted(filter), wanted.from <= filter.start.milliseconds else {
      pendingSince = nil
      return
    }
    if pendingSince == nil { pendingSince = wanted.from }
  }

  /// Makes every change that falls at or before `until`, in order.
  mutating func advance(_ filter: LuxFilter, until: Int64) {
    // A course crosses each limit once, so it can cause at most two changes; the bound is a belt.
    for _ in 0..<4 {
      let at = nextChange(filter)
      if at > until { break }
      isEntered.toggle()
      pendingSince = nil
      stayUntil = at + minimumStayMs
    }
    // Keep what the course that ends here has begun.
    if let wanted = wanted(filter), wanted.from <= until, until < wanted.until {
      if pendingSince == nil { pendingSince = wanted.from }
    } else {
      pendingSince = nil
    }
  }

  /// When the state changes if the filter keeps its course.
  func nextChange(_ filter: LuxFilter) -> Int64 {
    guard let wanted = wanted(filter) else { return MonotonicInstant.distantFuture.milliseconds }
    let since = pendingSince ?? wanted.from
    let at = Swift.max(since + (isEntered ? leaveHoldMs : enterHoldMs), stayUntil)
    return at < wanted.until ? at : MonotonicInstant.distantFuture.milliseconds
  }

  private func wanted(_ filter: LuxFilter) -> (from: Int64, until: Int64)? {
    isEntered
      ? filter.interval(atOrBelow: false, leaveLevel) : filter.interval(atOrBelow: true, enterLevel)
  }
}
