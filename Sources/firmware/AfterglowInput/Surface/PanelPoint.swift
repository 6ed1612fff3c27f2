/// A position on a panel in micrometres, from the upper left corner of the scene as a viewer sees it. Positions outside
/// the lit area are negative or beyond its size.
public struct PanelPoint: Equatable, Sendable, BitwiseCopyable {
  public var x: Int32
  public var y: Int32

  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  /// The way from this point to another, in µm. At most 1 km in each direction, so that products of two fit 64 bits.
  func way(to other: PanelPoint) -> PanelWay {
    PanelWay(x: PanelPoint.limited(Int64(other.x) - Int64(x)), y: PanelPoint.limited(Int64(other.y) - Int64(y)))
  }

  private static func limited(_ length: Int64) -> Int64 { Swift.max(-1_000_000_000, Swift.min(1_000_000_000, length)) }
}

/// A distance with its direction, in µm.
struct PanelWay: BitwiseCopyable {
  var x: Int64
  var y: Int64

  /// Square of the length, in µm².
  var squaredLength: Int64 { x * x + y * y }
}
