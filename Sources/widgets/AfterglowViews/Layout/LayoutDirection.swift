import Foundation

/// Whether a view is drawn as its mirror image.
public enum LayoutDirectionBehavior: Hashable, Sendable {
  /// Never.
  case fixed
  /// If the layout has this direction.
  case mirrors(in: LayoutDirection)
  /// If the layout runs from right to left.
  public static var mirrors: LayoutDirectionBehavior { .mirrors(in: .rightToLeft) }
}

extension ResolveContext {
  /// Whether positions are mirrored.
  package var isMirrored: Bool { environment.layoutDirection == .rightToLeft }
}

extension Rect {
  /// Its mirrored position in another rectangle.
  package func mirrored(in outer: Rect, if isMirrored: Bool = true) -> Rect {
    isMirrored ? Rect(x: outer.minX + outer.maxX - maxX, y: minY, width: width, height: height) : self
  }
}

extension Path {
  /// Its mirror image in a rectangle.
  func mirrored(in outer: Rect) -> Path {
    let sum = outer.minX + outer.maxX
    switch geometry {
    case .rectangle(let rect): return Path(rect.mirrored(in: outer))
    case .roundedRectangle(let rect, let radius):
      return Path(roundedRect: rect.mirrored(in: outer), cornerRadius: radius)
    case .arc(let center, let radius, let start, let sweep):
      var path = self
      path.geometry = .arc(
        center: Point(x: sum - center.x, y: center.y), radius: radius, start: .degrees(180 - start.degrees),
        sweep: .degrees(-sweep.degrees))
      return path
    case .contours: return mapped { Point(x: sum - $0.x, y: $0.y) }
    }
  }
}

extension View {
  /// Draws the view mirrored if the layout runs from right to left: for pictures and symbols that point somewhere.
  /// Ticking text and clock hands stay as they are, with a warning.
  public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> some View {
    layoutDirectionBehavior(enabled ? .mirrors : .fixed)
  }

  /// Draws the view mirrored if the layout has the direction of `behavior`.
  public func layoutDirectionBehavior(_ behavior: LayoutDirectionBehavior) -> some View {
    ElementModifier(content: self) { child, context in
      guard case .mirrors(let direction) = behavior, context.environment.layoutDirection == direction else {
        return child
      }
      return FlipElement(child: child, identity: context)
    }
  }
}

/// Mirrors the drawing of its child. Archives have no mirrored clock hands and ticking text: they are not mirrored.
struct FlipElement: WrapperElement {
  let child: any Element
  let identity: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let start = canvas.items.count
    canvas.looking(through: nil) { child.draw(in: rect, proposed: proposed, into: &$0) }
    for index in start..<canvas.items.count { flip(&canvas.items[index], in: rect) }
  }

  private func flip(_ item: inout DrawItem, in rect: Rect) {
    let frame = item.frame
    item.style = item.style.mirrored
    switch item.kind {
    case .beginGroup, .endGroup, .endClip: return
    case .beginClip: break
    case .shape(let geometry, let stroke):
      var path = Path()
      path.geometry = geometry
      item.kind = .shape(path.mirrored(in: rect).geometry, stroke: stroke)
    case .glyphs(var text):
      text.width = frame.width * identity.scale
      text.mirror()
      item.kind = .glyphs(text)
    case .picture(var request):
      request.isMirrored.toggle()
      item.kind = .picture(request)
    case .layer:
      let map = CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: rect.minX + rect.maxX, ty: 0)
      item.kind = .layer(DrawLayer(items: [item], effect: .transform(map)))
    case .tick, .hand: identity.warn("ticking text and clocks' hands have no mirror image; they stay as they are")
    }
    item.frame = frame.mirrored(in: rect)
  }
}
