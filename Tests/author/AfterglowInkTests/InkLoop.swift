import AfterglowCore
import TestSupport

@testable import AfterglowInk
@testable import AfterglowPictures

/// The loops of docs/ink.md, pixel by pixel.
struct InkLoop {
  private let picture: ScaledPicture
  private let isAtkinson: Bool

  /// - Parameter picture: opaque.
  init(_ picture: ScaledPicture, isAtkinson: Bool = false) {
    self.picture = picture
    self.isAtkinson = isAtkinson
  }

  /// The light of four greys, in 1/16384.
  static let greys = [0x00, 0x55, 0xAA, 0xFF].map { luminance(UInt32($0) * 0x01_0101) }

  func levels(_ levels: [Int]) -> [UInt8] {
    run { at in
      [Self.luminance(picture.pixels[at])]
    } nearest: { wanted in
      let index = levels.indices.dropFirst().last { 2 * wanted[0] >= levels[$0] + levels[$0 - 1] } ?? 0
      return (index, [levels[index]])
    }
  }

  func inks() -> [UInt8] { run(light, nearest: Self.nearestInk) }

  /// The largest light or error of a channel that is wanted anywhere, in 1/4096.
  func largestLight() -> Int {
    var most = 0
    _ = run(light) { wanted in
      most = max(most, wanted.map(abs).max()!)
      return Self.nearestInk(wanted)
    }
    return most
  }

  // MARK: light

  private static func luminance(_ pixel: UInt32) -> Int {
    func share(_ code: UInt32, _ weight: Double) -> Int {
      Int((LinearLight.decode(UInt8(code)) * weight * 16_384).rounded())
    }
    return share(pixel >> 16 & 255, 0.2126) + share(pixel >> 8 & 255, 0.7152) + share(pixel & 255, 0.0722)
  }

  private func light(at: Int) -> [Int] {
    let width = Int(picture.size.width)
    let square = [[0, 4, 1, 5], [6, 2, 7, 3], [1, 5, 0, 4], [7, 3, 6, 2]]
    let added = square[at / width % 4][at % width % 4]
    func step(_ shift: UInt32) -> Int {
      let code = Int(picture.pixels[at] >> shift & 255)
      return (code - code / 32 + added) / 8
    }
    let light = SixInkDiffusion.spectra6.gamut.lights[(step(16) * 32 + step(8)) * 32 + step(0)]
    return [Int(light.x), Int(light.y), Int(light.z)]
  }

  // MARK: inks

  private static let palette = InkPalette.spectra6.lights.map { [Double($0.x), Double($0.y), Double($0.z)] }
  private static let lights: [[Int]] = palette.enumerated().map { index, light in
    let whole = light.map { Int(($0 * 4096).rounded()) }
    return [(whole[0] + 4) / 8 * 8 + index, whole[1], whole[2]]
  }
  private static let ways: [(way: [Int], half: Int)] = palette.map { light in
    func square(_ light: [Double]) -> Double { light.reduce(0) { $0 + $1 * $1 } }
    let half = ((square(light) - square(palette[0])) / 2 * 1024).rounded()
    return (zip(light, palette[0]).map { Int((($0 - $1) * 16_384).rounded()) }, Int(half))
  }

  private static func nearestInk(_ wanted: [Int]) -> (Int, [Int]) {
    var (best, most) = (0, Int.min)
    for (index, ink) in ways.enumerated() {
      let score = zip(wanted, ink.way).reduce(0) { $0 + ($1.0 * $1.1) >> 16 } - ink.half
      if score > most { (best, most) = (index, score) }
    }
    return (best, lights[best])
  }

  // MARK: errors

  private func run(_ light: (Int) -> [Int], nearest: ([Int]) -> (Int, [Int])) -> [UInt8] {
    let (width, height) = (Int(picture.size.width), Int(picture.size.height))
    var errors = [[Int]](repeating: [0, 0, 0], count: width * height)
    return (0..<width * height).map { at in
      let wanted = zip(light(at), errors[at]).map { $0 + $1 }
      let (index, chosen) = nearest(wanted)
      for (channel, left) in zip(wanted, chosen).map({ $0 - $1 }).enumerated() {
        for (x, y, share) in isAtkinson ? Self.atkinson(left) : Self.floydSteinberg(left) {
          let (column, row) = (at % width + x, at / width + y)
          if (0..<width).contains(column), row < height { errors[row * width + column][channel] += share }
        }
      }
      return UInt8(index)
    }
  }

  private static func floydSteinberg(_ left: Int) -> [(Int, Int, Int)] {
    let (half, quarter, sixteenth) = (left >> 1, left >> 2, left >> 4)
    let (right, belowLeft, below) = (half - sixteenth, quarter - sixteenth, quarter + sixteenth)
    return [(1, 0, right), (-1, 1, belowLeft), (0, 1, below), (1, 1, left - right - belowLeft - below)]
  }

  private static func atkinson(_ left: Int) -> [(Int, Int, Int)] {
    [(1, 0), (2, 0), (-1, 1), (0, 1), (1, 1), (0, 2)].map { ($0.0, $0.1, left >> 3) }
  }
}

/// Pictures that are made for tests of ink.
enum InkPicture {
  static func noise(_ width: Int, _ height: Int, seed: UInt64) -> ScaledPicture {
    var random = SeededNumbers(seed: seed)
    return made(width, height) { _, _ in UInt32(truncatingIfNeeded: random.next()) & 0xFF_FFFF }
  }

  static func slope(_ width: Int, _ height: Int) -> ScaledPicture {
    made(width, height) { x, y in
      UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8 | UInt32((x + y) % 256)
    }
  }

  static func flat(_ color: UInt32, _ width: Int, _ height: Int) -> ScaledPicture {
    made(width, height) { _, _ in color }
  }

  /// Noise of colours that have nothing between 0 and 255.
  static func extremes(_ width: Int, _ height: Int, seed: UInt64) -> ScaledPicture {
    var random = SeededNumbers(seed: seed)
    return made(width, height) { _, _ in
      let bits = random.next()
      return (bits & 1 == 0 ? 0 : 0xFF_0000) | (bits & 2 == 0 ? 0 : 0xFF00) | (bits & 4 == 0 ? 0 : 0xFF)
    }
  }

  static func made(_ width: Int, _ height: Int, _ color: (Int, Int) -> UInt32) -> ScaledPicture {
    ScaledPicture(
      size: PixelSize(width: Int32(width), height: Int32(height)),
      pixels: (0..<width * height).map { 0xFF00_0000 | color($0 % width, $0 / width) })
  }
}

extension ScaledPicture {
  /// The codes of `PaperGray`.
  func fourGreyIndices(_ dithering: InkDithering) -> [UInt8] {
    inFourGreys(dithering).pixels.map { PaperGray.code($0) }
  }
}
