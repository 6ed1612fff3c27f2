import AfterglowViews

/// Points of a plot, joined by a mark's interpolation method.
enum ChartCurve {
  /// - Parameter columnWidth: points closer than this, in points of the widget, form a column, of which the lowest and
  ///   highest are retained, so that a year of minutes is drawn quickly.
  /// - Parameter limit: about the most points that are returned: an archive does not accept more.
  static func points(
    _ values: [Point], _ method: InterpolationMethod, columnWidth: Double, limit: Int = 3900
  ) -> [Point] {
    let isStepped = [.stepStart, .stepCenter, .stepEnd].contains(method.kind)
    // A step has three points.
    let kept = thinned(values, columnWidth: columnWidth, limit: isStepped ? limit / 3 : limit)
    let isCurved = kept.count <= min(400, limit / curvePieces)
    switch method.kind {
    case .linear: return kept
    case .monotone: return isCurved ? monotone(kept) : kept
    case .catmullRom(let alpha):
      return isCurved ? ChartSpline.catmullRom(kept, alpha: alpha, pieces: curvePieces) : kept
    case .cardinal(let tension):
      return isCurved ? ChartSpline.cardinal(kept, tension: tension, pieces: curvePieces) : kept
    case .stepStart: return steps(kept, 0)
    case .stepCenter: return steps(kept, 0.5)
    case .stepEnd: return steps(kept, 1)
    }
  }

  /// Pieces of a curve between two values.
  private static let curvePieces = 8

  /// Columns become wider until their points are few enough, so that no peak is lost.
  private static func thinned(_ values: [Point], columnWidth: Double, limit: Int) -> [Point] {
    if values.count <= 400 { return values }
    var kept: [Point] = []
    for share in [1.0, 2, 4, 8, 16] {
      kept = columns(values, width: max(columnWidth, 0.1) * share)
      if kept.count <= limit { return kept }
    }
    // A scribble that runs to and fro has no columns.
    let every = kept.count / limit + 1
    return kept.enumerated().filter { $0.offset % every == 0 }.map(\.element)
  }

  /// The first, lowest, highest and last point of each column.
  private static func columns(_ values: [Point], width: Double) -> [Point] {
    var kept: [Point] = []
    var column: [Point] = []
    func close() {
      guard let first = column.first, let last = column.last else { return }
      let lowest = column.min { $0.y < $1.y }!
      let highest = column.max { $0.y < $1.y }!
      for point in [first, lowest, highest, last] where kept.last != point { kept.append(point) }
    }
    for point in values {
      if let first = column.first, abs(point.x - first.x) >= width {
        close()
        column = []
      }
      column.append(point)
    }
    close()
    return kept
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
      let count = curvePieces
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
