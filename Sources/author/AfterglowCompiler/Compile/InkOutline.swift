import AfterglowCore
import AfterglowViews
import Foundation

/// Shapes for panels without shades. A pixel is in an ink or it is not, so edges are put on whole pixels, where both sides of
/// a shape look alike, and strokes are whole pixels wide.
extension Outline {
  /// nil for what is fitted anyway: filled boxes.
  static func fitted(_ path: Path.Geometry, stroke: StrokeStyle?, by map: PixelMapping) -> [NodeGeometry]? {
    switch (path, stroke) {
    case (.rectangle(let rect), .some(let stroke)): [inkFrame(rect, radius: 0, stroke.lineWidth, map)]
    case (.roundedRectangle(let rect, let radius), .some(let stroke)):
      [inkFrame(rect, radius: radius, stroke.lineWidth, map)]
    case (.arc(let center, let radius, _, let sweep), nil) where abs(sweep.degrees) >= 360:
      [disc(InkRing(center, radius: radius, width: 0, map))]
    case (.arc(let center, let radius, let start, let sweep), .some(let stroke)):
      [arc(InkRing(center, radius: radius, width: stroke.lineWidth, map), start: start, sweep: sweep, stroke, map)]
    case (.contours(let contours), .some(let stroke)):
      contours.compactMap { inkLine($0, stroke.lineWidth, map) }
    case (.contours(let contours), nil): polygon(contours, map).map(\.onWholePixels)
    default: nil
    }
  }

  private static func disc(_ ring: InkRing) -> NodeGeometry {
    .roundedRectangle(
      SubpixelRect(
        x0: ring.center.x - ring.outer, y0: ring.center.y - ring.outer, x1: ring.center.x + ring.outer,
        y1: ring.center.y + ring.outer), radius: ring.outer)
  }

  private static func arc(
    _ ring: InkRing, start: Angle, sweep: Angle, _ stroke: StrokeStyle, _ map: PixelMapping
  ) -> NodeGeometry {
    let unfitted = arc(.zero, radius: 0, start: start, sweep: sweep, stroke, map)
    guard case .arc(_, _, _, let begin, let extent, let hasRoundCaps) = unfitted else { return unfitted }
    return .arc(
      center: ring.center, radius: ring.outer - ring.width / 2, width: ring.width, start: begin, sweep: extent,
      hasRoundCaps: hasRoundCaps)
  }

  /// A stroked box: outer and inner edges on whole pixels.
  private static func inkFrame(_ rect: Rect, radius: Double, _ lineWidth: Double, _ map: PixelMapping) -> NodeGeometry {
    let width = max(1, Int32(pixels: lineWidth * map.scale)) * 256
    let outer = map.snapped(rect.insetBy(dx: -lineWidth / 2, dy: -lineWidth / 2))
    let inner = SubpixelRect(
      x0: outer.x0 + width, y0: outer.y0 + width, x1: outer.x1 - width, y1: outer.y1 - width)
    let outerRadius = radius == 0 ? 0 : map.length(radius) + width / 2
    let outside = corners(Rect(outer), radius: Double(outerRadius)).map(SubpixelPoint.init)
    if inner.x0 >= inner.x1 || inner.y0 >= inner.y1 { return .polygon(outside) }
    let inside = corners(Rect(inner), radius: Double(max(0, outerRadius - width))).map(SubpixelPoint.init)
    return .polygon(outside + [contourEnd] + inside.reversed())
  }

