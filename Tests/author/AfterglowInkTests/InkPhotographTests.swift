import AfterglowCore
import Foundation
import Testing

@testable import AfterglowInk
@testable import AfterglowPictures

/// Photographs in six inks as an eye sees them at arm's length, compared with what Pillow's `quantize` makes of them with the
/// same colours.
@Suite struct InkPhotographTests {
  private static let palette = InkPalette.spectra6

  /// Mean differences of the pictures from their sources.
  private static func differences(_ dithering: InkDithering) throws -> [Double] {
    try InkPhotograph.allCases.map { photograph in
      let picture = try photograph.picture
      return EyeView(picture.inSixInks(dithering), palette).meanDifference(from: picture)
    }
  }

  private static func pillow() throws -> [Double] {
    let pillow = try Pillow(palette)
    return try InkPhotograph.allCases.map { photograph in
      let picture = try photograph.picture
      return EyeView(try pillow.indices(of: picture), palette).meanDifference(from: picture)
    }
  }

  @Test func `colours are nearer than by Pillow's quantizer, and the page has their differences`() throws {
    let (ours, theirs) = (try Self.differences(.floydSteinberg), try Self.pillow())
    for (photograph, (our, their)) in zip(InkPhotograph.allCases, zip(ours, theirs)) {
      #expect(our < their, "\(photograph): \(our) with ours, \(their) with Pillow")
    }
    let others = (try Self.differences(.atkinson), try Self.differences(.blueNoise(column: 0, row: 0)))
    let rows = InkPhotograph.allCases.enumerated().map { index, photograph in
      let cells = [ours[index], others.0[index], others.1[index], theirs[index]]
      return "| \(photograph) | \(cells.map { String(format: "%.1f", $0) }.joined(separator: " | ")) |"
    }
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/ink.md"),
      encoding: .utf8)
    let table = rows.joined(separator: "\n")
    let isThere = page.contains(table)
    #expect(isThere, "docs/ink.md does not have these rows:\n\(table)")
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
          .appending(path: "../../../boards/wall-display-1080p/dunes.jpg").standardizedFileURL.path
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
    func blurred(_ from: [SIMD3<Float>], count: Int, stride: Int, _ place: (Int) -> Int) -> [SIMD3<Float>] {
      from.indices.map { at in
        var sum = SIMD3<Float>.zero
        for (offset, weight) in zip(-6...6, Self.bell) {
          let wanted = min(max(place(at) + offset, 0), count - 1)
          sum += from[at + (wanted - place(at)) * stride] * weight
        }
        return sum
      }
    }
    lights = blurred(blurred(sharp, count: w, stride: 1) { $0 % w }, count: h, stride: w) { $0 / w }
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
