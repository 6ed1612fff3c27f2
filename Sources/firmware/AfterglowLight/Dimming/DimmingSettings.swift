/// How the levels of a light relate to the light that they give.
public enum LevelScale: UInt8, Sendable {
  /// As the driver reports; if it does not, its levels are usually proportional to light and count as linear.
  case automatic = 0
  /// Proportional to light.
  case linear = 1
  /// Equal steps look equal: the level is a lightness (CIE L*).
  case perceptual = 2
}

/// How a board is dimmed. 32 bytes, the record of archives (docs/archive-format.md, DimmingSettings, 32 bytes).
public struct DimmingSettings: Equatable, Sendable, BitwiseCopyable {
  /// White by day, in cd/m² × 1000; 0 = all that the panel has.
  public var dayMillinits: Int32
  /// White in a room at the threshold of night, in cd/m² × 1000: the lower end of what follows the room's light.
  public var dimMillinits: Int32
  /// From this light on white is as bright as by day, in lux × 1000.
  public var fullMillilux: Int32
  /// The lowest backlight level that is used; −1 = 5 % of the highest, and never 0.
  public var minimumLevel: Int32
  /// What a monitor at brightness 0 gives, against its brightest, × 1000.
  public var monitorFloorPermille: Int32
  /// `LevelScale` of the backlight.
  public var scale: UInt8
  /// 1 = by day and in always-on the backlight follows the room's light; 0 = each mode has its own level.
  public var followsLight: UInt8
  public var reserved0: UInt16
  public var reserved1: UInt64

  public init() {
    dayMillinits = 0
    dimMillinits = 20_000
    fullMillilux = 500_000
    minimumLevel = -1
    monitorFloorPermille = 200
    scale = LevelScale.automatic.rawValue
    followsLight = 1
    reserved0 = 0
    reserved1 = 0
  }

  public var hasKnownKinds: Bool { LevelScale(rawValue: scale) != nil && followsLight <= 1 }

  /// Whether the numbers are in their ranges.
  public var isInRange: Bool {
    dayMillinits >= 0 && dimMillinits >= 1 && fullMillilux >= 1 && minimumLevel >= -1 && monitorFloorPermille >= 0
      && monitorFloorPermille <= 1000
  }

  public var hasZeroReserved: Bool { reserved0 == 0 && reserved1 == 0 }
}
