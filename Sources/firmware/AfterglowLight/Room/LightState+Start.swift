import AfterglowCore

extension LightState {
  /// The mode that a new state decides at once, if a request or a known light decides it; nil if it depends on the
  /// schedule, and so on the time.
  ///
  /// - Parameters:
  ///   - lux: the first reading; nil = unknown.
  ///   - override: the mode that a person has requested.
  public static func startingMode(
    settings: LightSettings, rules: LightRules, lux: Illuminance?, override: ModeOverride
  ) -> LightMode? {
    var state = LightState(settings: settings, rules: rules)
    let decision = state.update(now: MonotonicInstant(milliseconds: 0), lux: lux, override: override)
    switch decision.reason {
    case .override: return decision.mode
    case .light: return rules.schedule.mayReplace(decision.mode) ? nil : decision.mode
    case .nothing, .heldLight, .schedule, .presence: return nil
    }
  }
}
