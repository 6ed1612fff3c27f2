/// A request for another brightness of a panel, which holds until its light mode changes.
public enum BrightnessRequest: Equatable, Sendable, BitwiseCopyable {
  case up
  case down
  /// A share of the day's luminance of white, 1 to 100.
  case percent(UInt8)

  /// The request that an archive's action carries: 1 to 100 percent, −1 darker, −2 brighter. nil for any other number.
  public init?(argument: Int32) {
    switch argument {
    case -1: self = .down
    case -2: self = .up
    case 1...100: self = .percent(UInt8(truncatingIfNeeded: argument))
    default: return nil
    }
  }

  /// The number that an archive's action carries.
  public var argument: Int32 {
    switch self {
    case .down: -1
    case .up: -2
    case .percent(let share): Int32(share)
    }
  }
}
