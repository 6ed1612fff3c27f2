import AfterglowCore
import AfterglowLight
import TestSupport
import Testing

/// If no hardware dims a panel, always-on follows the room's light in a few steps of its colours.
@Suite struct RoomDimmingTests {
  private static let dimming = DimmingSettings()

  /// The initial step of a panel with an override to always-on.
  private static func step(
    _ lux: Double, settings: LightSettings = LightSettings(), dimming: DimmingSettings = dimming
  ) -> UInt8 {
    var player = LightPlayer(settings: settings, dimming: dimming)
    player.reading(lux, at: 0, override: .alwaysOn)
    return player.steps.last?.step ?? 0
  }

  private static func player(at lux: Double) -> LightPlayer {
    var player = LightPlayer(dimming: dimming)
    player.reading(lux, at: 0, override: .alwaysOn)
    return player
  }

  private static let lights = stride(from: 5.0, through: -2, by: -0.02).map { lux10 in
    var value = 1.0
    for _ in 0..<Int(abs(lux10) / 0.02 + 0.5) { value *= lux10 < 0 ? 0.954992586 : 1.0471285480509 }
    return value
  }

  @Test func `the darker the room the darker always-on, never brighter than the board's limit, in few steps`() {
    let state = LightState(settings: LightSettings(), dimming: Self.dimming)
    let steps = Self.lights.map { Self.step($0) }
    #expect(steps == steps.sorted() && Set(steps) == [0, 1, 2, 3])
    let nits = (UInt8(0)...3).map { Double(state.alwaysOnMillinits(step: $0)) / 1000 }
    #expect(abs(nits[0] - 100) < 0.2 && nits == nits.sorted(by: >))
    // The minimum that colours leave of white.
    #expect(abs(nits[3] - 250 * 0.2333) < 0.3, "\(nits)")
    // Perceptually equal steps, each of them visible.
    for step in 0..<3 { #expect((1.1...1.35).contains(nits[step] / nits[step + 1]), "\(nits)") }
  }

  @Test func `what a board leaves no room for is not followed`() {
    var settings = LightSettings()
    settings.alwaysOnPermille = 200
    #expect(Self.lights.allSatisfy { Self.step($0, settings: settings) == 0 })
    var dimming = Self.dimming
    dimming.followsLight = 0
    #expect(Self.lights.allSatisfy { Self.step($0, dimming: dimming) == 0 })
    dimming = Self.dimming
    dimming.dimMillinits = 90_000
    #expect(Self.lights.allSatisfy { Self.step($0, dimming: dimming) == 0 })
    // A brighter always-on has as many steps, but larger ones.
    settings.alwaysOnPermille = 1000
    #expect(Set(Self.lights.map { Self.step($0, settings: settings) }) == [0, 1, 2, 3])
  }

  @Test func `light that goes to and fro within half a step changes nothing, wherever it lies`() {
    for middle in Self.lights where middle > 1 && middle < 200 {
      var player = Self.player(at: middle)
      let before = player.steps.count
      for second in 1..<600 {
        let share = Double(second % 20) / 20
        player.reading(middle * (0.93 + 0.14 * share), at: Double(second), override: .alwaysOn)
      }
      // Close to a limit it reaches the other step, and stays there.
      #expect(player.steps.count - before <= 1, "\(middle) lx: \(player.steps)")
    }
  }

  @Test func `steady light, flashes and drop-outs change nothing`() {
    for lux in [3.0, 12, 25, 40, 300] {
      var player = Self.player(at: lux)
      let before = player.steps.count
      for second in 1..<7_200 { player.reading(lux, at: Double(second), override: .alwaysOn) }
      for flash in [0.0, 5_000] {
        let at = 8_000 + flash
        player.reading(flash, at: at, override: .alwaysOn)
        player.reading(lux, at: at + 1, override: .alwaysOn)
        player.reading(nil, at: at + 100, override: .alwaysOn)
        player.reading(lux, at: at + 200, override: .alwaysOn)
      }
      #expect(player.steps.count == before, "\(lux) lx: \(player.steps)")
    }
  }

  @Test func `a lamp that is turned down is followed once and at its hold, and back`() {
    var player = Self.player(at: 300)
    player.reading(5, at: 100, override: .alwaysOn)
    player.reading(5, at: 300, override: .alwaysOn)
    player.reading(300, at: 400, override: .alwaysOn)
    player.reading(300, at: 600, override: .alwaysOn)
    #expect(player.steps.map(\.step) == [3, 0] && player.steps.map(\.at) == [112, 408], "\(player.steps)")
  }

  @Test func `day and night know no steps, and always-on begins with the room's own`() {
    var player = LightPlayer(dimming: Self.dimming)
    player.play([(0, 300), (100, 8), (200, 0.2), (300, 8), (400, 300), (600, 300)])
    #expect(player.flips.map(\.mode) == [.alwaysOn, .night, .alwaysOn, .day])
    // Together with the modes: no additional repaint.
    #expect(player.steps.map(\.step) == [3, 0, 3, 0])
    #expect(player.steps.map(\.at) == player.flips.map(\.at))
  }

  @Test func `a panel that hardware dims, or that is not dimmed, has no steps and is not woken for any`() {
    for isLit in [true, false] {
      var player = LightPlayer(isLit: isLit, dimming: isLit ? Self.dimming : nil)
      if isLit { player.state.setFollowsRoom(false) }
      player.reading(300, at: 0, override: .alwaysOn)
      player.reading(5, at: 100, override: .alwaysOn)
      #expect(player.pending == .distantFuture)
      player.reading(5, at: 600, override: .alwaysOn)
      #expect(player.steps.isEmpty)
      player.state.setFollowsRoom(true)
      player.reading(5, at: 700, override: .alwaysOn)
      #expect(player.steps.map(\.step) == (isLit ? [3] : []))
    }
  }

  @Test func `asking more often changes no step`() {
    var generator = SeededNumbers(seed: 17)
    for _ in 0..<30 {
      var once = LightState(settings: LightSettings(), dimming: Self.dimming)
      var often = once
      var now: Int64 = 0
      for _ in 0..<60 {
        let until = now + Int64.random(in: 300...20_000, using: &generator)
        let lux = Illuminance(millilux: Int64.random(in: 1_000...80_000, using: &generator))
        _ = once.update(now: MonotonicInstant(milliseconds: now), lux: lux, override: .alwaysOn)
        while now < until {
          _ = often.update(now: MonotonicInstant(milliseconds: now), lux: lux, override: .alwaysOn)
          now = Swift.min(until, now + Int64.random(in: 1...300, using: &generator))
        }
      }
      let a = once.update(now: MonotonicInstant(milliseconds: now), lux: nil, override: .alwaysOn)
      let b = often.update(now: MonotonicInstant(milliseconds: now), lux: nil, override: .alwaysOn)
      #expect(a.alwaysOnStep == b.alwaysOnStep)
    }
  }
}
