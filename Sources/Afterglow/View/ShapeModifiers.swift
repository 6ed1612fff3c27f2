/// A shape a distance inside its own outline.
public struct InsetOutline<S: Shape>: InsettableShape, PrimitiveShape {
  let shape: S
  let amount: Double

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  public func path(in rect: Rect) -> Path {
    let path = shape.path(in: rect.insetBy(dx: amount, dy: amount))
    // A corner that is drawn inside another keeps its centre (rule 10).
    if let outer = shape as? RoundedRectangle {
      return RoundedRectangle(cornerRadius: outer.cornerRadius - amount).path(in: rect.insetBy(dx: amount, dy: amount))
    }
    return path
  }

  public func inset(by more: Double) -> InsetOutline<S> { InsetOutline(shape: shape, amount: amount + more) }
}

/// Part of a shape's outline.
public struct TrimmedShape<S: Shape>: Shape, PrimitiveShape {
  let shape: S
  let from: Double
  let to: Double

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  public func path(in rect: Rect) -> Path { shape.path(in: rect).trimmedPath(from: from, to: to) }
}

/// A shape turned about a place of its room.
public struct RotatedShape<S: Shape>: Shape, PrimitiveShape {
  let shape: S
  let angle: Angle
  let anchor: UnitPoint

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  public func path(in rect: Rect) -> Path {
    shape.path(in: rect).turned(
      by: angle, about: Point(x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y))
  }
}

/// A shape drawn elsewhere than in its room.
public struct OffsetShape<S: Shape>: Shape, PrimitiveShape {
  let shape: S
  let offset: Size

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  public func path(in rect: Rect) -> Path { shape.path(in: rect).offsetBy(dx: offset.width, dy: offset.height) }
}

/// The outline of a shape's stroke, as a shape.
public struct StrokedShape<S: Shape>: Shape, PrimitiveShape {
  let shape: S
  let style: StrokeStyle

  public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

  public func path(in rect: Rect) -> Path { shape.path(in: rect).strokedPath(style) }

  func elements(in context: ResolveContext) -> [any Element] {
    [
      ShapeElement(
        path: shape.path(context.environment.layoutDirection), style: context.environment.foregroundStyle,
        stroke: style.checked(in: context),
        identity: context)
    ]
  }
}

/// A shape filled or stroked with a style.
public struct StyledShape<S: Shape>: View, PrimitiveView {
  let shape: S
  /// nil = the environment's foreground.
  let style: AnyShapeStyle?
  let stroke: StrokeStyle?

  func elements(in context: ResolveContext) -> [any Element] {
    [
      ShapeElement(
        path: shape.path(context.environment.layoutDirection), style: style ?? context.environment.foregroundStyle,
        stroke: stroke?.checked(in: context), identity: context)
    ]
  }

  /// Over what is there already.
  public func fill(_ style: some ShapeStyle) -> some View { overlay { shape.fill(style) } }
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> some View {
    overlay { shape.stroke(style, lineWidth: lineWidth) }
  }
  public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
    overlay { shape.stroke(content, style: style) }
  }
}

extension StyledShape where S: InsettableShape {
  public func strokeBorder(_ style: some ShapeStyle, lineWidth: Double = 1) -> some View {
    overlay { shape.strokeBorder(style, lineWidth: lineWidth) }
  }
}

/// How a line ends.
public enum LineCap: Hashable, Codable, Sendable { case butt, round, square }

/// How two lines meet.
public enum LineJoin: Hashable, Codable, Sendable { case miter, round, bevel }

public struct StrokeStyle: Hashable, Codable, Sendable {
  public var lineWidth: Double
  public var lineCap: LineCap
  public var lineJoin: LineJoin
  public var miterLimit: Double
  /// Lengths of strokes and gaps in turn; empty = one whole line.
  public var dash: [Double]
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

  func checked(in context: ResolveContext) -> StrokeStyle {
    var style = self
    style.lineWidth = context.length(lineWidth, "a line width")
    return style
  }
}

extension Shape {
  public func fill(_ style: some ShapeStyle) -> StyledShape<Self> {
    StyledShape(shape: self, style: AnyShapeStyle(style), stroke: nil)
  }

  /// With the surrounding foreground style.
  public func fill() -> StyledShape<Self> { StyledShape(shape: self, style: nil, stroke: nil) }

  /// Along the outline, half of the width on either side.
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> StyledShape<Self> {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> StyledShape<Self> {
    StyledShape(shape: self, style: AnyShapeStyle(content), stroke: style)
  }

  public func stroke(lineWidth: Double = 1) -> StrokedShape<Self> { stroke(style: StrokeStyle(lineWidth: lineWidth)) }
  public func stroke(style: StrokeStyle) -> StrokedShape<Self> { StrokedShape(shape: self, style: style) }

  /// The part of the outline between two shares of its length.
  public func trim(from start: Double = 0, to end: Double = 1) -> TrimmedShape<Self> {
    TrimmedShape(shape: self, from: start, to: end)
  }

  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> RotatedShape<Self> {
    RotatedShape(shape: self, angle: angle, anchor: anchor)
  }

  public func offset(_ offset: Size) -> OffsetShape<Self> { OffsetShape(shape: self, offset: offset) }
  public func offset(x: Double = 0, y: Double = 0) -> OffsetShape<Self> { offset(Size(width: x, height: y)) }
}

extension InsettableShape {
  /// Inside the outline.
  public func strokeBorder(_ style: some ShapeStyle, lineWidth: Double = 1) -> StyledShape<InsetShape> {
    strokeBorder(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  public func strokeBorder(_ content: some ShapeStyle, style: StrokeStyle) -> StyledShape<InsetShape> {
    inset(by: style.lineWidth / 2).stroke(content, style: style)
  }

  public func strokeBorder(lineWidth: Double = 1) -> StrokedShape<InsetShape> {
    inset(by: lineWidth / 2).stroke(lineWidth: lineWidth)
  }

  public func strokeBorder(style: StrokeStyle) -> StrokedShape<InsetShape> {
    inset(by: style.lineWidth / 2).stroke(style: style)
  }
}
