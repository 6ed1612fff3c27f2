extension Path {
  /// The outline as lines.
  package var contours: [Contour] {
    switch geometry {
    case .contours(let contours): return contours
    case .rectangle(let rect):
      return [Contour(points: Curve.roundedRectangle(rect, radii: [0, 0, 0, 0]), isClosed: true)]
    case .roundedRectangle(let rect, let radius):
      return [Contour(points: Curve.roundedRectangle(rect, radii: [radius, radius, radius, radius]), isClosed: true)]
    case .arc(let center, let radius, let start, let sweep):
      let points = Curve.arc(center, radius: radius, start: start, sweep: sweep)
      let isWhole = abs(sweep.degrees) >= 360
      return [Contour(points: isWhole ? points.dropLast() : points, isClosed: isWhole)]
    }
  }

  /// The smallest rectangle around all points; empty and at the origin if there are none.
  package var bounds: Rect {
    let points = contours.flatMap(\.points)
    guard let first = points.first else { return Rect(origin: .zero, size: .zero) }
    var (x0, y0, x1, y1) = (first.x, first.y, first.x, first.y)
    for point in points {
      x0 = min(x0, point.x)
      y0 = min(y0, point.y)
      x1 = max(x1, point.x)
      y1 = max(y1, point.y)
    }
    return Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }

  func mapped(_ move: (Point) -> Point) -> Path {
    Path(contours: contours.map { Contour(points: $0.points.map(move), isClosed: $0.isClosed) })
  }

  func turned(by angle: Angle, about center: Point) -> Path {
    if case .arc(let middle, let radius, let start, let sweep) = geometry {
      var turned = self
      turned.geometry = .arc(
        center: middle.turned(by: angle, about: center), radius: radius,
        start: .degrees(start.degrees + angle.degrees), sweep: sweep)
      return turned
    }
    return mapped { $0.turned(by: angle, about: center) }
  }

  /// The path moved by a distance in points.
  package func moved(dx: Double, dy: Double) -> Path {
    switch geometry {
    case .rectangle(let rect): Path(rect.offsetBy(dx: dx, dy: dy))
    case .roundedRectangle(let rect, let radius):
      Path(roundedRect: rect.offsetBy(dx: dx, dy: dy), cornerRadius: radius)
    default: mapped { Point(x: $0.x + dx, y: $0.y + dy) }
    }
  }

  /// The path with its origin at a point. Arcs stay arcs, which are drawn more exactly than lines.
  func moved(to origin: Point) -> Path {
    guard case .arc(let center, let radius, let start, let sweep) = geometry else {
      return moved(dx: origin.x, dy: origin.y)
    }
    var moved = self
    moved.geometry = .arc(
      center: Point(x: center.x + origin.x, y: center.y + origin.y), radius: radius, start: start, sweep: sweep)
    return moved
  }

  /// The part of the outline between two fractions of its length, each clamped to 0…1; empty unless `from` is less than
  /// `to`.
  public func trimmedPath(from: Double, to: Double) -> Path {
    let start = min(max(from, 0), 1)
    let end = min(max(to, 0), 1)
    if !(start < end) { return Path() }
    if start == 0 && end == 1 { return self }
    if case .arc(let center, let radius, let angle, let sweep) = geometry {
      var part = Path(
        arcCenter: center, radius: radius, start: .degrees(angle.degrees + sweep.degrees * start),
        sweep: .degrees(sweep.degrees * (end - start)))
      part.isTrimmedArc = true
      return part
    }
    return Path(contours: Polyline.part(of: contours, from: start, to: end))
  }

  /// The outline of the line that a stroke with this style draws.
  public func strokedPath(_ style: StrokeStyle) -> Path { Path(contours: Stroker(style).outline(of: contours)) }
}

extension Path.Geometry {
  var pointCount: Int {
    if case .contours(let contours) = self { contours.reduce(0) { $0 + $1.points.count + 1 } } else { 8 }
  }

  /// Whether every coordinate is finite and within the limit, and there are not too many.
  func isDrawable(within limit: Double) -> Bool {
    switch self {
    case .rectangle(let rect): rect.isDrawable(within: limit)
    case .roundedRectangle(let rect, let radius):
      rect.isDrawable(within: limit) && radius.isFinite && radius >= 0
    case .arc(let center, let radius, let start, let sweep):
      radius >= 0 && start.degrees.isFinite && sweep.degrees.isFinite
        && Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
          .isDrawable(within: limit)
    case .contours(let contours):
      pointCount <= LayoutLimit.points && contours.allSatisfy { $0.points.allSatisfy { $0.isDrawable(within: limit) } }
    }
  }
}

extension Point {
  func isDrawable(within limit: Double) -> Bool { abs(x) <= limit && abs(y) <= limit }
}

extension Rect {
  /// The rectangle moved by a distance in points.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }
}
