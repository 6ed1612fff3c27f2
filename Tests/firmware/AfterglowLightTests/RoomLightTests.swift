import AfterglowCore
import Testing

@testable import AfterglowLight

/// A room's light from its sensor only.
@Suite struct RoomLightTests {
  private static func lux(_ lux: Double) -> Illuminance { Illuminance(millilux: Int64(lux * 1000)) }

  @Test func `the first reading decides at once, and no reading decides nothing`() {
    var light = RoomLight(LightSettings(), LightRules(), isLit: true, dimming: nil)
    #expect(light.verdict == nil)
    light.accept(Self.lux(0.5), at: 0)
    #expect(light.verdict?.mode == .night && light.verdict?.reason == .light)
  }

  @Test func `the last reading of a silent sensor is held until it expires`() {
    var light = RoomLight(LightSettings(), LightRules(), isLit: true, dimming: nil)
    light.accept(Self.lux(0.5), at: 0)
    light.forgetHeld()
    #expect(light.verdict?.reason == .light, "a sensor that speaks is not forgotten")
    light.accept(nil, at: 1_000)
    #expect(light.verdict?.mode == .night && light.verdict?.reason == .heldLight)
    light.forgetHeld()
    #expect(light.verdict == nil)
  }

  @Test func `the panel's own light is no light of the room`() {
    var rules = LightRules()
    rules.ownMillilux = 10_000
    var light = RoomLight(LightSettings(), rules, isLit: true, dimming: nil)
    _ = light.show(.day, follows: false, at: 0)
    light.accept(Self.lux(10.5), at: 0)
    #expect(light.verdict?.mode == .night)
    #expect(light.smoothed.level(at: 0) == LuxFilter.level(millilux: 500))
  }

  @Test func `a threshold is due when its hold is over, and not before`() {
    var smoothed = SmoothedLight(LightSettings(), nil)
    smoothed.begin(at: LuxFilter.level(millilux: 100_000), from: 0)
    smoothed.aim(at: LuxFilter.level(millilux: 500), from: 1_000)
    let due = smoothed.changes.night
    #expect(due >= 11_000 && due < 20_000)
    smoothed.advance(until: due - 1)
    #expect(!smoothed.night.isEntered)
    smoothed.advance(until: due)
    #expect(smoothed.night.isEntered)
  }

  @Test func `light that is unknown stays where it was`() {
    var smoothed = SmoothedLight(LightSettings(), nil)
    smoothed.begin(at: LuxFilter.level(millilux: 100_000), from: 0)
    smoothed.aim(at: LuxFilter.level(millilux: 500), from: 1_000)
    let level = smoothed.level(at: 2_000)
    smoothed.abandon(at: 2_000)
    #expect(smoothed.level(at: 60_000) == level)
  }
}
