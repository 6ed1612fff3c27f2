import AfterglowCore
import Foundation
import TestSupport
import Testing

@testable import AfterglowInk
@testable import AfterglowPictures

/// Thresholds of blue noise: the square itself, and pictures by it.
@Suite struct BlueNoiseTests {
  @Test func `each rank is in the square once`() {
    #expect(BlueNoise.ranks.sorted() == (0..<4096).map { Int32($0) })
  }

  /// An eye sees coarse patterns and not fine ones. White noise would have the same power at all frequencies.
  @Test(arguments: [256, 512, 1365, 2048, 2731, 3584, 3840])
  func `places below a rank have little power at low frequencies, whatever its direction`(rank: Int32) {
    let power = Spectrum(BlueNoise.ranks.map { $0 < rank ? 1 : 0 })
    // Places of a share s lie 1/√s apart: coarser than that is low.
    let share = Double(min(rank, 4096 - rank)) / 4096
    let middle = 64 * share.squareRoot()
    let low = power.mean(in: 1...max(2, middle * 0.3))
    #expect(low < 0.1 * power.mean(in: 1...45), "\(low) of \(power.mean(in: 1...45))")
    for direction in 0..<8 {
      #expect(power.mean(in: 1...max(3, middle * 0.4), direction: direction) < 0.25 * power.mean(in: 1...45))
    }
  }

  @Test func `a pixel is lit where its light is above the threshold of its place`() {
    let picture = InkPicture.noise(150, 70, seed: 3)
    let bits = picture.inBlackAndWhite(.blueNoise(column: 11, row: 50))
    for y in 0..<70 {
      for x in 0..<150 {
        let rank = BlueNoise.ranks[(y + 50) % 64 * 64 + (x + 11) % 64]
        let light = Int(LightTables.shared[picture.pixels[y * 150 + x]])
        #expect(bits[x, y] == (light * 4096 * 2 >= (Int(rank) * 2 + 1) * 16_384))
      }
    }
  }

  @Test(arguments: [0x00_0000, 0x0C_0C0C, 0x33_3333, 0x80_8080, 0xC0_6020, 0xFE_FEFE, 0xFF_FFFF] as [UInt32])
  func `the light of a square is that of the colour`(color: UInt32) {
    let flat = InkPicture.flat(color, 64, 64)
    let wanted = LinearLight.luminance(color)
    let bits = flat.inBlackAndWhite(.blueNoise(column: 0, row: 0))
    let white = (0..<4096).count { bits[$0 % 64, $0 / 64] }
    #expect(abs(Double(white) / 4096 - wanted) < 0.0005)
    let greys = flat.fourGreyIndices(.blueNoise(column: 5, row: 0))
    let light = greys.reduce(0.0) { $0 + LinearLight.luminance(UInt32($1) * 0x55_5555) } / 4096
    #expect(abs(light - wanted) < 0.0005)
  }

  @Test(arguments: [0x00_0000, 0xFF_FFFF, 0x80_8080, 0x6A_4A38, 0x3F_5A70, 0xB0_A080, 0x90_2818] as [UInt32])
  func `six inks mix the light that error diffusion mixes`(color: UInt32) {
    let flat = InkPicture.flat(color, 128, 128)
    func light(_ dithering: InkDithering) -> SIMD3<Float> {
      let inks = InkPalette.spectra6.lights
      return flat.inSixInks(dithering).indices.reduce(.zero) { $0 + inks[Int($1)] } / (128 * 128)
    }
    let difference = light(.blueNoise(column: 0, row: 0)) - light(.floydSteinberg)
    #expect((difference * difference).sum().squareRoot() < 0.012, "\(difference)")
  }

  @Test func `a region drawn alone is that region of the whole`() {
    var random = SeededNumbers(seed: 9)
    let whole = InkPicture.noise(200, 160, seed: 4)
    let (row, column) = (37, 5)
    let all = All(whole, .blueNoise(column: column, row: row))
    for _ in 0..<40 {
      let (x, y) = (Int.random(in: 0..<199, using: &random), Int.random(in: 0..<159, using: &random))
      let (width, height) = (
        Int.random(in: 1...200 - x, using: &random), Int.random(in: 1...160 - y, using: &random)
      )
      let part = InkPicture.made(width, height) { whole[x + $0, y + $1] & 0xFF_FFFF }
      let corner = PixelPoint(x: Int32(column + x), y: Int32(row + y))
      #expect(All(part, .blueNoise(at: corner)) == all.part(x: x, y: y, width: width, height: height, of: 200))
    }
  }

