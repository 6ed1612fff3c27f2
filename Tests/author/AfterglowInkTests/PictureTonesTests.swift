import AfterglowCore
import AfterglowPictures
import Testing

@testable import AfterglowInk

/// The tones that a photograph gets before it becomes black and white or greys (docs/ink.md, Tones).
@Suite struct PictureTonesTests {
  private static let size = PixelSize(width: 96, height: 96)

  /// Greys by column and row, from 0 to 1.
  private func picture(_ grey: (Double, Double) -> Double) -> ScaledPicture {
    let side = Int(Self.size.width)
    return ScaledPicture(
      size: Self.size,
      pixels: (0..<side * side).map { index in
        let code = grey(Double(index % side) / Double(side - 1), Double(index / side) / Double(side - 1))
        return 0xFF00_0000 | UInt32((code * 255).rounded()) * 0x01_0101
      })
  }

  private func blackShare(_ bits: InkBits) -> Double {
    let white = bits.bytes.reduce(0) { $0 + $1.nonzeroBitCount }
    return 1 - Double(white) / Double(Self.size.area)
  }

  /// Dunes at dusk: nothing is black, and nothing lighter than a mid grey.
  private var dark: ScaledPicture { picture { 0.25 + 0.2 * $0 + 0.17 * $1 } }

  @Test(arguments: [InkDithering.floydSteinberg, .atkinson, .blueNoise(column: 0, row: 0)])
  func `a dark photograph has tones in black and white`(dithering: InkDithering) {
    #expect(blackShare(dark.inBlackAndWhite(dithering)) > 0.8)
    let share = blackShare(dark.tonedForPaper.inBlackAndWhite(dithering))
    #expect((0.5...0.72).contains(share), "\(share)")
  }

  @Test func `a dark photograph reaches black and white, in the order of its tones`() {
    let toned = dark.tonedForPaper
    let codes = (0..<96).map { toned[$0, $0] & 255 }
    #expect(codes.first! < 24 && codes.last! > 231)
    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `four greys show a dark photograph up to white`() {
    let greys = Set(dark.tonedForPaper.inFourGreys(.floydSteinberg).pixels)
    #expect(greys.count == 4)
  }

  @Test func `a photograph that has tones, a drawing and plain colours are not changed`() {
    let full = picture { 0.05 + 0.92 * (1 - (1 - $0) * (1 - $1)) }
    #expect(full.tonedForPaper == full)
    let drawing = picture { x, y in x > 0.3 && y > 0.3 ? 1 : 0 }
    #expect(drawing.tonedForPaper == drawing)
    let inverted = picture { x, y in x > 0.7 && y > 0.7 ? 1 : 0 }
    #expect(inverted.tonedForPaper == inverted)
    let clear = ScaledPicture(size: Self.size, pixels: [UInt32](repeating: 0, count: Int(Self.size.area)))
    #expect(clear.tonedForPaper == clear)
  }

  @Test func `a dark wall stays darker than a grey one, and neither becomes noise`() {
    let means = [0.12, 0.4].map { code in
      let toned = picture { x, _ in code + 0.08 * x }.tonedForPaper.pixels.map { Double($0 & 255) / 255 }
      #expect(toned.max()! - toned.min()! < 0.3)
      return toned.reduce(0, +) / Double(toned.count)
    }
    #expect(means[0] < 0.55 && means[1] > means[0])
  }

  @Test func `a photograph that changes in a part keeps its tones elsewhere`() {
    let before = dark.tonedForPaper
    let after = picture { x, y in x > 0.9 && y > 0.9 ? 0.3 : 0.25 + 0.2 * x + 0.17 * y }.tonedForPaper
    let changed = zip(before.pixels, after.pixels).count { $0 != $1 }
    #expect(changed > 0 && changed <= 100, "\(changed)")
  }
}
