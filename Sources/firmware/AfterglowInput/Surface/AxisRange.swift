/// The least and the greatest value of a device's axis (`struct input_absinfo`, EVIOCGABS).
public struct AxisRange: Equatable, Sendable, BitwiseCopyable {
  public var minimum: Int32
  public var maximum: Int32

  public init(minimum: Int32, maximum: Int32) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// An axis without values, as some drivers report it by mistake.
  public static var none: AxisRange { AxisRange(minimum: 0, maximum: 0) }

  /// Whether values of the axis are positions on a panel.
  public var isUsable: Bool { maximum > minimum }

  /// The middle of a value as a part of the axis. The range must be usable.
  func share(of value: Int32) -> AxisShare {
    let count = Int64(maximum) - Int64(minimum) + 1
    let doubled = 2 * (Int64(value) - Int64(minimum)) + 1
    let scaled = doubled * (AxisShare.one / 2)
    let quotient = scaled / count
    return AxisShare(limiting: scaled % count < 0 ? quotient - 1 : quotient)
  }
}
