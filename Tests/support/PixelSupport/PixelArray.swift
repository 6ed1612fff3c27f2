import AfterglowPictures

/// Counts and comparisons of the pixels of pictures, 0xAARRGGBB each. Loops over pixels are in this module because it is
/// optimised, and most tests are not.
extension [UInt32] {
  /// Returns the number of pixels that differ from those at the same places of another picture.
  public func differingCount(from other: [UInt32]) -> Int { zip(self, other).count { $0 != $1 } }

  /// Returns the number of pixels that differ in some of their bits from those at the same places of another picture.
  public func differingCount(from other: [UInt32], in bits: UInt32) -> Int {
    zip(self, other).count { ($0 ^ $1) & bits != 0 }
  }

  /// Returns the places of the pixels that differ from those of another picture of the same size, in order.
  public func differingIndices(from other: [UInt32]) -> [Int] { indices.filter { self[$0] != other[$0] } }

  /// The different values of all pixels.
  public var colors: Set<UInt32> { Set(self) }

  /// The number of pixels that are not black, whatever their alpha.
  public var litCount: Int { self.count { $0 & 0xFF_FFFF != 0 } }

  /// Whether no pixel has any green or blue.
  public var isRedAlone: Bool { allSatisfy { $0 & 0xFFFF == 0 } }

  /// The sum of the red, green and blue codes of all pixels.
  public var channelSum: Int { reduce(0) { $0 + PixelChannels($1).sum } }

  /// The mean of the relative luminance of all pixels, 0 to 1; 0 without pixels.
  public var meanLuminance: Double {
    reduce(0.0) { $0 + LinearLight.luminance($1) } / Double(Swift.max(count, 1))
  }

  /// The pixels as 0x00RRGGBB.
  public var withoutAlpha: [UInt32] { map { $0 & 0xFF_FFFF } }

  /// Premultiplied pixels as they are seen on black, 0xFFRRGGBB.
  public var onBlack: [UInt32] { map { $0 | 0xFF00_0000 } }

  /// Whether no channel of any pixel is larger than its alpha.
  public var isPremultiplied: Bool { allSatisfy { PixelChannels($0).largest <= Int($0 >> 24) } }

  /// Whether the channels of each pixel differ by one at most, and none is larger than its alpha.
  public var isTranslucentGrey: Bool {
    allSatisfy { pixel in
      let channels = PixelChannels(pixel)
      return channels.largest - channels.smallest <= 1 && channels.largest <= Int(pixel >> 24)
    }
  }

  /// Whether each channel of each pixel differs from its alpha by one at most.
  public var isTranslucentWhite: Bool {
    allSatisfy { pixel in
      let (channels, alpha) = (PixelChannels(pixel), Int(pixel >> 24))
      return abs(channels.largest - alpha) <= 1 && abs(channels.smallest - alpha) <= 1
    }
  }

  /// The number of pixels with clearly more green than red.
  public var greenCount: Int {
    self.count { pixel in
      let channels = PixelChannels(pixel)
      return channels.green > channels.red + 60
    }
  }

  /// The number of pixels that have a clear hue.
  public var coloredCount: Int {
    self.count { pixel in
      let channels = PixelChannels(pixel)
      return channels.largest - channels.smallest > 40
    }
  }

  /// The number of pixels that are almost pure red.
  public var pureRedCount: Int { self.count { PixelChannels($0).isPureRed } }

  /// Returns the number of pixels with one code of red.
  public func redCount(_ code: UInt32) -> Int { self.count { $0 >> 16 & 255 == code } }
}

/// Red, green and blue of a pixel, 0...255.
struct PixelChannels {
  let red: Int
  let green: Int
  let blue: Int

  init(_ argb: UInt32) {
    red = Int(argb >> 16 & 255)
    green = Int(argb >> 8 & 255)
    blue = Int(argb & 255)
  }

  // Of three, `max` and `min` make arrays.
  var largest: Int { max(max(red, green), blue) }
  var smallest: Int { min(min(red, green), blue) }
  var sum: Int { red + green + blue }
  var isPureRed: Bool { red > 200 && green < 40 && blue < 40 }

  /// Returns the largest difference of a channel from that of another pixel, 0...255.
  func largestDifference(from other: PixelChannels) -> UInt8 {
    UInt8(max(max(abs(red - other.red), abs(green - other.green)), abs(blue - other.blue)))
  }
}

/// The largest differences between the channels of premultiplied pixels and those of one colour.
public struct TintDeviation {
  /// The number of pixels that have the colour's alpha.
  public private(set) var wholeCount = 0
  /// The largest difference in a channel of those pixels, in codes.
  public private(set) var whole = 0
  /// The largest difference in a channel of any pixel that is not clear, from the colour at the pixel's alpha, in codes.
  public private(set) var partial = 0.0

  /// - Parameters:
  ///   - argb: the colour, not premultiplied.
  ///   - premultiplied: the same colour with its alpha multiplied in.
  public init(_ pixels: [UInt32], from argb: UInt32, premultiplied: UInt32) {
    let wanted = PixelChannels(premultiplied)
    for pixel in pixels where pixel >> 24 > 0 {
      let found = PixelChannels(pixel)
      let isWhole = pixel >> 24 == argb >> 24
      if isWhole { wholeCount += 1 }
      let share = Double(pixel >> 24) / Double(argb >> 24)
      for (own, other) in [(found.red, wanted.red), (found.green, wanted.green), (found.blue, wanted.blue)] {
        if isWhole { whole = max(whole, abs(own - other)) }
        partial = max(partial, abs(Double(own) - Double(other) * share))
      }
    }
  }
}
