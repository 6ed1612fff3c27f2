import Foundation

/// How a view's colours are mixed with those behind it.
public enum BlendMode: String, Hashable, Codable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference,
    exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker, plusLighter
}

// Archives have no form for these: the author paints what they change, and stores it as a picture.
// Ticking text and hands, which the panel draws, are left out, which is an error.
extension View {
  /// Draws a blurred copy of the view's outline behind it. There are shadows where the host draws widgets in full colour,
  /// by day; not in accented, vibrant and dimmed looks, and not in ink.
  ///
  /// - Parameters:
  ///   - color: a third of black if it is not set.
  ///   - radius: the standard deviation of the blur, in points; 0 is a sharp copy.
  ///   - x: how far it lies to the trailing edge, in points.
  ///   - y: how far it lies below, in points.
  public func shadow(
    color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View {
    ElementModifier(content: self) { child, context in
      guard context.environment.showsShadows else { return child }
      return ShadowElement(
        child: child, color: color.value(in: context.environment), radius: context.length(radius, "a shadow's radius"),
        offset: Point(
          x: context.coordinate(context.isMirrored ? -x : x, "a shadow's distance"),
          y: context.coordinate(y, "a shadow's distance")), identity: context)
    }
  }

  /// Blurs the view. It is a picture in the archive, which has room for a limited number of them.
  ///
  /// - Parameter radius: the standard deviation, in points; 0 leaves the view as it is.
  /// - Parameter opaque: accepted without effect: edges are always blurred with what is transparent.
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View {
    ElementModifier(content: self) { child, context in
      let radius = context.length(radius, "a blur's radius", in: 0...200)
      return radius == 0
        ? child : EffectElement(child: child, effect: .blur(radius: radius), name: "a blur", identity: context)
    }
  }

  /// Shows the view where another one is opaque.
  ///
  /// A mask of one rectangle, rounded rectangle, capsule or circle is a clip; with any other the view becomes a picture.
  public func mask(alignment: Alignment = .center, @ViewBuilder _ mask: () -> some View) -> some View {
    masked(mask(), alignment)
  }

  /// Shows the view where another one is opaque.
  public func mask(_ mask: some View) -> some View { masked(mask, .center) }

  private func masked(_ mask: some View, _ alignment: Alignment) -> some View {
    ElementModifier(content: self) { child, context in
      MaskElement(
        child: child, mask: resolveLayer(mask, alignment, in: context.attachment(6)), alignment: alignment,
        identity: context)
    }
  }

  /// Mixes the view's colours with those behind it in the widget; not with the panel's wallpaper. It is a picture in the
  /// archive, made for what lies still behind it.
  public func blendMode(_ blendMode: BlendMode) -> some View {
    ElementModifier(content: self) { child, context in
      guard blendMode != .normal, context.environment.widgetRenderingMode == .fullColor,
        context.environment.panelInks == .shades
      else { return child }
      return EffectElement(child: child, effect: .blend(blendMode), name: "a blend mode", identity: context)
    }
  }

  /// Blends what is inside with each other before it is blended with what is behind.
  public func compositingGroup() -> some View {
    ElementModifier(content: self) { child, context in CompositingElement(child: child, identity: context) }
  }

  /// Equal to ``compositingGroup()``: what can be drawn live stays live.
  public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear) -> some View {
    compositingGroup()
  }

  /// Makes the view as transparent as it is dark. It becomes a picture.
  public func luminanceToAlpha() -> some View {
    ElementModifier(content: self) { child, context in
      EffectElement(child: child, effect: .luminanceToAlpha, name: "luminance as alpha", identity: context)
    }
  }
}

/// How colours are mixed in a `drawingGroup`; accepted so that code for SwiftUI compiles.
public enum ColorRenderingMode: Hashable, Sendable { case nonLinear, linear, extendedLinear }

