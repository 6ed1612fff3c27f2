import AfterglowViews

/// Draws a label into its straight strip and bends the drawing.
struct LabelBender {
  let arc: LabelArc
  let identity: ResolveContext
  /// Lines are bent in pieces of about this length, in points.
  private static let pieceLength = 1.5

  func draw(_ label: ResolvedView, into canvas: inout DrawCanvas) {
    var strip = DrawCanvas()
    label.draw(centredIn: Rect(origin: .zero, size: arc.size), into: &strip)
    canvas.append(drawn: strip.items.compactMap(bent), identity: identity)
  }

  /// nil for items without a bent form in an archive.
  private func bent(_ item: DrawItem) -> DrawItem? {
    var item = item
    switch item.kind {
    case .beginGroup, .endGroup: return item
    case .beginClip, .endClip:
      return nil
    case .shape(let geometry, let stroke):
      var path = Path()
      path.geometry = geometry
      // The width of a line is bent with it.
      let outline = stroke.map(path.strokedPath) ?? path
      let contours = outline.contours.map { contour in
        Path.Contour(points: pieces(contour).map { arc.bent($0).point }, isClosed: contour.isClosed)
      }
      item.kind = .shape(.contours(contours), stroke: nil)
      item.frame = Path(contours: contours).bounds
    case .glyphs(let text): return bent(text, item)
    case .tick, .hand, .picture, .layer:
      identity.warn("a label along a curve shows words, symbols and gauges; pictures and what ticks are left out")
      return nil
    }
    return item
  }

  private func pieces(_ contour: Path.Contour) -> [Point] {
    let points = contour.points
    guard let first = points.first else { return [] }
    var result = [first]
    for (from, to) in zip(points, points.dropFirst() + (contour.isClosed ? [first] : [])) {
      let count = min(200, max(1, Int(clamping: (abs(to.x - from.x) / Self.pieceLength).rounded(.up))))
      for step in 1...count {
        let share = Double(step) / Double(count)
        result.append(Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
      }
    }
    return result
  }

  /// Each glyph is upright on the circle at the centre of its ink.
  private func bent(_ text: ShapedText, _ item: DrawItem) -> DrawItem {
    var (text, item) = (text, item)
    let frame = item.frame
    let corners = (0...8).flatMap { step -> [Point] in
      let x = frame.minX + frame.width * Double(step) / 8
      return [arc.bent(Point(x: x, y: frame.minY)).point, arc.bent(Point(x: x, y: frame.maxY)).point]
    }
    item.frame = Path(contours: [Path.Contour(points: corners)]).bounds
    for index in text.glyphs.indices {
      let glyph = text.glyphs[index]
      let ink = identity.typesetter.glyphs.ink(glyph.face, glyph.glyph, sizePx: text.font.sizePx)
      let half = ((ink?.left ?? 0) + (ink?.right ?? 0)) / 2 / identity.scale
      let middle = Point(x: frame.minX + glyph.x / identity.scale + half, y: frame.minY + glyph.y / identity.scale)
      let (place, heading) = arc.bent(middle)
      let pen = place.moved(by: -half, at: heading.radians)
      text.glyphs[index].x = (pen.x - item.frame.minX) * identity.scale
      text.glyphs[index].y = (pen.y - item.frame.minY) * identity.scale
      text.glyphs[index].turn.add(heading)
    }
    item.kind = .glyphs(text)
    return item
  }
}
