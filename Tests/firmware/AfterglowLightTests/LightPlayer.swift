import AfterglowCore
import AfterglowLight
import Testing

/// Plays readings into a state and records every change. Times in seconds.
struct LightPlayer {
  var state: LightState
  var last = LightMode.day
  var reason = LightReason.nothing
  var flips: [(at: Double, mode: LightMode)] = []
  /// Always-on's step for the room's light, at each change.
  var steps: [(at: Double, step: UInt8)] = []
  var pending = MonotonicInstant.distantFuture
  var schedule: ScheduledMode?
  private var current: Illuminance?

  init(
    settings: LightSettings = LightSettings(), rules: LightRules = LightRules(), isLit: Bool = true,
    dimming: DimmingSettings? = nil
  ) {
    state = LightState(settings: settings, rules: rules, isLit: isLit, dimming: dimming)
  }

  mutating func reading(_ lux: Double?, at seconds: Double, override: ModeOverride = .automatic) {
    // The loop wakes for every earlier decision.
    let now = MonotonicInstant(milliseconds: Int64((seconds * 1000).rounded()))
    while pending < now { take(pending, current, override) }
    current = lux.map { Illuminance(millilux: Int64(($0 * 1000).rounded())) }
    take(now, current, override)
  }

  /// The inputs are unchanged; only time advances.
  mutating func wait(until seconds: Double) {
    reading(current.map { Double($0.millilux) / 1000 }, at: seconds)
  }

  mutating func presence(at seconds: Double) {
    wait(until: seconds)
    state.notePresence(at: MonotonicInstant(milliseconds: Int64(seconds * 1000)))
    wait(until: seconds)
  }

  mutating func schedule(_ mode: LightMode?, _ rule: ScheduleRule = .unknownLight, at seconds: Double) {
    wait(until: seconds)
    schedule = mode.map { ScheduledMode(mode: $0, rule: rule) }
    wait(until: seconds)
  }

  private mutating func take(_ now: MonotonicInstant, _ lux: Illuminance?, _ override: ModeOverride) {
    let decision = state.update(now: now, lux: lux, override: override, schedule: schedule)
    // Millions of readings: an expectation costs more than all else here.
    if now >= decision.nextDecision { Issue.record("the decision at \(now) is due again at once") }
    pending = decision.nextDecision
    reason = decision.reason
    if decision.alwaysOnStep != steps.last?.step ?? 0 {
      steps.append((Double(now.milliseconds) / 1000, decision.alwaysOnStep))
    }
    if decision.mode != last {
      flips.append((Double(now.milliseconds) / 1000, decision.mode))
      last = decision.mode
    }
  }

  mutating func play(_ readings: [(Double, Double?)]) {
    for (seconds, lux) in readings { reading(lux, at: seconds) }
  }
}
