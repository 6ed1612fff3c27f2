import Foundation

/// An angular, radial, elliptical or mesh gradient: archives support linear ones only, so the author bakes these into a
/// picture of the shape that they fill.
package struct GradientField: Hashable, Codable, Sendable {
  package enum Course: Hashable, Codable, Sendable {
    /// Distances from the centre in points.
    case radial(from: Double, to: Double)
    /// Fractions of each side of the shape's frame.
    case elliptical(from: Double, to: Double)
    /// Clockwise from three o'clock.
    case angular(from: Angle, to: Angle)
    /// Colours at the points of a net.
    case mesh(GradientMesh)
  }

  /// Evenly spaced; of a mesh row by row.
  package var colors: [UInt32]
  var center: UnitPoint
  package var course: Course
  /// Flipped horizontally.
  package var isMirrored = false

  /// Whether there is a colour for each place that one is looked up for.
  var isSound: Bool {
    guard case .mesh(let mesh) = course else { return (1...64).contains(colors.count) }
    return mesh.isSound && colors.count == mesh.points.count
  }

  var mirrored: GradientField {
    var copy = self
    copy.center = center.mirrored
    copy.isMirrored.toggle()
    return copy
  }

  /// The position between the first colour and the last at a point of a frame, 0 to 1; both in points.
  package func share(at point: Point, in room: Rect) -> Double {
    let dx = (point.x - room.minX - room.width * center.x) * (isMirrored ? -1 : 1)
    let dy = point.y - room.minY - room.height * center.y
    switch course {
    case .radial(let from, let to): return Self.share((dx * dx + dy * dy).squareRoot(), from, to)
    case .elliptical(let from, let to):
      let (x, y) = (dx / max(room.width, 1e-9), dy / max(room.height, 1e-9))
      return Self.share((x * x + y * y).squareRoot(), from, to)
    case .angular(let from, let to): return Self.share(Angle.radians(atan2(dy, dx)), from, to)
    case .mesh: return 0.5
    }
  }

  private static func share(_ distance: Double, _ from: Double, _ to: Double) -> Double {
    if from == to { return distance < from ? 0 : 1 }
    return min(max((distance - from) / (to - from), 0), 1)
  }

  /// If the turn is incomplete, each end's colour extends to the middle of the gap.
  private static func share(_ angle: Angle, _ from: Angle, _ to: Angle) -> Double {
    let span = min(abs(to.degrees - from.degrees), 360)
    let start = min(from.degrees, to.degrees)
    let turn = (angle.degrees - start).truncatingRemainder(dividingBy: 360)
    let way = turn < 0 ? turn + 360 : turn
    let share = way <= span && span > 0 ? way / span : way < span + (360 - span) / 2 ? 1 : 0
    return to.degrees < from.degrees ? 1 - share : share
  }
}
