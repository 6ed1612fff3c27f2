import Foundation

/// A shadow of what is filled with a style.
///
///     Text("18°").foregroundStyle(.white.shadow(.drop(radius: 2, y: 1)))
public struct ShadowStyle: Hashable, Codable, Sendable {
  var isInner: Bool
  var color: Color
  var radius: Double
  var x: Double
  var y: Double

  /// Behind what is filled.
  public static func drop(
    color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> ShadowStyle { ShadowStyle(isInner: false, color: color, radius: radius, x: x, y: y) }

  /// On what is filled, along its edges.
  public static func inner(
    color: Color = Color(white: 0, opacity: 0.55), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> ShadowStyle { ShadowStyle(isInner: true, color: color, radius: radius, x: x, y: y) }
}

extension ShapeStyle {
  /// The style with a shadow, drawn in full colour by day.
  public func shadow(_ style: ShadowStyle) -> AnyShapeStyle {
    var copy = erased
    copy.shadow = style
    return copy
  }
}

extension ShapeStyle where Self == AnyShapeStyle {
  /// The foreground style with a shadow.
  public static func shadow(_ style: ShadowStyle) -> AnyShapeStyle { ForegroundStyle().shadow(style) }
}

extension DrawCanvas {
  /// Adds the shadow of what was drawn since, at that place.
  mutating func add(_ shadow: ShadowStyle, to drawn: PartialRangeFrom<Int>, at identity: ResolveContext) {
    guard identity.environment.showsShadows, drawn.lowerBound < items.count else { return }
    let color = shadow.color.value(in: identity.environment)
    let radius = identity.length(shadow.radius, "a shadow's radius", in: 0...200)
    let dx = identity.coordinate(identity.isMirrored ? -shadow.x : shadow.x, "a shadow's distance")
    let dy = identity.coordinate(shadow.y, "a shadow's distance")
    if shadow.isInner {
      let own = Array(items[drawn])
      items.removeSubrange(drawn)
      append(layer: own, .innerShadow(color: color, radius: radius, dx: dx, dy: dy), "a shadow", at: identity)
    } else {
      insertShadow(.shadow(color: color, radius: radius, dx: dx, dy: dy), behind: drawn, at: identity)
    }
  }
}
