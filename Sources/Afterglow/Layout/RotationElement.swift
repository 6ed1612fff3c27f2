/// Turns what shapes draw. Text, clips and clocks' hands have no turned form in an archive: they keep upright, with their
/// middle where it would be.
final class RotationElement: WrapperElement {
  private let angle: Angle
  private let anchor: UnitPoint
  private let identity: ResolveContext

  init(child: Element, angle: Angle, anchor: UnitPoint, identity: ResolveContext) {
    self.angle = angle
    self.anchor = anchor
    self.identity = identity
    super.init(child: child)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
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
      // A stroked rectangle's corners are mitred; as lines they would be round.
      if let stroke, !stroke.isDrawnByRenderer(on: turned) {
        item.kind = .shape(.contours(turned.strokedPath(stroke).contours), stroke: nil)
      } else {
        item.kind = .shape(turned.geometry, stroke: stroke)
      }
    default: identity.warn("text, clips and clocks' hands cannot be turned; they stay upright")
    }
    let middle = item.frame.center.turned(by: angle, about: center)
    item.frame.origin = Point(x: middle.x - item.frame.width / 2, y: middle.y - item.frame.height / 2)
  }
}
