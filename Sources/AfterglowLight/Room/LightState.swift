import AfterglowCore

/// Day, always-on or night, from light readings, a schedule, presence and what a person asks for.
///
/// What decides, from the strongest on: a person's word; the schedule, as far as each period's rule goes; the light.
/// Presence then wakes always-on to day for a while, and never night: a hand on the bedside table lights no bedroom.
///
/// A reading holds until the next one. A threshold is entered when the light, without the panel's own (`OwnLight`), has
/// stayed at or below its limit for the hold time, left when it has stayed at or above the upper limit, and either only
/// after the minimum stay (docs/rules.md, Filter and holds). Nothing depends on how often `update` is called. Unknown
/// light keeps the state and abandons what was pending: unknown is never dark. Light that was never known leaves it to
/// the schedule, else it is day; a schedule that changes while the light is unknown ends what was held. The first known
/// reading decides at once, so that a clock that starts in a dark bedroom does not glare for ten seconds.
public struct LightState: Sendable {
  private var filter: LuxFilter
  private var night: ThresholdState
  private var reduced: ThresholdState
  private var own: OwnLight
  private var room: RoomDimming
  /// Whether nothing but colours dims the panel.
  private var followsRoom = true
  private let peakMillinits: Int64
  private let wakeMs: Int64
  /// The reading that holds; nil = unknown now.
  private var current: Illuminance?
  /// Whether what the thresholds say counts.
  private var isLightKnown = false
  private var override = ModeOverride.automatic
  private var schedule: ScheduledMode?
  private var presentUntil = Int64.min
  /// What the panel shows; nil before the first update.
  private var shown: LightMode?
  /// In the last always-on.
  private var alwaysOnStep: UInt8 = 0
  private var reason = LightReason.nothing
  /// Up to where everything has been brought.
  private var clockMs = Int64.min
  /// When something is due by itself.
  private var nextMs = MonotonicInstant.distantFuture.milliseconds
  /// When the mode may change by itself. What can have no effect now is seen to later, at its own moment all the same.
  private var wakeAtMs = MonotonicInstant.distantFuture.milliseconds
  private var hasNews = true
  /// The panel's own light has become another one.
  private var isOwnNew = false
  /// Grows with every reading and every decision.
  public private(set) var newsCount: UInt32 = 0

  /// - Parameters:
  ///   - isLit: false for panels whose modes do not differ in the light that they emit.
  ///   - dimming: how always-on follows the room's light where no hardware dims the panel; nil = not at all.
  public init(
    settings: LightSettings, rules: LightRules = LightRules(), isLit: Bool = true, dimming: DimmingSettings? = nil
  ) {
    filter = LuxFilter(timeConstantMs: settings.filterTimeConstantMs)
    night = ThresholdState(settings.night)
    reduced = ThresholdState(settings.alwaysOn)
    own = OwnLight(settings: settings, rules: rules, isLit: isLit)
    room = RoomDimming(settings, isLit ? dimming : nil)
    peakMillinits = Int64(Swift.max(1, settings.peakMillinits))
    wakeMs = Int64(Swift.max(0, rules.wakeMs))
    widenGaps()
  }

  /// Somebody is there at `now`: heard with the next `update`.
  public mutating func notePresence(at now: MonotonicInstant) {
    if wakeMs == 0 { return }
    presentUntil = Swift.max(presentUntil, now.milliseconds + wakeMs)
    hasNews = true
  }

  /// Whether colours follow the room's light in always-on: hardware that dims does that itself.
  public mutating func setFollowsRoom(_ follows: Bool) {
    if follows == followsRoom { return }
    followsRoom = follows
    hasNews = true
  }

  /// What white is to be in always-on at a step that was decided, in cd/m² × 1000.
  public func alwaysOnMillinits(step: UInt8) -> Int32 { room.millinits(step: step) }

