import AfterglowCore
import Testing

@testable import AfterglowInk
@testable import AfterglowPictures

/// Error diffusion against the loop of docs/ink.md, written out.
@Suite struct ErrorDiffusionTests {
  @Test(arguments: [1, 2, 7, 8, 9, 14, 15, 16, 17, 24, 31, 64, 101], [1, 7, 8, 9, 16, 23])
  func `black and white are those of the loop, at every size`(width: Int, height: Int) {
    let picture = InkPicture.noise(width, height, seed: UInt64(width * 100 + height))
    let bits = picture.inBlackAndWhite(.floydSteinberg)
    let expected = InkLoop(picture).levels([0, 16_384])
    for y in 0..<height {
      for x in 0..<width where bits[x, y] != (expected[y * width + x] == 1) {
        Issue.record("pixel \(x), \(y) of \(width)×\(height) is \(bits[x, y] ? "white" : "black")")
        return
      }
      let last = bits.bytes[(y + 1) * bits.rowByteCount - 1]
      #expect(width % 8 == 0 || last & 0xFF >> UInt8(width % 8) == 0xFF >> UInt8(width % 8))
    }
  }

  @Test(arguments: [1, 2, 8, 15, 16, 33, 90], [1, 8, 9, 20])
  func `four greys are those of the loop, at every size`(width: Int, height: Int) {
    let picture = InkPicture.noise(width, height, seed: UInt64(width * 100 + height))
    #expect(picture.fourGreyIndices(.floydSteinberg) == InkLoop(picture).levels(InkLoop.greys))
  }

  @Test(arguments: [1, 2, 8, 15, 16, 33, 90], [1, 8, 9, 20])
  func `six inks are those of the loop, at every size`(width: Int, height: Int) {
    for picture in [InkPicture.slope(width, height), InkPicture.noise(width, height, seed: 6)] {
      #expect(picture.inSixInks(.floydSteinberg).indices == InkLoop(picture).inks())
    }
  }

  @Test func `a picture of 800 by 480 is that of the loop`() {
    for picture in [InkPicture.slope(800, 480), InkPicture.noise(800, 480, seed: 5)] {
      let bits = picture.inBlackAndWhite(.floydSteinberg)
      let expected = InkLoop(picture).levels([0, 16_384])
      let differing = (0..<800 * 480).first { at in bits[at % 800, at / 800] != (expected[at] == 1) }
      #expect(differing == nil)
      #expect(picture.inSixInks(.floydSteinberg).indices == InkLoop(picture).inks())
    }
  }

  @Test(arguments: [1, 2, 3, 17, 64], [1, 2, 3, 20])
  func `Atkinson's diffusion is that of its loop, at every size`(width: Int, height: Int) {
    for picture in [InkPicture.slope(width, height), InkPicture.noise(width, height, seed: 6)] {
      let loop = InkLoop(picture, isAtkinson: true)
      let bits = picture.inBlackAndWhite(.atkinson)
      let white = (0..<width * height).map { at -> UInt8 in bits[at % width, at / width] ? 1 : 0 }
      #expect(white == loop.levels([0, 16_384]))
      #expect(picture.fourGreyIndices(.atkinson) == loop.levels(InkLoop.greys))
      #expect(picture.inSixInks(.atkinson).indices == loop.inks())
    }
  }

  /// What an eye sees of it from afar.
  @Test(arguments: [0x00_0000, 0x80_8080, 0x33_3333, 0xFF_FFFF, 0xC0_6020, 0x0A_0A0A] as [UInt32])
  func `the light of an area is that of the picture`(color: UInt32) {
    let bits = InkPicture.flat(color, 128, 128).inBlackAndWhite(.floydSteinberg)
    let white = (0..<128 * 128).count { bits[$0 % 128, $0 / 128] }
    #expect(abs(Double(white) / (128 * 128) - LinearLight.luminance(color)) < 0.01)
  }

  @Test func `Atkinson's light parts are bare paper and dark parts black, and what lies between has more contrast`() {
    func white(_ color: UInt32, _ dithering: InkDithering) -> Double {
      let bits = InkPicture.flat(color, 128, 128).inBlackAndWhite(dithering)
      return Double((0..<128 * 128).count { bits[$0 % 128, $0 / 128] }) / (128 * 128)
    }
    #expect(white(0xF8F8F8, .atkinson) == 1 && white(0xF8F8F8, .floydSteinberg) < 0.95)
    #expect(white(0x303030, .atkinson) == 0 && white(0x303030, .floydSteinberg) > 0.02)
    #expect(white(0xDDDDDD, .atkinson) > white(0xDDDDDD, .floydSteinberg) + 0.02)
    #expect(white(0x808080, .atkinson) < white(0x808080, .floydSteinberg) - 0.02)
  }

  @Test(arguments: [InkDithering.floydSteinberg, .atkinson, .blueNoise(column: 3, row: 9)])
  func `transparent parts are white paper`(dithering: InkDithering) {
    let size = PixelSize(width: 30, height: 20)
    func picture(_ pixels: [UInt32]) -> ScaledPicture {
      ScaledPicture(size: size, pixels: (0..<600).map { pixels[$0 / 30 % pixels.count] })
    }
    let clear = picture([0, 0x8000_0000, 0x4010_2030, 0xFF00_0000, 0xC0A0_0000])
    let opaque = picture([0xFFFF_FFFF, 0xFF7F_7F7F, 0xFFCF_DFEF, 0xFF00_0000, 0xFFDF_3F3F])
    #expect(clear.inBlackAndWhite(dithering) == opaque.inBlackAndWhite(dithering))
    #expect(clear.inFourGreys(dithering) == opaque.inFourGreys(dithering))
    #expect(clear.inSixInks(dithering) == opaque.inSixInks(dithering))
    #expect((0..<30).allSatisfy { clear.inSixInks(dithering)[$0, 0] == 1 })
  }

  @Test(arguments: [InkDithering.floydSteinberg, .atkinson, .blueNoise(column: 0, row: 0)])
  func `a picture without pixels stays so`(dithering: InkDithering) {
    for size in [PixelSize(width: 0, height: 3), PixelSize(width: 3, height: 0)] {
      let picture = ScaledPicture(size: size, pixels: [])
      #expect(picture.inBlackAndWhite(dithering).size == size)
      #expect(picture.inFourGreys(dithering).pixels.isEmpty)
      #expect(picture.inSixInks(dithering).indices.isEmpty)
    }
  }

  /// Sixteen bits hold eight times the light of white; the harshest pictures stay far below.
  @Test func `errors of six inks stay small`() {
    for seed in 0..<8 {
      let picture = InkPicture.extremes(160, 160, seed: UInt64(seed))
      #expect(InkLoop(picture).largestLight() < 5 * Int(InkGamut.one))
    }
  }
}
