/// An outline that fills the room it is given. A shape of your own only gives its `path`.
public protocol Shape: View {
  func path(in rect: Rect) -> Path
  /// Whether the outline is mirrored where the layout runs from right to left; it is, unless the shape says otherwise.
  var layoutDirectionBehavior: LayoutDirectionBehavior { get }
}

extension Shape {
  public var layoutDirectionBehavior: LayoutDirectionBehavior { .mirrors }

  /// The path as it lies in a layout of this direction.
  func path(_ direction: LayoutDirection) -> (Rect) -> Path {
    guard case .mirrors(direction) = layoutDirectionBehavior else { return path(in:) }
    return { path(in: $0).mirrored(in: $0) }
  }
}

/// A shape that can be drawn a distance inside its own outline.
public protocol InsettableShape: Shape {
  associatedtype InsetShape: InsettableShape = InsetOutline<Self>
  func inset(by amount: Double) -> InsetShape
}

extension InsettableShape where InsetShape == InsetOutline<Self> {
  public func inset(by amount: Double) -> InsetOutline<Self> { InsetOutline(shape: self, amount: amount) }
}

extension Shape {
  public var body: StyledShape<Self> { StyledShape(shape: self, style: nil, stroke: nil) }
}

/// What every shape of this module is: it makes its element itself.
protocol PrimitiveShape: Shape, PrimitiveView {}

extension PrimitiveShape {
  func elements(in context: ResolveContext) -> [any Element] {
    [
      ShapeElement(
        path: path(context.environment.layoutDirection), style: context.environment.foregroundStyle, stroke: nil,
        identity: context)
    ]
  }
}

public struct Rectangle: InsettableShape, PrimitiveShape {
  public init() {}
  public func path(in rect: Rect) -> Path { Path(rect) }
}

/// Corners are parts of circles; Apple's continuous ones are not drawn.
public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }

public struct RoundedRectangle: InsettableShape, PrimitiveShape {
  let cornerRadius: Double

  public init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) { self.cornerRadius = cornerRadius }

  public func path(in rect: Rect) -> Path {
    Path(roundedRect: rect, cornerRadius: max(0, min(cornerRadius, min(rect.width, rect.height) / 2)))
  }
}

/// Radii of four corners, in points.
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

  public func path(in rect: Rect) -> Path {
    let radii = [
      cornerRadii.topLeading, cornerRadii.topTrailing, cornerRadii.bottomTrailing, cornerRadii.bottomLeading,
    ]
    if Set(radii).count == 1 { return RoundedRectangle(cornerRadius: radii[0]).path(in: rect) }
    return Path(contours: [Path.Contour(points: Curve.roundedRectangle(rect, radii: radii), isClosed: true)])
  }
}

public struct Capsule: InsettableShape, PrimitiveShape {
  public init(style: RoundedCornerStyle = .continuous) {}
  public func path(in rect: Rect) -> Path { Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2) }
}

public struct Circle: InsettableShape, PrimitiveShape {
  public init() {}
  public func path(in rect: Rect) -> Path {
    Path(arcCenter: rect.center, radius: min(rect.width, rect.height) / 2, start: .zero, sweep: .turns(1))
  }
}

public struct Ellipse: InsettableShape, PrimitiveShape {
  public init() {}
  public func path(in rect: Rect) -> Path { Path(ellipseIn: rect) }
}

/// Part of the largest circle that fits, to be stroked: 0 at three o'clock, clockwise. Filled, it is a slice.
public struct Arc: InsettableShape, PrimitiveShape {
  let start: Angle
  let sweep: Angle

  public init(start: Angle, sweep: Angle) {
    self.start = start
    self.sweep = sweep
  }

  public func path(in rect: Rect) -> Path {
    Path(arcCenter: rect.center, radius: min(rect.width, rect.height) / 2, start: start, sweep: sweep)
  }
}

/// An outline given by a closure of the room it gets.
public struct PathShape: InsettableShape, PrimitiveShape {
  let make: (Rect) -> Path
  public init(_ make: @escaping (Rect) -> Path) { self.make = make }
  public func path(in rect: Rect) -> Path { make(rect) }
}

extension Path: Shape, PrimitiveShape {
  /// In coordinates from the top left corner of the room.
  public func path(in rect: Rect) -> Path { offsetBy(dx: rect.minX, dy: rect.minY) }
}

extension Shape where Self == Rectangle {
  public static var rect: Rectangle { Rectangle() }
}
extension Shape where Self == Circle {
  public static var circle: Circle { Circle() }
}
extension Shape where Self == Capsule {
  public static var capsule: Capsule { Capsule() }
}
extension Shape where Self == Ellipse {
  public static var ellipse: Ellipse { Ellipse() }
}
extension Shape where Self == RoundedRectangle {
  public static func rect(cornerRadius: Double, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius)
  }
}
extension Shape where Self == ContainerRelativeShape {
  public static var containerRelative: ContainerRelativeShape { ContainerRelativeShape() }
}
