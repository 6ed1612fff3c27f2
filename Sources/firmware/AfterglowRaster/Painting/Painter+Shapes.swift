import AfterglowCore

extension Painter {
  static var farthest: Int32 { 1 << 22 }

  /// Fractional edges are anti-aliased; an empty or inverted rectangle draws nothing.
  public mutating func fillRectangle(_ r: SubpixelRect, _ ink: Ink) {
    let rect = Painter.pulledBack(r)
    fillRows(rect, within: clip, ink)
  }

  /// Corners are quarter circles of `radius`, at most half the shorter side.
  public mutating func fillRoundedRectangle(_ r: SubpixelRect, radius: Subpixels, _ ink: Ink) {
    let rect = Painter.pulledBack(r)
    if rect.x1 <= rect.x0 || rect.y1 <= rect.y0 { return }
    switch ink {
    case .solid(let color):
      if color.alpha != 0 { coverRounded(rect, radius, within: clip, SolidShader(color)) }
    case .gradient(let start, let end, let colors):
      coverRounded(rect, radius, within: clip, GradientShader(start: start, end: end, colors: colors))
    }
  }

  /// A stroke along a circle; `radius` is to its centre line. Angles in 1/65536 turn, 0 at three o'clock, increasing
  /// clockwise; `sweep` may be negative, and 65536 or more is a closed ring.
  public mutating func fillArc(
    centre: SubpixelPoint, radius: Subpixels, width: Subpixels, start: Int32, sweep: Int32, roundCaps: Bool, _ ink: Ink
  ) {
    if width <= 0 || radius < 0 || sweep == 0 && !roundCaps { return }
    let middle = SubpixelPoint(x: clamp(centre.x, Painter.farthest), y: clamp(centre.y, Painter.farthest))
    let reach = Swift.min(radius, Painter.farthest)
    let stroke = Swift.min(width, Painter.farthest)
    let bounds = Bounds.arc(centre: middle, radius: reach, width: stroke)
    if !bounds.intersects(clip) { return }
    var outline = Outline(points)
    outline.appendArcStroke(
      centre: middle, radius: Int64(reach), width: Int64(stroke), start: Int64(start), sweep: Int64(sweep),
      roundCaps: roundCaps)
    fill(PolygonEdges(points: outline.points, offset: .zero), bounds: bounds, ink)
  }

  /// Closed contours, non-zero winding; a point whose x is Int32.min ends a contour.
  public mutating func fillPolygon(_ points: UnsafeBufferPointer<SubpixelPoint>, offset: SubpixelPoint, _ ink: Ink) {
    let limit = Painter.farthest
    let moved = SubpixelPoint(x: clamp(offset.x, limit), y: clamp(offset.y, limit))
    fill(PolygonEdges(points: points, offset: moved), bounds: Bounds.polygon(points, offset: moved), ink)
  }

  /// A polygon around (0, 0), rotated by `angle` and translated to `centre`, such as a clock's hand.
  public mutating func fillRotatedPolygon(
    _ points: UnsafeBufferPointer<SubpixelPoint>, about centre: SubpixelPoint, angle: Int32, _ ink: Ink
  ) {
    let limit = Painter.farthest
    let edges = RotatedEdges(
      points: points, centre: SubpixelPoint(x: clamp(centre.x, limit), y: clamp(centre.y, limit)),
      sine: Turn.fineSine(angle), cosine: Turn.fineCosine(angle))
    fill(edges, bounds: edges.bounds, ink)
  }

  /// An open line with round caps and joins; a single point is a dot. No pixel is covered twice where segments meet.
  public mutating func strokeLine(_ points: UnsafeBufferPointer<SubpixelPoint>, width: Subpixels, _ ink: Ink) {
    if width <= 0 { return }
    let stroke = Swift.min(width, 1 << 20)
    fill(
      StrokeEdges(points: points, width: Int64(stroke)), bounds: Bounds.strokedLine(points, width: stroke), ink)
  }

  static func pulledBack(_ r: SubpixelRect) -> SubpixelRect {
    SubpixelRect(
      x0: clamp(r.x0, farthest), y0: clamp(r.y0, farthest), x1: clamp(r.x1, farthest), y1: clamp(r.y1, farthest))
  }

  private mutating func fillRows(_ rect: SubpixelRect, within area: PixelRect, _ ink: Ink) {
    switch ink {
    case .solid(let color):
      if color.alpha != 0 { coverRectangle(rect, within: area, SolidShader(color)) }
    case .gradient(let start, let end, let colors):
      coverRectangle(rect, within: area, GradientShader(start: start, end: end, colors: colors))
    }
  }

