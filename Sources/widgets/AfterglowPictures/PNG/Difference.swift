import AfterglowCore

/// The difference between two pictures of the same size.
public struct PictureDifference: Equatable, Sendable {
  /// Pixels of which any channel differs by more than the tolerance.
  public var differingPixels: Int64
  /// The largest difference of any channel, 0 to 255.
  public var largestDifference: UInt8
  /// The smallest rectangle that holds every differing pixel.
  public var bounds: PixelRect
  /// The first picture, darkened and grey, with differing pixels in red, from dark (by 1) to bright (by 255).
  public var picture: Picture

  public var isSame: Bool { differingPixels == 0 }
}

extension PNG {
  /// Compares two pictures pixel by pixel. Channels that differ by no more than `tolerance`, 0 to 255, count as equal.
  ///
  /// - Throws: `PNGError.differentSizes`.
  public static func difference(
    _ a: Picture, _ b: Picture, tolerance: UInt8 = 0
  ) throws(PNGError) -> PictureDifference {
    guard a.size == b.size else { throw .differentSizes(a.size, b.size) }
    var result = PictureDifference(differingPixels: 0, largestDifference: 0, bounds: .empty, picture: a)
    let width = Int(a.size.width)
    for index in a.pixels.indices {
      let found = largestChannelDifference(a.pixels[index], b.pixels[index])
      let largest = found > tolerance ? found : 0
      result.picture.pixels[index] = marked(a.pixels[index], largest)
      if largest == 0 { continue }
      result.differingPixels += 1
      result.largestDifference = Swift.max(result.largestDifference, UInt8(largest))
      let x = Int32(index % width)
      let y = Int32(index / width)
      result.bounds = result.bounds.union(PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1))
    }
    return result
  }

  private static func largestChannelDifference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b { return 0 }
    var largest: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let left = a >> shift & 255
      let right = b >> shift & 255
      largest = Swift.max(largest, left > right ? left - right : right - left)
    }
    return largest
  }

  private static func marked(_ pixel: UInt32, _ difference: UInt32) -> UInt32 {
    if difference > 0 { return 0xFF00_0000 | (96 + difference * 159 / 255) << 16 }
    let gray = ((pixel >> 16 & 255) * 54 + (pixel >> 8 & 255) * 183 + (pixel & 255) * 19) >> 10
    return 0xFF00_0000 | gray << 16 | gray << 8 | gray
  }
}
