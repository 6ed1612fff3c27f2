import AfterglowCore

/// What decides the mode besides the light: a request, the schedule and presence, in this order.
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

  /// Whether presence ends always-on now.
  var presenceWakes: Bool { LightRules.presenceWakes(under: override, forMs: wakeMs) }

  /// Whether the light may decide at all.
  var heedsLight: Bool { override == .automatic && schedule?.rule != .always }

  /// The mode at `now` and its reason.
  ///
  /// - Parameter light: the mode by the light, with its reason; nil = the light is unknown.
  func resolved(_ light: (mode: LightMode, reason: LightReason)?, at now: Int64) -> (LightMode, LightReason) {
    switch override {
    case .day: return (.day, .override)
    case .night: return (.night, .override)
    case .alwaysOn: return (.alwaysOn, .override)
    case .automatic: break
    }
    var (mode, reason) = light ?? (.day, .nothing)
    if let schedule, schedule.replaces(light?.mode) {
      mode = schedule.mode
      reason = .schedule
    }
    if mode == .alwaysOn && now < presentUntil { return (.day, .presence) }
    return (mode, reason)
  }
}
