/// Points of a plot, joined by a mark's interpolation method.
enum ChartCurve {
  /// - Parameter columnWidth: points closer than this, in points of the widget, form a column, of which the lowest and
  ///   highest are retained, so that a year of minutes is drawn quickly.
  static func points(_ values: [Point], _ method: InterpolationMethod, columnWidth: Double) -> [Point] {
    let kept = thinned(values, columnWidth: columnWidth)
    switch method {
    case .linear: return kept
    case .monotone: return kept.count > 400 ? kept : monotone(kept)
    case .stepStart: return steps(kept, 0)
    case .stepCenter: return steps(kept, 0.5)
    case .stepEnd: return steps(kept, 1)
    }
  }

  private static func thinned(_ values: [Point], columnWidth: Double) -> [Point] {
    if values.count <= 400 { return values }
    var kept: [Point] = []
    var column: [Point] = []
    func close() {
      guard let first = column.first, let last = column.last else { return }
      let lowest = column.min { $0.y < $1.y }!
      let highest = column.max { $0.y < $1.y }!
      for point in [first, lowest, highest, last] where kept.last != point { kept.append(point) }
    }
    let width = max(columnWidth, 0.1)
    for point in values {
      if let first = column.first, abs(point.x - first.x) >= width {
        close()
        column = []
      }
      column.append(point)
    }
    close()
    // Limits the number of points, whatever the width: an archive does not accept more.
    let every = kept.count / 3900 + 1
    return every == 1 ? kept : kept.enumerated().filter { $0.offset % every == 0 }.map(\.element)
  }

  private static func steps(_ points: [Point], _ share: Double) -> [Point] {
    guard var previous = points.first else { return [] }
    var result = [previous]
    for point in points.dropFirst() {
      // At the start of an interval the new value is used, at its end the old one.
      let x = previous.x + (point.x - previous.x) * share
      result += [Point(x: x, y: previous.y), Point(x: x, y: point.y), point]
      previous = point
    }
    return result
  }

  /// Fritsch and Carlson: cubic, and monotone where the values are.
  private static func monotone(_ points: [Point]) -> [Point] {
    guard points.count > 2, zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x }) else { return points }
    let slopes = zip(points, points.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    var tangents = [slopes[0]]
    for (left, right) in zip(slopes, slopes.dropFirst()) {
      tangents.append(left * right <= 0 ? 0 : 2 * left * right / (left + right))
    }
    tangents.append(slopes[slopes.count - 1])
    var result = [points[0]]
    for index in slopes.indices {
      let (a, b) = (points[index], points[index + 1])
      let width = b.x - a.x
      let count = 8
      for step in 1...count {
        let t = Double(step) / Double(count)
        let (t2, t3) = (t * t, t * t * t)
        let y =
          (2 * t3 - 3 * t2 + 1) * a.y + (t3 - 2 * t2 + t) * width * tangents[index] + (3 * t2 - 2 * t3) * b.y
          + (t3 - t2) * width * tangents[index + 1]
        result.append(Point(x: a.x + width * t, y: y))
      }
    }
    return result
  }
}
