import Foundation

/// Where a watch's face has room for what `widgetLabel` gives: a strip that is bent along a circle.
struct LabelArc: Hashable {
  /// In points of the widget, as the radius of the strip's middle line is.
  var center: Point
  var radius: Double
  /// Where on the circle the strip's middle lies.
  var middle: Angle
  /// As long as along its middle line.
  var size: Size

  /// Words stand on the circle in its upper half, and hang from it in the lower one, so that none is upside down.
  private var hangs: Bool { sin(middle.radians) > 0.01 }

  /// Where a place of the straight strip comes to lie, and which way is along it there.
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
    return Path(contours: [Path.Contour(points: rim)]).boundingRect.insetBy(dx: -2, dy: -2)
  }
}
