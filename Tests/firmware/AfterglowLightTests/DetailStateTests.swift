import AfterglowCore
import AfterglowLight
import Testing

/// Only the hysteresis, without a picture: rules 52 to 54.
@Suite struct DetailStateTests {
  private func settings(_ kind: DistanceSourceKind, enter: Int32 = 2_000, leave: Int32 = 1_500) -> DistanceSettings {
    DistanceSettings(
      kind: kind, constantMm: 4_000, enter: enter, leave: leave, enterHoldMs: 3_000, leaveHoldMs: 500)
  }

  private func at(_ ms: Int64) -> MonotonicInstant { MonotonicInstant(milliseconds: ms) }

  @Test func `the first distance decides at once, later ones after their hold`() {
    var state = DetailState(settings(.external))
    #expect(state.update(now: at(0), distance: 2_000) == .distantFuture)
    #expect(state.isSimplified)
    #expect(state.update(now: at(1_000), distance: 1_500) == at(1_500))
    #expect(state.isSimplified)
    #expect(state.update(now: at(1_500), distance: 1_500) == .distantFuture)
    #expect(!state.isSimplified)
    #expect(state.update(now: at(2_000), distance: 2_000) == at(5_000))
  }

  @Test func `between the limits nothing changes, and what was pending is abandoned`() {
    var state = DetailState(settings(.external))
    _ = state.update(now: at(0), distance: 1_000)
    #expect(state.update(now: at(100), distance: 2_500) == at(3_100))
    #expect(state.update(now: at(200), distance: 1_999) == .distantFuture)
    #expect(state.update(now: at(300), distance: 2_500) == at(3_300))
    #expect(state.update(now: at(400), distance: nil) == .distantFuture)
    #expect(!state.isSimplified)
  }

  @Test func `counts fall with the distance`() {
    let counts = settings(.counts, enter: 20, leave: 60)
    #expect(counts.hasGap && !settings(.iio, enter: 20, leave: 60).hasGap && settings(.iio).hasGap)
    var state = DetailState(counts)
    _ = state.update(now: at(0), distance: 20)
    #expect(state.isSimplified)
    _ = state.update(now: at(1), distance: 60)
    _ = state.update(now: at(501), distance: 60)
    #expect(!state.isSimplified)
  }

  @Test func `a constant counts until another value is set, and a board without a source never changes`() {
    var constant = DetailState(settings(.constant))
    _ = constant.update(now: at(0), distance: nil)
    #expect(constant.isSimplified)
    var none = DetailState(settings(.none))
    #expect(none.update(now: at(0), distance: 9_000) == .distantFuture)
    #expect(!none.isSimplified)
  }
}
