/// What of a path is left where others stand before it. SwiftUI has the same as `subtracting` and `lineSubtracting`.
///
/// Each edge is split wherever it meets another, so that every part lies on one side of all outlines; the parts that
/// are kept are joined to lines. The time grows with the square of the number of edges: shapes that are drawn often
/// are cut once.
struct PathDifference {
  /// By the rule of non-zero winding, each path for itself.
  private let fronts: [[Path.Contour]]
  /// In points: differences that no panel shows.
  private static let tolerance = 1e-7
  /// How far from an edge its two sides are looked at.
  private static let aside = 1e-5

  /// The edges of a closed outline, or of a line.
  struct Edge {
    var from: Point
    var to: Point

    func point(_ share: Double) -> Point {
      Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
    }

    var reversed: Edge { Edge(from: to, to: from) }
    var length: Double { from.distance(to: to) }
  }

  private static func edges(_ contours: [Path.Contour]) -> [Edge] {
    contours.flatMap { contour in
      let points = contour.points
      var all: [Edge] = zip(points, points.dropFirst()).map { Edge(from: $0, to: $1) }
      if points.count > 2 { all.append(Edge(from: points[points.count - 1], to: points[0])) }
      return all.filter { $0.length > tolerance }
    }
  }

  private let frontEdges: [Edge]

  init(fronts: [Path]) {
    self.fronts = fronts.map(\.contours)
    frontEdges = self.fronts.flatMap(Self.edges)
  }

  /// The area of a shape that nothing stands before.
  func area(of path: Path) -> Path {
    let own = path.contours
    let all = Self.edges(own) + frontEdges
    func isLeft(_ point: Point) -> Bool { own.covers(point) && !isCovered(point) }
    var kept: [Edge] = []
    for edge in all.flatMap({ parts(of: $0, at: all) }) {
      let (left, right) = Self.sides(edge)
      switch (isLeft(left), isLeft(right)) {
      case (true, false): kept.append(edge)
      case (false, true): kept.append(edge.reversed)
      default: break
      }
    }
    return Path(contours: Self.joined(kept).map { Path.Contour(points: $0, isClosed: true) })
  }

  /// The parts of a line that nothing stands before.
  func line(of path: Path) -> Path {
    let contours = path.contours.flatMap { contour -> [Path.Contour] in
      let points: [Point] = contour.isClosed ? contour.points + contour.points.prefix(1) : contour.points
      var lines: [[Point]] = []
      let edges: [Edge] = zip(points, points.dropFirst()).map { Edge(from: $0, to: $1) }
      for edge in edges where edge.length > Self.tolerance {
        for part in parts(of: edge, at: frontEdges) where !isCovered(part.point(0.5)) {
          if let last = lines.last?.last, last.distance(to: part.from) <= Self.tolerance {
            lines[lines.count - 1].append(part.to)
          } else {
            lines.append([part.from, part.to])
          }
        }
      }
      return Self.closed(lines, contour.isClosed)
    }
    return Path(contours: contours)
  }

  /// A line that ends where the first one begins goes on with it.
  private static func closed(_ lines: [[Point]], _ isClosed: Bool) -> [Path.Contour] {
    guard isClosed, let first = lines.first, let last = lines.last,
      last[last.count - 1].distance(to: first[0]) <= tolerance
    else { return lines.map { Path.Contour(points: $0) } }
    if lines.count == 1 { return [Path.Contour(points: first, isClosed: true)] }
    let whole: [Point] = Array(last.dropLast()) + first
    let others = Array(lines.dropFirst().dropLast())
    return ([whole] + others).map { Path.Contour(points: $0) }
  }

  private func isCovered(_ point: Point) -> Bool { fronts.contains { $0.covers(point) } }

  /// The edge between the places where others cross it.
  private func parts(of edge: Edge, at others: [Edge]) -> [Edge] {
    let cuts = others.compactMap { Self.crossing(edge, $0) }.sorted()
    var parts: [Edge] = []
    var start = edge.from
    for share in cuts + [1] {
      let end = share == 1 ? edge.to : edge.point(share)
      if start.distance(to: end) > Self.tolerance {
        parts.append(Edge(from: start, to: end))
        start = end
      }
    }
    return parts
  }

  /// Where on the first edge the second one crosses it, from 0 to 1, ends apart.
  private static func crossing(_ edge: Edge, _ other: Edge) -> Double? {
    let (ax, ay) = (edge.to.x - edge.from.x, edge.to.y - edge.from.y)
    let (bx, by) = (other.to.x - other.from.x, other.to.y - other.from.y)
    let cross = ax * by - ay * bx
    guard abs(cross) > 1e-14 else { return nil }
    let (dx, dy) = (other.from.x - edge.from.x, other.from.y - edge.from.y)
    let share = (dx * by - dy * bx) / cross
    let along = (dx * ay - dy * ax) / cross
    let isInside: Bool = share > 1e-9 && share < 1 - 1e-9
    let isOnOther: Bool = along >= -1e-9 && along <= 1 + 1e-9
    return isInside && isOnOther ? share : nil
  }

  /// Next to the middle of an edge: left of its direction with y upwards, and right of it.
  private static func sides(_ edge: Edge) -> (Point, Point) {
    let middle = edge.point(0.5)
    let x: Double = (edge.to.y - edge.from.y) / edge.length * aside
    let y: Double = (edge.from.x - edge.to.x) / edge.length * aside
    return (Point(x: middle.x - x, y: middle.y - y), Point(x: middle.x + x, y: middle.y + y))
  }

  /// Edges put end to end.
  private static func joined(_ edges: [Edge]) -> [[Point]] {
    var left = edges
    var lines: [[Point]] = []
    while let first = left.popLast() {
      var line = [first.from, first.to]
      while let next = left.indices.min(by: { gap(left[$0], line) < gap(left[$1], line) }), gap(left[next], line) < 1e-5
      {
        line.append(left.remove(at: next).to)
      }
      // What is left of rounding errors has no area.
      if line.count > 3 { lines.append(line) }
    }
    return lines
  }

  private static func gap(_ edge: Edge, _ line: [Point]) -> Double { line[line.count - 1].distance(to: edge.from) }
}

extension Path {
  /// The area of this path without those of others.
  package func area(behind fronts: [Path]) -> Path { PathDifference(fronts: fronts).area(of: self) }

  /// The lines of this path as far as no area of others covers them.
  package func lines(behind fronts: [Path]) -> Path { PathDifference(fronts: fronts).line(of: self) }

  /// Each point moved, such as from shares of a drawing to points.
  package func moved(_ move: (Point) -> Point) -> Path { mapped(move) }
}
