import AfterglowCore

/// Comparisons of pictures of one size, 0xAARRGGBB row by row, by where they differ.
extension [UInt32] {
  /// Returns whether each pixel differs from that at the same place of another picture.
  public func differences(from other: [UInt32]) -> [Bool] { indices.map { self[$0] != other[$0] } }

  /// Returns the number of pixels at some indices that differ from those of another picture.
  public func differingCount(from other: [UInt32], at places: [Int]) -> Int {
    places.count { self[$0] != other[$0] }
  }

  /// Returns the number of pixels at which this picture covers what another one has drawn on a bare one.
  public func coveringCount(over other: [UInt32], bare: [UInt32]) -> Int {
    indices.count { self[$0] != other[$0] && other[$0] != bare[$0] }
  }

  /// Returns the colours of the pixels of an area that differ in another picture.
  ///
  /// - Parameter width: width of the pictures in pixels.
  public func coveredColors(by other: [UInt32], in area: PixelRect, width: Int) -> Set<UInt32> {
    let shown = area.intersection(PixelRect(x0: 0, y0: 0, x1: Int32(width), y1: Int32(count / width)))
    var found: Set<UInt32> = []
    if shown.isEmpty { return found }
    for y in Int(shown.y0)..<Int(shown.y1) {
      for index in y * width + Int(shown.x0)..<y * width + Int(shown.x1) where self[index] != other[index] {
        found.insert(self[index])
      }
    }
    return found
  }

  /// Returns the distance from the middle of the picture to the farthest pixel that differs from another picture, in halves of the
  /// width; 0 if none differs.
  ///
  /// - Parameter width: width and height of the pictures in pixels.
  public func farthestDifference(from other: [UInt32], width: Int) -> Double {
    let radius = Double(width) / 2
    var farthest = 0.0
    for index in indices where self[index] != other[index] {
      let (x, y) = (Double(index % width) + 0.5 - radius, Double(index / width) + 0.5 - radius)
      farthest = Swift.max(farthest, (x * x + y * y).squareRoot() / radius)
    }
    return farthest
  }

  /// Returns the number of pixels at the edge of a panel that have a channel over a limit: those of the outermost rows and columns,
  /// or those outside of the circle of a round panel.
  ///
  /// - Parameters:
  ///   - width: panel width in pixels.
  ///   - limit: code of a channel, 0...255.
  public func edgeLitCount(width: Int, isRound: Bool, over limit: Int) -> Int {
    let height = count / width
    return indices.count { index in
      guard PixelChannels(self[index]).largest > limit else { return false }
      let (x, y) = (index % width, index / width)
      if !isRound { return x == 0 || y == 0 || x == width - 1 || y == height - 1 }
      let (dx, dy) = (Double(x) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height) / 2)
      return dx * dx + dy * dy > Double(width * width) / 4
    }
  }
}
