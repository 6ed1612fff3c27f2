/// Colours from a point outwards, between two distances in points. It is a picture in the archive, of at most two
/// million pixels; text gets its middle colour.
public struct RadialGradient: ShapeStyle, View, PrimitiveView {
  let field: GradientField

  /// - Parameter gradient: the colours, interpolated in linear light.
  /// - Parameter center: the centre, as fractions of the shape's frame.
  /// - Parameter startRadius: where the first colour ends, in points.
  /// - Parameter endRadius: where the last colour begins, in points.
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
}

/// Colours from a point outwards, in ellipses with the proportions of the shape's frame. It is a picture in the
/// archive, of at most two million pixels; text gets its middle colour.
public struct EllipticalGradient: ShapeStyle, View, PrimitiveView {
  let field: GradientField

  /// - Parameter gradient: the colours, interpolated in linear light.
  /// - Parameter center: the centre, as fractions of the shape's frame.
  /// - Parameter startRadiusFraction: where the first colour ends, as a fraction of the frame's sides.
  /// - Parameter endRadiusFraction: where the last colour begins; 0.5 from the centre reaches the middle of each side.
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
}

/// Colours clockwise around a point. It is a picture in the archive, of at most two million pixels; text gets its
/// middle colour.
public struct AngularGradient: ShapeStyle, View, PrimitiveView {
  let field: GradientField

  /// Colours between two angles; in the gap of an incomplete turn each end's colour extends to the middle.
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

  /// A full turn that starts at an angle.
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
}

extension Double {
  /// A radius or angle clamped to what can be shown.
  fileprivate var bounded: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e6), 1e6) }
}

extension ShapeStyle where Self == RadialGradient {
  /// Colours from a point outwards, between two distances in points.
  public static func radialGradient(
    _ gradient: Gradient, center: UnitPoint = .center, startRadius: Double = 0, endRadius: Double
  ) -> RadialGradient {
    RadialGradient(gradient: gradient, center: center, startRadius: startRadius, endRadius: endRadius)
  }

  /// Colours from a point outwards, between two distances in points.
  public static func radialGradient(
    colors: [Color], center: UnitPoint = .center, startRadius: Double = 0, endRadius: Double
  ) -> RadialGradient {
    RadialGradient(colors: colors, center: center, startRadius: startRadius, endRadius: endRadius)
  }
}

extension ShapeStyle where Self == EllipticalGradient {
  /// Colours from a point outwards, between two fractions of the frame's sides.
  public static func ellipticalGradient(
    _ gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: Double = 0,
    endRadiusFraction: Double = 0.5
  ) -> EllipticalGradient {
    EllipticalGradient(
      gradient: gradient, center: center, startRadiusFraction: startRadiusFraction,
      endRadiusFraction: endRadiusFraction)
  }

  /// Colours from a point outwards, between two fractions of the frame's sides.
  public static func ellipticalGradient(
    colors: [Color], center: UnitPoint = .center, startRadiusFraction: Double = 0, endRadiusFraction: Double = 0.5
  ) -> EllipticalGradient {
    ellipticalGradient(
      Gradient(colors: colors), center: center, startRadiusFraction: startRadiusFraction,
      endRadiusFraction: endRadiusFraction)
  }
}

extension ShapeStyle where Self == AngularGradient {
  /// Colours clockwise around a point, between two angles.
  public static func angularGradient(
    _ gradient: Gradient, center: UnitPoint = .center, startAngle: Angle, endAngle: Angle
  ) -> AngularGradient {
    AngularGradient(gradient: gradient, center: center, startAngle: startAngle, endAngle: endAngle)
  }

  /// Colours clockwise around a point, between two angles.
  public static func angularGradient(
    colors: [Color], center: UnitPoint = .center, startAngle: Angle, endAngle: Angle
  ) -> AngularGradient {
    AngularGradient(colors: colors, center: center, startAngle: startAngle, endAngle: endAngle)
  }

  /// A full turn of colours that starts at an angle.
  public static func conicGradient(
    _ gradient: Gradient, center: UnitPoint = .center, angle: Angle = .zero
  ) -> AngularGradient {
    AngularGradient(gradient: gradient, center: center, angle: angle)
  }

  /// A full turn of colours that starts at an angle.
  public static func conicGradient(
    colors: [Color], center: UnitPoint = .center, angle: Angle = .zero
  ) -> AngularGradient {
    AngularGradient(colors: colors, center: center, angle: angle)
  }
}
