/// Light that falls on the sensor, in thousandths of a lux, so that thresholds compare alike on every architecture.
public struct Illuminance: Equatable, Comparable, Sendable, BitwiseCopyable {
  public var millilux: Int64

  @inlinable
  public init(millilux: Int64) { self.millilux = millilux }

  @inlinable
  public static func < (a: Illuminance, b: Illuminance) -> Bool { a.millilux < b.millilux }
}

/// What a person, a key or a script asked for; `automatic` leaves it to the light sensor.
public enum ModeOverride: UInt8, Sendable, BitwiseCopyable {
  case automatic = 0
  case day = 1
  case night = 2
  case alwaysOn = 3
}

/// What hardware makes of a panel's white in the modes whose colours depend on it, in cd/m² × 1000. The colour stage makes
/// up for the rest.
public struct PanelWhite: Equatable, Sendable, BitwiseCopyable {
  /// White in always-on when no colour is changed, and what it is to be.
  public var alwaysOnMillinits: Int32
  public var alwaysOnWantedMillinits: Int32
  /// White at night when no colour is changed.
  public var nightMillinits: Int32

  public init(alwaysOnMillinits: Int32, alwaysOnWantedMillinits: Int32, nightMillinits: Int32) {
    self.alwaysOnMillinits = alwaysOnMillinits
    self.alwaysOnWantedMillinits = alwaysOnWantedMillinits
    self.nightMillinits = nightMillinits
  }
}
