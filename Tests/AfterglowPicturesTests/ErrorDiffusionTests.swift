import AfterglowCore
import Testing

@testable import AfterglowPictures

/// Error diffusion against the loop of docs/ink.md, written out.
@Suite struct ErrorDiffusionTests {
  @Test(arguments: [1, 2, 7, 8, 9, 14, 15, 16, 17, 31, 64, 101], [1, 7, 8, 9, 16, 23])
  func `black and white are those of the loop, at every size`(width: Int, height: Int) {
    let picture = Self.noise(width, height, seed: UInt64(width * 100 + height))
    let bits = MonochromeDiffusion.bits(of: picture)
    let expected = Self.monochrome(picture)
    for y in 0..<height {
      for x in 0..<width where bits[x, y] != expected[y * width + x] {
        Issue.record("pixel \(x), \(y) of \(width)×\(height) is \(bits[x, y] ? "white" : "black")")
        return
      }
      let last = bits.bytes[(y + 1) * bits.rowByteCount - 1]
      #expect(width % 8 == 0 || last & 0xFF >> UInt8(width % 8) == 0xFF >> UInt8(width % 8))
    }
  }

  @Test(arguments: [1, 2, 8, 15, 16, 33, 90], [1, 8, 9, 20])
  func `six inks are those of the loop, at every size`(width: Int, height: Int) {
    let plane = Self.lights(width, height)
    let found = ColorDiffusion(.spectra6).indices(of: plane)
    #expect(found.indices == Self.inks(plane, InkPalette.spectra6.lights))
  }

  @Test func `a picture of 800 by 480 is that of the loop`() {
    let picture = Self.slope(800, 480)
    let bits = MonochromeDiffusion.bits(of: picture)
    let expected = Self.monochrome(picture)
    #expect((0..<800 * 480).allSatisfy { bits[$0 % 800, $0 / 800] == expected[$0] })
    let plane = Self.lights(800, 480)
    #expect(
      ColorDiffusion(.spectra6).indices(of: plane).indices == Self.inks(plane, InkPalette.spectra6.lights))
  }

  /// What an eye sees of it from afar.
  @Test(arguments: [0x00_0000, 0x80_8080, 0x33_3333, 0xFF_FFFF, 0xC0_6020] as [UInt32])
  func `the light of an area is that of the picture`(color: UInt32) {
    let picture = ScaledPicture(
      size: PixelSize(width: 128, height: 128), pixels: Array(repeating: 0xFF00_0000 | color, count: 128 * 128))
    let bits = MonochromeDiffusion.bits(of: picture)
    let white = (0..<128 * 128).count { bits[$0 % 128, $0 / 128] }
    #expect(abs(Double(white) / (128 * 128) - LinearLight.luminance(color)) < 0.01)
  }

  @Test func `transparent parts are white paper`() {
    let picture = ScaledPicture(
      size: PixelSize(width: 4, height: 1), pixels: [0, 0x8000_0000, 0xFF00_0000, 0xFFFF_FFFF])
    let bits = MonochromeDiffusion.bits(of: picture)
    #expect(bits[0, 0] && !bits[2, 0] && bits[3, 0])
    let inks = ColorDiffusion(.spectra6).indices(of: picture)
    #expect(inks[0, 0] == 1 && inks[2, 0] == 0 && inks[3, 0] == 1)
  }

  @Test func `a picture without pixels stays so`() {
    for size in [PixelSize(width: 0, height: 3), PixelSize(width: 3, height: 0)] {
      let picture = ScaledPicture(size: size, pixels: [])
      #expect(MonochromeDiffusion.bits(of: picture).size == size)
      #expect(ColorDiffusion(.spectra6).indices(of: picture).indices.isEmpty)
    }
  }
}

/// The loop, pixel by pixel.
extension ErrorDiffusionTests {
  static func monochrome(_ picture: ScaledPicture) -> [Bool] {
    let (width, height) = (Int(picture.size.width), Int(picture.size.height))
    var errors = [Float](repeating: 0, count: width * (height + 1) + width + 2)
    func share(_ code: UInt32, _ weight: Double) -> Float { Float(LinearLight.decode(UInt8(code)) * weight) }
    return (0..<width * height).map { at in
      let pixel = picture.pixels[at]
      let light =
        share(pixel >> 16 & 255, 0.2126) + share(pixel >> 8 & 255, 0.7152) + share(pixel & 255, 0.0722)
      let wanted = light + errors[at]
      let isWhite = wanted >= 0.5
      pass(wanted - (isWhite ? 1 : 0), from: at, width, &errors)
      return isWhite
    }
  }

  static func inks(_ plane: InkLights, _ lights: [SIMD3<Float>]) -> [UInt8] {
    let (width, height) = (Int(plane.size.width), Int(plane.size.height))
    var errors = [[Float]](repeating: [Float](repeating: 0, count: width * (height + 2) + 2), count: 3)
    return (0..<width * height).map { at in
      let wanted = plane.lights[at] + SIMD3(errors[0][at], errors[1][at], errors[2][at])
      var (best, least) = (0, Float.infinity)
      for (index, light) in lights.enumerated() {
        let (x, y, z) = (wanted.x - light.x, wanted.y - light.y, wanted.z - light.z)
        let distance = x * x + y * y + z * z
        if distance < least { (best, least) = (index, distance) }
      }
      for channel in 0..<3 { pass(wanted[channel] - lights[best][channel], from: at, width, &errors[channel]) }
      return UInt8(best)
    }
  }

  private static func pass(_ error: Float, from at: Int, _ width: Int, _ errors: inout [Float]) {
    let x = at % width
    if x + 1 < width { errors[at + 1] += error * (7.0 / 16) }
    if x > 0 { errors[at + width - 1] += error * (3.0 / 16) }
    errors[at + width] += error * (5.0 / 16)
    if x + 1 < width { errors[at + width + 1] += error * (1.0 / 16) }
  }

  // MARK: pictures

  static func noise(_ width: Int, _ height: Int, seed: UInt64) -> ScaledPicture {
    var random = SystemRandom(seed)
    return ScaledPicture(
      size: PixelSize(width: Int32(width), height: Int32(height)),
      pixels: (0..<width * height).map { _ in 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next()) & 0xFF_FFFF })
  }

  static func slope(_ width: Int, _ height: Int) -> ScaledPicture {
    ScaledPicture(
      size: PixelSize(width: Int32(width), height: Int32(height)),
      pixels: (0..<width * height).map { at in
        let (x, y) = (at % width, at / width)
        return 0xFF00_0000 | UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8 | UInt32((x + y) % 256)
      })
  }

  static func lights(_ width: Int, _ height: Int) -> InkLights {
    var plane = InkLights(size: PixelSize(width: Int32(width), height: Int32(height)))
    InkGamut(.spectra6).fill(&plane, from: slope(width, height))
    return plane
  }
}

/// SplitMix64 (G. L. Steele et al., 2014).
private struct SystemRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
