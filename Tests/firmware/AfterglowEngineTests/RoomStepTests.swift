import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster
import Testing

@testable import AfterglowEngine

/// The effect of the room's light on always-on's picture if no hardware dims the panel.
@Suite struct RoomStepTests {
  private func moment(_ seconds: Int64) -> Moment {
    Moment(
      realtime: Instant(seconds: 1_795_262_400 + seconds), monotonic: MonotonicInstant(milliseconds: seconds * 1000),
      isTrusted: true)
  }

  private func rig(_ board: BoardRecord = SmallScene.board) throws -> Rig {
    let rig = Rig(board)
    try rig.load(try SmallScene(hasClock: false, board: board).build())
    return rig
  }

  private func lux(_ value: Double) -> Illuminance { Illuminance(millilux: Int64(value * 1000)) }

  private func light(_ pixels: [UInt32]) -> Int {
    let sRGB = SRGB()
    return pixels.reduce(0) { $0 + Int(sRGB.luminance(Color(argb: 0xFF00_0000 | $1))) }
  }

  @Test func `each step is one repaint, darker than the one before, and steady light costs none`() throws {
    let rig = try rig()
    rig.show(moment(0), lux: lux(1_000), override: .alwaysOn)
    var last = light(rig.pixels)
    var repaints = 0
    var at: Int64 = 0
    for room in [300.0, 45, 33, 27, 21, 12, 6, 3] {
      for second in Int64(1)...120 {
        at += 1
        let wavers = room * (1 + 0.05 * Double(second % 5 - 2) / 2)
        let (step, frame) = rig.show(moment(at), lux: lux(wavers), override: .alwaysOn)
        if frame.pixelsChanged == 0 { continue }
        #expect(step.causes == UpdateCause.luminance && second >= 12, "\(room) lx, after \(second) s")
        repaints += 1
        let now = light(rig.pixels)
        #expect(now < last)
        last = now
      }
    }
    #expect(repaints == 3)
    // In the same room from the start, the picture is the same.
    let fresh = try self.rig()
    fresh.show(moment(at), lux: lux(3), override: .alwaysOn)
    #expect(fresh.pixels == rig.pixels)
  }

  @Test func `text and marks can be read in the darkest step, and stand out from each other`() throws {
    let rig = try rig()
    rig.show(moment(0), lux: lux(0.5), override: .alwaysOn)
    let legibility = Legibility(rig.board.light, rig.board.legibility, millilux: 100_000)
    let contrasts = [255, 168, 118].map { (grey: UInt8) in
      let color = rig.engine.stage.resolve(Color(red: grey, green: grey, blue: grey), role: .primary, mode: .alwaysOn)
      return legibility.hundredths(color, over: .black)
    }
    #expect(rig.engine.alwaysOnStep == 3)
    #expect(contrasts[0] >= 540 && contrasts[1] >= 335 && contrasts[2] >= 235, "\(contrasts)")
    #expect(contrasts[0] * 10 >= contrasts[1] * 15 && contrasts[1] * 10 >= contrasts[2] * 13)
  }

  @Test func `day and night look the same whatever the step before`() throws {
    for mode in [ModeOverride.day, .night] {
      let rig = try rig()
      rig.show(moment(0), lux: lux(6), override: .alwaysOn)
      rig.show(moment(100), lux: lux(6), override: mode)
      let fresh = try self.rig()
      fresh.show(moment(100), override: mode)
      #expect(fresh.pixels == rig.pixels)
      #expect(rig.engine.alwaysOnStep == 0)
    }
  }

  @Test func `hardware that dims ends it, and its loss brings it back`() throws {
    let rig = try rig()
    rig.show(moment(0), lux: lux(6), override: .alwaysOn)
    rig.engine.setWhite(WhiteTests.dimmed)
    rig.show(moment(1), lux: lux(6), override: .alwaysOn)
    let dimmed = rig.pixels
    #expect(rig.engine.alwaysOnStep == 0)
    let (_, frame) = rig.show(moment(200), lux: lux(300), override: .alwaysOn)
    #expect(frame.pixelsChanged == 0)
    rig.engine.setWhite(PanelWhite(undimmed: rig.board.light))
    rig.show(moment(201), lux: lux(6), override: .alwaysOn)
    #expect(light(rig.pixels) < light(dimmed) && rig.engine.alwaysOnStep > 0)
  }

  @Test func `a panel of on and off is never repainted for the room`() throws {
    var board = SmallScene.board
    board.pixelFormat = PixelFormat.mono1.rawValue
    let rig = try rig(board)
    rig.show(moment(0), lux: lux(300), override: .alwaysOn)
    for second in Int64(1)..<200 {
      #expect(rig.show(moment(second), lux: lux(6), override: .alwaysOn).frame.pixelsChanged == 0)
    }
  }
}
