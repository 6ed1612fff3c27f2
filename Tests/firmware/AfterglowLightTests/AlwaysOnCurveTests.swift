import AfterglowCore
import Foundation
import TestSupport
import Testing

@testable import AfterglowLight

/// Always-on's curve, compared with the formula in double precision.
///
/// A panel has codes of eight bits: a colour's luminance is right to half a code of its green, which is at most 0.8 %
/// of L + 0.05 where no other channel can make up for it. So only pairs are checked whose contrast by day is more than
/// the rounding of two codes can invert (1.6 %, near the threshold of perception) or distort (1.5:1, or 2:1 where less
/// of it is left).
@Suite struct AlwaysOnCurveTests {
  /// The remaining white, × 1000: from the minimum that colours leave to a panel that hardware dims almost alone.
  static let whites: [UInt64] = [234, 267, 300, 400, 550, 800, 950]

  private static func light(_ code: UInt8) -> Double {
    let c = Double(code) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }

  private static func luminance(_ color: Color) -> Double {
    0.2126 * light(color.red) + 0.7152 * light(color.green) + 0.0722 * light(color.blue)
  }

  private static func share(_ white: UInt64) -> Double { log((Double(white) / 1000 + 0.05) / 0.05) / log(21) }

  private static func colors(_ count: Int, seed: UInt64) -> [Color] {
    var generator = SeededNumbers(seed: seed)
    return (0..<count).map { _ in Color(argb: UInt32.random(in: .min ... .max, using: &generator) | 0xFF00_0000) }
  }

  /// (L + 0.05) as its logarithm, by day and in always-on.
  private struct Tone {
    let day: Double
    let dim: Double

    init(_ color: Color, _ curve: AlwaysOnCurve) {
      day = log(luminance(color) + 0.05)
      dim = log(luminance(curve.dimmed(color, SRGB())) + 0.05)
    }
  }

  private static func tones(_ colors: [Color], _ white: UInt64) -> [Tone] {
    let curve = AlwaysOnCurve(white: white, of: 1000)
    return colors.map { Tone($0, curve) }
  }

  @Test(arguments: whites) func `every colour has the luminance of the law, to half a code`(white: UInt64) {
    let greys = (UInt8(0)...255).map { Color(red: $0, green: $0, blue: $0) }
    for tone in Self.tones(Self.colors(50_000, seed: 3) + greys, white) {
      let wanted = log(0.05) + Self.share(white) * (tone.day - log(0.05))
      #expect(abs(tone.dim - wanted) <= 0.008)
    }
  }

  @Test(arguments: whites) func `no pair of random colours changes its order`(white: UInt64) {
    let tones = Self.tones(Self.colors(2_000, seed: white), white)
    var judged = 0
    var inverted = 0
    for (index, a) in tones.enumerated() {
      for b in tones[..<index] where abs(a.day - b.day) > log(1.016) {
        judged += 1
        if (a.day < b.day) != (a.dim < b.dim) { inverted += 1 }
      }
    }
    #expect(judged > 1_800_000)
    #expect(inverted == 0, "of \(judged) pairs")
  }

  @Test(arguments: whites) func `each pair keeps its share of the logarithm of its contrast`(white: UInt64) {
    let tones = Self.tones(Self.colors(2_000, seed: white &+ 1), white)
    let share = Self.share(white)
    // From 1.5:1 at a board's usual luminance; from 2:1 at any.
    let least = log(white >= 400 ? 1.5 : 2)
    var judged = 0
    var off = 0
    for (index, a) in tones.enumerated() {
      for b in tones[..<index] where abs(a.day - b.day) >= least {
        judged += 1
        if abs((a.dim - b.dim) / (a.day - b.day) / share - 1) > 0.03 { off += 1 }
      }
    }
    #expect(judged > 900_000)
    #expect(off == 0, "of \(judged) pairs")
  }

  @Test func `hues stay, greys to a code, and nothing grows brighter`() {
    let sRGB = SRGB()
    for white in Self.whites {
      let curve = AlwaysOnCurve(white: white, of: 1000)
      var last: UInt8 = 0
      for grey in UInt8(0)...255 {
        let dim = curve.dimmed(Color(red: grey, green: grey, blue: grey), sRGB)
        #expect(abs(Int(dim.red) - Int(dim.green)) <= 1 && abs(Int(dim.blue) - Int(dim.green)) <= 1)
        #expect(dim.green >= last && (dim.green > 0) == (grey > 0))
        last = dim.green
      }
      for color in Self.colors(20_000, seed: 9) {
        let dim = curve.dimmed(color, sRGB)
        let (day, L) = (Self.luminance(color), Self.luminance(dim))
        for (code, new, reach) in [
          (color.red, dim.red, 2.6), (color.green, dim.green, 0.6), (color.blue, dim.blue, 4.6),
        ] {
          #expect(new <= code)
          let light = Self.light(code) * L / day
          let exact = 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
          // The exact luminance differs from the chosen one by up to half a code of green.
          #expect(abs(exact - Double(new)) <= reach + 0.5)
        }
      }
      for color in [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00] as [UInt32] {
        let dim = curve.dimmed(Color(argb: color), sRGB)
        #expect(dim.argb & ~color == 0)
      }
    }
  }

