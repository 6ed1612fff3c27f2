extension [Path.Contour] {
  /// Whether a fill of these contours, each closed, covers a point: by its winding along a ray to the right.
  package func covers(_ point: Point) -> Bool {
    var winding = 0
    for contour in self where contour.points.count > 2 {
      var last = contour.points[contour.points.count - 1]
      for next in contour.points {
        if (last.y <= point.y) != (next.y <= point.y) {
          let x = last.x + (point.y - last.y) / (next.y - last.y) * (next.x - last.x)
          if x > point.x { winding += next.y > last.y ? 1 : -1 }
        }
        last = next
      }
    }
    return winding != 0
  }
}
