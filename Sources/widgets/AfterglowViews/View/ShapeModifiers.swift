import Foundation

/// A shape in a rectangle that is smaller on each side. A rounded rectangle keeps the centres of its corners
/// (docs/rules.md, rule 10); other shapes are drawn in the smaller rectangle.
public struct InsetOutline<S: Shape>: InsettableShape, PrimitiveShape {
  let shape: S
  let amount: Double

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  package func path(in rect: Rect) -> Path {
    let path = shape.path(in: rect.insetBy(dx: amount, dy: amount))
    // A corner that is inside another keeps its centre (rule 10).
    if let outer = shape as? RoundedRectangle {
      return RoundedRectangle(cornerRadius: outer.cornerRadius - amount).path(in: rect.insetBy(dx: amount, dy: amount))
    }
    return path
  }

  public func inset(by more: Double) -> InsetOutline<S> { InsetOutline(shape: shape, amount: amount + more) }
}

/// Part of a shape's outline, made by `trim(from:to:)`.
public struct TrimmedShape<S: Shape>: Shape, PrimitiveShape {
  let shape: S
  let from: Double
  let to: Double

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  package func path(in rect: Rect) -> Path { shape.path(in: rect).trimmedPath(from: from, to: to) }
}

/// A shape rotated about a point of its frame, made by `rotation(_:anchor:)`.
public struct RotatedShape<S: Shape>: Shape, PrimitiveShape {
  let shape: S
  let angle: Angle
  let anchor: UnitPoint

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  package func path(in rect: Rect) -> Path {
    shape.path(in: rect).turned(
      by: angle, about: Point(x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y))
  }
}

/// A shape drawn at an offset from its frame, made by `offset(_:)`.
public struct OffsetShape<S: Shape>: Shape, PrimitiveShape {
  let shape: S
  let offset: CGSize

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  package func path(in rect: Rect) -> Path { shape.path(in: rect).moved(dx: offset.width, dy: offset.height) }
}

/// The outline of a shape's stroke as a shape, filled with the foreground style of its environment.
public struct StrokedShape<S: Shape>: Shape, PrimitiveShape {
  let shape: S
  let style: StrokeStyle

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { shape.sizeThatFits(proposal) }

  package func path(in rect: Rect) -> Path { shape.path(in: rect).strokedPath(style) }

  package func elements(in context: ResolveContext) -> [any Element] {
    [
      ShapeElement(
        path: shape.path(context.environment.layoutDirection), style: context.environment.foregroundStyle,
        stroke: style.checked(in: context),
        identity: context, fit: fit(in: context))
    ]
  }
}

/// A shape filled or stroked with a style. Further fills and strokes are drawn on top:
///
///     Circle().fill(.fill.tertiary).stroke(.tint, lineWidth: 2)
public struct StyledShape<S: Shape>: View, PrimitiveView {
  let shape: S
  /// nil = the environment's foreground.
  let style: AnyShapeStyle?
  let stroke: StrokeStyle?

  package func elements(in context: ResolveContext) -> [any Element] {
    [
      ShapeElement(
        path: shape.path(context.environment.layoutDirection), style: style ?? context.environment.foregroundStyle,
        stroke: stroke?.checked(in: context), identity: context, fit: shape.fit(in: context))
    ]
  }

  /// Fills the shape in front of earlier fills and strokes.
  public func fill(_ style: some ShapeStyle) -> some View { overlay { shape.fill(style) } }
  /// Strokes the outline in front of earlier fills and strokes.
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> some View {
    overlay { shape.stroke(style, lineWidth: lineWidth) }
  }
  /// Strokes the outline in front of earlier fills and strokes.
  public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
    overlay { shape.stroke(content, style: style) }
  }
}

extension StyledShape where S: InsettableShape {
  /// Strokes the inside of the outline in front of earlier fills and strokes.
  public func strokeBorder(_ style: some ShapeStyle, lineWidth: Double = 1) -> some View {
    overlay { shape.strokeBorder(style, lineWidth: lineWidth) }
  }
}

/// How overlapping parts of an outline are filled. Accepted so that code for SwiftUI compiles: parts that run the same way
/// round are joined, and those that run the other way are holes.
public struct FillStyle: Hashable, Sendable {
  public var isEOFilled: Bool
  public var isAntialiased: Bool

  public init(eoFill: Bool = false, antialiased: Bool = true) {
    isEOFilled = eoFill
    isAntialiased = antialiased
  }
}

