/// Rotates a drawing. Pictures, emoji, clips, clock hands and ticking text have no rotated form in an archive: they
/// stay upright, with their centre where it would be.
struct RotationElement: WrapperElement {
  let child: any Element
  let angle: Angle
  let anchor: UnitPoint
  let identity: ResolveContext

  func draw(in rect: Rect, into canvas: inout DrawCanvas) {
    let start = canvas.items.count
    child.draw(in: rect, into: &canvas)
    let center = Point(x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y)
    for index in start..<canvas.items.count { turn(&canvas.items[index], about: center) }
  }

  private func turn(_ item: inout DrawItem, about center: Point) {
    switch item.kind {
    case .beginGroup, .endGroup: return
    case .shape(let geometry, let stroke):
      var path = Path()
      path.geometry = geometry
      let turned = path.turned(by: angle, about: center)
      // A stroked rectangle has mitred corners; as lines they would be round.
      if let stroke, !stroke.isDrawnByRenderer(on: turned) {
        item.kind = .shape(.contours(turned.strokedPath(stroke).contours), stroke: nil)
      } else {
        item.kind = .shape(turned.geometry, stroke: stroke)
      }
    case .glyphs(var text):
      item.frame = text.turn(by: angle, about: center, in: item.frame, scale: identity.scale)
      item.kind = .glyphs(text)
      return
    default:
      identity.warn("pictures, clips, ticking text and clocks' hands cannot be turned; they stay upright")
    }
    let middle = item.frame.center.turned(by: angle, about: center)
    item.frame.origin = Point(x: middle.x - item.frame.width / 2, y: middle.y - item.frame.height / 2)
  }
}

extension ShapedText {
  /// Rotates each glyph and its pen; returns the frame that then contains the text.
  mutating func turn(by angle: Angle, about center: Point, in frame: Rect, scale: Double) -> Rect {
    func turned(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y).turned(by: angle, about: center) }
    let corners = [
      turned(frame.minX, frame.minY), turned(frame.maxX, frame.minY), turned(frame.maxX, frame.maxY),
      turned(frame.minX, frame.maxY),
    ]
    let outer = Path(contours: [Path.Contour(points: corners)]).bounds
    for index in glyphs.indices {
      let pen = turned(frame.minX + glyphs[index].x / scale, frame.minY + glyphs[index].y / scale)
      glyphs[index].x = (pen.x - outer.minX) * scale
      glyphs[index].y = (pen.y - outer.minY) * scale
      glyphs[index].turn.add(angle)
    }
    return outer
  }
}
