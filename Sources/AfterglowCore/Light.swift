/// Light that falls on the sensor, in thousandths of a lux, so that thresholds compare alike on every architecture.
public struct Illuminance: Equatable, Comparable, Sendable {
  public var millilux: Int64

  @inlinable
  public init(millilux: Int64) { self.millilux = millilux }

  @inlinable
  public static func < (a: Illuminance, b: Illuminance) -> Bool { a.millilux < b.millilux }
}

/// What a person, a key or a script asked for; `automatic` leaves it to the light sensor.
public enum ModeOverride: UInt8, Sendable {
  case automatic = 0
  case day = 1
  case night = 2
  case alwaysOn = 3
}
