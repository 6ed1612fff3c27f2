import AfterglowCore
import AfterglowLight
import TestSupport
import Testing

@Suite struct LightScheduleTests {
  /// Monday 2026-11-23, 00:00 on the wall clock.
  static let monday: Int64 = 20_780 * 86_400

  static func schedule(_ periods: [SchedulePeriod]) -> LightSchedule {
    var schedule = LightSchedule()
    for period in periods {
      schedule.periods[Int(schedule.count)] = period
      schedule.count += 1
    }
    return schedule
  }

  static let night = SchedulePeriod(startMinute: 22 * 60 + 30, endMinute: 6 * 60 + 30, mode: .night, rule: .always)

  @Test func `a period crosses midnight`() {
    let schedule = Self.schedule([Self.night])
    let expected = [(0.0, true), (6.49, true), (6.5, false), (12, false), (22.49, false), (22.5, true), (24, true)]
    for (hours, isNight) in expected {
      let found = schedule.holding(atLocalSecond: Self.monday + Int64(hours * 3600))
      #expect((found?.mode == .night) == isNight, "\(hours) h")
    }
  }

  @Test func `its days are those on which it begins`() {
    var friday = Self.night
    friday.days = 1 << 5
    let schedule = Self.schedule([friday])
    let hour: Int64 = 3600
    let start = Self.monday + 4 * 86_400 + 22 * hour + hour / 2
    #expect(schedule.holding(atLocalSecond: start - 1) == nil)
    #expect(schedule.holding(atLocalSecond: start)?.mode == .night)
    #expect(schedule.holding(atLocalSecond: start + 8 * hour - 1)?.mode == .night)
    #expect(schedule.holding(atLocalSecond: start + 8 * hour) == nil)
    // From Monday, it is the next boundary.
    #expect(schedule.nextBoundary(afterLocalSecond: Self.monday) == start)
    #expect(schedule.nextBoundary(afterLocalSecond: start) == start + 8 * hour)
    #expect(schedule.nextBoundary(afterLocalSecond: start + 8 * hour) == start + 7 * 86_400)
  }

  @Test func `between two boundaries nothing changes, for any week`() {
    var generator = SeededNumbers(seed: 5)
    for _ in 0..<300 {
      let periods = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        let start = UInt16.random(in: 0..<1440, using: &generator)
        var end = UInt16.random(in: 1...1440, using: &generator)
        if end == start { end = start == 1 ? 2 : start - 1 }
        return SchedulePeriod(
          startMinute: start, endMinute: max(1, end), days: UInt8.random(in: 1...127, using: &generator),
          mode: LightMode(rank: UInt8.random(in: 0...2, using: &generator)), rule: .always)
      }
      let schedule = Self.schedule(periods)
      var at = Self.monday + Int64.random(in: -4_000_000_000...4_000_000_000, using: &generator)
      for _ in 0..<20 {
        let next = schedule.nextBoundary(afterLocalSecond: at)!
        #expect(next > at && next - at <= 7 * 86_400)
        let here = schedule.holding(atLocalSecond: at)
        for _ in 0..<5 {
          let between = Int64.random(in: at..<next, using: &generator)
          #expect(schedule.holding(atLocalSecond: between) == here)
        }
        at = next
      }
    }
  }

  @Test func `light that was never known leaves it to the schedule`() {
    var player = LightPlayer()
    player.schedule(.night, at: 0)
    #expect(player.last == .night && player.reason == .schedule)
    player.schedule(nil, at: 100)
    #expect(player.last == .day && player.reason == .nothing)
    // The first reading takes precedence.
    player.schedule(.night, at: 200)
    player.reading(300, at: 300)
    #expect(player.last == .day && player.reason == .light)
  }

  @Test func `the darker of light and period holds where the board says so`() {
    var player = LightPlayer()
    player.reading(300, at: 0)
    player.schedule(.alwaysOn, .darker, at: 10)
    #expect(player.last == .alwaysOn && player.reason == .schedule)
    player.reading(0.5, at: 100)
    player.wait(until: 120)
    #expect(player.last == .night && player.reason == .light)
    player.schedule(nil, at: 200)
    #expect(player.last == .night)
  }

  @Test func `a period that always decides holds against the light, and for no longer`() {
    var player = LightPlayer()
    player.reading(0.5, at: 0)
    player.schedule(.day, .always, at: 10)
    #expect(player.last == .day && player.reason == .schedule)
    #expect(player.pending == .distantFuture)
    // The light is tracked meanwhile.
    player.reading(10, at: 100)
    player.schedule(nil, at: 200)
    #expect(player.last == .alwaysOn && player.reason == .light)
    player.reading(10, at: 210, override: .night)
    #expect(player.last == .night && player.reason == .override)
  }

  @Test func `the last reading of a sensor that is gone holds until the schedule changes`() {
    var player = LightPlayer()
    player.schedule(.night, at: 0)
    player.play([(1, 0.2), (60, nil), (30_000, nil)])
    #expect(player.last == .night && player.reason == .heldLight)
    player.schedule(nil, at: 40_000)
    #expect(player.last == .day && player.reason == .nothing)
    player.reading(0.2, at: 50_000)
    #expect(player.last == .night && player.reason == .light)
  }
}

@Suite struct PresenceTests {
  @Test func `presence wakes always-on for a set time`() {
    var rules = LightRules()
    rules.wakeMs = 45_000
    var player = LightPlayer(rules: rules)
    player.reading(10, at: 0)
    #expect(player.last == .alwaysOn)
    player.presence(at: 100)
    #expect(player.last == .day && player.reason == .presence)
    // Each touch extends it.
    player.presence(at: 130)
    player.wait(until: 1_000)
    #expect(player.flips.map(\.mode) == [.alwaysOn, .day, .alwaysOn])
    #expect(player.flips.last!.at == 175)
  }

  @Test func `a touch at night lights no bedroom`() {
    var player = LightPlayer()
    player.reading(0.3, at: 0)
    player.presence(at: 100)
    #expect(player.last == .night && player.reason == .light)
    #expect(player.pending == .distantFuture)
    var asked = LightPlayer()
    asked.reading(300, at: 0, override: .alwaysOn)
    asked.state.notePresence(at: MonotonicInstant(milliseconds: 1_000))
    asked.reading(300, at: 1, override: .alwaysOn)
    #expect(asked.last == .alwaysOn && asked.reason == .override)
  }

  @Test func `a panel that was switched off is not woken`() {
    var rules = LightRules()
    rules.wakeMs = 0
    var player = LightPlayer(rules: rules)
    player.reading(10, at: 0)
    player.presence(at: 100)
    #expect(player.last == .alwaysOn)
  }

  @Test func `it gets dark during presence`() {
    var player = LightPlayer()
    player.reading(300, at: 0)
    player.presence(at: 95)
    player.reading(10, at: 100)
    // Always-on begins at 110 s, and is awake until 125 s.
    player.wait(until: 200)
    #expect(player.flips.map(\.at) == [125])
  }
}
