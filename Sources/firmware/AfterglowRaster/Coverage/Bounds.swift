import AfterglowCore

/// The pixel rectangle that a primitive can touch; used by authors, damage and archive validation.
public enum Bounds {
  /// Of the arc's full circle; `radius` is to the centre line of the stroke.
  public static func arc(centre: SubpixelPoint, radius: Subpixels, width: Subpixels) -> PixelRect {
    let reach = Int64(Swift.max(radius, 0)) + Int64(Swift.max(width, 0)) / 2 + 2
    return pixels(
      x0: Int64(centre.x) - reach, y0: Int64(centre.y) - reach, x1: Int64(centre.x) + reach,
      y1: Int64(centre.y) + reach)
  }

  /// Points whose x is Int32.min end a contour and do not count.
  public static func polygon(_ points: UnsafeBufferPointer<SubpixelPoint>, offset: SubpixelPoint) -> PixelRect {
    grown(points, offset: offset, by: 0)
  }

  /// Of a line with round caps and joins.
  public static func strokedLine(_ points: UnsafeBufferPointer<SubpixelPoint>, width: Subpixels) -> PixelRect {
    grown(points, offset: SubpixelPoint(x: 0, y: 0), by: Int64(Swift.max(width, 0)) / 2 + 2)
  }

  /// Everything that a polygon can touch at any angle.
  public static func rotatedPolygon(
    _ points: UnsafeBufferPointer<SubpixelPoint>, about centre: SubpixelPoint
  ) -> PixelRect {
    var farthest: Int64 = -1
    for point in points where point.x != Int32.min {
      farthest = Swift.max(farthest, Int64(point.x) * Int64(point.x) + Int64(point.y) * Int64(point.y))
    }
    if farthest < 0 { return .empty }
    let reach = Int64(squareRoot(UInt64(farthest))) + 3
    return pixels(
      x0: Int64(centre.x) - reach, y0: Int64(centre.y) - reach, x1: Int64(centre.x) + reach,
      y1: Int64(centre.y) + reach)
  }

  private static func grown(
    _ points: UnsafeBufferPointer<SubpixelPoint>, offset: SubpixelPoint, by margin: Int64
  ) -> PixelRect {
    var x0 = Int64.max
    var y0 = Int64.max
    var x1 = Int64.min
    var y1 = Int64.min
    for point in points where point.x != Int32.min {
      x0 = Swift.min(x0, Int64(point.x))
      y0 = Swift.min(y0, Int64(point.y))
      x1 = Swift.max(x1, Int64(point.x))
      y1 = Swift.max(y1, Int64(point.y))
    }
    if x0 > x1 { return .empty }
    let dx = Int64(offset.x)
    let dy = Int64(offset.y)
    return pixels(x0: x0 + dx - margin, y0: y0 + dy - margin, x1: x1 + dx + margin, y1: y1 + dy + margin)
  }

  private static func pixels(x0: Int64, y0: Int64, x1: Int64, y1: Int64) -> PixelRect {
    PixelRect(
      x0: Int32(clamping: x0 >> 8), y0: Int32(clamping: y0 >> 8), x1: Int32(clamping: (x1 + 255) >> 8),
      y1: Int32(clamping: (y1 + 255) >> 8))
  }
}

/// The largest integer whose square is at most `value`.
func squareRoot(_ value: UInt64) -> UInt64 {
  if value == 0 { return 0 }
  // Newton from above: the start is a power of two that is at least the root.
  var root = UInt64(1) << UInt64((64 - value.leadingZeroBitCount + 1) / 2)
  while true {
    let next = (root + value / root) >> 1
    if next >= root { return root }
    root = next
  }
}
