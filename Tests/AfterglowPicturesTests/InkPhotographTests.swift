import AfterglowCore
import Foundation
import Testing

@testable import AfterglowPictures

/// Photographs in six inks as an eye sees them at arm's length, compared with the usual way: error diffusion of sRGB codes with
/// the nearest code of the palette, as Pillow's `quantize` does it.
@Suite struct InkPhotographTests {
  @Test(arguments: InkPhotograph.allCases)
  func `colours are nearer than by diffusion of codes`(photograph: InkPhotograph) throws {
    let picture = try photograph.picture
    let palette = InkPalette.spectra6
    let ours = EyeView(ColorDiffusion(palette).indices(of: picture), palette).meanDifference(from: picture)
    let codes = EyeView(CodeDiffusion(palette).indices(of: picture), palette).meanDifference(from: picture)
    #expect(ours < codes, "\(photograph): \(ours) with ours, \(codes) by codes")
  }

  @Test func `inks look as they were measured, relative to the measured white`() {
    let palette = InkPalette.spectra6
    for (index, ink) in PaperInk.allCases.enumerated() {
      let light = palette.lights[index]
      let codes = [light.x, light.y, light.z].map { LinearLight.encode(Double(min($0, 1))) }
      #expect(codes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } == ink.appearance, "\(ink)")
    }
  }

  /// Pairs 1, 7, 9, 17, 21 and 34 of the paper's table.
  @Test(
    arguments: [
      ([50, 2.6772, -79.7751, 50, 0, -82.7485], 2.0425), ([50, 0, 0, 50, -1, 2], 2.3669),
      ([50, 2.49, -0.001, 50, -2.49, 0.0009], 7.1792), ([50, 2.5, 0, 73, 25, -18], 27.1492),
      ([50, 2.5, 0, 50, 3.1736, 0.5854], 1.0), ([2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514], 0.9082),
    ] as [([Double], Double)])
  func `the difference of colours is that of its paper`(pair: [Double], difference: Double) {
    let one = CIELab(l: pair[0], a: pair[1], b: pair[2])
    let two = CIELab(l: pair[3], a: pair[4], b: pair[5])
    #expect(abs(one.difference(from: two) - difference) < 0.0001)
    #expect(abs(two.difference(from: one) - difference) < 0.0001)
  }
}

/// Nine drawn pictures with the colours of what is often photographed, and one photograph.
enum InkPhotograph: String, CaseIterable, Sendable {
  case dunes, sunset, sea, meadow, skin, night, fruit, snow, wheel, fog

  var picture: ScaledPicture {
    get throws {
      let size = PixelSize(width: 240, height: 160)
      if self == .dunes {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "../../boards/wall-display-1080p/dunes.jpg").standardizedFileURL.path
        return try PictureFile(path: file).scaled(to: size)
      }
      return ScaledPicture(
        size: size,
        pixels: (0..<240 * 160).map { at in
          let color = light(x: Float(at % 240) / 240, y: Float(at / 240) / 160)
          func code(_ light: Float) -> UInt32 { UInt32(LinearLight.encode(Double(light))) }
          return 0xFF00_0000 | code(color.x) << 16 | code(color.y) << 8 | code(color.z)
        })
    }
  }

  /// Linear light at a place, both coordinates from 0 to 1.
  private func light(x: Float, y: Float) -> SIMD3<Float> {
    func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ share: Float) -> SIMD3<Float> {
      a + (b - a) * min(max(share, 0), 1)
    }
    /// Soft clouds, leaves or waves, from 0 to 1.
    func waves(_ frequency: Float) -> Float {
      0.5 + 0.25 * sinf(frequency * (x + 0.3 * sinf(4 * y))) + 0.25 * sinf(frequency * 1.7 * (y + 0.2 * sinf(5 * x)))
    }
    let fromMiddle = hypotf(x - 0.5, (y - 0.5) * 0.67)
    switch self {
    case .dunes: return .zero
    case .sunset:
      let sky = mix(SIMD3(0.05, 0.07, 0.25), SIMD3(0.95, 0.42, 0.08), y * 1.4)
      return y > 0.75 ? SIMD3(0.02, 0.015, 0.02) : mix(sky, SIMD3(1, 0.85, 0.5), 1 - fromMiddle * 5)
    case .sea: return mix(SIMD3(0.02, 0.12, 0.2), SIMD3(0.3, 0.55, 0.6), y < 0.4 ? 1 - y : waves(22) * 0.7)
    case .meadow:
      return y < 0.35
        ? mix(SIMD3(0.25, 0.45, 0.8), SIMD3(0.9, 0.92, 0.95), waves(9))
        : mix(SIMD3(0.03, 0.1, 0.01), SIMD3(0.25, 0.4, 0.05), waves(37))
    case .skin: return mix(SIMD3(0.72, 0.42, 0.3), SIMD3(0.18, 0.07, 0.04), fromMiddle * 1.8 + (waves(5) - 0.5) * 0.3)
    case .night: return mix(SIMD3(0.004, 0.006, 0.02), SIMD3(0.5, 0.3, 0.1), powf(waves(31), 6))
    case .fruit:
      let hue = waves(8)
      return mix(mix(SIMD3(0.55, 0.03, 0.02), SIMD3(0.8, 0.5, 0.02), hue), SIMD3(0.15, 0.35, 0.03), hue * 2 - 1)
    case .snow: return mix(SIMD3(0.45, 0.55, 0.7), SIMD3(0.95, 0.95, 0.97), waves(12))
    case .wheel:
      let angle = atan2f(y - 0.5, x - 0.5)
      func part(_ turn: Float) -> Float { 0.5 + 0.5 * cosf(angle - turn) }
      return mix(SIMD3(0.4, 0.4, 0.4), SIMD3(part(0), part(2.094), part(4.189)), fromMiddle * 2)
    case .fog: return mix(SIMD3(0.5, 0.52, 0.5), SIMD3(0.12, 0.14, 0.15), powf(waves(14), 2) * y)
    }
  }
}

