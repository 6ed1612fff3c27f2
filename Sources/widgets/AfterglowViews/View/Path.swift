/// An outline of straight lines and curves in points; y grows downwards.
///
///     let wave = Path { path in
///       path.move(to: CGPoint(x: 0, y: 10))
///       path.addQuadCurve(to: CGPoint(x: 40, y: 10), control: CGPoint(x: 20, y: 0))
///     }
///
/// Curves are stored as short lines. As a view, a path is filled with the foreground style of its environment.
public struct Path: Hashable, Sendable {
  package enum Geometry: Hashable, Codable, Sendable {
    case contours([Contour])
    case rectangle(Rect)
    case roundedRectangle(Rect, radius: Double)
    /// The centre line of an arc; drawn as a stroke, or as a disc if it is a full circle that is filled.
    case arc(center: Point, radius: Double, start: Angle, sweep: Angle)
  }

  package struct Contour: Hashable, Codable, Sendable {
    package var points: [Point] = []
    package var isClosed = false

    package init(points: [Point] = [], isClosed: Bool = false) {
      self.points = points
      self.isClosed = isClosed
    }
  }

  package var geometry: Geometry = .contours([])
  /// Part of a circle's line: if filled, it is closed by its chord and not through the centre.
  var isTrimmedArc = false

  public init() {}
  /// A closed rectangle.
  package init(_ rect: Rect) { geometry = .rectangle(rect) }
  /// A closed rectangle with circular corners.
  package init(roundedRect rect: Rect, cornerRadius: Double) {
    geometry = .roundedRectangle(rect, radius: cornerRadius)
  }

  /// A closed ellipse; a circle if the rectangle is a square.
  package init(ellipseIn rect: Rect) {
    geometry =
      rect.width == rect.height
      ? .arc(center: rect.center, radius: rect.width / 2, start: .zero, sweep: .turns(1))
      : .contours([Contour(points: Curve.ellipse(in: rect), isClosed: true)])
  }

  /// A path that the closure builds, starting with an empty one.
  public init(_ build: (inout Path) -> Void) {
    self.init()
    build(&self)
  }

  package init(contours: [Contour]) { geometry = .contours(contours) }
  package init(arcCenter center: Point, radius: Double, start: Angle, sweep: Angle) {
    geometry = .arc(center: center, radius: radius, start: start, sweep: sweep)
  }

  private mutating func withContours(_ change: (inout [Contour]) -> Void) {
    var contours: [Contour] = []
    if case .contours(let existing) = geometry {
      contours = existing
      geometry = .contours([])
    } else {
      contours = self.contours
    }
    change(&contours)
    geometry = .contours(contours)
  }

  // MARK: building

  /// Whether nothing was added yet.
  public var isEmpty: Bool {
    if case .contours(let contours) = geometry { contours.isEmpty } else { false }
  }

  /// The end of the last line; `nil` in an empty path.
  package var lastPoint: Point? { contours.last?.points.last }

  /// Starts a new subpath at this point.
  package mutating func move(to point: Point) { withContours { $0.append(Contour(points: [point])) } }

  /// Adds a straight line from the current point. In an empty path, or after `closeSubpath()`, it starts a new subpath
  /// at `point`.
  package mutating func addLine(to point: Point) { continueLine(through: [point]) }

  /// The same as a line to each point.
  package mutating func continueLine(through points: [Point]) {
    if points.isEmpty { return }
    withContours { contours in
      if contours.isEmpty || contours[contours.count - 1].isClosed {
        contours.append(Contour(points: points))
      } else {
        contours[contours.count - 1].points += points
      }
    }
  }

  /// Adds a subpath of straight lines from the first point to the last.
  package mutating func addLines(_ points: [Point]) {
    guard !points.isEmpty else { return }
    withContours { $0.append(Contour(points: points)) }
  }

  /// A cubic Bézier curve from the current point, as 24 lines. Without a current point nothing is added.
  package mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    guard let start = lastPoint else { return }
    continueLine(through: Curve.cubic(from: start, to: end, control1, control2))
  }

  /// A quadratic Bézier curve from the current point. Without one nothing is added.
  package mutating func addQuadCurve(to end: Point, control: Point) {
    guard let start = lastPoint else { return }
    func third(_ from: Point) -> Point {
      Point(x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3)
    }
    addCurve(to: end, control1: third(start), control2: third(end))
  }

  /// Part of a circle, with a line from the current point to its start. `clockwise` is that of coordinates in which y
  /// grows upwards.
  package mutating func addArc(
    center: Point, radius: Double, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {
    var sweep = endAngle.degrees - startAngle.degrees
    if clockwise {
      while sweep > 0 { sweep -= 360 }
      sweep = max(sweep, -360)
    } else {
      while sweep < 0 { sweep += 360 }
      sweep = min(sweep, 360)
    }
    let points = Curve.arc(center, radius: radius, start: startAngle, sweep: .degrees(sweep))
    if lastPoint == nil || isLastClosed { move(to: points[0]) }
    continueLine(through: points)
  }

  private var isLastClosed: Bool { contours.last?.isClosed ?? true }

  package mutating func addRect(_ rect: Rect) { withContours { $0 += Path(rect).contours } }
  package mutating func addEllipse(in rect: Rect) { withContours { $0 += Path(ellipseIn: rect).contours } }
  mutating func addContours(of path: Path) { withContours { $0 += path.contours } }

  /// Joins the end of the current subpath to its start.
  public mutating func closeSubpath() {
    withContours { if !$0.isEmpty { $0[$0.count - 1].isClosed = true } }
  }
}
