import Afterglow
import Foundation

extension Point {
  /// The point at a distance, in the direction of an angle (0 at three o'clock, clockwise).
  func away(_ distance: Double, _ angle: Angle) -> Point {
    Point(x: x + distance * cos(angle.radians), y: y + distance * sin(angle.radians))
  }
}

extension Path {
  /// Lines along a circle, fine enough that no corner shows: a tenth of a point between chord and arc would.
  mutating func addArcLines(center: Point, radius: Double, from start: Angle, to end: Angle, steps: Int = 24) {
    continueLine(
      through: Curve.arc(
        center, radius: radius, start: start, sweep: .degrees(end.degrees - start.degrees), steps: steps))
  }

  /// A closed line with round ends.
  mutating func addCapsule(from a: Point, to b: Point, width: Double) {
    let direction = Angle.radians(atan2(b.y - a.y, b.x - a.x)).degrees
    move(to: b.away(width / 2, .degrees(direction - 90)))
    addArcLines(
      center: b, radius: width / 2, from: .degrees(direction - 90), to: .degrees(direction + 90), steps: 10)
    addArcLines(
      center: a, radius: width / 2, from: .degrees(direction + 90), to: .degrees(direction + 270), steps: 10)
    closeSubpath()
  }

  mutating func addCircle(center: Point, radius: Double) {
    move(to: center.away(radius, .zero))
    addArcLines(center: center, radius: radius, from: .zero, to: .turns(1), steps: 48)
    closeSubpath()
  }
}