/// A panel's picture in linear light, blurred as by an eye 60 cm away from dots of 0.2 mm: by a bell of 2 dots.
private struct EyeView {
  private static let bell: [Float] = {
    let raw = (-6...6).map { expf(-Float($0 * $0) / 8) }
    return raw.map { $0 / raw.reduce(0, +) }
  }()
  private let width: Int
  private var lights: [SIMD3<Float>]

  init(_ picture: InkIndices, _ palette: InkPalette) {
    let inks = palette.lights
    self.init(picture.indices.map { inks[Int($0)] }, picture.size)
  }

  private init(_ sharp: [SIMD3<Float>], _ size: PixelSize) {
    width = Int(size.width)
    let (w, h) = (width, Int(size.height))
    func blurred(_ from: [SIMD3<Float>], _ count: Int, _ stride: Int, _ place: (Int) -> Int) -> [SIMD3<Float>] {
      from.indices.map { at in
        var sum = SIMD3<Float>.zero
        for (offset, weight) in zip(-6...6, Self.bell) {
          let wanted = min(max(place(at) + offset, 0), count - 1)
          sum += from[at + (wanted - place(at)) * stride] * weight
        }
        return sum
      }
    }
    lights = blurred(blurred(sharp, w, 1) { $0 % w }, h, w) { $0 / w }
  }

  func meanDifference(from picture: ScaledPicture) -> Double {
    let floats = LinearLight.floats
    let sharp = picture.pixels.map { pixel in
      SIMD3(floats[Int(pixel >> 16 & 255)], floats[Int(pixel >> 8 & 255)], floats[Int(pixel & 255)])
    }
    let source = EyeView(sharp, picture.size)
    let sum = zip(lights, source.lights).reduce(0.0) {
      $0 + CIELab(light: $1.0).difference(from: CIELab(light: $1.1))
    }
    return sum / Double(lights.count)
  }
}

/// Floyd–Steinberg of sRGB codes in whole numbers, which are limited to 0 to 255 before each choice.
private struct CodeDiffusion {
  private let codes: [SIMD3<Int>]

  init(_ palette: InkPalette) {
    codes = palette.lights.map { light in
      func code(_ light: Float) -> Int { Int(LinearLight.encode(Double(light))) }
      return SIMD3(code(light.x), code(light.y), code(light.z))
    }
  }

  func indices(of picture: ScaledPicture) -> InkIndices {
    let (width, height) = (Int(picture.size.width), Int(picture.size.height))
    var errors = [SIMD3<Int>](repeating: .zero, count: width * (height + 1) + 2)
    var result = InkIndices(size: picture.size, indices: [])
    for at in 0..<width * height {
      let pixel = Int(picture.pixels[at])
      let wanted = (SIMD3(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255) &+ errors[at] / 16)
        .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
      let best = codes.indices.min { distance(codes[$0], wanted) < distance(codes[$1], wanted) }!
      result.indices.append(UInt8(best))
      let error = wanted &- codes[best]
      let x = at % width
      if x + 1 < width { errors[at + 1] &+= error &* 7 }
      if x > 0 { errors[at + width - 1] &+= error &* 3 }
      errors[at + width] &+= error &* 5
      if x + 1 < width { errors[at + width + 1] &+= error }
    }
    return result
  }

  private func distance(_ a: SIMD3<Int>, _ b: SIMD3<Int>) -> Int {
    let between = a &- b
    return (between &* between).wrappedSum()
  }
}
