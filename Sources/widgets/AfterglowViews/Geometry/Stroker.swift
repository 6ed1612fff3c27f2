import Foundation

/// The outline of a stroke as closed contours to be filled: for caps, joins and dashes that the renderer's round
/// strokes do not support.
struct Stroker {
  private let radius: Double
  private let style: StrokeStyle

  init(_ style: StrokeStyle) {
    self.style = style
    radius = max(0, style.lineWidth) / 2
  }

  func outline(of contours: [Path.Contour]) -> [Path.Contour] {
    if !(radius > 0) { return [] }
    return contours.flatMap { contour -> [Path.Contour] in
      if style.dash.isEmpty { return outline(contour.points, isClosed: contour.isClosed) }
      let line = Polyline.line(contour)
      return Polyline.dashes(line, pattern: style.dash, phase: style.dashPhase)
        .flatMap { outline($0, isClosed: contour.isClosed && $0.count == line.count && $0 == line) }
    }
  }

  private func outline(_ points: [Point], isClosed: Bool) -> [Path.Contour] {
    var line: [Point] = []
    for point in points where line.last.map({ $0.distance(to: point) > 1e-6 }) ?? true { line.append(point) }
    if isClosed, line.count > 1, line[0].distance(to: line[line.count - 1]) <= 1e-6 { line.removeLast() }
    guard line.count > 1 else { return dot(at: line.first) }
    if isClosed && line.count > 2 {
      return [
        Path.Contour(points: side(line, isClosed: true), isClosed: true),
        Path.Contour(points: side(line.reversed(), isClosed: true), isClosed: true),
      ]
    }
    let back: [Point] = line.reversed()
    let points = side(line, isClosed: false) + cap(after: line) + side(back, isClosed: false) + cap(after: back)
    return [Path.Contour(points: points, isClosed: true)]
  }

  private func dot(at point: Point?) -> [Path.Contour] {
    guard let point, style.lineCap != .butt else { return [] }
    let box = Rect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)
    return style.lineCap == .round ? Path(ellipseIn: box).contours : Path(box).contours
  }

  /// The offset line with all joins, left of the line in its direction, with y downwards.
  private func side(_ line: [Point], isClosed: Bool) -> [Point] {
    var result: [Point] = []
    for index in line.indices {
      let before = index > 0 ? line[index - 1] : isClosed ? line[line.count - 1] : nil
      let after = index + 1 < line.count ? line[index + 1] : isClosed ? line[0] : nil
      switch (before, after) {
      case (let before?, let after?): join(before, line[index], after, into: &result)
      case (nil, let after?): result.append(offset(line[index], normal(line[index], after)))
      case (let before?, nil): result.append(offset(line[index], normal(before, line[index])))
      case (nil, nil): break
      }
    }
    return result
  }

  private func normal(_ a: Point, _ b: Point) -> Point {
    let length = a.distance(to: b)
    return Point(x: (b.y - a.y) / length, y: -(b.x - a.x) / length)
  }

  private func offset(_ point: Point, _ normal: Point, by distance: Double? = nil) -> Point {
    let distance = distance ?? radius
    return Point(x: point.x + normal.x * distance, y: point.y + normal.y * distance)
  }

  private func join(_ before: Point, _ point: Point, _ after: Point, into result: inout [Point]) {
    let n0 = normal(before, point)
    let n1 = normal(point, after)
    let cosine = n0.x * n1.x + n0.y * n1.y
    let turn = n0.x * n1.y - n0.y * n1.x
    // Where the two offset lines meet.
    let miter = {
      Point(x: point.x + (n0.x + n1.x) * radius / (1 + cosine), y: point.y + (n0.y + n1.y) * radius / (1 + cosine))
    }
    if cosine > 0.9999 {
      result.append(offset(point, n1))
    } else if turn < 0 {
      let reach = radius * (1 - cosine) / max(abs(turn), 1e-9)
      if cosine > -0.9, reach < min(before.distance(to: point), point.distance(to: after)) {
        result.append(miter())
      } else {
        // Through the line itself, so that no loop is inverted.
        result += [offset(point, n0), point, offset(point, n1)]
      }
    } else if style.lineJoin == .round && cosine < 0.98 {
      let start = atan2(n0.y, n0.x)
      result += Curve.arc(point, radius: radius, start: .radians(start), sweep: .radians(acos(max(-1, cosine))))
    } else if cosine > 0.98 || (style.lineJoin == .miter && sqrt(2 / max(1 + cosine, 1e-9)) <= style.miterLimit) {
      result.append(miter())
    } else {
      result += [offset(point, n0), offset(point, n1)]
    }
  }

  /// From the left to the right of the line's end.
  private func cap(after line: [Point]) -> [Point] {
    let end = line[line.count - 1]
    let left = normal(line[line.count - 2], end)
    switch style.lineCap {
    case .butt: return []
    case .round: return Curve.arc(end, radius: radius, start: .radians(atan2(left.y, left.x)), sweep: .degrees(180))
    case .square:
      let ahead = Point(x: -left.y, y: left.x)
      let right = Point(x: -left.x, y: -left.y)
      return [left, right].map { offset(offset(end, $0), ahead) }
    }
  }
}
