import AfterglowCore
import AfterglowPictures

/// Colours and their positions along a gradient, interpolated in linear light. SwiftUI interpolates sRGB-encoded
/// values, which is darker between saturated colours.
public struct Gradient: Hashable, Sendable {
  /// A colour at a position of a gradient.
  public struct Stop: Hashable, Sendable {
    public var color: Color
    /// A fraction of the length: 0 is the start, 1 the end.
    public var location: Double

    public init(color: Color, location: Double) {
      self.color = color
      self.location = location
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(color.argb)
      hasher.combine(location)
    }
  }

  /// In ascending order of their locations. The first colour extends before the first stop, the last one after the
  /// last.
  public var stops: [Stop]

  public init(stops: [Stop]) { self.stops = stops }

  /// Colours at equal distances.
  public init(colors: [Color]) {
    let last = Double(max(1, colors.count - 1))
    stops = colors.enumerated().map { Stop(color: $1, location: Double($0) / last) }
  }

  /// Evenly spaced, as stored in archives: unchanged if they are evenly spaced already, otherwise sampled at 64
  /// positions.
  var evenColors: [UInt32] {
    let last = Double(max(1, stops.count - 1))
    if stops.enumerated().allSatisfy({ abs($1.location - Double($0) / last) < 1e-9 }) { return stops.map(\.color.argb) }
    return (0..<64).map { color(at: Double($0) / 63) }
  }

  /// Interpolated in linear light; the end colours extend beyond the stops.
  package func color(at location: Double, mix: (UInt32, UInt32, Double) -> UInt32 = LinearLight.mix) -> UInt32 {
    guard let next = stops.firstIndex(where: { $0.location >= location }) else { return stops.last?.color.argb ?? 0 }
    if next == 0 || stops[next].location == location { return stops[next].color.argb }
    let (a, b) = (stops[next - 1], stops[next])
    let share = (location - a.location) / (b.location - a.location)
    return mix(a.color.argb, b.color.argb, share)
  }
}

/// From the top to the bottom if no line is set.
extension Gradient: ShapeStyle {
  /// A linear gradient from the top to the bottom.
  public var erased: AnyShapeStyle { LinearGradient(gradient: self, startPoint: .top, endPoint: .bottom).erased }
}

/// Colours along a line between two points of the shape. As a view it fills its frame.
public struct LinearGradient: ShapeStyle, View, PrimitiveView {
  let gradient: Gradient
  let startPoint: UnitPoint
  let endPoint: UnitPoint

  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    self.gradient = gradient
    self.startPoint = startPoint
    self.endPoint = endPoint
  }

  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }

  public var erased: AnyShapeStyle {
    AnyShapeStyle(storage: .gradient(gradient.evenColors, start: startPoint, end: endPoint))
  }
}

/// A gradient from the top to the bottom of a shape, such as `Color.gradient`.
public struct AnyGradient: ShapeStyle, View, PrimitiveView, Hashable {
  let gradient: Gradient

  public init(_ gradient: Gradient) { self.gradient = gradient }

  public var erased: AnyShapeStyle {
    LinearGradient(gradient: gradient, startPoint: .top, endPoint: .bottom).erased
  }
}

extension Color {
  /// A gentle gradient: from the colour mixed with a fifth of white, at the top, to the colour itself.
  public var gradient: AnyGradient {
    let light = LinearLight.mix(argb, UInt32(alpha) << 24 | 0xFF_FFFF, 0.2)
    return AnyGradient(Gradient(colors: [Color(argb: light), self]))
  }
}

extension ShapeStyle where Self == LinearGradient {
  /// Colours along a line between two points of the shape.
  public static func linearGradient(
    colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
  }

  /// Colours along a line between two points of the shape.
  public static func linearGradient(
    stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(stops: stops, startPoint: startPoint, endPoint: endPoint)
  }

  /// Colours along a line between two points of the shape.
  public static func linearGradient(_ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) -> LinearGradient
  {
    LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
  }
}
