import AfterglowCore
import AfterglowRaster

extension PixelPlane {
  /// A copy of all pixels, row by row, without the padding between rows.
  public var pixels: [UInt32] {
    let (width, height) = (Int(size.width), Int(size.height))
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height { pixels += UnsafeBufferPointer(start: base + y * stridePx, count: width) }
    return pixels
  }

  /// Returns the number of pixels that differ from those of another plane of the same size.
  public func differingCount(from other: PixelPlane) -> Int {
    var count = 0
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) where base[y * stridePx + x] != other.base[y * other.stridePx + x] { count += 1 }
    }
    return count
  }

  /// Returns whether a pixel has a channel over a limit, 0...255.
  public func isLit(over limit: Int) -> Bool {
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) where PixelChannels(base[y * stridePx + x]).largest > limit { return true }
    }
    return false
  }

  /// Returns the first and the last column in which a pixel has a channel over a limit, 0...255; nil if none has.
  public func litColumns(over limit: Int) -> ClosedRange<Int>? {
    var (first, last) = (Int.max, -1)
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) where PixelChannels(base[y * stridePx + x]).largest > limit {
        if x < first { first = x }
        if x > last { last = x }
      }
    }
    return last < 0 ? nil : first...last
  }

  /// Returns the runs of columns in which a pixel has a channel over a limit, 0...255, from left to right.
  public func litRuns(over limit: Int) -> [ClosedRange<Int>] {
    var isLit = [Bool](repeating: false, count: Int(size.width))
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) where PixelChannels(base[y * stridePx + x]).largest > limit { isLit[x] = true }
    }
    var runs: [ClosedRange<Int>] = []
    for x in isLit.indices where isLit[x] {
      if let last = runs.last, last.upperBound == x - 1 {
        runs[runs.count - 1] = last.lowerBound...x
      } else {
        runs.append(x...x)
      }
    }
    return runs
  }

  /// Returns the places in memory, within some areas, at which this and another plane both have a channel over a limit, 0...255.
  ///
  /// Both planes have the same size and the same padding.
  public func placesInCommon(with other: PixelPlane, in areas: [PixelRect], over limit: Int) -> [Int] {
    precondition(stridePx == other.stridePx)
    var found: [Int] = []
    for area in areas {
      for y in Int(area.y0)..<Int(area.y1) {
        for place in y * stridePx + Int(area.x0)..<y * stridePx + Int(area.x1)
        where PixelChannels(base[place]).largest > limit && PixelChannels(other.base[place]).largest > limit {
          found.append(place)
        }
      }
    }
    return found
  }
}
