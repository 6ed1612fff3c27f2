import AfterglowCore

/// The quantity that a sensor measures, and the unit of its readings.
public enum SensorQuantity: Sendable {
  /// lux × 1000.
  case light
  /// Millimetres to the viewer (`in_distance`, in metres in the kernel).
  case distance
  /// Counts of reflected light or of a changed field, from a sensor without a distance scale: larger is nearer.
  case proximity

  /// The largest valid value in the quantity's unit; larger ones come from a broken scale or a register of ones.
  public var maximum: Int64 {
    switch self {
    case .light: Illuminance.maximum.millilux
    case .distance: ViewerDistance.maximumMm
    case .proximity: 0x7FFF_FFFF
    }
  }

  /// Decimal places of readings relative to the kernel's unit.
  var decimals: Int32 { self == .proximity ? 0 : 3 }

  /// Time between readings, in ms: shorter for an approaching viewer than for dusk.
  var intervalMs: Int64 { self == .light ? 1_000 : 500 }

  /// For messages.
  public var words: StaticString { self == .light ? "light sensor" : "distance sensor" }
}
