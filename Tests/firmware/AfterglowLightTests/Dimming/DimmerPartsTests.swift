import AfterglowCore
import Testing

@testable import AfterglowLight

@Suite struct BacklightRampTests {
  private static let light = DimmableLight(backlightMaximum: 255, minimumLevel: -1, scale: .linear)

  @Test(arguments: [(255, 20.0), (13, 250)] as [(Int64, Double)])
  func `it comes to its goal a step at a time, and then rests`(found: Int64, nits: Double) {
    var ramp = BacklightRamp(Self.light, peakNits: 250, level: found)
    ramp.aim(at: nits, step: Dimmer.modeStep)
    var nowMs: Int64 = 0
    var levels = [found]
    while true {
      let next = ramp.advance(to: nowMs)
      if ramp.level != levels.last { levels.append(ramp.level) }
      if next == Int64.max { break }
      #expect(next == nowMs + Dimmer.stepMs)
      // Before the due time nothing moves.
      let level = ramp.level
      let early = ramp.advance(to: next - 1)
      #expect(early == next && ramp.level == level)
      nowMs = next
    }
    #expect(ramp.level == Self.light.level(givingAtLeast: nits / 250) && levels.count > 10)
    #expect(levels == (found > ramp.level ? levels.sorted(by: >) : levels.sorted()))
  }

  @Test func `where it is not seen, it arrives at once`() {
    var ramp = BacklightRamp(Self.light, peakNits: 250, level: 255)
    ramp.aim(at: 20, step: Dimmer.followStep)
    ramp.arrive()
    let next = ramp.advance(to: 0)
    #expect(ramp.level == ramp.goal && next == Int64.max)
  }
}

@Suite struct HeldLightTests {
  @Test func `only the first reading is the first, and unknown keeps what was known`() {
    var light = HeldLight(timeConstantMs: 2_000)
    #expect(light.level(at: 0) == nil && light.target == nil)
    var firsts = [light.take(nil, at: 0), light.take(Illuminance(millilux: 80_000), at: 0)]
    #expect(light.level(at: 0) == LuxFilter.level(millilux: 80_000))
    firsts.append(light.take(Illuminance(millilux: 1_000), at: 10))
    #expect(light.target == LuxFilter.level(millilux: 1_000))
    let level = light.level(at: 1_000)
    firsts.append(light.take(nil, at: 1_000))
    #expect(light.level(at: 90_000) == level)
    // It returns: the light continues from there.
    firsts.append(light.take(Illuminance(millilux: 1_000), at: 90_000))
    #expect(firsts == [false, true, false, false, false])
    #expect(light.level(at: 90_000) == level && light.target == LuxFilter.level(millilux: 1_000))
  }
}

@Suite struct FollowPatienceTests {
  private func expectDue(
    _ patience: inout FollowPatience, isBrighter: Bool, at nowMs: Int64, _ wanted: Int64,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let due = patience.due(isBrighter: isBrighter, at: nowMs)
    #expect(due == wanted, sourceLocation: location)
  }

  @Test func `brighter is followed after its hold, darker after a longer one`() {
    var patience = FollowPatience()
    expectDue(&patience, isBrighter: true, at: 0, FollowPatience.brightenHoldMs)
    patience.abandon()
    expectDue(&patience, isBrighter: false, at: 1_000, 1_000 + FollowPatience.darkenHoldMs)
    expectDue(&patience, isBrighter: false, at: 5_000, 1_000 + FollowPatience.darkenHoldMs)
  }

  @Test func `each turn doubles the holds, four times at the most, until it is calm`() {
    var patience = FollowPatience()
    var nowMs: Int64 = 0
    var holds: [Int64] = []
    for turn in 0..<7 {
      let due = patience.due(isBrighter: turn % 2 == 0, at: nowMs)
      let hold = turn % 2 == 0 ? FollowPatience.brightenHoldMs : FollowPatience.darkenHoldMs
      holds.append((due - nowMs) / hold)
      expectDue(&patience, isBrighter: turn % 2 == 0, at: due, due)
      patience.abandon()
      nowMs = due
    }
    #expect(holds == [1, 1, 2, 4, 8, 16, 16])
    nowMs += FollowPatience.calmMs
    expectDue(&patience, isBrighter: false, at: nowMs, nowMs + FollowPatience.darkenHoldMs)
  }
}
