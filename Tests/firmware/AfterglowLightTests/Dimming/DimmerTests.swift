import AfterglowCore
import TestSupport
import Testing

@testable import AfterglowLight

/// Plays a room's light to a dimmer and stores every level.
private struct Room {
  var dimmer: Dimmer
  let light: DimmableLight?
  var nowMs: Int64 = 1_000_000
  var mode: LightMode?
  var millilux: Int64 = -1
  var levels: [(atMs: Int64, level: Int64)] = []
  var monitorLevels: [Int64] = []
  var wakeUps = 0

  init(_ light: DimmableLight?, monitor: DimmableLight? = nil, found: Int64 = 0) {
    self.light = light
    dimmer = Dimmer(LightSettings(), DimmingSettings(), backlight: light, monitor: monitor, foundLevel: found)
    levels = [(nowMs, found)]
  }

  /// Advances time, updating only when the dimmer is due or something has changed, `lateMs` late.
  mutating func pass(_ ms: Int64, lateMs: Int64 = 0) {
    let end = nowMs + ms
    var due = nowMs
    while due <= end {
      nowMs = due
      let reading = Reading(known: millilux < 0 ? nil : Illuminance(millilux: millilux))
      let answer = dimmer.update(nowMs: nowMs, mode: mode, light: reading)
      wakeUps += 1
      if let level = answer.backlightLevel, level != levels.last!.level { levels.append((nowMs, level)) }
      if let level = answer.monitorLevel, level != monitorLevels.last { monitorLevels.append(level) }
      #expect(answer.nextMs > nowMs)
      due = answer.nextMs == Int64.max ? Int64.max : answer.nextMs + lateMs
    }
    nowMs = end
  }

  var level: Int64 { levels.last!.level }
}

@Suite struct DimmerTests {
  static let usual = DimmableLight(backlightMaximum: 255, minimumLevel: -1, scale: .linear)
  static let lights = [
    usual, DimmableLight(backlightMaximum: 255, minimumLevel: -1, scale: .perceptual),
    DimmableLight(backlightMaximum: 4095, minimumLevel: 1, scale: .linear),
    DimmableLight(backlightMaximum: 10, minimumLevel: -1, scale: .linear),
  ]

  private func index(_ light: DimmableLight, _ level: Int64) -> Double {
    Perception.index(nits: 250 * light.share(ofLevel: level))
  }

  @Test(arguments: lights, [0, 7, 130] as [Int64])
  func `no step is larger than the eye follows, or than the hardware has them`(light: DimmableLight, lateMs: Int64) {
    var room = Room(light, found: light.maximumLevel)
    room.mode = .day
    room.pass(1_000, lateMs: lateMs)
    for mode in [LightMode.night, .day, .alwaysOn, .night, .alwaysOn, .day] {
      room.mode = mode
      room.pass(40_000, lateMs: lateMs)
      let wanted = room.dimmer.target.nominalNits(mode) / 250
      #expect(room.level == light.level(givingAtLeast: wanted))
    }
    for (before, after) in zip(room.levels, room.levels.dropFirst()) {
      #expect(after.atMs - before.atMs >= Dimmer.stepMs)
      let isOneLevel = abs(after.level - before.level) == 1
      let low = Swift.min(before.level, after.level)
      // The position moves by the step; the level rounds up from it.
      let room = Dimmer.modeStep + index(light, low + 1) - index(light, low)
      #expect(isOneLevel || abs(index(light, after.level) - index(light, before.level)) <= room)
    }
  }

