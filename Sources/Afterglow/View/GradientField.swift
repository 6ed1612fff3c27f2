import Foundation

/// Colours that run round a point or away from it: no line of an archive's gradient, so the author bakes them into a picture of
/// the shape that they fill.
struct GradientField: Hashable, Codable, Sendable {
  enum Course: Hashable, Codable, Sendable {
    /// Points from the centre.
    case radial(from: Double, to: Double)
    /// Shares of each side of the shape's room.
    case elliptical(from: Double, to: Double)
    /// Clockwise from three o'clock.
    case angular(from: Angle, to: Angle)
  }

  /// Evenly spaced.
  var colors: [UInt32]
  var center: UnitPoint
  var course: Course
  /// Left and right exchanged.
  var isMirrored = false

  var mirrored: GradientField {
    var copy = self
    copy.center = center.mirrored
    copy.isMirrored.toggle()
    return copy
  }

  /// Share of the way from the first colour to the last at a point of a room, 0 to 1; both in points.
  func share(at point: Point, in room: Rect) -> Double {
    let dx = (point.x - room.minX - room.width * center.x) * (isMirrored ? -1 : 1)
    let dy = point.y - room.minY - room.height * center.y
    switch course {
    case .radial(let from, let to): return Self.share((dx * dx + dy * dy).squareRoot(), from, to)
    case .elliptical(let from, let to):
      let (x, y) = (dx / max(room.width, 1e-9), dy / max(room.height, 1e-9))
      return Self.share((x * x + y * y).squareRoot(), from, to)
    case .angular(let from, let to): return Self.share(Angle.radians(atan2(dy, dx)), from, to)
    }
  }

  private static func share(_ distance: Double, _ from: Double, _ to: Double) -> Double {
    if from == to { return distance < from ? 0 : 1 }
    return min(max((distance - from) / (to - from), 0), 1)
  }

  /// Where the turn is not whole, each end's colour reaches to the middle of the gap.
  private static func share(_ angle: Angle, _ from: Angle, _ to: Angle) -> Double {
    let span = min(abs(to.degrees - from.degrees), 360)
    let start = min(from.degrees, to.degrees)
    let turn = (angle.degrees - start).truncatingRemainder(dividingBy: 360)
    let way = turn < 0 ? turn + 360 : turn
    let share = way <= span && span > 0 ? way / span : way < span + (360 - span) / 2 ? 1 : 0
    return to.degrees < from.degrees ? 1 - share : share
  }
}

/// Colours from a point outwards, between two distances in points.
public struct RadialGradient: ShapeStyle, View, PrimitiveView {
  public typealias Body = Never
  let field: GradientField

  public init(gradient: Gradient, center: UnitPoint, startRadius: Double, endRadius: Double) {
    field = GradientField(
      colors: gradient.evenColors, center: center,
      course: .radial(from: startRadius.bounded, to: endRadius.bounded))
  }

  public init(colors: [Color], center: UnitPoint, startRadius: Double, endRadius: Double) {
    self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
  }

  public init(stops: [Gradient.Stop], center: UnitPoint, startRadius: Double, endRadius: Double) {
    self.init(gradient: Gradient(stops: stops), center: center, startRadius: startRadius, endRadius: endRadius)
  }

  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .field(field)) }
  func elements(in context: ResolveContext) -> [Element] { resolve(Rectangle().fill(self), in: context) }
}

/// Colours from a point outwards, as wide and as high as the shape's room: a half of it reaches the middle of each side.
public struct EllipticalGradient: ShapeStyle, View, PrimitiveView {
  public typealias Body = Never
  let field: GradientField

  public init(
    gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: Double = 0, endRadiusFraction: Double = 0.5
  ) {
    field = GradientField(
      colors: gradient.evenColors, center: center,
      course: .elliptical(from: startRadiusFraction.bounded, to: endRadiusFraction.bounded))
  }

  public init(
    colors: [Color], center: UnitPoint = .center, startRadiusFraction: Double = 0, endRadiusFraction: Double = 0.5
  ) {
    self.init(
      gradient: Gradient(colors: colors), center: center, startRadiusFraction: startRadiusFraction,
      endRadiusFraction: endRadiusFraction)
  }

