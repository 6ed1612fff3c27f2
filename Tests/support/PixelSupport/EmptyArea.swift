/// The largest rectangle of a picture without ink.
public struct EmptyArea {
  /// The rectangle's share of all pixels, 0 to 1.
  public let share: Double
  /// Left edge, top edge, width and height of the rectangle in pixels.
  public let placePx: [Int]

  /// - Parameters:
  ///   - isInk: whether each pixel of the picture is ink, row by row.
  ///   - width: picture width in pixels.
  public init(_ isInk: [Bool], width: Int) {
    var best = (area: 0, place: [0, 0, 0, 0])
    // Empty pixels above each column's, itself included.
    var heights = [Int](repeating: 0, count: width)
    for y in 0..<(isInk.count / width) {
      for x in 0..<width { heights[x] = isInk[y * width + x] ? 0 : heights[x] + 1 }
      var open: [(start: Int, height: Int)] = []
      for x in 0...width {
        let height = x < width ? heights[x] : 0
        var start = x
        while let last = open.last, last.height >= height {
          let area = last.height * (x - last.start)
          if area > best.area { best = (area, [last.start, y - last.height + 1, x - last.start, last.height]) }
          start = last.start
          open.removeLast()
        }
        open.append((start, height))
      }
    }
    share = Double(best.area) / Double(isInk.count)
    placePx = best.place
  }
}
