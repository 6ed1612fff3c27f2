import AfterglowCore
import AfterglowLight

/// How a board's sensors are read. 48 bytes, the record of archives (docs/archive-format.md, SensorSettings, 48 bytes).
public struct SensorSettings: Equatable, Sendable, BitwiseCopyable {
  /// Lux × 10⁻⁶ for one count of the channel below, at most 10⁹; 0 = the sensor reports lux itself.
  public var microluxPerCount: Int64
  /// The channel that is counted: 0 none, 1 clear, 2 both, 3 white, 4 green, 5 without a name.
  public var intensityChannel: UInt8
  /// `DistanceSourceKind`.
  public var distanceSource: UInt8
  public var reserved0: UInt16
  /// How long a reported light level is valid if the board has no sensor, in ms, 1 to a day.
  public var externalValidMs: Int32
  /// Of a constant source, in mm.
  public var distanceMm: Int32
  /// The panel is simplified from here on outwards, in millimetres, or counts.
  public var simplifiedEnter: Int32
  /// No longer simplified from here on inwards, in the same unit; below `simplifiedEnter`, for counts above it.
  public var simplifiedLeave: Int32
  /// How long the limit must be passed, in ms, 0 to a day; so for `simplifiedLeaveHoldMs`.
  public var simplifiedEnterHoldMs: Int32
  public var simplifiedLeaveHoldMs: Int32
  /// How long a reported distance is valid if the board has no sensor, in ms, 1 to a day.
  public var externalDistanceValidMs: Int32
  /// Range in the strings section: the distance sensor's name; empty = the first one found.
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

  /// The highest number of `intensityChannel`.
  public static var intensityChannelCount: UInt8 { 5 }
  /// 1,000 lx a count: no chip is less sensitive.
  public static var maximumMicroluxPerCount: Int64 { 1_000_000_000 }

  /// Whether both are equal, disregarding where the device's name is stored.
  public func isSame(as other: SensorSettings) -> Bool {
    var mine = self
    mine.distanceDevice = other.distanceDevice
    return mine == other
  }

  /// `distanceSource` as a value; unknown numbers read as `none`.
  public var distanceKind: DistanceSourceKind { DistanceSourceKind(rawValue: distanceSource) ?? .none }

  /// The limits for `DetailState`.
  public var distance: DistanceSettings {
    DistanceSettings(
      kind: distanceKind, constantMm: distanceMm, enter: simplifiedEnter, leave: simplifiedLeave,
      enterHoldMs: simplifiedEnterHoldMs, leaveHoldMs: simplifiedLeaveHoldMs)
  }

  var hasZeroReserved: Bool { reserved0 == 0 }

  var isInRange: Bool { isLightInRange && isDistanceInRange }

  /// A factor is set exactly where a channel is counted.
  private var isLightInRange: Bool {
    if externalValidMs < 1 || externalValidMs > HoldTime.longestMs { return false }
    if intensityChannel > SensorSettings.intensityChannelCount { return false }
    if intensityChannel == 0 { return microluxPerCount == 0 }
    return microluxPerCount > 0 && microluxPerCount <= SensorSettings.maximumMicroluxPerCount
  }

  private var isDistanceInRange: Bool {
    if DistanceSourceKind(rawValue: distanceSource) == nil || distanceMm < 0 { return false }
    if externalDistanceValidMs < 1 || externalDistanceValidMs > HoldTime.longestMs { return false }
    return distance.hasGap && simplifiedEnter >= 0 && simplifiedLeave >= 0
      && HoldTime.isValid(simplifiedEnterHoldMs) && HoldTime.isValid(simplifiedLeaveHoldMs)
  }
}
