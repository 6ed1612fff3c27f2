import AfterglowCore
import Testing

@testable import AfterglowPictures

/// Pictures that resemble text but are not. Text itself is drawn by the whole program: GuideRuleTests.
@Suite struct WritingTests {
  private func lines(_ width: Int, _ height: Int, _ light: (Int, Int) -> Double) -> Int {
    var pixels: [UInt32] = []
    for y in 0..<height {
      for x in 0..<width {
        let level = UInt32(min(255, max(0, light(x, y))))
        pixels.append(0xFF00_0000 | level << 16 | level << 8 | level)
      }
    }
    return Writing.lines(in: ScaledPicture(size: PixelSize(width: Int32(width), height: Int32(height)), pixels: pixels))
  }

  /// A number for a position, the same each time.
  private func noise(_ x: Int, _ y: Int, _ seed: Int = 0) -> Double {
    var state =
      UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663 ^ seed &* 83_492_791) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 29
    state = state &* 0xBF58_476D_1CE4_E5B9
    state ^= state >> 32
    return Double(state & 0xFFFF) / 65_535
  }

  /// Noise at several scales, like clouds, leaves and stones.
  private func texture(_ x: Int, _ y: Int, finest: Int) -> Double {
    var sum = 0.0
    var size = 64
    while size >= finest {
      let (cx, cy) = (x / size, y / size)
      let (fx, fy) = (Double(x % size) / Double(size), Double(y % size) / Double(size))
      let top = noise(cx, cy, size) * (1 - fx) + noise(cx + 1, cy, size) * fx
      let bottom = noise(cx, cy + 1, size) * (1 - fx) + noise(cx + 1, cy + 1, size) * fx
      sum += (top * (1 - fy) + bottom * fy) * Double(size)
      size /= 2
    }
    return sum / 127 * 255
  }

  @Test(arguments: [1, 2, 4, 8, 16]) func `textures are no writing`(finest: Int) {
    #expect(lines(320, 240) { texture($0, $1, finest: finest) } == 0)
  }

  @Test func `a house front is no writing`() {
    // Rows of identical windows, and rows that differ only in brightness.
    #expect(lines(320, 200) { x, y in x % 24 > 8 && y % 36 > 12 ? 40 : 200 } == 0)
    #expect(
      lines(320, 200) { x, y in
        x % 24 > 8 && y % 36 > 12 ? 40 + 60 * noise(x / 24, y / 36) : 200
      } == 0)
  }

  @Test func `fences, stripes, checks and waves are no writing`() {
    #expect(lines(320, 160) { x, y in (40...100).contains(y) && x % 14 < 5 ? 30 : 220 } == 0)
    #expect(lines(320, 160) { x, _ in x % 10 < 5 ? 30 : 220 } == 0)
    #expect(lines(320, 160) { x, y in (x / 16 + y / 16) % 2 == 0 ? 30 : 220 } == 0)
    #expect(lines(320, 160) { x, y in (x + y / 2) % 20 < 8 ? 90 : 200 } == 0)
  }

  @Test func `stars and stones strewn about are no writing`() {
    var light = [Double](repeating: 20, count: 320 * 240)
    for index in 0..<260 {
      let (cx, cy) = (Int(noise(index, 1) * 300) + 10, Int(noise(index, 2) * 220) + 10)
      let radius = 2 + Int(noise(index, 3) * 6)
      for y in max(0, cy - radius)..<min(240, cy + radius) {
        for x in max(0, cx - radius)..<min(320, cx + radius)
        where (x - cx) * (x - cx) + (y - cy) * (y - cy) < radius * radius { light[y * 320 + x] = 230 }
      }
    }
    #expect(lines(320, 240) { light[$1 * 320 + $0] } == 0)
  }

  @Test func `a picture without size or contrast has none`() {
    #expect(lines(1, 1) { _, _ in 0 } == 0)
    #expect(lines(400, 12) { _, _ in 128 } == 0)
  }

  /// Letters as drawn by a plotter: strokes of one width in boxes of several widths on one line.
  @Test(arguments: [12, 20, 30]) func `rows of unlike letters are writing`(height: Int) {
    let shapes = ["H", "L", "T", "E", "I", "F", "U", "H", "T", "L", "E"]
    func isInk(_ x: Int, _ y: Int) -> Bool {
      let top = 40
      guard (top..<top + height).contains(y) else { return false }
      var left = 20
      let stroke = max(2, height / 7)
      for shape in shapes {
        let width = shape == "I" ? stroke : height * (shape == "L" || shape == "F" ? 5 : 7) / 10
        defer { left += width + max(2, height / 5) }
        guard (left..<left + width).contains(x) else { continue }
        let (dx, dy) = (x - left, y - top)
        let isLeft = dx < stroke
        let isRight = dx >= width - stroke
        let isTop = dy < stroke
        let isMiddle = abs(dy - height / 2) * 2 < stroke
        let isBottom = dy >= height - stroke
        switch shape {
        case "H": return isLeft || isRight || isMiddle
        case "L": return isLeft || isBottom
        case "T": return isTop || abs(dx - width / 2) * 2 < stroke
        case "E": return isLeft || isTop || isMiddle || isBottom
        case "F": return isLeft || isTop || isMiddle
        case "U": return isLeft || isRight || isBottom
        default: return true
        }
      }
      return false
    }
    #expect(lines(480, 120) { isInk($0, $1) ? 20 : 235 } == 1)
    #expect(lines(480, 120) { isInk($0, $1) ? 240 : 60 } == 1)
  }
}
