import AfterglowCore
import AfterglowViews
import Foundation

/// A shape in scene pixels, in a node's units: 1/256 px, arcs in 1/65536 turn.
enum NodeGeometry {
  case rectangle(SubpixelRect)
  case roundedRectangle(SubpixelRect, radius: Int32)
  case arc(center: SubpixelPoint, radius: Int32, width: Int32, start: Int32, sweep: Int32, hasRoundCaps: Bool)
  case polygon([SubpixelPoint])
  case line([SubpixelPoint], width: Int32)
}

/// Maps widget points to scene pixels.
struct PixelMapping {
  var originX: Double
  var originY: Double
  var scale: Double
  /// Whether the panel has no shades: then curves and lines are fitted to whole pixels too.
  var isInk = false

  /// In 1/256 px, within bounds that leave room for sums; 0 for what is not a number.
  func subpixel(_ value: Double) -> Int32 { Self.subpixels(value * 256) }

  static func subpixels(_ value: Double) -> Int32 {
    min(max(Int32(clamping: value.rounded()), -4_000_000), 4_000_000)
  }

  func x(_ pt: Double) -> Double { originX + pt * scale }
  func y(_ pt: Double) -> Double { originY + pt * scale }
  func length(_ pt: Double) -> Int32 { subpixel(pt * scale) }
  func point(_ point: Point) -> SubpixelPoint { SubpixelPoint(x: subpixel(x(point.x)), y: subpixel(y(point.y))) }

  /// Edges rounded to whole pixels, so that they are crisp; at least one pixel wide.
  func snapped(_ rect: Rect) -> SubpixelRect {
    let x0 = x(rect.minX).rounded()
    let y0 = y(rect.minY).rounded()
    let x1 = max(x(rect.maxX).rounded(), x0 + 1)
    let y1 = max(y(rect.maxY).rounded(), y0 + 1)
    return SubpixelRect(x0: subpixel(x0), y0: subpixel(y0), x1: subpixel(x1), y1: subpixel(y1))
  }

  /// The same for a bar or rule: what is thin keeps its thickness in whole pixels, wherever it lies, so that equal bars are
  /// equally thick.
  func crisp(_ rect: Rect) -> SubpixelRect {
    var edges = snapped(rect)
    if let (low, high) = thin(y(rect.minY), rect.height) { (edges.y0, edges.y1) = (low, high) }
    if let (low, high) = thin(x(rect.minX), rect.width) { (edges.x0, edges.x1) = (low, high) }
    return edges
  }

  /// Rectangles side by side meet at their edges, which counts for more in whatever is thicker than this, in pixels.
  private static let thinPx = 4.0

  /// - Parameter from: in pixels.
  /// - Parameter lengthPt: in points.
  private func thin(_ from: Double, _ lengthPt: Double) -> (Int32, Int32)? {
    let length = lengthPt * scale
    guard length < Self.thinPx else { return nil }
    // Layout leaves equal lengths a hair apart.
    let whole = max(1, ((length * 1000).rounded() / 1000).rounded())
    let low = ((from + (length - whole) / 2) * 1000).rounded() / 1000
    return (subpixel(low.rounded()), subpixel(low.rounded() + whole))
  }

  func framePx(_ rect: Rect) -> Rect {
    Rect(x: x(rect.minX), y: y(rect.minY), width: rect.width * scale, height: rect.height * scale)
  }
}

/// Shapes and strokes as node geometry.
enum Outline {
  static let contourEnd = SubpixelPoint(x: Int32.min, y: 0)

  static func geometry(_ path: Path.Geometry, stroke: StrokeStyle?, by map: PixelMapping) -> [NodeGeometry] {
    if map.isInk, let fitted = fitted(path, stroke: stroke, by: map) { return fitted }
    switch (path, stroke) {
    case (.rectangle(let rect), nil): return [.rectangle(map.crisp(rect))]
    case (.roundedRectangle(let rect, let radius), nil):
      return [.roundedRectangle(map.crisp(rect), radius: map.length(radius))]
    case (.rectangle(let rect), .some(let stroke)): return [frame(rect, radius: 0, stroke.lineWidth, map)]
    case (.roundedRectangle(let rect, let radius), .some(let stroke)):
      return [frame(rect, radius: radius, stroke.lineWidth, map)]
    case (.arc(let center, let radius, _, let sweep), nil) where abs(sweep.degrees) >= 360:
      let c = map.point(center)
      let r = map.length(radius)
      return [.roundedRectangle(SubpixelRect(x0: c.x - r, y0: c.y - r, x1: c.x + r, y1: c.y + r), radius: r)]
    case (.arc(let center, let radius, let start, let sweep), nil):
      let rim = arcPoints(center, radius, start, sweep: sweep)
      return [.polygon(([center] + rim).map(map.point))]
    case (.arc(let center, let radius, let start, let sweep), .some(let stroke)):
      return [arc(center, radius: radius, start: start, sweep: sweep, stroke, map)]
    case (.contours(let contours), nil): return polygon(contours, map)
    case (.contours(let contours), .some(let stroke)):
      return contours.compactMap { line($0, width: map.length(stroke.lineWidth), map) }
    }
  }