  /// Level and upright lines cover whole pixels; others are wide enough to have no gaps.
  private static func inkLine(_ contour: Path.Contour, _ lineWidth: Double, _ map: PixelMapping) -> NodeGeometry? {
    guard contour.points.count > 1, lineWidth > 0 else { return nil }
    var points = (contour.isClosed ? contour.points + [contour.points[0]] : contour.points).map(map.point)
    let pixels = max(1, Int32(pixels: lineWidth * map.scale))
    let isLevel = points.allSatisfy { abs($0.y - points[0].y) < 64 }
    let isUpright = points.allSatisfy { abs($0.x - points[0].x) < 64 }
    // The middle of a line of an odd number of pixels is that of a pixel.
    let middle: Int32 = pixels % 2 == 0 ? 0 : 128
    func fitted(_ value: Int32) -> Int32 { (((value - middle + 128) >> 8) << 8) + middle }
    for index in points.indices {
      if isLevel { points[index].y = fitted(points[0].y) }
      if isUpright { points[index].x = fitted(points[0].x) }
    }
    return .line(points, width: isLevel || isUpright ? pixels * 256 : max(384, pixels * 256))
  }
}

/// A circle whose edges are on whole pixels on all four sides, in 1/256 px.
private struct InkRing {
  let center: SubpixelPoint
  let outer: Int32
  let width: Int32

  /// - Parameter width: of its stroke, half of it on each side of the radius; 0 = it is a disc.
  init(_ middle: Point, radius: Double, width stroke: Double, _ map: PixelMapping) {
    let diameter = max(1, ((2 * radius + stroke) * map.scale).rounded())
    func start(_ middle: Double) -> Double { (middle - diameter / 2).rounded() }
    outer = PixelMapping.subpixels(diameter * 128)
    center = SubpixelPoint(
      x: map.subpixel(start(map.x(middle.x))) + outer, y: map.subpixel(start(map.y(middle.y))) + outer)
    // Curves of one pixel would have gaps.
    let pixels = max(stroke > 0 ? 1.5 : 0, (stroke * map.scale).rounded())
    width = min(outer, map.subpixel(pixels))
  }
}

extension Rect {
  fileprivate init(_ rect: SubpixelRect) {
    self.init(
      x: Double(rect.x0), y: Double(rect.y0), width: Double(rect.x1 - rect.x0), height: Double(rect.y1 - rect.y0))
  }
}

extension SubpixelPoint {
  fileprivate init(_ point: Point) { self.init(x: PixelMapping.subpixels(point.x), y: PixelMapping.subpixels(point.y)) }
}

// MARK: outlines

extension NodeGeometry {
  /// An outline whose box has its edges on whole pixels, stretched by half a pixel at the most on each side: a round one that
  /// reaches a little into a row has a spike of one pixel there.
  fileprivate var onWholePixels: NodeGeometry {
    guard case .polygon(let points) = self else { return self }
    let real = points.filter { $0.x != Outline.contourEnd.x }
    guard let fitX = Self.fit(real.map(\.x)), let fitY = Self.fit(real.map(\.y)) else { return self }
    return .polygon(points.map { $0.x == Outline.contourEnd.x ? $0 : SubpixelPoint(x: fitX($0.x), y: fitY($0.y)) })
  }

  /// nil for what is less than two pixels long, which would change its form.
  private static func fit(_ values: [Int32]) -> ((Int32) -> Int32)? {
    guard let low = values.min(), let high = values.max(), high - low >= 512 else { return nil }
    func whole(_ value: Int32) -> Int32 { ((value + 128) >> 8) << 8 }
    let (first, length) = (whole(low), Int64(whole(high) - whole(low)))
    return { first + Int32((Int64($0 - low) * length + Int64(high - low) / 2) / Int64(high - low)) }
  }
}

// MARK: tracks

extension NodeGeometry {
  /// What stands for a grey area where there are no greys, such as a gauge's track: its outline in black, which is the area
  /// in black and then a smaller one in the paper's colour; a thin bar is a thin line. In drawing order.
  var hollow: [(geometry: NodeGeometry, isPaper: Bool)] {
    switch self {
    case .rectangle(let rect): Self.hollow(rect, radius: 0)
    case .roundedRectangle(let rect, let radius): Self.hollow(rect, radius: radius)
    case .arc(let center, let radius, let width, let start, let sweep, let hasRoundCaps):
      if width < 5 * 256 {
        [(.arc(center: center, radius: radius, width: 384, start: start, sweep: sweep, hasRoundCaps: false), false)]
      } else {
        [
          (self, false),
          (
            Self.inside(
              center, radius: radius, width: width, start: start, sweep: sweep, hasRoundCaps: hasRoundCaps), true
          ),
        ]
      }
    case .polygon(let points):
      points.split { $0.x == Outline.contourEnd.x }.filter { $0.count > 2 }.map { contour in
        (Self.axis(Array(contour)) ?? .line(Array(contour) + [contour.first!], width: 384), false)
      }
    case .line(let points, let width): [(.line(points, width: min(width, 2 * 256)), false)]
    }
  }

