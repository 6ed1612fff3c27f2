import AfterglowCore
import AfterglowLight

/// The light of pixels 0x00RRGGBB, summed up so that a part can be replaced by another.
package struct PictureLight {
  private var sum: UInt64 = 0

  package init() {}

  /// Linear light of each value of red, green and blue, with its weight (docs/rules.md, Contrast) in 1/65536.
  private static let weighed: [UInt64] = {
    let sRGB = SRGB()
    return [LuminanceWeight.red, LuminanceWeight.green, LuminanceWeight.blue].flatMap { weight in
      (0...255).map { UInt64(LuminanceWeight.fixed(weight)) * UInt64(sRGB.linear(UInt8($0))) }
    }
  }()

  package mutating func add(_ pixels: UnsafeBufferPointer<UInt32>) { sum &+= Self.sum(pixels) }

  /// Takes out some pixels that were added, for others.
  package mutating func replace(_ old: UnsafeBufferPointer<UInt32>, by new: UnsafeBufferPointer<UInt32>) {
    sum = sum &+ Self.sum(new) &- Self.sum(old)
  }

  private static func sum(_ pixels: UnsafeBufferPointer<UInt32>) -> UInt64 {
    weighed.withUnsafeBufferPointer { table in
      var sum: UInt64 = 0
      // Neighbours are mostly the same.
      var (last, light): (UInt32, UInt64) = (0, 0)
      for color in pixels {
        if color != last {
          last = color
          light =
            (table[Int(color >> 16 & 255)] + table[256 + Int(color >> 8 & 255)] + table[512 + Int(color & 255)]) >> 16
        }
        sum &+= light
      }
      return sum
    }
  }

  /// As a share of what as many white pixels would give: 0 to 1.
  package func mean(of pixelCount: Int) -> Double { Double(sum) / 65_535 / Double(max(1, pixelCount)) }
}