  /// A rounded rectangle: straight rows without edges, the rows of its corners through the scanner.
  mutating func coverRounded<S: Shader>(
    _ rect: SubpixelRect, _ radius: Subpixels, within area: PixelRect, _ shader: S
  ) {
    let corner = Swift.min(radius, Swift.min(rect.x1 - rect.x0, rect.y1 - rect.y0) / 2)
    if corner <= 0 {
      coverRectangle(rect, within: area, shader)
      return
    }
    let bounds = rect.pixelBounds
    // Pixel rows that the corners touch; the rows between have straight sides only.
    let topEnd = (rect.y0 + corner + 255) >> 8
    let bottomStart = Swift.max((rect.y1 - corner) >> 8, topEnd)
    let top = area.intersection(PixelRect(x0: bounds.x0, y0: bounds.y0, x1: bounds.x1, y1: topEnd))
    let middle = area.intersection(PixelRect(x0: bounds.x0, y0: topEnd, x1: bounds.x1, y1: bottomStart))
    let bottom = area.intersection(PixelRect(x0: bounds.x0, y0: bottomStart, x1: bounds.x1, y1: bounds.y1))
    if !middle.isEmpty { coverRectangle(rect, within: middle, shader) }
    if top.isEmpty && bottom.isEmpty { return }
    var outline = Outline(points)
    outline.appendRoundedRectangle(rect, radius: corner)
    let edges = PolygonEdges(points: outline.points, offset: .zero)
    if !top.isEmpty { scan(edges, top, shader) }
    if !bottom.isEmpty { scan(edges, bottom, shader) }
  }

  /// Area coverage of each pixel: the fraction of the row times the fraction of the column.
  func coverRectangle<S: Shader>(_ rect: SubpixelRect, within area: PixelRect, _ shader: S) {
    if rect.x1 <= rect.x0 || rect.y1 <= rect.y0 { return }
    let box = rect.pixelBounds.intersection(area)
    if box.isEmpty { return }
    var shader = shader
    var y = box.y0
    while y < box.y1 {
      let height = Swift.min(rect.y1, (y + 1) << 8) - Swift.max(rect.y0, y << 8)
      shader.startRow(Int(y))
      coverRow(rect, box, y, UInt32(truncatingIfNeeded: height), shader)
      y += 1
    }
  }

  @inline(__always)
  private func coverRow<S: Shader>(
    _ rect: SubpixelRect, _ box: PixelRect, _ y: Int32, _ height: UInt32, _ shader: S
  ) {
    let row = surface.pixel(0, Int(y))
    var x0 = Int(box.x0)
    var x1 = Int(box.x1)
    // The columns that are partly covered, if the box holds them.
    if rect.x0 > box.x0 << 8 || rect.x1 < (box.x0 + 1) << 8 {
      coverFraction(rect, row, x0, height, shader)
      x0 += 1
    }
    if x1 > x0 && rect.x1 < box.x1 << 8 {
      x1 -= 1
      coverFraction(rect, row, x1, height, shader)
    }
    let coverage = Painter.coverage(256, height)
    if x1 > x0 && coverage != 0 { shader.cover(row + x0, x0, count: x1 - x0, coverage) }
  }

  @inline(__always)
  private func coverFraction<S: Shader>(
    _ rect: SubpixelRect, _ row: UnsafeMutablePointer<UInt32>, _ x: Int, _ height: UInt32, _ shader: S
  ) {
    let at = Int32(truncatingIfNeeded: x)
    let width = Swift.min(rect.x1, (at + 1) << 8) - Swift.max(rect.x0, at << 8)
    let coverage = Painter.coverage(UInt32(truncatingIfNeeded: width), height)
    if coverage != 0 { shader.cover(row + x, x, coverage) }
  }

  /// The coverage, 0 ... 255, of a part of a pixel, `width` × `height` in 1/256.
  @inline(__always)
  private static func coverage(_ width: UInt32, _ height: UInt32) -> UInt32 {
    (width &* height &* 255 &+ 32768) >> 16
  }
}

extension RotatedEdges {
  var bounds: PixelRect {
    var all = PixelRect.empty
    for index in 0..<points.count where points[index].x != Int32.min {
      let p = moved(points[index])
      all = all.union(PixelRect(x0: p.x >> 8, y0: p.y >> 8, x1: (p.x >> 8) + 1, y1: (p.y >> 8) + 1))
    }
    return all
  }
}