  /// A line along a contour that is too thin to be hollow, such as a dial's mark; nil for others.
  private static func axis(_ contour: [SubpixelPoint]) -> NodeGeometry? {
    let count = Double(contour.count)
    let (x, y) = (
      contour.reduce(0.0) { $0 + Double($1.x) } / count, contour.reduce(0.0) { $0 + Double($1.y) } / count
    )
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in contour {
      let (dx, dy) = (Double(point.x) - x, Double(point.y) - y)
      (xx, xy, yy) = (xx + dx * dx, xy + dx * dy, yy + dy * dy)
    }
    let turn = atan2(2 * xy, xx - yy) / 2
    let (along, across) = (cos(turn), sin(turn))
    let places = contour.map { point -> Double in
      let (dx, dy) = (Double(point.x) - x, Double(point.y) - y)
      return dx * along + dy * across
    }
    guard let first = places.min(), let last = places.max(), last > first else { return nil }
    var area = 0.0
    for (a, b) in zip(contour, contour.dropFirst() + [contour[0]]) {
      area += Double(a.x) * Double(b.y) - Double(b.x) * Double(a.y)
    }
    let thickness = abs(area) / 2 / (last - first)
    guard thickness < 5 * 256, last - first > 2 * thickness else { return nil }
    func end(_ place: Double) -> SubpixelPoint {
      SubpixelPoint(x: PixelMapping.subpixels(x + place * along), y: PixelMapping.subpixels(y + place * across))
    }
    return .line([end(first), end(last)], width: 384)
  }

  private static func hollow(_ rect: SubpixelRect, radius: Int32) -> [(geometry: NodeGeometry, isPaper: Bool)] {
    let (width, height) = (rect.x1 - rect.x0, rect.y1 - rect.y0)
    let side = min(width, height)
    if side >= 5 * 256 {
      let inner = SubpixelRect(x0: rect.x0 + 256, y0: rect.y0 + 256, x1: rect.x1 - 256, y1: rect.y1 - 256)
      // With a radius as large as the outer one's the corners are thicker than a pixel, so that they have no gaps.
      return [(.roundedRectangle(rect, radius: radius), false), (.roundedRectangle(inner, radius: radius), true)]
    }
    if max(width, height) < 2 * side || side <= 2 * 256 { return [(.roundedRectangle(rect, radius: radius), false)] }
    let line: Int32 = (side >> 8) % 2 == 0 ? 512 : 256
    let inset = (side - line) / 2
    var thin = rect
    if width > height { (thin.y0, thin.y1) = (rect.y0 + inset, rect.y0 + inset + line) }
    if width <= height { (thin.x0, thin.x1) = (rect.x0 + inset, rect.x0 + inset + line) }
    return [(.rectangle(thin), false)]
  }

  /// An arc without one and a half pixels of its edges; without caps also of its ends.
  private static func inside(
    _ center: SubpixelPoint, radius: Int32, width: Int32, start: Int32, sweep: Int32, hasRoundCaps: Bool
  ) -> NodeGeometry {
    let end =
      hasRoundCaps || sweep >= 65_536 ? 0 : Int32(clamping: 384 * 65_536 / (2 * Double.pi * Double(max(1, radius))))
    return .arc(
      center: center, radius: radius, width: width - 768, start: (start + end) & 0xFFFF, sweep: max(1, sweep - 2 * end),
      hasRoundCaps: hasRoundCaps)
  }
}
