import Foundation

extension Path {
  /// A closed rectangle.
  public init(_ rect: CGRect) { self.init(Rect(rect)) }

  /// A closed rectangle with rounded corners.
  ///
  /// - Parameter rect: in points.
  /// - Parameter cornerRadius: in points; at most half of the shorter side is used.
  /// - Parameter style: accepted so that code for SwiftUI compiles; corners are circular arcs.
  public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    let limit = max(0, min(rect.width, rect.height) / 2)
    self.init(roundedRect: Rect(rect), cornerRadius: min(max(0, cornerRadius), limit))
  }

  /// A closed rectangle with rounded corners, whose radius is the shorter side of `cornerSize`.
  public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
    self.init(roundedRect: rect, cornerRadius: min(cornerSize.width, cornerSize.height), style: style)
  }

  /// A closed rectangle with four radii.
  public init(
    roundedRect rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous
  ) {
    self = UnevenRoundedRectangle(cornerRadii: cornerRadii).path(in: Rect(rect))
  }

  /// A closed ellipse; a circle if the rectangle is a square.
  public init(ellipseIn rect: CGRect) { self.init(ellipseIn: Rect(rect)) }

  /// The end of the last line; `nil` in an empty path.
  public var currentPoint: CGPoint? { lastPoint.map { CGPoint($0) } }

  /// The smallest rectangle around all points; empty and at the origin if there are none.
  public var boundingRect: CGRect { CGRect(bounds) }

  /// Whether a point lies inside of the outline, whose open lines count as closed.
  ///
  /// - Parameter point: in the coordinates of the path.
  /// - Parameter eoFill: the even-odd rule instead of the winding rule, by which paths are filled.
  public func contains(_ point: CGPoint, eoFill: Bool = false) -> Bool {
    let turns = windingNumber(at: Point(point))
    return eoFill ? !turns.isMultiple(of: 2) : turns != 0
  }

  /// Starts a new subpath at this point.
  public mutating func move(to point: CGPoint) { move(to: Point(point)) }

  /// Adds a straight line from the current point. In an empty path, or after `closeSubpath()`, it starts a new subpath
  /// at `point`.
  public mutating func addLine(to point: CGPoint) { addLine(to: Point(point)) }

  /// Adds a subpath of straight lines from the first point to the last.
  public mutating func addLines(_ points: [CGPoint]) { addLines(points.map { Point($0) }) }

  /// A cubic Bézier curve from the current point, as 24 lines. Without a current point nothing is added.
  public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    addCurve(to: Point(end), control1: Point(control1), control2: Point(control2))
  }

  /// A quadratic Bézier curve from the current point. Without one nothing is added.
  public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
    addQuadCurve(to: Point(end), control: Point(control))
  }

  /// Part of a circle, with a line from the current point to its start.
  ///
  /// - Parameters:
  ///   - center: the centre of the circle.
  ///   - radius: in points.
  ///   - startAngle: 0 points to three o'clock; angles grow clockwise on the panel.
  ///   - endAngle: where the arc ends; it never makes more than one turn.
  ///   - clockwise: the direction in coordinates in which y grows upwards, as in SwiftUI. On the panel, where y grows
  ///     downwards, `true` turns counterclockwise.
  public mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {
    addArc(center: Point(center), radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  /// Part of a circle of a given length, with a line from the current point to its start.
  ///
  /// - Parameters:
  ///   - center: of the circle.
  ///   - radius: in points.
  ///   - startAngle: 0 is at three o'clock, clockwise.
  ///   - delta: clockwise on the panel if positive; at most one turn.
  public mutating func addRelativeArc(center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle) {
    addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: .degrees(startAngle.degrees + delta.degrees),
      clockwise: delta.degrees < 0)
  }

  /// Rounds the corner between the line from the current point to `tangent1End` and the line on to `tangent2End` with
  /// part of a circle that touches both. Points on one line are joined by a line.
  public mutating func addArc(tangent1End corner: CGPoint, tangent2End end: CGPoint, radius: CGFloat) {
    guard let start = currentPoint else { return }
    let (toStart, toEnd) = (
      atan2(start.y - corner.y, start.x - corner.x), atan2(end.y - corner.y, end.x - corner.x)
    )
    let turn = remainder(toEnd - toStart, 2 * .pi)
    let half = abs(turn) / 2
    guard start != corner, end != corner, radius > 0, sin(half) > 1e-9, cos(half) > 1e-9 else {
      return addLine(to: corner)
    }
    let middle = toStart + turn / 2
    let distance = radius / sin(half)
    let center = CGPoint(x: corner.x + distance * cos(middle), y: corner.y + distance * sin(middle))
    // The radii at the points of contact are at right angles to the lines.
    let sign: CGFloat = turn > 0 ? 1 : -1
    let first = toStart - sign * .pi / 2
    addRelativeArc(
      center: center, radius: radius, startAngle: .radians(first), delta: .radians(-sign * (.pi - abs(turn))))
  }

  public mutating func addRect(_ rect: CGRect) { addRect(Rect(rect)) }
  public mutating func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }
  public mutating func addEllipse(in rect: CGRect) { addEllipse(in: Rect(rect)) }
  public mutating func addPath(_ path: Path) { addContours(of: path) }
  /// Adds a path after a transform of its points.
  public mutating func addPath(_ path: Path, transform: CGAffineTransform) { addPath(path.applying(transform)) }

  /// A closed rectangle with rounded corners, whose radius is the shorter side of `cornerSize`.
  public mutating func addRoundedRect(
    in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous
  ) {
    addPath(Path(roundedRect: rect, cornerSize: cornerSize, style: style))
  }

  /// A closed rectangle with four radii.
  public mutating func addRoundedRect(
    in rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous
  ) {
    addPath(Path(roundedRect: rect, cornerRadii: cornerRadii, style: style))
  }

  /// The path moved by a distance in points.
  public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path { moved(dx: dx, dy: dy) }

  /// Crossings of the ray from the point to the right, upwards minus downwards.
  private func windingNumber(at point: Point) -> Int {
    var turns = 0
    for contour in contours {
      for (from, to) in zip(contour.points, contour.points.dropFirst() + contour.points.prefix(1)) {
        let side = (to.x - from.x) * (point.y - from.y) - (point.x - from.x) * (to.y - from.y)
        if from.y <= point.y {
          if to.y > point.y && side > 0 { turns += 1 }
        } else if to.y <= point.y && side < 0 {
          turns -= 1
        }
      }
    }
    return turns
  }
}
