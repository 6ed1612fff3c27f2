import AfterglowCore
import AfterglowLight
import Testing

/// The time from a step of the light to the resulting mode.
@Suite struct LightHoldTests {
  @Test(arguments: [8.0, 30, 180, 20_000], [0.0, 0.01, 0.3, 1, 1.7])
  func `red comes within the hold and half a second of the dark`(lit: Double, dark: Double) {
    var player = LightPlayer()
    player.play([(0, lit), (100, lit), (100.25, dark), (200, dark)])
    let red = player.flips.first { $0.mode.isNight }!.at
    #expect(red >= 110.25 && red <= 110.75, "\(lit) lx to \(dark) lx")
  }

  @Test(arguments: [0.0, 0.3, 1.9], [10.0, 30, 180, 20_000])
  func `the lamp ends red within the hold and half a second`(dark: Double, lit: Double) {
    var player = LightPlayer()
    player.play([(0, dark), (100, dark), (100.25, lit), (200, lit)])
    #expect(player.flips[0].mode == .night)
    let left = player.flips[1].at
    #expect(left >= 104.25 && left <= 104.75, "\(dark) lx to \(lit) lx")
  }

  @Test func `from a lit room the dark leads to red without a stay in between`() {
    var player = LightPlayer()
    player.play([(0, 180), (60, 0.5), (120, 0.5)])
    #expect(player.flips.map(\.mode) == [.night])
  }

  @Test func `readings that waver have the hold count from the filtered light`() {
    var player = LightPlayer()
    player.reading(180, at: 0)
    // Every second reading is just above the threshold, so only the filter finds it dark.
    for step in 0..<60 { player.reading(step % 2 == 0 ? 0.5 : 2.2, at: 100 + Double(step)) }
    let red = player.flips.first { $0.mode.isNight }!.at
    #expect(red > 112 && red < 125)
  }
}
