/// A position in points, the unit of layout. Points are never pixels: a panel has its own number of pixels per point.
public struct Point: Equatable, Hashable, Codable, Sendable {
  /// Grows to the right.
  public var x: Double
  /// Grows downwards.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)
}

/// Width and height in points.
public struct Size: Equatable, Hashable, Codable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points; y grows downwards.
public struct Rect: Equatable, Hashable, Codable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// Width and height.
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The x coordinate of the centre.
  public var midX: Double { origin.x + size.width / 2 }
  /// The y coordinate of the centre.
  public var midY: Double { origin.y + size.height / 2 }
  public var width: Double { size.width }
  public var height: Double { size.height }
  /// The point halfway between opposite corners.
  public var center: Point { Point(x: midX, y: midY) }

  /// The rectangle inset by `dx` on the left and right and by `dy` at the top and bottom; negative distances enlarge
  /// it. Its size is never below zero.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }
}

/// Distances from the four edges in points. Leading is left, or right where the layout runs from right to left.
public struct EdgeInsets: Equatable, Hashable, Codable, Sendable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the leading edge.
  public var leading: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the trailing edge.
  public var trailing: Double

  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// 11 points on all edges: the margin of platters, circles and buttons inside a widget (docs/rules.md, rule 8).
  public static let grouping = EdgeInsets(all: 11)

  package var horizontal: Double { leading + trailing }
  package var vertical: Double { top + bottom }

  /// Insets of one distance from all edges.
  public init(all inset: Double) { self.init(top: inset, leading: inset, bottom: inset, trailing: inset) }
}

/// A direction of layout.
public enum Axis: Hashable, Sendable {
  case horizontal, vertical

  /// None, one or both axes.
  public struct Set: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
  }
}

/// One edge of a rectangle.
public enum Edge: Sendable {
  case top, leading, bottom, trailing

  /// Any number of edges.
  public struct Set: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let top = Set(rawValue: 1)
    public static let leading = Set(rawValue: 2)
    public static let bottom = Set(rawValue: 4)
    public static let trailing = Set(rawValue: 8)
    /// The leading and trailing edges.
    public static let horizontal: Set = [.leading, .trailing]
    /// The top and bottom edges.
    public static let vertical: Set = [.top, .bottom]
    /// All four edges.
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// An angle. 0 points to three o'clock, and angles grow clockwise, because y grows downwards.
public struct Angle: Equatable, Hashable, Codable, Sendable {
  /// The angle in degrees; 360 are a full turn.
  public var degrees: Double

  /// Makes an angle from degrees.
  public init(degrees: Double) { self.degrees = degrees }
  /// Makes an angle from radians.
  public init(radians: Double) { degrees = radians * 180 / .pi }

  /// The angle in radians.
  public var radians: Double {
    get { degrees * .pi / 180 }
    set { degrees = newValue * 180 / .pi }
  }
  public static func degrees(_ value: Double) -> Angle { Angle(degrees: value) }
  public static func radians(_ value: Double) -> Angle { Angle(radians: value) }
  /// A fraction of a full circle: 0.25 is a quarter turn. SwiftUI has no such unit.
  public static func turns(_ value: Double) -> Angle { Angle(degrees: value * 360) }
  public static let zero = Angle(degrees: 0)
}

extension Angle: Comparable {
  public static func < (one: Angle, other: Angle) -> Bool { one.degrees < other.degrees }
  public static func + (one: Angle, other: Angle) -> Angle { Angle(degrees: one.degrees + other.degrees) }
  public static func - (one: Angle, other: Angle) -> Angle { Angle(degrees: one.degrees - other.degrees) }
  public static func * (angle: Angle, factor: Double) -> Angle { Angle(degrees: angle.degrees * factor) }
  public static func / (angle: Angle, divisor: Double) -> Angle { Angle(degrees: angle.degrees / divisor) }
  public static func += (angle: inout Angle, other: Angle) { angle = angle + other }
  public static func -= (angle: inout Angle, other: Angle) { angle = angle - other }
  public static func *= (angle: inout Angle, factor: Double) { angle = angle * factor }
  public static func /= (angle: inout Angle, divisor: Double) { angle = angle / divisor }
  public static prefix func - (angle: Angle) -> Angle { Angle(degrees: -angle.degrees) }
}

/// A position in a rectangle as fractions of its sides: (0, 0) is the top left corner, (1, 1) the bottom right one.
/// Values outside of 0…1 lie outside of the rectangle.
public struct UnitPoint: Equatable, Hashable, Codable, Sendable {
  /// Fraction of the width; gradients and anchors are mirrored where the layout runs from right to left.
  public var x: Double
  /// Fraction of the height, from the top.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  package var mirrored: UnitPoint { UnitPoint(x: 1 - x, y: y) }

  public static let topLeading = UnitPoint(x: 0, y: 0)
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  public static let leading = UnitPoint(x: 0, y: 0.5)
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
