import AfterglowCore
import Testing

@testable import AfterglowLight

/// Which input determines the mode.
@Suite struct ModeChoiceTests {
  private struct Verdict: Equatable {
    var mode: LightMode
    var reason: LightReason

    init(_ mode: LightMode, _ reason: LightReason) {
      self.mode = mode
      self.reason = reason
    }

    /// The mode that results from the light's.
    init(_ choice: ModeChoice, _ light: Verdict?, at now: Int64 = 0) {
      let (mode, reason) = choice.resolved(light.map { ($0.mode, $0.reason) }, at: now)
      self.init(mode, reason)
    }
  }

  private static func choice(
    _ override: ModeOverride = .automatic, _ mode: LightMode? = nil, _ rule: ScheduleRule = .darker
  ) -> ModeChoice {
    var choice = ModeChoice(LightRules())
    choice.override = override
    choice.schedule = mode.map { ScheduledMode(mode: $0, rule: rule) }
    return choice
  }

  @Test func `an override is stronger than schedule and light`() {
    for (word, mode) in [(ModeOverride.day, LightMode.day), (.alwaysOn, .alwaysOn), (.night, .night)] {
      let choice = Self.choice(word, .night, .always)
      #expect(Verdict(choice, Verdict(.alwaysOn, .light)) == Verdict(mode, .override))
      #expect(!choice.heedsLight)
    }
  }

  @Test func `a schedule counts as far as its rule goes`() {
    let light = Verdict(.alwaysOn, .light)
    #expect(Verdict(Self.choice(.automatic, .night, .unknownLight), light) == Verdict(.alwaysOn, .light))
    #expect(Verdict(Self.choice(.automatic, .night, .unknownLight), nil) == Verdict(.night, .schedule))
    #expect(Verdict(Self.choice(.automatic, .night, .darker), light) == Verdict(.night, .schedule))
    #expect(Verdict(Self.choice(.automatic, .day, .darker), light) == Verdict(.alwaysOn, .light))
    #expect(Verdict(Self.choice(.automatic, .day, .always), light) == Verdict(.day, .schedule))
    #expect(Self.choice(.automatic, .day, .darker).heedsLight && !Self.choice(.automatic, .day, .always).heedsLight)
  }

  @Test func `without any input it is day`() {
    #expect(Verdict(Self.choice(), nil) == Verdict(.day, .nothing))
  }

  @Test func `presence wakes always-on for a while, and never night`() {
    var choice = Self.choice()
    var isNews = choice.notePresence(at: MonotonicInstant(milliseconds: 1_000))
    #expect(Verdict(choice, Verdict(.alwaysOn, .light), at: 30_999) == Verdict(.day, .presence))
    #expect(Verdict(choice, Verdict(.night, .light), at: 30_999) == Verdict(.night, .light))
    #expect(Verdict(choice, Verdict(.alwaysOn, .light), at: 31_000) == Verdict(.alwaysOn, .light))
    // An earlier presence shortens nothing.
    isNews = choice.notePresence(at: MonotonicInstant(milliseconds: 0)) && isNews
    #expect(choice.presentUntil == 31_000 && isNews)
  }

  @Test func `a board that is not to be woken is not`() {
    var rules = LightRules()
    rules.wakeMs = 0
    var choice = ModeChoice(rules)
    let isNews = choice.notePresence(at: MonotonicInstant(milliseconds: 0))
    #expect(!isNews)
    #expect(Verdict(choice, Verdict(.alwaysOn, .light)) == Verdict(.alwaysOn, .light))
  }
}
