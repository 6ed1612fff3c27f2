import AfterglowCore
import AfterglowDistance

/// How a board's sensors are read. Stored as it is in archives: 48 bytes.
public struct SensorSettings: Equatable, Sendable, BitwiseCopyable {
  /// Lux × 10⁻⁶ for one count of the channel below; 0 = the sensor tells lux itself.
  public var microluxPerCount: Int64
  /// 0 none, 1 clear, 2 both, 3 white, 4 green, 5 without a name: which intensity the counts are of.
  public var intensityChannel: UInt8
  /// `DistanceSourceKind`.
  public var distanceSource: UInt8
  public var reserved0: UInt16
  /// How long a light holds that a board without a sensor of its own was told.
  public var externalValidMs: Int32
  /// Of a constant source.
  public var distanceMm: Int32
  /// The panel is simplified from here on outwards, in millimetres, or counts.
  public var simplifiedEnter: Int32
  /// It is no more from here on inwards.
  public var simplifiedLeave: Int32
  public var simplifiedEnterHoldMs: Int32
  public var simplifiedLeaveHoldMs: Int32
  /// How long a distance holds that such a board was told.
  public var externalDistanceValidMs: Int32
  /// Range in the strings section: name of the sensor of distance; empty = the first one.
  public var distanceDevice: RecordRange

  public init() {
    microluxPerCount = 0
    intensityChannel = 0
    distanceSource = 0
    reserved0 = 0
    externalValidMs = 600_000
    distanceMm = 0
    simplifiedEnter = 2_000
    simplifiedLeave = 1_500
    simplifiedEnterHoldMs = 3_000
    simplifiedLeaveHoldMs = 500
    externalDistanceValidMs = 600_000
    distanceDevice = .empty
  }

  public static var intensityChannelCount: UInt8 { 5 }
  /// A thousand lux a count: no chip is that blind.
  public static var maximumMicroluxPerCount: Int64 { 1_000_000_000 }
  private static var dayMs: Int32 { 86_400_000 }

  /// But for where the device's name stands.
  public func isSame(as other: SensorSettings) -> Bool {
    var mine = self
    mine.distanceDevice = other.distanceDevice
    return mine == other
  }

  public var distanceKind: DistanceSourceKind { DistanceSourceKind(rawValue: distanceSource) ?? .none }

  public var distance: DistanceSettings {
    DistanceSettings(
      kind: distanceKind, constantMm: distanceMm, enter: simplifiedEnter, leave: simplifiedLeave,
      enterHoldMs: simplifiedEnterHoldMs, leaveHoldMs: simplifiedLeaveHoldMs)
  }

  var hasZeroReserved: Bool { reserved0 == 0 }

  var isInRange: Bool { isLightInRange && isDistanceInRange }

  /// A count is worth something exactly where a channel is counted.
  private var isLightInRange: Bool {
    if externalValidMs < 1 || externalValidMs > SensorSettings.dayMs { return false }
    if intensityChannel > SensorSettings.intensityChannelCount { return false }
    if intensityChannel == 0 { return microluxPerCount == 0 }
    return microluxPerCount > 0 && microluxPerCount <= SensorSettings.maximumMicroluxPerCount
  }

  private var isDistanceInRange: Bool {
    if DistanceSourceKind(rawValue: distanceSource) == nil || distanceMm < 0 { return false }
    if externalDistanceValidMs < 1 || externalDistanceValidMs > SensorSettings.dayMs { return false }
    return distance.hasGap && simplifiedEnter >= 0 && simplifiedLeave >= 0 && isHold(simplifiedEnterHoldMs)
      && isHold(simplifiedLeaveHoldMs)
  }

  private func isHold(_ milliseconds: Int32) -> Bool { milliseconds >= 0 && milliseconds <= SensorSettings.dayMs }
}