  @Test func `what a person asks for holds until the mode changes, and never makes night brighter`() {
    var room = Room(Self.usual, found: 255)
    let early = room.dimmer.ask(.up)
    #expect(!early, "nothing is shown yet")
    room.mode = .day
    room.millilux = 500_000
    room.pass(5_000)
    #expect(room.level == 255)
    let isSet = room.dimmer.ask(.percent(40))
    room.pass(2_000)
    #expect(isSet && room.level == Self.usual.level(givingAtLeast: 0.4))
    // The room is not followed.
    room.millilux = 20_000
    room.pass(60_000)
    #expect(room.level == Self.usual.level(givingAtLeast: 0.4))
    var last = room.level
    for isUp in [false, false, true, true, true] {
      _ = room.dimmer.ask(isUp ? .up : .down)
      room.pass(5_000)
      #expect(isUp ? room.level > last : room.level < last)
      last = room.level
    }
    for _ in 0..<20 { _ = room.dimmer.ask(.up) }
    room.pass(5_000)
    #expect(room.level == 255)
    for _ in 0..<20 { _ = room.dimmer.ask(.down) }
    room.pass(5_000)
    #expect(room.level == Self.usual.minimumLevel)
    room.mode = .night
    room.pass(20_000)
    let night = room.level
    for _ in 0..<3 { _ = room.dimmer.ask(.percent(100)) }
    room.pass(5_000)
    #expect(room.level == night)
    room.mode = .day
    room.millilux = 500_000
    room.pass(60_000)
    // A panel that got no request.
    var plain = Room(Self.usual, found: 255)
    plain.mode = .night
    plain.millilux = 20_000
    plain.pass(60_000)
    plain.mode = .day
    plain.millilux = 500_000
    plain.pass(60_000)
    #expect(room.level == plain.level && room.level > 250, "the request of another mode still holds")
  }

  @Test func `without a backlight that can be dimmed nothing is set`() {
    for light in [nil, DimmableLight(backlightMaximum: 1, minimumLevel: 1, scale: .linear)] {
      var room = Room(light)
      room.mode = .day
      room.pass(1_000)
      let isSet = room.dimmer.ask(.down)
      #expect(!isSet)
    }
  }

  @Test func `a dimmer that replaces another one keeps what was asked for`() {
    var room = Room(Self.usual, found: 255)
    room.mode = .day
    room.pass(1_000)
    _ = room.dimmer.ask(.percent(40))
    room.pass(2_000)
    let before = room.dimmer
    room.dimmer = Dimmer(
      LightSettings(), DimmingSettings(), backlight: Self.usual, monitor: nil, foundLevel: room.level)
    room.dimmer.keepRequest(of: before)
    room.pass(2_000)
    #expect(room.level == Self.usual.level(givingAtLeast: 0.4))
  }

  @Test func `a request that is kept is no brighter than the new settings permit`() {
    var room = Room(Self.usual, found: 255)
    room.mode = .day
    room.pass(1_000)
    _ = room.dimmer.ask(.percent(100))
    let before = room.dimmer
    var settings = DimmingSettings()
    settings.dayMillinits = 100_000
    room.dimmer = Dimmer(LightSettings(), settings, backlight: Self.usual, monitor: nil, foundLevel: room.level)
    room.dimmer.keepRequest(of: before)
    room.pass(60_000)
    #expect(room.level == Self.usual.level(givingAtLeast: 0.4))
  }

  @Test func `a turn in the middle of a ramp goes back from where it is`() {
    var room = Room(Self.usual, found: 255)
    room.mode = .day
    room.pass(100)
    room.mode = .night
    room.pass(400)
    let turned = room.level
    #expect(turned < 250 && turned > 30)
    room.mode = .day
    room.pass(40)
    #expect(abs(room.level - turned) < 30)
    room.pass(3_000)
    #expect(room.level == 255)
  }

  @Test func `between day and night lie less than two seconds`() {
    var room = Room(Self.usual, found: 255)
    room.mode = .day
    room.pass(100)
    let start = room.nowMs
    room.mode = .night
    room.pass(10_000)
    #expect(room.levels.last!.atMs - start < 2_000)
    #expect(room.level == 13)
  }

  @Test func `what was left too bright goes at once, what was left too dark comes slowly`() {
    var bright = Room(Self.usual, found: 255)
    bright.mode = .night
    bright.pass(0)
    #expect(bright.level == 13)
    var dark = Room(Self.usual, found: 0)
    dark.mode = .day
    dark.pass(0)
    #expect(dark.level < 30 && dark.level >= 13, "never below the lowest used level: \(dark.level)")
    dark.pass(3_000)
    #expect(dark.level == 255)
  }