extension EnvironmentValues {
  /// Whether shadows are drawn: they are dark, and light is what a dimmed or tinted panel shows.
  var showsShadows: Bool { !isLuminanceReduced && panelInks == .shades && widgetRenderingMode == .fullColor }
}

extension ResolveContext {
  /// Validates a distance, which may be negative.
  func coordinate(_ value: Double, _ what: String) -> Double {
    length(value, what, in: -LayoutLimit.coordinate...LayoutLimit.coordinate)
  }
}

/// A view whose drawing is changed as a whole.
struct EffectElement: WrapperElement {
  let child: any Element
  let effect: DrawLayer.Effect
  /// For reports.
  let name: String
  let identity: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let drawn = canvas.taking { child.draw(in: rect, proposed: proposed, into: &$0) }
    canvas.append(layer: drawn, effect, name, at: identity)
  }
}

/// A view in front of its shadow.
struct ShadowElement: WrapperElement {
  let child: any Element
  let color: UInt32
  let radius: Double
  let offset: Point
  let identity: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let start = canvas.items.count
    child.draw(in: rect, proposed: proposed, into: &canvas)
    if color >> 24 == 0 { return }
    canvas.insertShadow(
      .shadow(color: color, radius: radius, dx: offset.x, dy: offset.y), behind: start..., at: identity)
  }
}

extension DrawCanvas {
  /// A shadow of what was drawn since, behind it.
  mutating func insertShadow(
    _ shadow: DrawLayer.Effect, behind drawn: PartialRangeFrom<Int>, at identity: ResolveContext
  ) {
    let items = Array(items[drawn])
    if items.contains(where: \.isLive) {
      identity.failPart("what ticks, which the panel draws, has no shadow; it is left out there")
    }
    let still = items.filter { !$0.isLive }
    if still.contains(where: { !$0.isBracket }) { insert(layer: still, shadow, at: drawn.lowerBound, identity) }
  }
}

/// A view where its mask is opaque.
struct MaskElement: WrapperElement {
  let child: any Element
  let mask: any Element
  let alignment: Alignment
  let identity: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let frame = place(mask, in: rect, alignment, of: child).mirrored(in: rect, if: identity.isMirrored)
    let cut = canvas.taking { mask.draw(in: frame, proposed: Proposal(rect.size), into: &$0) }
    if let (box, radius) = Self.clip(cut) {
      return canvas.clip(to: box, radius: radius, at: identity) { child.draw(in: rect, proposed: proposed, into: &$0) }
    }
    let drawn = canvas.taking { child.draw(in: rect, proposed: proposed, into: &$0) }
    if cut.isEmpty { return }
    if cut.contains(where: \.isLive) {
      identity.failPart("what ticks, which the panel draws, cannot be a mask; the view is shown whole")
      canvas.items += drawn
    } else {
      canvas.append(layer: drawn, .mask(cut), "a mask", at: identity)
    }
  }

  /// The rounded rectangle that a mask is, if it is one and opaque all over.
  static func clip(_ mask: [DrawItem]) -> (box: Rect, radius: Double)? {
    guard mask.count == 1, case .shape(let geometry, nil) = mask[0].kind else { return nil }
    switch mask[0].style.storage {
    case .hierarchical(0), .background: break
    case .color(let argb) where argb >> 24 == 255: break
    case .marked(let own, let plain) where own >> 24 == 255 && plain >> 24 == 255: break
    default: return nil
    }
    var path = Path()
    path.geometry = geometry
    return path.roundedRectangle.map { ($0.rect, $0.radius) }
  }
}

/// A group in which blend modes see nothing outside of it.
struct CompositingElement: WrapperElement {
  let child: any Element
  let identity: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let drawn = canvas.taking { child.draw(in: rect, proposed: proposed, into: &$0) }
    let blends = drawn.contains {
      if case .layer(let layer) = $0.kind, case .blend = layer.effect { true } else { false }
    }
    if blends {
      canvas.append(layer: drawn, .group, "a group with blend modes", at: identity)
    } else {
      canvas.items += drawn
    }
  }
}
