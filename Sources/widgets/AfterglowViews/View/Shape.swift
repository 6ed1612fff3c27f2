import Foundation

/// An outline that fills its frame. A custom shape implements `path`.
///
///     struct Triangle: Shape {
///       func path(in rect: CGRect) -> Path {
///         Path { path in
///           path.move(to: CGPoint(x: rect.midX, y: rect.minY))
///           path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
///           path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
///           path.closeSubpath()
///         }
///       }
///     }
///
/// A shape without `fill` or `stroke` is filled with the foreground style of its environment. Without a proposed size
/// it is 10 by 10 points, as in SwiftUI. An outline may have 4,096 points; more are an error of the widget.
public protocol Shape: View {
  /// The outline in a rectangle, in points, which begins at 0, 0. Called while the widget is drawn, once for each position of the
  /// shape.
  func path(in rect: CGRect) -> Path
  /// Returns the size that the shape takes: by default the proposed one, and 10 points where none is proposed.
  func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize
  /// Whether the outline is mirrored where the layout runs from right to left; it is by default.
  var layoutDirectionBehavior: LayoutDirectionBehavior { get }
}

extension Shape {
  public var layoutDirectionBehavior: LayoutDirectionBehavior { .mirrors }

  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { proposal.replacingUnspecifiedDimensions() }

  /// Returns the function by which the shape chooses its size. Lengths that are not the proposed ones are checked.
  func fit(in context: ResolveContext) -> (Proposal) -> Size {
    { proposal in
      func checked(_ length: CGFloat, proposed: Double?) -> Double {
        let length = Double(length)
        return length == proposed || length == .infinity ? length : context.length(length, "a shape's size")
      }
      let size = sizeThatFits(ProposedViewSize(proposal))
      return Size(
        width: checked(size.width, proposed: proposal.width), height: checked(size.height, proposed: proposal.height))
    }
  }

  /// The outline at a place. A shape of another module describes it in a rectangle that begins at 0, 0, as in SwiftUI: many use
  /// its width as its right edge.
  package func path(in rect: Rect) -> Path {
    if let own = self as? any PrimitiveShape { return own.path(in: rect) }
    let container = ContainerShape.current.map {
      ContainerShape(rect: $0.rect.offsetBy(dx: -rect.minX, dy: -rect.minY), radius: $0.radius)
    }
    let local = CGRect(x: 0, y: 0, width: rect.width, height: rect.height)
    return ContainerShape.$current.withValue(container) { path(in: local) }.moved(to: rect.origin)
  }

  /// The path in a layout of this direction.
  func path(_ direction: LayoutDirection) -> (Rect) -> Path {
    guard case .mirrors(direction) = layoutDirectionBehavior else { return { (rect: Rect) in path(in: rect) } }
    return { (rect: Rect) in path(in: rect).mirrored(in: rect) }
  }
}

/// A shape that can be drawn inset from its outline.
public protocol InsettableShape: Shape {
  associatedtype InsetShape: InsettableShape = InsetOutline<Self>
  /// The shape, `amount` points inside of this one's outline; outside of it if negative.
  func inset(by amount: Double) -> InsetShape
}

extension InsettableShape where InsetShape == InsetOutline<Self> {
  /// The shape in a rectangle that is smaller by `amount` points on each side.
  public func inset(by amount: Double) -> InsetOutline<Self> { InsetOutline(shape: self, amount: amount) }
}

extension Shape {
  public var body: StyledShape<Self> { StyledShape(shape: self, style: nil, stroke: nil) }
}

/// All shapes of this module: they make their elements themselves.
package protocol PrimitiveShape: Shape, PrimitiveView {
  func path(in rect: Rect) -> Path
}

extension PrimitiveShape {
  public func path(in rect: CGRect) -> Path { path(in: Rect(rect)) }

  package func elements(in context: ResolveContext) -> [any Element] {
    [
      ShapeElement(
        path: path(context.environment.layoutDirection), style: context.environment.foregroundStyle, stroke: nil,
        identity: context, fit: fit(in: context))
    ]
  }
}

/// The whole frame.
public struct Rectangle: InsettableShape, PrimitiveShape {
  public init() {}
  package func path(in rect: Rect) -> Path { Path(rect) }
}

/// The form of rounded corners. Both are drawn as circular arcs; Apple's continuous corners are not available.
public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }

/// A rectangle with four corners of the same radius.
public struct RoundedRectangle: InsettableShape, PrimitiveShape {
  let cornerRadius: Double

  /// - Parameter cornerRadius: in points; at most half of the shorter side is used, and 0 if negative.
  /// - Parameter style: accepted so that code for SwiftUI compiles; corners are circular arcs.
  public init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) { self.cornerRadius = cornerRadius }

  package func path(in rect: Rect) -> Path {
    Path(roundedRect: rect, cornerRadius: max(0, min(cornerRadius, min(rect.width, rect.height) / 2)))
  }
}

/// The radii of four corners in points.
public struct RectangleCornerRadii: Hashable, Sendable {
  public var topLeading: Double
  public var bottomLeading: Double
  public var bottomTrailing: Double
  public var topTrailing: Double

  public init(topLeading: Double = 0, bottomLeading: Double = 0, bottomTrailing: Double = 0, topTrailing: Double = 0) {
    self.topLeading = topLeading
    self.bottomLeading = bottomLeading
    self.bottomTrailing = bottomTrailing
    self.topTrailing = topTrailing
  }
}

