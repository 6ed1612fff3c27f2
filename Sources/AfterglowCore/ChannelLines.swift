/// A function of a channel's encoded value, made of two straight lines that meet: the value times `slope`, and what of it
/// lies above `threshold` times `gain` on top. Vector units without tables and without floating point can follow it.
public struct ChannelLines: Equatable, Sendable, BitwiseCopyable {
  /// In 1/65536.
  public let slope: UInt16
  public let gain: UInt16
  /// In 1/256 of a code.
  public let threshold: UInt16

  @inlinable
  public init(slope: UInt16, gain: UInt16, threshold: UInt16) {
    self.slope = slope
    self.gain = gain
    self.threshold = threshold
  }

  /// Every code as it is: what the slope's last bit lacks, the gain makes up for.
  @inlinable public static var unchanged: ChannelLines { ChannelLines(slope: 65_535, gain: 256, threshold: 0) }
  /// Every code becomes 0.
  @inlinable public static var dark: ChannelLines { ChannelLines(slope: 0, gain: 0, threshold: 65_535) }

  /// Rounded down.
  @inlinable
  public func value(_ code: UInt8) -> UInt8 {
    let fine = UInt32(code) << 8
    let above = fine > UInt32(threshold) ? fine - UInt32(threshold) : 0
    return UInt8(truncatingIfNeeded: ((fine * UInt32(slope)) >> 16 + (above * UInt32(gain)) >> 16) >> 8)
  }
}
