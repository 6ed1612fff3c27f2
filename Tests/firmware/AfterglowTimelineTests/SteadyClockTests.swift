import AfterglowCore
import Testing

@testable import AfterglowTimeline

/// The wall clock as schedules follow it.
@Suite struct SteadyClockTests {
  @Test(arguments: ZoneTests.changes)
  func `it never runs backwards, and is the wall clock two days off any change`(change: ZoneTests.Change) throws {
    try ZoneTests.zone(change.zone).withView { zone in
      var last = Int64.min
      var second = change.utc - 2 * 86_400
      while second < change.utc + 2 * 86_400 {
        let steady = zone.steadyLocalSecond(at: Instant(seconds: second))
        let local = second + Int64(zone.utcOffset(at: Instant(seconds: second)))
        #expect(steady >= last && steady >= local, "\(change.zone) at \(second)")
        if second < change.utc || second > change.utc + 90_000 { #expect(steady == local) }
        last = steady
        second += 97
      }
    }
  }

  @Test func `an hour that is shown twice counts once`() throws {
    try ZoneTests.zone("Europe/Berlin").withView { zone in
      let change = ZoneTests.seconds(2026, 10, 25, hour: 1)
      let three = ZoneTests.seconds(2026, 10, 25, hour: 3)
      func steady(_ second: Int64) -> Int64 { zone.steadyLocalSecond(at: Instant(seconds: second)) }
      #expect(steady(change - 1800) == three - 1800)
      #expect(steady(change - 1) == three - 1)
      // 02:00 to 02:59:59 for the second time.
      #expect(steady(change) == three - 1)
      #expect(steady(change + 3599) == three - 1)
      #expect(steady(change + 3600) == three)
    }
  }

  @Test func `an hour that is not shown is jumped`() throws {
    try ZoneTests.zone("Europe/Berlin").withView { zone in
      let change = ZoneTests.seconds(2026, 3, 29, hour: 1)
      let two = ZoneTests.seconds(2026, 3, 29, hour: 2)
      #expect(zone.steadyLocalSecond(at: Instant(seconds: change - 1)) == two - 1)
      #expect(zone.steadyLocalSecond(at: Instant(seconds: change)) == two + 3600)
    }
  }
}
