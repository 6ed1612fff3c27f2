import AfterglowCore

/// What has a word in the mode beside the light: a person, a schedule, and somebody's presence. The strongest word counts.
struct ModeChoice {
  var override = ModeOverride.automatic
  var schedule: ScheduledMode?
  private(set) var presentUntil = Int64.min
  private let wakeMs: Int64

  init(_ rules: LightRules) { wakeMs = Int64(Swift.max(0, rules.wakeMs)) }

  /// False where presence wakes nothing.
  mutating func notePresence(at now: MonotonicInstant) -> Bool {
    if wakeMs == 0 { return false }
    presentUntil = Swift.max(presentUntil, now.milliseconds + wakeMs)
    return true
  }

  /// Whether the light may decide at all.
  var heedsLight: Bool { override == .automatic && schedule?.rule != .always }

  /// What holds at `now`, and why. `light`: what that says, and why; nil = it is unknown.
  func resolved(_ light: (mode: LightMode, reason: LightReason)?, at now: Int64) -> (LightMode, LightReason) {
    switch override {
    case .day: return (.day, .override)
    case .night: return (.night, .override)
    case .alwaysOn: return (.alwaysOn, .override)
    case .automatic: break
    }
    var (mode, reason) = light ?? (.day, .nothing)
    if let schedule, counts(schedule, against: light?.mode) {
      mode = schedule.mode
      reason = .schedule
    }
    if mode == .alwaysOn && now < presentUntil { return (.day, .presence) }
    return (mode, reason)
  }

  private func counts(_ schedule: ScheduledMode, against light: LightMode?) -> Bool {
    guard let light else { return true }
    return schedule.rule == .always || (schedule.rule == .darker && schedule.mode.rank > light.rank)
  }
}
