import AfterglowCore

/// What decides a panel's mode besides the light itself. 88 bytes, the record of archives (docs/archive-format.md,
/// LightRules, 88 bytes).
public struct LightRules: Sendable, BitwiseCopyable {
  public var schedule: LightSchedule
  /// How long a touch, a key or a motion wakes the panel from always-on, in ms; 0 = not at all.
  public var wakeMs: Int32
  /// What a day's picture adds to the sensor's reading in a black room, by the board file: lux × 1000. It is measured
  /// again at each change of mode (`OwnLight`).
  public var ownMillilux: Int32
  public var reserved: UInt64

  public init() {
    schedule = LightSchedule()
    wakeMs = 30_000
    ownMillilux = 0
    reserved = 0
  }

  /// Whether the numbers other than the schedule are in their ranges.
  public var isInRange: Bool { HoldTime.isValid(wakeMs) && ownMillilux >= 0 }

  public var hasZeroReserved: Bool { reserved == 0 }

  /// Whether presence ends always-on: not under a request, and not where it wakes nothing.
  public static func presenceWakes(under override: ModeOverride, forMs wakeMs: Int64) -> Bool {
    override == .automatic && wakeMs > 0
  }

  /// Equal except for the index of the schedule's zone, which differs between archives of one board.
  public func isSame(as other: LightRules) -> Bool {
    schedule.hasSamePeriods(as: other.schedule) && wakeMs == other.wakeMs && ownMillilux == other.ownMillilux
  }
}
