import AfterglowGeometry

/// The ink by which one picture differs from another of the same size.
public struct InkDifference: Sendable {
  /// Picture size in pixels.
  private let width: Int
  private let height: Int
  /// The largest difference of a channel of each pixel, row by row.
  private let strengths: [UInt8]

  /// - Parameters:
  ///   - whole: pixels of a picture, 0xAARRGGBB, row by row.
  ///   - bare: as many pixels of the other picture.
  ///   - width: width of both pictures in pixels.
  public init(_ whole: [UInt32], from bare: [UInt32], width: Int) {
    precondition(whole.count == bare.count && whole.count % width == 0)
    self.width = width
    height = whole.count / width
    var strengths = [UInt8](repeating: 0, count: whole.count)
    for index in 0..<whole.count where whole[index] != bare[index] {
      strengths[index] = PixelChannels(whole[index]).largestDifference(from: PixelChannels(bare[index]))
    }
    self.strengths = strengths
  }

  /// The largest difference of a channel of the pixel at an index, 0...255.
  public subscript(index: Int) -> Int { Int(strengths[index]) }

  /// The number of connected areas of ink; pixels that touch at a corner are connected.
  ///
  /// A pixel counts as ink if it is more than a quarter as strong as the strongest. Areas of at most six pixels are specks of
  /// smoothing, and are not counted.
  public var areaCount: Int {
    let least = (strengths.max() ?? 0) / 4
    var isLeft = strengths.map { $0 > least }
    var open: [Int] = []
    var count = 0
    for start in 0..<isLeft.count where isLeft[start] {
      isLeft[start] = false
      open.append(start)
      var size = 0
      while let place = open.popLast() {
        size += 1
        let (x, y) = (place % width, place / width)
        let (left, right) = (max(x - 1, 0), min(x + 1, width - 1))
        for row in max(y - 1, 0)...min(y + 1, height - 1) {
          for near in (row * width + left)...(row * width + right) where isLeft[near] {
            isLeft[near] = false
            open.append(near)
          }
        }
      }
      if size > 6 { count += 1 }
    }
    return count
  }

  /// Returns the least distance between a pixel of this ink and one of another, in pixels; nil if one of them has none.
  ///
  /// - Parameter limit: the strength that ink exceeds in a channel, 0...255.
  public func distance(to other: InkDifference, above limit: Int) -> Double? {
    let others = other.places(above: limit)
    var least = Int.max
    for own in places(above: limit) {
      for place in others {
        let (dx, dy) = (place.x - own.x, place.y - own.y)
        least = min(least, dx * dx + dy * dy)
      }
    }
    return least < Int.max ? Double(least).squareRoot() : nil
  }

  /// Returns the left and the right edge of the ink in a frame and next to it, in pixels; nil if there is none.
  ///
  /// An edge lies within the outermost column, by the share of that column that is covered.
  public func edges(in frame: Rect) -> (left: Double, right: Double)? {
    let rows = max(0, Int(frame.minY))..<min(height, Int(frame.maxY.rounded(.up)))
    let columns = max(0, Int(frame.minX) - 3)..<min(width, Int(frame.maxX) + 4)
    guard !rows.isEmpty, !columns.isEmpty else { return nil }
    var covers = [Int](repeating: 0, count: columns.count)
    for y in rows {
      for x in columns { covers[x - columns.lowerBound] = max(covers[x - columns.lowerBound], self[y * width + x]) }
    }
    guard let strongest = covers.max(), strongest > 0,
      // Fainter than a fiftieth is not seen as an edge.
      let first = covers.firstIndex(where: { $0 * 50 >= strongest }),
      let last = covers.lastIndex(where: { $0 * 50 >= strongest })
    else { return nil }
    func share(_ column: Int) -> Double { min(1, Double(covers[column]) / Double(strongest)) }
    return (Double(columns.lowerBound + first) + 1 - share(first), Double(columns.lowerBound + last) + share(last))
  }

  private func places(above limit: Int) -> [(x: Int, y: Int)] {
    strengths.indices.filter { self[$0] > limit }.map { ($0 % width, $0 / width) }
  }
}
