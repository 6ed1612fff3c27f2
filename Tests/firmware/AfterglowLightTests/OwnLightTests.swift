import AfterglowCore
import AfterglowLight
import TestSupport
import Testing

/// A room whose sensor sees the panel: lux = ambient + k × light of the current mode.
private struct ClosedLoop {
  var player: LightPlayer
  /// Lux of a day's picture, and the fractions that the other modes emit.
  let own: Double
  let share: [Double]
  var generator = SeededNumbers(seed: 1)
  /// Relative noise of the sensor.
  var noise = 0.0
  /// How far the picture's light varies with its content.
  var wander = 0.0
  /// The sensor's delay in seconds.
  var lag = 1
  private var emitted: [Double] = []

  init(own: Double, share: [Double] = [1, 0.4, 0.02], rules: LightRules = LightRules()) {
    player = LightPlayer(rules: rules)
    self.own = own
    self.share = share
  }

  /// One reading per second.
  mutating func play(from: Int, to: Int, _ ambient: (Int) -> Double) {
    for second in from..<to {
      player.wait(until: Double(second))
      // The engine knows the light of the picture that it has just drawn.
      player.state.noteLight(ofPicture: player.last, Int64(share[Int(player.last.rank)] * 1e6))
      let content = 1 + wander * Double.random(in: -1...1, using: &generator)
      emitted.append(own * share[Int(player.last.rank)] * content)
      let seen = emitted[max(0, emitted.count - 1 - lag)]
      let factor = 1 + noise * Double.random(in: -1...1, using: &generator)
      player.reading(max(0, (ambient(second) + seen) * factor), at: Double(second))
    }
  }
}

@Suite struct OwnLightTests {
  static let eightHours = 8 * 3600

  /// The light of pictures in each mode relative to day: as in the settings; less, because always-on also draws less;
  /// more.
  static let shares = [[1, 0.4, 0.02], [1, 0.15, 0.01], [1, 0.7, 0.1]]

  @Test(arguments: [0.0, 0.5, 1, 2, 3, 4, 5], [2.0, 5, 15, 30])
  func `eight hours near a threshold flip at most once`(own: Double, threshold: Double) {
    for start in [threshold * 0.3, threshold * 3] {
      for (noise, wander, share) in [
        (0.0, 0.0, 0), (0.1, 0.0, 0), (0.05, 0.3, 0), (0.05, 0.1, 1), (0.05, 0.1, 2),
      ] {
        var loop = ClosedLoop(own: own, share: Self.shares[share])
        loop.noise = noise
        loop.wander = wander
        // The evening before: it settles at the start value.
        loop.play(from: 0, to: 600) { _ in start }
        let before = loop.player.flips.count
        loop.play(from: 600, to: 600 + Self.eightHours) { second in
          // A slow oscillation around the threshold, with a period of a minute to an hour.
          let seconds = Double(second)
          return threshold * (1 + 0.1 * sinus(seconds / 60) + 0.1 * sinus(seconds / 3600))
        }
        let flips = loop.player.flips.dropFirst(before)
        #expect(flips.count <= 1, "k \(own), \(threshold) lx from \(start), \(noise), \(wander): \(flips)")
      }
    }
  }

  @Test(arguments: [1.0, 2, 3, 4, 5], [0, 1, 2])
  func `a panel that lights its own sensor still finds the dark`(own: Double, share: Int) {
    var loop = ClosedLoop(own: own, share: Self.shares[share])
    loop.play(from: 0, to: 60) { _ in 180 }
    #expect(loop.player.last == .day)
    loop.play(from: 60, to: 200) { _ in 0.2 }
    #expect(loop.player.last == .night, "\(loop.player.flips)")
    // Once its own light is known, a night begins as fast as with any other sensor.
    loop.play(from: 200, to: 400) { _ in 180 }
    #expect(loop.player.last == .day)
    loop.play(from: 400, to: 600) { _ in 0.2 }
    let red = loop.player.flips.last!
    #expect(red.mode == .night)
    if own >= 2 { #expect(red.at <= 414, "\(loop.player.flips)") }
    // It remains until a lamp ends it.
    loop.play(from: 600, to: 4_000) { _ in 0.2 }
    #expect(loop.player.flips.last!.at == red.at)
  }

  @Test func `what the board knows counts from the first evening on`() {
    var rules = LightRules()
    rules.ownMillilux = 5_000
    var loop = ClosedLoop(own: 5, rules: rules)
    loop.play(from: 0, to: 60) { _ in 180 }
    loop.play(from: 60, to: 100) { _ in 0.2 }
    #expect(loop.player.flips.map(\.mode) == [.night])
    #expect(loop.player.flips[0].at <= 72)
  }

  @Test func `a lamp that goes at the moment of a change is outvoted by the next change`() {
    var loop = ClosedLoop(own: 0)
    loop.play(from: 0, to: 100) { _ in 180 }
    // Always-on begins at 110 s; a second later the last light goes from 14 to 8 lx, as if the panel had lit the room.
    loop.play(from: 100, to: 111) { _ in 14 }
    loop.play(from: 111, to: 400) { _ in 8 }
    #expect(loop.player.last == .alwaysOn)
    for start in [400, 2_000] {
      loop.play(from: start, to: start + 200) { _ in 180 }
      loop.play(from: start + 200, to: start + 1_200) { _ in 4.5 }
    }
    #expect(loop.player.last == .alwaysOn, "\(loop.player.flips)")
  }

  @Test func `a television during a measurement leaves it out`() {
    var loop = ClosedLoop(own: 0)
    loop.play(from: 0, to: 100) { _ in 180 }
    // Darker by 4 lx on average as soon as always-on has begun, but flickering.
    loop.play(from: 100, to: 111) { _ in 14 }
    loop.play(from: 111, to: 400) { $0 % 2 == 0 ? 6 : 14 }
    loop.play(from: 400, to: 600) { _ in 180 }
    loop.play(from: 600, to: 1_000) { _ in 4.5 }
    #expect(loop.player.last == .alwaysOn, "\(loop.player.flips)")
  }

  @Test func `a panel that emits nothing measures nothing`() {
    var player = LightPlayer(isLit: false)
    player.play([(0, 40), (100, 14), (111, 3), (200, 3), (300, 3)])
    #expect(player.flips.map(\.mode) == [.alwaysOn])
    #expect(player.pending == .distantFuture)
  }

  /// Of a full turn.
  private func sinus(_ turn: Double) -> Double {
    let x = turn - turn.rounded(.down) - 0.5
    return -16 * x * (0.5 - abs(x))
  }
}