/// The ends of an open line: cut at its last point, or extended by half of its width as a half circle or a square.
public enum LineCap: Hashable, Codable, Sendable { case butt, round, square }

/// The corners of a line: pointed, round, or cut off.
public enum LineJoin: Hashable, Codable, Sendable { case miter, round, bevel }

/// The width, ends, corners and dashes of a line; lengths are in points.
public struct StrokeStyle: Hashable, Codable, Sendable {
  /// 0 to 10,000; a line of width 0 is not drawn.
  public var lineWidth: Double
  public var lineCap: LineCap
  public var lineJoin: LineJoin
  /// A mitred corner longer than this many line widths is cut off; 10 by default.
  public var miterLimit: Double
  /// Alternating lengths of strokes and gaps; empty, the default, is a solid line.
  public var dash: [Double]
  /// The offset into the dash pattern at which the line starts.
  public var dashPhase: Double

  public init(
    lineWidth: Double = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter, miterLimit: Double = 10,
    dash: [Double] = [], dashPhase: Double = 0
  ) {
    self.lineWidth = lineWidth
    self.lineCap = lineCap
    self.lineJoin = lineJoin
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }

  package func checked(in context: ResolveContext) -> StrokeStyle {
    var style = self
    style.lineWidth = context.length(lineWidth, "a line width")
    return style
  }
}

extension Shape {
  /// Fills the shape.
  public func fill(_ style: some ShapeStyle) -> StyledShape<Self> {
    StyledShape(shape: self, style: AnyShapeStyle(style), stroke: nil)
  }

  /// Fills the shape with the foreground style of its environment.
  public func fill() -> StyledShape<Self> { StyledShape(shape: self, style: nil, stroke: nil) }

  /// Strokes the outline with a line of `lineWidth` points, half of it on either side.
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> StyledShape<Self> {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Strokes the outline, half of the width on either side.
  public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> StyledShape<Self> {
    StyledShape(shape: self, style: AnyShapeStyle(content), stroke: style)
  }

  /// The outline of a stroke, filled with the foreground style of its environment.
  public func stroke(lineWidth: Double = 1) -> StrokedShape<Self> { stroke(style: StrokeStyle(lineWidth: lineWidth)) }
  /// The outline of a stroke, filled with the foreground style of its environment.
  public func stroke(style: StrokeStyle) -> StrokedShape<Self> { StrokedShape(shape: self, style: style) }

  /// The part of the outline between two fractions of its length, each clamped to 0…1. It is empty unless `start` is
  /// less than `end`.
  public func trim(from start: Double = 0, to end: Double = 1) -> TrimmedShape<Self> {
    TrimmedShape(shape: self, from: start, to: end)
  }

  /// Rotates the outline clockwise about a point of its frame, which is not changed.
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> RotatedShape<Self> {
    RotatedShape(shape: self, angle: angle, anchor: anchor)
  }

  /// Draws the shape at an offset from its frame, which is not changed.
  public func offset(_ offset: CGSize) -> OffsetShape<Self> { OffsetShape(shape: self, offset: offset) }
  /// Draws the shape at an offset from its frame; distances in points. Unlike the modifier of views it is mirrored by
  /// the shape's own behaviour and not by the layout's direction.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> OffsetShape<Self> { offset(CGSize(width: x, height: y)) }
}

extension InsettableShape {
  /// Strokes the inside of the outline with a line of `lineWidth` points, which stays within the shape's frame.
  public func strokeBorder(_ style: some ShapeStyle, lineWidth: Double = 1) -> StyledShape<InsetShape> {
    strokeBorder(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Strokes the inside of the outline.
  public func strokeBorder(_ content: some ShapeStyle, style: StrokeStyle) -> StyledShape<InsetShape> {
    inset(by: style.lineWidth / 2).stroke(content, style: style)
  }

  /// The outline of a stroke inside of the shape, filled with the foreground style of its environment.
  public func strokeBorder(lineWidth: Double = 1) -> StrokedShape<InsetShape> {
    inset(by: lineWidth / 2).stroke(lineWidth: lineWidth)
  }

  /// The outline of a stroke inside of the shape, filled with the foreground style of its environment.
  public func strokeBorder(style: StrokeStyle) -> StrokedShape<InsetShape> {
    inset(by: style.lineWidth / 2).stroke(style: style)
  }
}