  @Test func `no lit colour becomes black, so that lit pixels can be counted before they are dimmed`() {
    let sRGB = SRGB()
    for white in [UInt64(ColorStage.leastWhite), 20_000, 40_000, 65_534] {
      let curve = AlwaysOnCurve(white: white, of: 65_535)
      // The darkest in every mixture; a channel alone has the least to keep a brighter one lit with.
      var colors = Self.colors(50_000, seed: white)
      for code in UInt8(1)...255 {
        colors += [
          Color(red: code, green: 0, blue: 0), Color(red: 0, green: code, blue: 0), Color(red: 0, green: 0, blue: code),
        ]
      }
      for mixture in 0..<4096 as Range<UInt32> {
        colors.append(Color(argb: 0xFF00_0000 | (mixture & 15) << 16 | (mixture >> 4 & 15) << 8 | mixture >> 8))
      }
      let lost = colors.filter { $0.argb & 0xFF_FFFF != 0 && curve.dimmed($0, sRGB).argb & 0xFF_FFFF == 0 }
      #expect(lost.isEmpty, "\(white): \(lost.prefix(5))")
    }
  }

  @Test func `a frame's pass is what each of its pixels becomes alone, whatever lies before it`() {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: LightCodes.byteCount)
    defer { memory.deallocate() }
    let codes = LightCodes(filling: memory)
    let curve = AlwaysOnCurve(white: 400, of: 1000)
    for count in [0, 1, 15, 16, 17, 33, 5_000] {
      let colors = Self.colors(count, seed: UInt64(count)).map(\.argb)
      let pixels = colors.indices.map { index in
        // Runs of black and of one colour, and a few colours that come back.
        if index / 20 % 3 == 0 { return 0xFF00_0000 as UInt32 }
        return index / 7 % 3 == 0 ? 0xFF12_34AB : index / 50 % 2 == 0 ? colors[index * 7 % 40 % count] : colors[index]
      }
      let wanted = pixels.map { curve.dimmed(Color(argb: $0), SRGB()).argb }
      // Two rows with room between them that is not theirs.
      var rows = pixels + [0xDEAD_BEEF] + pixels.reversed() + [0xDEAD_BEEF]
      rows.withUnsafeMutableBufferPointer {
        curve.dim($0.baseAddress!, width: count, height: 2, stridePx: count + 1, codes)
      }
      #expect(rows == wanted + [0xDEAD_BEEF] + wanted.reversed() + [0xDEAD_BEEF])
    }
  }

  @Test func `a code is the nearest to every light, searched for or looked up`() {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: LightCodes.byteCount + 1)
    defer { memory.deallocate() }
    // The memory need not be aligned.
    let codes = LightCodes(filling: .init(rebasing: memory[1...]))
    let lights = (UInt32(0)..<256).map { Int(codes.light($0)) }
    #expect(lights == (UInt8(0)...255).map { Int(SRGB().linear($0)) })
    var wrong = 0
    for light in UInt32(0)..<65_535 {
      let code = Int(codes.nearest(light))
      let far = abs(lights[code] - Int(light))
      if code > 0 && abs(lights[code - 1] - Int(light)) <= far { wrong += 1 }
      if code < 255 && abs(lights[code + 1] - Int(light)) < far { wrong += 1 }
      if SRGB().nearest(light) != UInt32(code) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func `white has what is asked for, and all of it changes nothing`() {
    let sRGB = SRGB()
    for white in Self.whites {
      let curve = AlwaysOnCurve(white: white, of: 1000)
      #expect(curve.dimmed(.black, sRGB) == .black)
      let (asked, dimmed) = (Double(white) / 1000, Self.luminance(curve.dimmed(.white, sRGB)))
      let exact = Double(curve.luminance(65_535)) / 65_535
      #expect(abs(dimmed - asked) < 0.004 && abs(exact - asked) < 0.0001, "\(white)")
    }
    for white in [1000, 1001] as [UInt64] {
      let curve = AlwaysOnCurve(white: white, of: 1000)
      #expect(curve.isIdentity && curve.luminance(1234) == 1234)
      #expect(Self.colors(100, seed: 1).allSatisfy { curve.dimmed($0, sRGB) == $0 })
    }
    // No board uses it, but nothing traps.
    #expect(AlwaysOnCurve(white: 0, of: 1).dimmed(.white, sRGB) == .black)
    #expect(AlwaysOnCurve(white: 1, of: UInt64(Int32.max)).dimmed(.white, sRGB).green == 0)
  }

  @Test func `colours never leave less of white than makes 3 to 1 of 7 to 1`() {
    for permille in [50, 200, 400, 1000] as [Int32] {
      for lit in [0, 100, 180, 500, 1000] as [Int32] {
        var settings = LightSettings()
        settings.alwaysOnPermille = permille
        let curve = ColorStage(settings: settings, isEmissive: true, litPermille: lit).curve
        let white = Double(curve.luminance(65_535)) / 65_535
        #expect(white >= 0.2332)
        #expect(log((white + 0.05) / 0.05) / log(21) * log(7) >= log(3.02))
        if permille == 400 && lit <= 100 { #expect(abs(white - 0.4) < 0.001) }
        if permille == 50 || lit == 1000 && permille == 400 { #expect(abs(white - 0.2333) < 0.001) }
      }
    }
  }
}
