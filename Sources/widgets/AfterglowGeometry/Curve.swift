import AfterglowCore
import Foundation

/// Curves as points, fine enough that no corners are visible on any panel.
package enum Curve {
  /// Largest distance between a chord and its arc, in points.
  private static let tolerance = 0.02

  static func steps(radius: Double, sweep: Angle) -> Int {
    let ratio = min(1, tolerance / max(abs(radius), tolerance))
    let step = 2 * acos(1 - ratio)
    return min(256, max(2, Int(clamping: (abs(sweep.radians) / max(step, 0.02)).rounded(.up))))
  }

  package static func arc(_ center: Point, radius: Double, start: Angle, sweep: Angle) -> [Point] {
    guard sweep.degrees.isFinite, radius.isFinite else { return [center] }
    return arc(center, radius: radius, start: start, sweep: sweep, steps: steps(radius: radius, sweep: sweep))
  }

  /// `steps` + 1 points at equal distances along an arc, both ends included.
  package static func arc(_ center: Point, radius: Double, start: Angle, sweep: Angle, steps: Int) -> [Point] {
    // Each is the one before turned by a step: four multiplications in place of a sine and a cosine.
    let (s, c) = (sin(sweep.radians / Double(steps)), cos(sweep.radians / Double(steps)))
    var (x, y) = (radius * cos(start.radians), radius * sin(start.radians))
    return (0...steps).map { _ in
      let point = Point(x: center.x + x, y: center.y + y)
      (x, y) = (x * c - y * s, x * s + y * c)
      return point
    }
  }

  /// Clockwise from three o'clock, without the first point repeated.
  package static func ellipse(in rect: Rect) -> [Point] {
    let unit = arc(Point(x: 0, y: 0), radius: max(rect.width, rect.height) / 2, start: .zero, sweep: .turns(1))
      .dropLast()
    let longer = max(rect.width, rect.height, .leastNormalMagnitude)
    return unit.map {
      Point(x: rect.midX + $0.x * rect.width / longer, y: rect.midY + $0.y * rect.height / longer)
    }
  }

  /// Without its first point.
  package static func cubic(from start: Point, to end: Point, _ control1: Point, _ control2: Point) -> [Point] {
    (1...24).map { step in
      let t = Double(step) / 24
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      return Point(
        x: a * start.x + b * control1.x + c * control2.x + d * end.x,
        y: a * start.y + b * control1.y + c * control2.y + d * end.y)
    }
  }

  /// Clockwise from the top left; radii in the same order.
  package static func roundedRectangle(_ rect: Rect, radii: [Double]) -> [Point] {
    let corners = [
      (Point(x: rect.minX, y: rect.minY), 1.0, 1.0), (Point(x: rect.maxX, y: rect.minY), -1.0, 1.0),
      (Point(x: rect.maxX, y: rect.maxY), -1.0, -1.0), (Point(x: rect.minX, y: rect.maxY), 1.0, -1.0),
    ]
    return corners.enumerated().flatMap { index, corner in
      let (point, x, y) = corner
      let radius = max(0, min(radii[index], min(rect.width, rect.height) / 2))
      if radius == 0 { return [point] }
      let center = Point(x: point.x + x * radius, y: point.y + y * radius)
      return arc(center, radius: radius, start: .degrees(180 + 90 * Double(index)), sweep: .degrees(90))
    }
  }
}

extension Point {
  /// Moved by a distance in the direction of an angle in radians; 0 at three o'clock, clockwise.
  package func moved(by distance: Double, at radians: Double) -> Point {
    Point(x: x + distance * cos(radians), y: y + distance * sin(radians))
  }

  package func distance(to other: Point) -> Double { hypot(other.x - x, other.y - y) }

  package func mixed(with other: Point, _ share: Double) -> Point {
    Point(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }

  package func turned(by angle: Angle, about center: Point) -> Point {
    let (s, c) = (sin(angle.radians), cos(angle.radians))
    let (dx, dy) = (x - center.x, y - center.y)
    return Point(x: center.x + dx * c - dy * s, y: center.y + dx * s + dy * c)
  }
}