  @Test func `a picture that changes in a part changes its dots only there`() {
    let before = InkPicture.slope(160, 120)
    let after = InkPicture.made(160, 120) { x, y in
      (40..<60).contains(x) && (30..<50).contains(y) ? 0x20_4060 : before[x, y] & 0xFF_FFFF
    }
    func changed(_ dithering: InkDithering) -> Int {
      let (one, other) = (All(before, dithering), All(after, dithering))
      return (0..<160 * 120).count { at in
        !((40..<60).contains(at % 160) && (30..<50).contains(at / 160)) && one.differs(from: other, at)
      }
    }
    #expect(changed(.blueNoise(column: 0, row: 0)) == 0)
    #expect(changed(.floydSteinberg) > 1000)
  }

  /// A picture in all palettes.
  private struct All: Equatable {
    var black: [Bool]
    var greys: [UInt8]
    var inks: [UInt8]

    init(_ picture: ScaledPicture, _ dithering: InkDithering) {
      let bits = picture.inBlackAndWhite(dithering)
      let width = Int(picture.size.width)
      black = picture.pixels.indices.map { !bits[$0 % width, $0 / width] }
      greys = picture.fourGreyIndices(dithering)
      inks = picture.inSixInks(dithering).indices
    }

    func part(x: Int, y: Int, width: Int, height: Int, of row: Int) -> All {
      let places = (0..<width * height).map { (y + $0 / width) * row + x + $0 % width }
      var part = self
      part.black = places.map { black[$0] }
      part.greys = places.map { greys[$0] }
      part.inks = places.map { inks[$0] }
      return part
    }

    func differs(from other: All, _ at: Int) -> Bool {
      black[at] != other.black[at] || greys[at] != other.greys[at] || inks[at] != other.inks[at]
    }
  }
}

/// The power of each frequency of a square of 64 by 64 places.
private struct Spectrum {
  private var power = [Double](repeating: 0, count: 64 * 64)

  init(_ places: [Double]) {
    let mean = places.reduce(0, +) / Double(places.count)
    let turns = (0..<64).map { place -> (Double, Double) in
      let angle = Double(place) * Double.pi / 32
      return (cos(angle), sin(angle))
    }
    typealias Wave = (real: Double, imaginary: Double)
    func transformed(_ line: [Wave]) -> [Wave] {
      (0..<64).map { frequency in
        var sum = Wave(0, 0)
        for (place, value) in line.enumerated() {
          let (c, s) = turns[frequency * place % 64]
          sum.real += value.real * c + value.imaginary * s
          sum.imaginary += value.imaginary * c - value.real * s
        }
        return sum
      }
    }
    let waves = places.map { value -> Wave in (value - mean, 0) }
    let rows = (0..<64).map { y -> [Wave] in transformed(Array(waves[(y * 64)..<(y * 64 + 64)])) }
    for x in 0..<64 {
      for (y, wave) in transformed(rows.map { $0[x] }).enumerated() {
        power[y * 64 + x] = wave.real * wave.real + wave.imaginary * wave.imaginary
      }
    }
  }

  /// - Parameters:
  ///   - range: waves in 64 places.
  ///   - direction: an eighth of half a turn; nil = all.
  func mean(in range: ClosedRange<Double>, direction: Int? = nil) -> Double {
    var (sum, count) = (0.0, 0.0)
    for y in -32..<32 {
      for x in -32..<32 where range.contains(hypot(Double(x), Double(y))) {
        let turn = (atan2(Double(y), Double(x)) / .pi + 1).truncatingRemainder(dividingBy: 1)
        if let direction, Int(turn * 8) != direction { continue }
        sum += power[(y & 63) * 64 + x & 63]
        count += 1
      }
    }
    return sum / max(count, 1)
  }
}
