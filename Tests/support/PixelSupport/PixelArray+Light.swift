import AfterglowCore

/// Places and lengths of what is lit in a picture, 0xAARRGGBB row by row.
extension [UInt32] {
  /// Returns the smallest rectangle with every pixel that has a channel over a limit; nil if there is none.
  ///
  /// - Parameters:
  ///   - width: width of the picture in pixels.
  ///   - limit: code of a channel, 0...255.
  public func litBounds(width: Int, over limit: Int) -> PixelRect? {
    var bounds: PixelRect?
    for index in indices where PixelChannels(self[index]).largest > limit {
      let (x, y) = (Int32(index % width), Int32(index / width))
      let pixel = PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)
      bounds = bounds?.union(pixel) ?? pixel
    }
    return bounds
  }

  /// Returns the length of the longest unbroken run of pixels of a row or a column that have a channel over a limit.
  ///
  /// - Parameters:
  ///   - width: width of the picture in pixels.
  ///   - limit: code of a channel, 0...255.
  public func longestLitRun(width: Int, over limit: Int) -> Int {
    let height = count / width
    var longest = 0
    var down = [Int](repeating: 0, count: width)
    for y in 0..<height {
      var along = 0
      for x in 0..<width {
        let isLit = PixelChannels(self[y * width + x]).largest > limit
        along = isLit ? along + 1 : 0
        down[x] = isLit ? down[x] + 1 : 0
        longest = Swift.max(longest, along, down[x])
      }
    }
    return longest
  }

  /// Returns the numbers of yellow and of all lit pixels of the row with the most yellow ones, and the distance from its first to
  /// its last lit pixel.
  ///
  /// - Parameters:
  ///   - width: width of the picture in pixels.
  ///   - limit: code of a channel, 0...255.
  public func yellowestRow(width: Int, over limit: Int) -> (yellow: Int, lit: Int, span: Int) {
    var best = (yellow: 0, lit: 0, span: 0)
    for y in 0..<count / width {
      let row = self[y * width..<(y + 1) * width].map { PixelChannels($0) }
      let lit = row.indices.filter { row[$0].largest > limit }
      let yellow = lit.count { 2 * row[$0].green > row[$0].red && 2 * row[$0].blue < row[$0].green }
      if yellow > best.yellow, let first = lit.first, let last = lit.last {
        best = (yellow, lit.count, last - first + 1)
      }
    }
    return best
  }
}
