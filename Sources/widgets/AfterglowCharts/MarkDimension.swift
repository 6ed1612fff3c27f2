import Foundation

/// The thickness of a bar, or the radius of a sector.
public struct MarkDimension: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  enum Kind: Hashable {
    case automatic
    case fixed(Double)
    case ratio(Double)
    case inset(Double)
  }

  let kind: Kind

  init(kind: Kind) { self.kind = kind }
  public init(integerLiteral value: Int) { self = .fixed(CGFloat(value)) }
  public init(floatLiteral value: Double) { self = .fixed(value) }

  /// Two thirds of the distance between bars; the whole radius of a sector.
  public static let automatic = MarkDimension(kind: .automatic)
  /// A length in points.
  public static func fixed(_ points: CGFloat) -> MarkDimension { MarkDimension(kind: .fixed(points)) }
  /// A share of the whole, 0 to 1.
  public static func ratio(_ share: CGFloat) -> MarkDimension { MarkDimension(kind: .ratio(share)) }
  /// The whole, less this many points at each side.
  public static func inset(_ points: CGFloat) -> MarkDimension { MarkDimension(kind: .inset(points)) }

  /// In points; never below 0.
  ///
  /// - Parameter available: the distance between two bars, or the greatest radius.
  /// - Parameter sides: how often an inset is taken off: twice from a bar, once from a radius.
  func length(in available: Double, automatic: Double, sides: Double) -> Double {
    let length =
      switch kind {
      case .automatic: automatic
      case .fixed(let points): points
      case .ratio(let share): available * share
      case .inset(let points): available - sides * points
      }
    return length.isFinite ? max(0, length) : automatic
  }
}

/// How bars and areas at the same position are put together.
public enum MarkStackingMethod: Hashable, Sendable {
  /// One on top of the other, from zero; negative values downwards.
  case standard
  /// As shares of their sum, from 0 to 1.
  case normalized
  /// One on top of the other, around zero.
  case center
  /// Each from zero, the later ones in front.
  case unstacked
}
