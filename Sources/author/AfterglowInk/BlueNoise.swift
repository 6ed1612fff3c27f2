import AfterglowCore
import AfterglowPictures

/// Thresholds of blue noise, anchored to the panel: what a pixel becomes depends on its colour and its place alone, so that
/// a region drawn by itself equals that region of the whole (docs/ink.md, Blue noise).
struct BlueNoise: Sendable {
  /// Columns and rows of the square that is repeated over the panel; a power of two.
  static let side = 64
  static let rankCount = side * side

  /// Row by row: each number below `rankCount` once. Places with low ranks lie far from each other.
  static let ranks: [Int32] = digits.withUTF8Buffer { digits in
    func value(_ digit: UInt8) -> Int32 {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): Int32(digit) - 48
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int32(digit) - 65 + 10
      case UInt8(ascii: "a")...UInt8(ascii: "z"): Int32(digit) - 97 + 36
      case UInt8(ascii: "-"): 62
      default: 63
      }
    }
    return (0..<rankCount).map { value(digits[2 * $0]) * 64 + value(digits[2 * $0 + 1]) }
  }

  /// Of the picture's first pixel in the square.
  let column: Int
  let row: Int

  /// The ranks of a row of the picture.
  ///
  /// - Parameter body: gets, for a column of the picture, its rank.
  private func withRanks(y: Int, _ body: ((Int) -> Int32) -> Void) {
    BlueNoise.ranks.withUnsafeBufferPointer { ranks in
      let line = ranks.baseAddress! + ((y + row) & (BlueNoise.side - 1)) * BlueNoise.side
      body { line[($0 &+ column) & (BlueNoise.side - 1)] }
    }
  }

  /// - Parameter picture: opaque, at its final size.
  func bits(of picture: ScaledPicture) -> InkBits {
    var bits = InkBits(size: picture.size)
    let width = Int(picture.size.width)
    let step = Int32(LightTables.one) / Int32(BlueNoise.rankCount)
    for y in 0..<Int(picture.size.height) {
      withRanks(y: y) { rank in
        LightTables.shared.withLookup { lookup in
          for x in 0..<width where Int32(lookup[picture.pixels[y &* width &+ x]]) < rank(x) * step + step / 2 {
            bits.bytes[y &* bits.rowByteCount &+ x >> 3] &= ~(0x80 >> UInt8(x & 7))
          }
        }
      }
    }
    return bits
  }

  /// Each pixel becomes one of the two levels around its luminance.
  ///
  /// - Parameter picture: opaque, at its final size.
  func indices(of picture: ScaledPicture, _ levels: GreyLevels) -> InkIndices {
    let width = Int(picture.size.width)
    let lights = levels.lights.map { Int32($0) }
    var indices: [UInt8] = []
    indices.reserveCapacity(picture.pixels.count)
    for y in 0..<Int(picture.size.height) {
      withRanks(y: y) { rank in
        for x in 0..<width {
          let light = Int32(LightTables.shared[picture.pixels[y * width + x]])
          var level = 0
          while level + 2 < lights.count, light >= lights[level + 1] { level += 1 }
          let isLighter =
            (light - lights[level]) * Int32(2 * BlueNoise.rankCount)
            >= (2 * rank(x) + 1) * (lights[level + 1] - lights[level])
          indices.append(UInt8(isLighter ? level + 1 : level))
        }
      }
    }
    return InkIndices(size: picture.size, indices: indices)
  }

  /// - Parameter picture: opaque, at its final size.
  func indices(of picture: ScaledPicture, _ mixtures: InkMixtures) -> InkIndices {
    let width = Int(picture.size.width)
    var indices: [UInt8] = []
    indices.reserveCapacity(picture.pixels.count)
    for y in 0..<Int(picture.size.height) {
      withRanks(y: y) { rank in
        for x in 0..<width {
          let offset = InkGamut.offset(column: x + column, row: y + row)
          let node = InkGamut.node(picture.pixels[y * width + x], offset)
          indices.append(mixtures.ink(node: Int(node), rank: rank(x)))
        }
      }
    }
    return InkIndices(size: picture.size, indices: indices)
  }
}
