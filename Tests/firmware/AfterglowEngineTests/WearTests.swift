import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster
import Testing

@testable import AfterglowEngine

/// A picture that orbits: it is shown at its offset, on every path, and each pixel's total light is as expected.
@Suite struct WearTests {
  private func board(_ orbitPx: Int32, format: PixelFormat = .xrgb8888, rotation: UInt8 = 0) -> BoardRecord {
    var board = SmallScene.board
    board.pixelFormat = format.rawValue
    board.rotation = rotation
    board.wear.orbitPx = orbitPx
    return board
  }

  private func scene(_ board: BoardRecord) -> SmallScene {
    var scene = SmallScene()
    scene.board = board
    return scene
  }

  private func at(_ minute: Int64, from start: Int64 = RandomScene.epoch) -> Moment {
    moment(start + minute * 60, monotonic: minute * 60_000)
  }

  @Test(arguments: [0, 1, 2, 3] as [UInt8], [PixelFormat.xrgb8888, .argb8888, .rgb565])
  func `the shown picture is the unmoved one, displaced, on black`(rotation: UInt8, format: PixelFormat) throws {
    let still = board(0, format: format)
    let moving = board(5, format: format)
    var turned = moving
    turned.rotation = rotation
    let unmoved = Rig(still)
    try unmoved.load(try scene(still).build())
    let rig = Rig(moving)
    try rig.load(try scene(moving).build())
    let other = Rig(turned)
    try other.load(try scene(turned).build())
    let orbit = Orbit(moving.wear)
    let width = Int(still.widthPx)
    let black: UInt32 = format == .argb8888 ? 0xFF00_0000 : 0
    for minute in stride(from: Int64(0), to: 400, by: 11) {
      unmoved.show(at(minute), override: .day)
      rig.show(at(minute), override: .day)
      let offset = orbit.offset(atMinute: minute)
      let (picture, shown) = (unmoved.pixels, rig.pixels)
      var wrong = 0
      for y in 0..<Int(still.heightPx) {
        for x in 0..<width {
          let from = (x: x - Int(offset.x), y: y - Int(offset.y))
          let isInside = from.x >= 0 && from.y >= 0 && from.x < width && from.y < Int(still.heightPx)
          wrong += shown[y * width + x] == (isInside ? picture[from.y * width + from.x] : black) ? 0 : 1
        }
      }
      try #require(wrong == 0, "minute \(minute)")
      // A rotated panel has its own hash for a picture: compared with a fresh engine.
      other.show(at(minute), override: .day)
      let fresh = Rig(turned)
      try fresh.load(try scene(turned).build())
      fresh.show(at(minute), override: .day)
      try #require(other.pixels == fresh.pixels)
    }
  }

  @Test func `a move changes the frame and nothing else does, and its moment is known before`() throws {
    let board = board(3)
    let rig = Rig(board)
    var still = scene(board)
    still.hasClock = false
    try rig.load(try still.build())
    var result = rig.show(at(0), override: .day)
    var moves = 0
    for minute in Int64(1)...200 {
      let due = result.step.wakeUp.monotonic.milliseconds
      result = rig.show(at(minute), override: .day)
      let hasMoved = minute * 60_000 >= due
      #expect(result.step.hasDamage == hasMoved, "minute \(minute)")
      #expect((result.step.causes & UpdateCause.orbit != 0) == hasMoved)
      if !hasMoved { #expect(result.frame.pixelsChanged == 0) }
      moves += hasMoved ? 1 : 0
    }
    #expect(moves > 25)
  }

  @Test func `the phase continues from where it was restored`() throws {
    let board = board(6)
    let rig = Rig(board)
    try rig.load(try scene(board).build())
    rig.engine.orbitPhaseMs = 40 * 60_000
    rig.show(at(7), override: .day)
    #expect(rig.engine.orbitOffset == Orbit(board.wear).offset(atMinute: 47))
    rig.engine.orbitPhaseMs = -40 * 60_000
    rig.show(at(8), override: .day)
    #expect(rig.engine.orbitOffset == Orbit(board.wear).offset(atMinute: -32))
  }

  /// Each pixel's light over a week in always-on, compared with the prediction from orbit and picture.
  @Test func `over a week each pixel's mean light is what orbit and picture foretell`() throws {
    let moving = board(6)
    let still = board(0)
    let rig = Rig(moving)
    let reference = Rig(still)
    try rig.load(try scene(moving).build())
    try reference.load(try scene(still).build())
    let table = SRGB()
    let width = Int(still.widthPx)
    let height = Int(still.heightPx)
    let light = (0...255).map { Double(table.linear(UInt8($0))) / 65_535 }
    var measured = [Double](repeating: 0, count: width * height)
    var predicted = measured
    let minutes: Int64 = 7 * 24 * 60
    for minute in 0..<minutes {
      rig.show(at(minute), override: .alwaysOn)
      reference.show(at(minute), override: .alwaysOn)
      // Triangles in floating point, independent of the orbit's arithmetic.
      let dx = Int((triangle(minute, 83) * 6).rounded())
      let dy = Int((triangle(minute, 521) * 6).rounded())
      for (index, pixel) in rig.pixels.enumerated() where pixel != 0 { measured[index] += light[Int(pixel >> 8 & 255)] }
      for (index, pixel) in reference.pixels.enumerated() where pixel != 0 {
        let (x, y) = (index % width + dx, index / width + dy)
        if x >= 0 && y >= 0 && x < width && y < height { predicted[y * width + x] += light[Int(pixel >> 8 & 255)] }
      }
    }
    let brightest = predicted.max()!
    #expect(brightest > 0)
    // Halves may be rounded to either side, a minute here and there.
    for index in measured.indices {
      #expect(abs(measured[index] - predicted[index]) <= brightest * 0.02, "pixel \(index)")
    }
    // Light is distributed: no pixel that only digits light is lit all week.
    let unspread = reference.pixels.indices.filter { measured[$0] > Double(minutes) * 0.4 * 0.99 }
    #expect(unspread.isEmpty)
  }

  private func triangle(_ minute: Int64, _ period: Int64) -> Double {
    let share = Double(minute % period) / Double(period)
    return share < 0.25 ? share * 4 : share < 0.75 ? 2 - share * 4 : share * 4 - 4
  }
}
