import AfterglowCore

/// Decides between day, always-on and night, by light readings, a schedule, presence and a person's request.
///
/// In this order of precedence: a request; the schedule, as far as each period's rule goes; the light. Presence then
/// wakes always-on to day for a while, and never night, so that a touch does not light a dark bedroom.
///
/// A reading holds until the next one. A threshold is entered when the light, without the panel's own (`OwnLight`), has
/// stayed at or below its limit for the hold time, left when it has stayed at or above the upper limit, and either only
/// after the minimum stay (docs/rules.md, Filter and holds). The result does not depend on how often `update` is
/// called. Unknown light keeps the state and abandons pending changes: unknown is never dark. With light that was never
/// known the schedule decides, else it is day; a schedule that changes while the light is unknown ends what was held.
/// The first known reading decides at once, so that a clock that starts in a dark bedroom does not glare for ten
/// seconds.
public struct LightState: Sendable {
  private var light: RoomLight
  private var choice: ModeChoice
  /// Whether colours alone dim the panel.
  private var followsRoom = true
  private var reason = LightReason.nothing
  /// The moment up to which all state is computed.
  private var clockMs = Int64.min
  /// When something is due by itself.
  private var nextMs = MonotonicInstant.distantFuture.milliseconds
  /// When the mode may change by itself. Events without effect now are computed later, for their own moment.
  private var wakeAtMs = MonotonicInstant.distantFuture.milliseconds
  private var hasNews = true
  /// Grows with every reading and every decision.
  public private(set) var newsCount: UInt32 = 0

  /// - Parameters:
  ///   - isLit: false for panels whose modes do not differ in the light that they emit.
  ///   - dimming: how always-on follows the room's light where no hardware dims the panel; nil = not at all.
  public init(
    settings: LightSettings, rules: LightRules = LightRules(), isLit: Bool = true, dimming: DimmingSettings? = nil
  ) {
    light = RoomLight(settings, rules, isLit: isLit, dimming: dimming)
    choice = ModeChoice(rules)
  }

  /// Notes that a viewer is present at `now`; takes effect with the next `update`.
  public mutating func notePresence(at now: MonotonicInstant) {
    if choice.notePresence(at: now) { hasNews = true }
  }

  /// Whether presence ends always-on, by the request of the last `update`.
  public var presenceWakes: Bool { choice.presenceWakes }

  /// Sets whether colours follow the room's light in always-on: not where hardware dims.
  public mutating func setFollowsRoom(_ follows: Bool) {
    if follows == followsRoom { return }
    followsRoom = follows
    hasNews = true
  }

  /// Luminance of white in always-on at a decided step, in cd/m² × 1000.
  public func alwaysOnMillinits(step: UInt8) -> Int32 { light.smoothed.dimming.millinits(step: step) }

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
    if override != choice.override || schedule != choice.schedule {
      if schedule != choice.schedule { light.forgetHeld() }
      choice.override = override
      choice.schedule = schedule
      hasNews = true
    }
    if light.takePictures(at: at) { noteNews() }
    let reading = lux.map { Illuminance(millilux: Swift.max(0, Swift.min($0.millilux, 1_000_000_000))) }
    if reading != light.reading {
      light.accept(reading, at: at)
      noteNews()
    }
    if hasNews { follow(at) }
    hasNews = false
    return LightDecision(
      mode: light.shown ?? .day, reason: reason, alwaysOnStep: light.smoothed.dimming.step,
      nextDecision: MonotonicInstant(milliseconds: wakeAtMs))
  }

  private mutating func noteNews() {
    newsCount &+= 1
    hasNews = true
  }

  /// The state at a moment not before the last `update`.
  public func report(at now: MonotonicInstant) -> LightReport {
    LightReport(
      mode: light.shown ?? .day, reason: reason, reading: light.reading,
      room: light.reading.map { _ in
        Illuminance(millilux: LuxFilter.millilux(level: light.smoothed.level(at: now.milliseconds)))
      },
      own: Illuminance(millilux: light.own.millilux(in: light.shown ?? .day)),
      alwaysOnMillinits: light.smoothed.dimming.currentMillinits)
  }

  /// Notes the light that the shown picture of this mode emits, in any unit common to all modes. Takes effect with the
  /// next `update`.
  public mutating func noteLight(ofPicture mode: LightMode, _ light: Int64) { self.light.notePicture(mode, light) }

  // MARK: timed events

  /// Processes every event up to `now`, each at its own moment.
  private mutating func run(until now: Int64) {
    // A change of mode causes at most its settling and measuring, and each of these at most one change more; the bound
    // is a safeguard.
    for _ in 0..<1_000 {
      if nextMs > now { return }
      let at = nextMs
      if light.take(eventAt: at) { newsCount &+= 1 }
      follow(at)
    }
  }

  /// Determines the mode at `now`, and when it may change.
  private mutating func follow(_ now: Int64) {
    let (mode, reason) = choice.resolved(light.verdict, at: now)
    if mode != light.shown || reason != self.reason { newsCount &+= 1 }
    if light.show(mode, follows: followsRoom, at: now) { newsCount &+= 1 }
    self.reason = reason
    plan()
  }

  private mutating func plan() {
    let never = MonotonicInstant.distantFuture.milliseconds
    let presence = reason == .presence ? choice.presentUntil : never
    let own = light.own.nextEvent
    let isKnown = light.reading != nil
    let (night, alwaysOn, step) = isKnown ? light.smoothed.changes : (never, never, never)
    nextMs = Swift.min(Swift.min(presence, own), Swift.min(Swift.min(night, alwaysOn), step))
    wakeAtMs = presence
    if light.smoothed.dimming.isRunning && isKnown { wakeAtMs = Swift.min(presence, Swift.min(own, step)) }
    if !isKnown || !choice.heedsLight { return }
    wakeAtMs = Swift.min(wakeAtMs, Swift.min(own, night))
    // At night, changes of the always-on state are not visible.
    if !light.smoothed.night.isEntered { wakeAtMs = Swift.min(wakeAtMs, alwaysOn) }
  }
}
