import AfterglowViews
import Foundation

/// Cubic curves through all of their points, with tangents that their neighbours give.
enum ChartSpline {
  /// Catmull and Rom's, by the formulas of Barry and Goldman (1988): knots are as far from each other as the points are,
  /// raised to `alpha`. The ends are their own neighbours' mirror images.
  static func catmullRom(_ points: [Point], alpha: Double, pieces: Int) -> [Point] {
    through(points, pieces: pieces) { before, from, to, after in
      func knot(_ a: Point, _ b: Point) -> Double { max(1e-9, pow(hypot(b.x - a.x, b.y - a.y), alpha)) }
      let (first, middle, last) = (knot(before, from), knot(from, to), knot(to, after))
      func tangent(_ path: KeyPath<Point, Double>) -> (Double, Double) {
        let (a, b, c, d) = (before[keyPath: path], from[keyPath: path], to[keyPath: path], after[keyPath: path])
        let slope = (c - b) / middle
        return (
          middle * ((b - a) / first - (c - a) / (first + middle) + slope),
          middle * (slope - (d - b) / (middle + last) + (d - c) / last)
        )
      }
      let (x, y) = (tangent(\.x), tangent(\.y))
      return (Point(x: x.0, y: y.0), Point(x: x.1, y: y.1))
    }
  }

  /// Tangents are half of the distance between the neighbours, less the tension's share.
  static func cardinal(_ points: [Point], tension: Double, pieces: Int) -> [Point] {
    let share = (1 - tension) / 2
    return through(points, pieces: pieces) { before, from, to, after in
      (
        Point(x: share * (to.x - before.x), y: share * (to.y - before.y)),
        Point(x: share * (after.x - from.x), y: share * (after.y - from.y))
      )
    }
  }

  /// Hermite's cubic between each two points.
  private static func through(
    _ all: [Point], pieces: Int, tangents: (Point, Point, Point, Point) -> (Point, Point)
  ) -> [Point] {
    var points: [Point] = []
    for point in all where points.last != point { points.append(point) }
    guard points.count > 2 else { return all }
    func mirrored(_ point: Point, at center: Point) -> Point {
      Point(x: 2 * center.x - point.x, y: 2 * center.y - point.y)
    }
    var result = [points[0]]
    for index in 0..<points.count - 1 {
      let (from, to) = (points[index], points[index + 1])
      let before = index > 0 ? points[index - 1] : mirrored(to, at: from)
      let after = index + 2 < points.count ? points[index + 2] : mirrored(from, at: to)
      let (leaving, arriving) = tangents(before, from, to, after)
      for step in 1...pieces {
        let t = Double(step) / Double(pieces)
        let (t2, t3) = (t * t, t * t * t)
        let weights = (2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, 3 * t2 - 2 * t3, t3 - t2)
        result.append(
          Point(
            x: weights.0 * from.x + weights.1 * leaving.x + weights.2 * to.x + weights.3 * arriving.x,
            y: weights.0 * from.y + weights.1 * leaving.y + weights.2 * to.y + weights.3 * arriving.y))
      }
    }
    return result
  }
}
