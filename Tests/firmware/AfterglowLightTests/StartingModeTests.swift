import AfterglowCore
import AfterglowLight
import TestSupport
import Testing

/// The mode in which a panel starts, as the guard knows it before the first frame.
@Suite struct StartingModeTests {
  private static func rules(_ periods: (LightMode, ScheduleRule)...) -> LightRules {
    var rules = LightRules()
    rules.schedule = LightScheduleTests.schedule(
      periods.map { SchedulePeriod(startMinute: 60, endMinute: 120, mode: $0.0, rule: $0.1) })
    return rules
  }

  private static func mode(
    _ lux: Double?, _ override: ModeOverride = .automatic, _ rules: LightRules = LightRules()
  ) -> LightMode? {
    LightState.startingMode(
      settings: LightSettings(), rules: rules,
      lux: lux.map { Illuminance(millilux: Int64($0 * 1000)) }, override: override)
  }

  @Test func `a known light decides at once, and an unknown one decides nothing`() {
    #expect(Self.mode(2) == .night && Self.mode(2.1) == .alwaysOn)
    #expect(Self.mode(15) == .alwaysOn && Self.mode(15.1) == .day)
    #expect(Self.mode(nil) == nil)
  }

  @Test func `a request is stronger than the light`() {
    #expect(Self.mode(0, .day) == .day && Self.mode(300, .alwaysOn) == .alwaysOn && Self.mode(nil, .night) == .night)
    #expect(Self.mode(300, .night, Self.rules((.day, .always))) == .night)
  }

  @Test func `a schedule that may decide otherwise leaves it open`() {
    #expect(Self.mode(1, .automatic, Self.rules((.day, .always))) == nil)
    #expect(Self.mode(10, .automatic, Self.rules((.night, .darker))) == nil)
    // These change nothing about a dark room.
    for rules in [
      Self.rules((.day, .unknownLight)), Self.rules((.alwaysOn, .darker)), Self.rules((.night, .always)),
    ] {
      #expect(Self.mode(1, .automatic, rules) == .night)
    }
  }

  /// Any schedule, light and request, with each period that can hold.
  @Test func `a starting mode that is known is the one that the first update decides`() {
    var generator = SeededNumbers(seed: 11)
    let overrides: [ModeOverride] = [.automatic, .automatic, .automatic, .day, .night, .alwaysOn]
    var known = 0
    for _ in 0..<2_000 {
      let periods = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        ScheduledMode(
          mode: LightMode(rank: UInt8.random(in: 0...2, using: &generator)),
          rule: ScheduleRule(rawValue: UInt8.random(in: 0...2, using: &generator))!)
      }
      var rules = LightRules()
      rules.schedule = LightScheduleTests.schedule(
        periods.map { SchedulePeriod(startMinute: 60, endMinute: 120, mode: $0.mode, rule: $0.rule) })
      rules.ownMillilux = Int32.random(in: 0...5_000, using: &generator)
      let millilux = Int64.random(in: -5_000...40_000, using: &generator)
      let lux = millilux < 0 ? nil : Illuminance(millilux: millilux)
      let override = overrides.randomElement(using: &generator)!
      guard
        let mode = LightState.startingMode(settings: LightSettings(), rules: rules, lux: lux, override: override)
      else { continue }
      known += 1
      for holding in [nil] + periods.map(Optional.init) {
        var state = LightState(settings: LightSettings(), rules: rules)
        let decision = state.update(
          now: MonotonicInstant(milliseconds: 7_000), lux: lux, override: override, schedule: holding)
        #expect(decision.mode == mode)
      }
    }
    #expect(known > 800)
  }
}
