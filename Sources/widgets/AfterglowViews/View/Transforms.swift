import Foundation

// Drawings are moved, and frames stay. Shapes, symbols, text and gradients are moved exactly; what an archive has no form
// for, such as a turned photograph, becomes a picture. Ticking text is scaled, but not turned.
extension View {
  /// Rotates the view clockwise about a point of it, whose frame is not rotated.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    ElementModifier(content: self) { child, context in
      let angle = Angle.degrees(context.length(angle.degrees, "an angle", in: -1e6...1e6))
      return context.transformed(child, anchor) { CGAffineTransform(rotationAngle: angle.radians) }
    }
  }

  /// Draws the view larger or smaller about a point of it, whose frame is not changed.
  public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
    scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
  }

  /// Draws the view larger or smaller about a point of it, whose frame is not changed.
  public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View {
    scaleEffect(x: scale, y: scale, anchor: anchor)
  }

  /// Stretches the drawing of the view about a point of it; −1 mirrors it. Its frame is not changed.
  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
    ElementModifier(content: self) { child, context in
      let (x, y) = (
        context.length(x, "a scale", in: -1000...1000), context.length(y, "a scale", in: -1000...1000)
      )
      return context.transformed(child, anchor) { CGAffineTransform(scaleX: x, y: y) }
    }
  }

  /// Turns the view in space about an axis and a point of it, without perspective.
  ///
  /// - Parameters:
  ///   - angle: clockwise, seen along the axis.
  ///   - axis: the direction of the axis; (0, 0, 1) points into the panel.
  ///   - anchor: the point of the view that stays where it is.
  ///   - anchorZ: accepted without effect.
  ///   - perspective: accepted without effect.
  public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
    perspective: CGFloat = 1
  ) -> some View {
    ElementModifier(content: self) { child, context in
      let angle = context.length(angle.degrees, "an angle", in: -1e6...1e6) * .pi / 180
      let length = (axis.x * axis.x + axis.y * axis.y + axis.z * axis.z).squareRoot()
      guard length > 0 else { return child }
      let (x, y, z) = (axis.x / length, axis.y / length, axis.z / length)
      let (c, s) = (cos(angle), sin(angle))
      // Rodrigues' rotation, seen from the front.
      return context.transformed(child, anchor) {
        CGAffineTransform(
          a: c + x * x * (1 - c), b: y * x * (1 - c) + z * s, c: x * y * (1 - c) - z * s, d: c + y * y * (1 - c),
          tx: 0, ty: 0)
      }
    }
  }

  /// Maps the drawing of the view, in points from the top leading corner of its frame.
  public func transformEffect(_ transform: CGAffineTransform) -> some View {
    ElementModifier(content: self) { child, context in
      context.transformed(child, .topLeading) { transform }
    }
  }
}

extension ResolveContext {
  /// - Parameter anchor: the point of the view that the map leaves where it is.
  fileprivate func transformed(
    _ child: any Element, _ anchor: UnitPoint, _ map: @escaping () -> CGAffineTransform
  ) -> any Element {
    let anchor = isMirrored ? anchor.mirrored : anchor
    return TransformElement(
      child: child,
      map: { rect in
        map().about(Point(x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y))
      }, identity: self)
  }
}

/// A shape moved by a map, made by `transform(_:)` and `scale(x:y:anchor:)`.
public struct TransformedShape<S: Shape>: Shape, PrimitiveShape {
  let shape: S
  let map: (Rect) -> CGAffineTransform

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  package func path(in rect: Rect) -> Path { shape.path(in: rect).applying(map(rect)) }
}

extension Shape {
  /// Maps the outline, in points of its frame.
  public func transform(_ transform: CGAffineTransform) -> TransformedShape<Self> {
    TransformedShape(shape: self) { rect in transform.about(rect.origin) }
  }

  /// Scales the outline about a point of its frame, which is not changed.
  public func scale(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> TransformedShape<Self> {
    TransformedShape(shape: self) { rect in
      CGAffineTransform(scaleX: x, y: y).about(
        Point(x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y))
    }
  }

  /// Scales the outline about a point of its frame, which is not changed.
  public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> TransformedShape<Self> {
    self.scale(x: scale, y: scale, anchor: anchor)
  }

  /// Fills the shape; the rule of ``FillStyle`` has no effect.
  public func fill(_ content: some ShapeStyle, style: FillStyle) -> StyledShape<Self> { fill(content) }
}
