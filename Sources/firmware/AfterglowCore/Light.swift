/// Light that falls on the sensor, in thousandths of a lux: an integer, so that thresholds compare equally on every
/// architecture.
public struct Illuminance: Equatable, Comparable, Sendable, BitwiseCopyable {
  /// lux × 1000, 0 or more; sensors report up to some 100,000 lx (docs/rules.md, Typical light).
  public var millilux: Int64

  /// The most light that is believed, in whole lux: twice what the sun gives (docs/rules.md, Typical light). More comes
  /// from a broken scale or a register of ones, and no key or argument accepts it.
  public static var maximumLux: Int64 { 200_000 }
  /// `maximumLux` as an illuminance.
  public static var maximum: Illuminance { Illuminance(millilux: maximumLux * 1_000) }

  @inlinable
  public init(millilux: Int64) { self.millilux = millilux }

  @inlinable
  public static func < (a: Illuminance, b: Illuminance) -> Bool { a.millilux < b.millilux }
}

/// The distances of a viewer that are believed. Sensors, keys and arguments refuse what is farther.
public enum ViewerDistance {
  /// The largest distance, in whole metres.
  public static var maximumMetres: Int64 { 100 }
  /// The largest distance, in millimetres.
  public static var maximumMm: Int64 { maximumMetres * 1_000 }
}

/// The light mode that a person, a key or a script has requested.
public enum ModeOverride: UInt8, Sendable, BitwiseCopyable {
  /// The light sensor and the schedule decide.
  case automatic = 0
  case day = 1
  case night = 2
  case alwaysOn = 3
}

/// Luminance of the panel's white as the hardware dims it in the modes whose colours depend on it, in cd/m² × 1000. The
/// colour stage compensates for the difference from the wanted luminance.
public struct PanelWhite: Equatable, Sendable, BitwiseCopyable {
  /// White in always-on when no colour is changed.
  public var alwaysOnMillinits: Int32
  /// The wanted white in always-on.
  public var alwaysOnWantedMillinits: Int32
  /// White at night when no colour is changed.
  public var nightMillinits: Int32

  public init(alwaysOnMillinits: Int32, alwaysOnWantedMillinits: Int32, nightMillinits: Int32) {
    self.alwaysOnMillinits = alwaysOnMillinits
    self.alwaysOnWantedMillinits = alwaysOnWantedMillinits
    self.nightMillinits = nightMillinits
  }
}