  @Test func `before a frame is shown nothing is touched`() {
    var room = Room(Self.usual, found: 180)
    room.millilux = 0
    room.pass(10_000)
    #expect(room.levels.count == 1)
  }

  @Test func `by day white follows the room after a while, and nothing that flickers`() {
    var room = Room(Self.usual, found: 255)
    room.mode = .day
    room.millilux = 1_000_000
    room.pass(5_000)
    #expect(room.level == 255)
    room.millilux = 60_000
    let start = room.nowMs
    room.pass(60_000)
    let dimmed = room.level
    #expect(dimmed < 200 && dimmed > 60)
    #expect(room.levels[1].atMs - start >= FollowPatience.darkenHoldMs)
    let count = room.levels.count
    for second in 0..<3_600 {
      // A television: half and double the light, a second each.
      room.millilux = second % 2 == 0 ? 42_000 : 85_000
      room.pass(1_000)
    }
    #expect(room.levels.count == count)
    for _ in 0..<20 {
      // Headlights.
      room.millilux = 5_000_000
      room.pass(1_500)
      room.millilux = 60_000
      room.pass(60_000)
    }
    #expect(room.levels.count == count)
  }

  @Test func `light that is not known any more changes nothing, and the first reading decides at once`() {
    var room = Room(Self.usual, found: 255)
    room.mode = .day
    room.pass(60_000)
    #expect(room.level == 255)
    room.millilux = 40_000
    let start = room.nowMs
    room.pass(30_000)
    #expect(room.level < 200)
    #expect(room.levels[1].atMs - start <= Dimmer.stepMs)
    let count = room.levels.count
    room.millilux = -1
    room.pass(3_600_000)
    #expect(room.levels.count == count)
  }

  @Test func `a light that has arrived causes no wake-up`() {
    var room = Room(Self.usual, found: 255)
    room.mode = .alwaysOn
    room.millilux = 9_000
    room.pass(60_000)
    let before = room.wakeUps
    room.pass(86_400_000)
    #expect(room.wakeUps == before + 1)
  }

  @Test func `a monitor is written when the mode changes and never for the room`() {
    var generator = SeededNumbers(seed: 5)
    var room = Room(nil, monitor: DimmableLight(monitorMaximum: 100, floorPermille: 200))
    for mode in [LightMode.day, .alwaysOn, .night, .alwaysOn, .day] {
      room.mode = mode
      for _ in 0..<300 {
        room.millilux = Int64.random(in: 0...1_000_000, using: &generator)
        room.pass(1_000)
      }
    }
    #expect(room.monitorLevels == [100, 25, 0, 25, 100])
    #expect(room.levels.count == 1)
  }

  /// A hash of a number, for pseudorandom light.
  private func noise(_ index: UInt64) -> Double {
    var x = index &* 0x9E37_79B9_7F4A_7C15
    x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
    x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((x ^ (x >> 31)) >> 11) / 9_007_199_254_740_992
  }

  @Test func `a television does not make the panel breathe, and the evening after it is followed`() {
    var room = Room(Self.usual, found: 255)
    room.mode = .alwaysOn
    var aims: [Double] = []
    // An hour of scenes of 3 to 33 s, between 2 and 25 lx.
    var scene: UInt64 = 0
    var leftMs = 0.0
    for _ in 0..<3_600 {
      if leftMs <= 0 {
        scene += 1
        leftMs = 3_000 + 30_000 * noise(2 * scene)
        room.millilux = Int64(2_000 + 23_000 * noise(2 * scene + 1))
      }
      room.pass(1_000)
      leftMs -= 1_000
      if aims.last != room.dimmer.aimNits { aims.append(room.dimmer.aimNits) }
    }
    #expect(aims.count < 24, "\(aims.count) changes in an hour")
    // It is off; the remaining evening light decreases for good.
    room.millilux = 300
    room.pass(300_000)
    let dark = LuminanceTarget(LightSettings(), DimmingSettings()).nits(.alwaysOn, lux: Illuminance(millilux: 300))
    #expect(abs(room.dimmer.aimNits - dark) < dark * 0.25, "\(room.dimmer.aimNits) for \(dark)")
  }
}
