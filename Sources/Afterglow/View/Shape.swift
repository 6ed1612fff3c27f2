/// An outline that fills the room it is given.
public protocol Shape: View {
  func path(in rect: Rect) -> Path
}

/// An outline of straight lines and curves, in points.
public struct Path: Hashable, Sendable {
  enum Geometry: Hashable, Sendable {
    case contours([Contour])
    case rectangle(Rect)
    case roundedRectangle(Rect, radius: Double)
    /// The middle line of an arc; drawn as a stroke, or as a full disc when it is a whole circle that is filled.
    case arc(center: Point, radius: Double, start: Angle, sweep: Angle)
  }

  struct Contour: Hashable, Sendable {
    var points: [Point] = []
    var isClosed = false
  }

  var geometry: Geometry = .contours([])

  public init() {}
  public init(_ rect: Rect) { geometry = .rectangle(rect) }
  public init(roundedRect rect: Rect, cornerRadius: Double) { geometry = .roundedRectangle(rect, radius: cornerRadius) }
  init(arcCenter center: Point, radius: Double, start: Angle, sweep: Angle) {
    geometry = .arc(center: center, radius: radius, start: start, sweep: sweep)
  }

  private mutating func withContours(_ change: (inout [Contour]) -> Void) {
    var contours: [Contour] = []
    if case .contours(let existing) = geometry { contours = existing }
    change(&contours)
    geometry = .contours(contours)
  }

  public mutating func move(to point: Point) { withContours { $0.append(Contour(points: [point])) } }

  public mutating func addLine(to point: Point) {
    withContours { contours in
      if contours.isEmpty || contours[contours.count - 1].isClosed {
        contours.append(Contour(points: [point]))
      } else {
        contours[contours.count - 1].points.append(point)
      }
    }
  }

  public mutating func addLines(_ points: [Point]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }

  /// A cubic curve, flattened into 24 lines.
  public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    guard case .contours(let contours) = geometry, let start = contours.last?.points.last else { return }
    for step in 1...24 {
      let t = Double(step) / 24
      let u = 1 - t
      func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
      }
      addLine(
        to: Point(x: mix(start.x, control1.x, control2.x, end.x), y: mix(start.y, control1.y, control2.y, end.y)))
    }
  }

  public mutating func closeSubpath() {
    withContours { if !$0.isEmpty { $0[$0.count - 1].isClosed = true } }
  }
}

extension Path {
  public init(_ build: (inout Path) -> Void) {
    self.init()
    build(&self)
  }
}

public struct Rectangle: Shape, PrimitiveView {
  public typealias Body = Never
  public init() {}
  public func path(in rect: Rect) -> Path { Path(rect) }
}

public struct RoundedRectangle: Shape, PrimitiveView {
  public typealias Body = Never
  let cornerRadius: Double
  public init(cornerRadius: Double) { self.cornerRadius = cornerRadius }
  public func path(in rect: Rect) -> Path {
    Path(roundedRect: rect, cornerRadius: min(cornerRadius, min(rect.width, rect.height) / 2))
  }
}

public struct Capsule: Shape, PrimitiveView {
  public typealias Body = Never
  public init() {}
  public func path(in rect: Rect) -> Path { Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2) }
}

public struct Circle: Shape, PrimitiveView {
  public typealias Body = Never
  public init() {}
  public func path(in rect: Rect) -> Path {
    Path(
      arcCenter: Point(x: rect.midX, y: rect.midY), radius: min(rect.width, rect.height) / 2, start: .zero,
      sweep: .turns(1))
  }
}

/// Part of the largest circle that fits, to be stroked: 0 at three o'clock, clockwise.
public struct Arc: Shape, PrimitiveView {
  public typealias Body = Never
  let start: Angle
  let sweep: Angle

  public init(start: Angle, sweep: Angle) {
    self.start = start
    self.sweep = sweep
  }

  public func path(in rect: Rect) -> Path {
    Path(
      arcCenter: Point(x: rect.midX, y: rect.midY), radius: min(rect.width, rect.height) / 2, start: start,
      sweep: sweep)
  }
}

/// An outline given by a closure of the room it gets.
public struct PathShape: Shape, PrimitiveView {
  public typealias Body = Never
  let make: (Rect) -> Path
  public init(_ make: @escaping (Rect) -> Path) { self.make = make }
  public func path(in rect: Rect) -> Path { make(rect) }
}

extension Shape where Self: PrimitiveView {
  func elements(in context: ResolveContext) -> [Element] {
    [ShapeElement(path: path(in:), style: context.environment.foregroundStyle, stroke: nil, identity: context)]
  }
}

/// How a stroke ends.
public enum LineCap: Hashable, Sendable { case butt, round }

public struct StrokeStyle: Hashable, Sendable {
  public var lineWidth: Double
  public var lineCap: LineCap

  public init(lineWidth: Double = 1, lineCap: LineCap = .butt) {
    self.lineWidth = lineWidth
    self.lineCap = lineCap
  }
}

/// A shape filled or stroked with a style.
public struct StyledShape<S: Shape>: View, PrimitiveView {
  public typealias Body = Never
  let shape: S
  let style: AnyShapeStyle
  let stroke: StrokeStyle?
  let insetsStroke: Bool

  func elements(in context: ResolveContext) -> [Element] {
    let inset = insetsStroke ? (stroke?.lineWidth ?? 0) / 2 : 0
    let shape = shape
    return [
      ShapeElement(
        path: { shape.path(in: $0.insetBy(dx: inset, dy: inset)) }, style: style, stroke: stroke, identity: context)
    ]
  }
}

extension Shape {
  public func fill(_ style: some ShapeStyle) -> some View {
    StyledShape(shape: self, style: AnyShapeStyle(style), stroke: nil, insetsStroke: false)
  }

  /// Along the outline, half of the width on either side. Open lines always have round caps.
  public func stroke(_ style: some ShapeStyle, lineWidth: Double = 1) -> some View {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
    StyledShape(shape: self, style: AnyShapeStyle(content), stroke: style, insetsStroke: false)
  }

  /// Inside the outline.
  public func strokeBorder(_ style: some ShapeStyle, lineWidth: Double = 1) -> some View {
    StyledShape(
      shape: self, style: AnyShapeStyle(style), stroke: StrokeStyle(lineWidth: lineWidth), insetsStroke: true)
  }

  public func strokeBorder(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
    StyledShape(shape: self, style: AnyShapeStyle(content), stroke: style, insetsStroke: true)
  }
}