  /// Brings the state to `now`.
  ///
  /// - Parameters:
  ///   - now: must not run backwards; an earlier moment than the last one counts as the last one.
  ///   - lux: the reading that holds at `now`; nil = unknown.
  ///   - schedule: the period that holds at `now`; nil = none.
  public mutating func update(
    now: MonotonicInstant, lux: Illuminance?, override: ModeOverride, schedule: ScheduledMode? = nil
  ) -> LightDecision {
    let at = Swift.max(now.milliseconds, clockMs)
    run(until: at)
    clockMs = at
    if override != self.override {
      self.override = override
      hasNews = true
    }
    if schedule != self.schedule {
      self.schedule = schedule
      if current == nil { isLightKnown = false }
      hasNews = true
    }
    if isOwnNew { takeOwnLight(at) }
    let reading = lux.map { Illuminance(millilux: Swift.max(0, Swift.min($0.millilux, 1_000_000_000))) }
    if reading != current {
      accept(reading, at: at)
      hasNews = true
    }
    if hasNews { follow(at) }
    hasNews = false
    return LightDecision(
      mode: shown ?? .day, reason: reason, alwaysOnStep: room.step,
      nextDecision: MonotonicInstant(milliseconds: wakeAtMs))
  }

  /// How it stands at a moment not before the last `update`.
  public func report(at now: MonotonicInstant) -> LightReport {
    LightReport(
      mode: shown ?? .day, reason: reason, reading: current,
      room: current == nil ? nil : Illuminance(millilux: LuxFilter.millilux(level: filter.level(at: now))),
      own: Illuminance(millilux: own.millilux(in: shown ?? .day)),
      alwaysOnMillinits: room.isRunning ? room.millinits(step: room.step) : nil)
  }

  /// The picture that is shown in this mode gives so much light, in any unit that all modes share. Heard with the next
  /// `update`.
  public mutating func noteLight(ofPicture mode: LightMode, _ light: Int64) {
    if own.note(mode, light: light) { isOwnNew = true }
  }

  private mutating func takeOwnLight(_ now: Int64) {
    isOwnNew = false
    widenGaps()
    guard let current else { return }
    own.hold(current.millilux, until: now)
    night.advance(filter, until: now)
    reduced.advance(filter, until: now)
    room.advance(filter, until: now)
    if own.isSettling { note() } else { aim(now) }
    newsCount &+= 1
    hasNews = true
  }

  // MARK: what happens by itself

  /// Everything that is due until then, each at its own moment.
  private mutating func run(until now: Int64) {
    // A change of mode causes at most its settling and measuring, and each of these at most one change more; the
    // bound is a belt.
    for _ in 0..<1_000 {
      if nextMs > now { return }
      let at = nextMs
      if let current {
        own.hold(current.millilux, until: at)
        night.advance(filter, until: at)
        reduced.advance(filter, until: at)
        room.advance(filter, until: at)
      }
      if own.nextEvent <= at && own.take(eventAt: at) {
        newsCount &+= 1
        widenGaps()
        aim(at)
      }
      follow(at)
    }
  }

  /// Resolves what holds at `now`, and when that may change.
  private mutating func follow(_ now: Int64) {
    let (mode, reason) = resolved(now)
    room.run(followsRoom && isLightKnown && mode == .alwaysOn, filter, at: now)
    if mode != shown || reason != self.reason { newsCount &+= 1 }
    if mode == .alwaysOn && room.step != alwaysOnStep {
      alwaysOnStep = room.step
      own.expectAlwaysOn(Int64(room.millinits(step: alwaysOnStep)) * 1000 / peakMillinits)
      newsCount &+= 1
    }
    if let shown, shown != mode {
      if let current { own.hold(current.millilux, until: now) }
      own.begin(from: shown, to: mode, at: now)
    }
    shown = mode
    self.reason = reason
    plan()
  }