  static func arc(
    _ center: Point, radius: Double, start: Angle, sweep: Angle, _ stroke: StrokeStyle, _ map: PixelMapping
  ) -> NodeGeometry {
    var begin = start.degrees
    var extent = min(max(sweep.degrees, -360), 360)
    if extent < 0 {
      begin += extent
      extent = -extent
    }
    begin = begin.truncatingRemainder(dividingBy: 360)
    if begin < 0 { begin += 360 }
    return .arc(
      center: map.point(center), radius: map.length(radius), width: map.length(stroke.lineWidth),
      start: Int32(clamping: (begin / 360 * 65536).rounded()) & 0xFFFF,
      sweep: Int32(clamping: (extent / 360 * 65536).rounded()),
      hasRoundCaps: stroke.lineCap == .round)
  }

  private static func arcPoints(_ center: Point, _ radius: Double, _ start: Angle, sweep: Angle) -> [Point] {
    Curve.arc(center, radius: radius, start: start, sweep: sweep, steps: max(2, Int(clamping: abs(sweep.degrees) / 4)))
  }

  /// A stroked rectangle: outer contour and inner contour in opposite directions.
  private static func frame(_ rect: Rect, radius: Double, _ width: Double, _ map: PixelMapping) -> NodeGeometry {
    let outer = rect.insetBy(dx: -width / 2, dy: -width / 2)
    let inner = rect.insetBy(dx: width / 2, dy: width / 2)
    let outerPoints = corners(outer, radius: radius == 0 ? 0 : radius + width / 2).map(map.point)
    let innerPoints = corners(inner, radius: max(0, radius - width / 2)).reversed().map(map.point)
    return .polygon(outerPoints + [contourEnd] + innerPoints)
  }

  static func corners(_ rect: Rect, radius: Double) -> [Point] {
    let r = min(radius, min(rect.width, rect.height) / 2)
    if r <= 0 {
      return [
        Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
        Point(x: rect.minX, y: rect.maxY),
      ]
    }
    let centres = [
      (rect.maxX - r, rect.minY + r, -90.0), (rect.maxX - r, rect.maxY - r, 0), (rect.minX + r, rect.maxY - r, 90),
      (rect.minX + r, rect.minY + r, 180),
    ]
    return centres.flatMap { x, y, start in
      arcPoints(Point(x: x, y: y), r, .degrees(start), sweep: .degrees(90))
    }
  }

  static func polygon(_ contours: [Path.Contour], _ map: PixelMapping) -> [NodeGeometry] {
    let usable = contours.filter { $0.points.count > 2 }
    if usable.isEmpty { return [] }
    var points: [SubpixelPoint] = []
    points.reserveCapacity(usable.reduce(0) { $0 + $1.points.count + 1 })
    for contour in usable {
      if !points.isEmpty { points.append(contourEnd) }
      for point in contour.points { points.append(map.point(point)) }
    }
    return [.polygon(points)]
  }

  private static func line(_ contour: Path.Contour, width: Int32, _ map: PixelMapping) -> NodeGeometry? {
    guard contour.points.count > 1, width > 0 else { return nil }
    let points = contour.isClosed ? contour.points + [contour.points[0]] : contour.points
    return .line(points.map(map.point), width: width)
  }

  /// A clock hand with round ends, pointing to twelve, around (0, 0), in 1/256 px.
  static func hand(tip: Double, tail: Double, width: Double, by map: PixelMapping) -> [SubpixelPoint] {
    let r = (map.isInk ? max(2, (width * map.scale).rounded()) / map.scale : width) / 2
    let top = arcPoints(Point(x: 0, y: -(tip - r)), r, .degrees(180), sweep: .degrees(180))
    let bottom = arcPoints(Point(x: 0, y: tail < 0 ? tail - r : max(0, tail - r)), r, .degrees(0), sweep: .degrees(180))
    return (top + bottom).map { SubpixelPoint(x: map.length($0.x), y: map.length($0.y)) }
  }
}
