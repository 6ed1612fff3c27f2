import AfterglowViews
import Foundation

/// The place of `widgetLabel` on a watch's face: a strip bent along a circle.
struct LabelArc: Hashable {
  /// In points of the widget, as is the radius of the strip's centre line.
  var center: Point
  var radius: Double
  /// The position of the strip's centre on the circle.
  var middle: Angle
  /// The length is along its centre line.
  var size: Size

  /// In the upper half words stand on the circle, in the lower half they hang from it, so that none is upside down.
  private var hangs: Bool { sin(middle.radians) > 0.01 }

  /// The position of a point of the straight strip, and the direction along the strip there.
  func bent(_ point: Point) -> (point: Point, heading: Angle) {
    let along = Angle.radians((point.x - size.width / 2) / radius)
    let up = size.height / 2 - point.y
    let angle = middle.degrees + (hangs ? -along.degrees : along.degrees)
    let place = center.moved(by: radius + (hangs ? -up : up), at: Angle.degrees(angle).radians)
    return (place, .degrees(angle + (hangs ? -90 : 90)))
  }

  /// All that the strip may cover, in points of the widget.
  var bounds: Rect {
    let steps = 24
    let rim = (0...steps).flatMap { step -> [Point] in
      let x = size.width * Double(step) / Double(steps)
      return [bent(Point(x: x, y: 0)).point, bent(Point(x: x, y: size.height)).point]
    }
    return Path(contours: [Path.Contour(points: rim)]).bounds.insetBy(dx: -2, dy: -2)
  }
}
