import Foundation

/// Areas of paths joined with and cut out of each other, by the rule of non-zero winding. The time grows with the square of
/// the number of points.
extension Path {
  /// Returns the part of the area that lies outside of another one.
  public func subtracting(_ other: Path, eoFill: Bool = false) -> Path { subtracted(other) }

  func subtracted(_ other: Path) -> Path { PathDifference(fronts: [other]).area(of: self) }

  /// Returns the part of the area that lies in another one, too.
  public func intersection(_ other: Path, eoFill: Bool = false) -> Path { subtracted(subtracted(other)) }

  /// Both areas.
  public func union(_ other: Path, eoFill: Bool = false) -> Path {
    Path(contours: subtracted(other).contours + other.contours)
  }

  /// Returns the parts that lie in one of both areas only.
  public func symmetricDifference(_ other: Path, eoFill: Bool = false) -> Path {
    Path(contours: subtracted(other).contours + other.subtracted(self).contours)
  }
}

/// Two shapes joined, made by `union(_:)`, `subtracting(_:)`, `intersection(_:)` and `symmetricDifference(_:)`.
public struct CombinedShape<First: Shape, Second: Shape>: Shape, PrimitiveShape {
  let first: First
  let second: Second
  let combine: (Path, Path) -> Path

  package func path(in rect: Rect) -> Path { combine(first.path(in: rect), second.path(in: rect)) }
}

extension Shape {
  public func subtracting<Other: Shape>(_ other: Other, eoFill: Bool = false) -> CombinedShape<Self, Other> {
    CombinedShape(first: self, second: other) { $0.subtracting($1) }
  }

  public func intersection<Other: Shape>(_ other: Other, eoFill: Bool = false) -> CombinedShape<Self, Other> {
    CombinedShape(first: self, second: other) { $0.intersection($1) }
  }

  public func union<Other: Shape>(_ other: Other, eoFill: Bool = false) -> CombinedShape<Self, Other> {
    CombinedShape(first: self, second: other) { $0.union($1) }
  }

  public func symmetricDifference<Other: Shape>(_ other: Other, eoFill: Bool = false) -> CombinedShape<Self, Other> {
    CombinedShape(first: self, second: other) { $0.symmetricDifference($1) }
  }
}