/// A rectangle with individual corner radii. Unless they are equal it is drawn as an outline, to which a panel cannot
/// clip.
public struct UnevenRoundedRectangle: InsettableShape, PrimitiveShape {
  let cornerRadii: RectangleCornerRadii

  public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
    self.cornerRadii = cornerRadii
  }

  public init(
    topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0, bottomTrailingRadius: Double = 0,
    topTrailingRadius: Double = 0, style: RoundedCornerStyle = .continuous
  ) {
    cornerRadii = RectangleCornerRadii(
      topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius, bottomTrailing: bottomTrailingRadius,
      topTrailing: topTrailingRadius)
  }

  package func path(in rect: Rect) -> Path {
    let radii = [
      cornerRadii.topLeading, cornerRadii.topTrailing, cornerRadii.bottomTrailing, cornerRadii.bottomLeading,
    ]
    if Set(radii).count == 1 { return RoundedRectangle(cornerRadius: radii[0]).path(in: rect) }
    return Path(contours: [Path.Contour(points: Curve.roundedRectangle(rect, radii: radii), isClosed: true)])
  }
}

/// A rectangle whose shorter sides are half circles.
public struct Capsule: InsettableShape, PrimitiveShape {
  /// - Parameter style: accepted so that code for SwiftUI compiles.
  public init(style: RoundedCornerStyle = .continuous) {}
  package func path(in rect: Rect) -> Path { Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2) }
}

/// The largest circle in the centre of its frame. It takes a square of the proposed size, as in SwiftUI.
public struct Circle: InsettableShape, PrimitiveShape {
  public init() {}

  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
    let room = proposal.replacingUnspecifiedDimensions()
    let side = min(room.width, room.height)
    return CGSize(width: side, height: side)
  }

  package func path(in rect: Rect) -> Path {
    Path(arcCenter: rect.center, radius: min(rect.width, rect.height) / 2, start: .zero, sweep: .turns(1))
  }
}

/// An ellipse as wide and as high as its frame.
public struct Ellipse: InsettableShape, PrimitiveShape {
  public init() {}
  package func path(in rect: Rect) -> Path { Path(ellipseIn: rect) }
}

/// Part of the largest circle in the centre of its frame. SwiftUI has no such shape.
///
///     Arc(start: .degrees(-90), sweep: .turns(0.6)).stroke(.tint, lineWidth: 4)
///
/// Stroked it is part of a ring; filled it is a slice that ends at the centre.
public struct Arc: InsettableShape, PrimitiveShape {
  let start: Angle
  let sweep: Angle

  /// - Parameter start: 0 points to three o'clock; angles grow clockwise.
  /// - Parameter sweep: the angle from there, clockwise if positive. A full turn or more is the full circle.
  public init(start: Angle, sweep: Angle) {
    self.start = start
    self.sweep = sweep
  }

  package func path(in rect: Rect) -> Path {
    Path(arcCenter: rect.center, radius: min(rect.width, rect.height) / 2, start: start, sweep: sweep)
  }
}

/// A shape without its own type: a closure returns the outline for its frame. SwiftUI has no such shape.
///
///     PathShape { rect in Path(ellipseIn: rect.insetBy(dx: 4, dy: 0)) }.fill(.cyan)
public struct PathShape: InsettableShape, PrimitiveShape {
  let make: (CGRect) -> Path
  public init(_ make: @escaping (CGRect) -> Path) { self.make = make }
  package func path(in rect: Rect) -> Path { make(CGRect(rect)) }
}

extension Path: Shape, PrimitiveShape {
  /// The path unscaled, with its origin at the top left corner of the rectangle.
  package func path(in rect: Rect) -> Path { moved(dx: rect.minX, dy: rect.minY) }
}

extension Shape where Self == Rectangle {
  /// The whole frame.
  public static var rect: Rectangle { Rectangle() }
}
extension Shape where Self == Circle {
  /// The largest circle in the frame.
  public static var circle: Circle { Circle() }
}
extension Shape where Self == Capsule {
  /// A rectangle whose shorter sides are half circles.
  public static var capsule: Capsule { Capsule() }
}
extension Shape where Self == Ellipse {
  /// An ellipse as wide and as high as the frame.
  public static var ellipse: Ellipse { Ellipse() }
}
extension Shape where Self == RoundedRectangle {
  /// A rectangle with rounded corners.
  public static func rect(cornerRadius: Double, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius)
  }
}
extension Shape where Self == UnevenRoundedRectangle {
  /// A rectangle with corners of different radii.
  public static func rect(
    cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous
  ) -> UnevenRoundedRectangle { UnevenRoundedRectangle(cornerRadii: cornerRadii, style: style) }

  /// A rectangle with corners of different radii.
  public static func rect(
    topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0, bottomTrailingRadius: Double = 0,
    topTrailingRadius: Double = 0, style: RoundedCornerStyle = .continuous
  ) -> UnevenRoundedRectangle {
    UnevenRoundedRectangle(
      topLeadingRadius: topLeadingRadius, bottomLeadingRadius: bottomLeadingRadius,
      bottomTrailingRadius: bottomTrailingRadius, topTrailingRadius: topTrailingRadius, style: style)
  }
}
extension Shape where Self == ContainerRelativeShape {
  /// An inset copy of the container's outline.
  public static var containerRelative: ContainerRelativeShape { ContainerRelativeShape() }
}