  public init(
    stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: Double = 0,
    endRadiusFraction: Double = 0.5
  ) {
    self.init(
      gradient: Gradient(stops: stops), center: center, startRadiusFraction: startRadiusFraction,
      endRadiusFraction: endRadiusFraction)
  }

  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .field(field)) }
  func elements(in context: ResolveContext) -> [Element] { resolve(Rectangle().fill(self), in: context) }
}

/// Colours round a point, clockwise.
public struct AngularGradient: ShapeStyle, View, PrimitiveView {
  public typealias Body = Never
  let field: GradientField

  public init(gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero) {
    field = GradientField(
      colors: gradient.evenColors, center: center,
      course: .angular(
        from: .degrees(startAngle.degrees.bounded), to: .degrees(endAngle.degrees.bounded)))
  }

  public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.init(gradient: Gradient(colors: colors), center: center, startAngle: startAngle, endAngle: endAngle)
  }

  public init(stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.init(gradient: Gradient(stops: stops), center: center, startAngle: startAngle, endAngle: endAngle)
  }

  /// A whole turn from an angle on.
  public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {
    self.init(
      gradient: gradient, center: center, startAngle: angle, endAngle: .degrees(angle.degrees.bounded + 360))
  }

  public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
  }

  public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: Gradient(stops: stops), center: center, angle: angle)
  }

  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .field(field)) }
  func elements(in context: ResolveContext) -> [Element] { resolve(Rectangle().fill(self), in: context) }
}

extension Double {
  /// A radius or angle as far as one can be shown.
  fileprivate var bounded: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e6), 1e6) }
}

extension ShapeStyle where Self == RadialGradient {
  public static func radialGradient(
    _ gradient: Gradient, center: UnitPoint = .center, startRadius: Double = 0, endRadius: Double
  ) -> RadialGradient {
    RadialGradient(gradient: gradient, center: center, startRadius: startRadius, endRadius: endRadius)
  }

  public static func radialGradient(
    colors: [Color], center: UnitPoint = .center, startRadius: Double = 0, endRadius: Double
  ) -> RadialGradient {
    RadialGradient(colors: colors, center: center, startRadius: startRadius, endRadius: endRadius)
  }
}

extension ShapeStyle where Self == EllipticalGradient {
  public static func ellipticalGradient(
    _ gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: Double = 0,
    endRadiusFraction: Double = 0.5
  ) -> EllipticalGradient {
    EllipticalGradient(
      gradient: gradient, center: center, startRadiusFraction: startRadiusFraction,
      endRadiusFraction: endRadiusFraction)
  }

  public static func ellipticalGradient(
    colors: [Color], center: UnitPoint = .center, startRadiusFraction: Double = 0, endRadiusFraction: Double = 0.5
  ) -> EllipticalGradient {
    ellipticalGradient(
      Gradient(colors: colors), center: center, startRadiusFraction: startRadiusFraction,
      endRadiusFraction: endRadiusFraction)
  }
}

extension ShapeStyle where Self == AngularGradient {
  public static func angularGradient(
    _ gradient: Gradient, center: UnitPoint = .center, startAngle: Angle, endAngle: Angle
  ) -> AngularGradient {
    AngularGradient(gradient: gradient, center: center, startAngle: startAngle, endAngle: endAngle)
  }

  public static func angularGradient(
    colors: [Color], center: UnitPoint = .center, startAngle: Angle, endAngle: Angle
  ) -> AngularGradient {
    AngularGradient(colors: colors, center: center, startAngle: startAngle, endAngle: endAngle)
  }

  public static func conicGradient(
    _ gradient: Gradient, center: UnitPoint = .center, angle: Angle = .zero
  ) -> AngularGradient {
    AngularGradient(gradient: gradient, center: center, angle: angle)
  }

  public static func conicGradient(
    colors: [Color], center: UnitPoint = .center, angle: Angle = .zero
  ) -> AngularGradient {
    AngularGradient(colors: colors, center: center, angle: angle)
  }
}