  private mutating func plan() {
    let never = MonotonicInstant.distantFuture.milliseconds
    let presence = reason == .presence ? presentUntil : never
    let nightChange = current == nil ? never : night.nextChange(filter)
    let reducedChange = current == nil ? never : reduced.nextChange(filter)
    let stepChange = current == nil ? never : room.nextChange(filter)
    nextMs = Swift.min(Swift.min(presence, own.nextEvent), Swift.min(nightChange, reducedChange))
    nextMs = Swift.min(nextMs, stepChange)
    wakeAtMs = presence
    if room.isRunning && current != nil { wakeAtMs = Swift.min(presence, Swift.min(own.nextEvent, stepChange)) }
    if override != .automatic || current == nil || schedule?.rule == .always { return }
    wakeAtMs = Swift.min(wakeAtMs, Swift.min(own.nextEvent, nightChange))
    // By night the lesser state is not to be seen.
    if !night.isEntered { wakeAtMs = Swift.min(wakeAtMs, reducedChange) }
  }

  private func resolved(_ now: Int64) -> (LightMode, LightReason) {
    switch override {
    case .day: return (.day, .override)
    case .night: return (.night, .override)
    case .alwaysOn: return (.alwaysOn, .override)
    case .automatic: break
    }
    var mode = LightMode.day
    var reason = LightReason.nothing
    if isLightKnown {
      mode = LightMode(isNight: night.isEntered, isLuminanceReduced: reduced.isEntered)
      reason = current == nil ? .heldLight : .light
    }
    if let schedule, counts(schedule, against: mode) {
      mode = schedule.mode
      reason = .schedule
    }
    if mode == .alwaysOn && now < presentUntil { return (.day, .presence) }
    return (mode, reason)
  }

  private func counts(_ schedule: ScheduledMode, against mode: LightMode) -> Bool {
    switch schedule.rule {
    case .unknownLight: !isLightKnown
    case .darker: !isLightKnown || schedule.mode.rank > mode.rank
    case .always: true
    }
  }

  // MARK: readings

  private mutating func accept(_ reading: Illuminance?, at now: Int64) {
    if let current {
      own.hold(current.millilux, until: now)
      night.advance(filter, until: now)
      reduced.advance(filter, until: now)
      room.advance(filter, until: now)
    }
    let wasKnown = current != nil
    current = reading
    newsCount &+= 1
    guard let current else {
      let instant = MonotonicInstant(milliseconds: now)
      // Where the filter stands is kept for the return of the readings.
      filter.restart(at: instant, level: filter.level(at: instant))
      night.abandon()
      reduced.abandon()
      room.abandon()
      own.forget()
      return
    }
    if !wasKnown { own.start(current.millilux, at: now) }
    if !isLightKnown {
      isLightKnown = true
      let level = target
      filter.restart(at: MonotonicInstant(milliseconds: now), level: level)
      night.decideAtOnce(level: level, at: now)
      reduced.decideAtOnce(level: level, at: now)
      note()
    } else if !own.isSettling {
      aim(now)
    }
  }

  /// The filter goes on towards what the reading that holds says of the room.
  private mutating func aim(_ now: Int64) {
    if current == nil { return }
    filter.setTarget(target, at: MonotonicInstant(milliseconds: now))
    note()
  }

  private mutating func note() {
    night.note(filter)
    reduced.note(filter)
    room.note(filter)
  }

  /// Level of the reading that holds, without the panel's own light.
  private var target: Int64 {
    let reading = current?.millilux ?? 0
    return LuxFilter.level(millilux: reading - (shown.map { own.millilux(in: $0) } ?? 0))
  }

  /// Each threshold's gap is a quarter wider than the step that the panel itself makes there.
  private mutating func widenGaps() {
    reduced.widen(to: own.step(from: .day, to: .alwaysOn) * 5 / 4)
    night.widen(to: own.step(from: .alwaysOn, to: .night) * 5 / 4)
  }
}
