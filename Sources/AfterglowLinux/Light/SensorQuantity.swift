/// What a sensor of the kernel measures, and in which whole units its readings are told.
public enum SensorQuantity: Sendable {
  /// Millilux.
  case light
  /// Millimetres to whoever stands before the panel (`in_distance`, which the kernel has in metres).
  case distance
  /// Counts of reflected light or of a changed field, of a sensor that knows no distance: more are nearer.
  case proximity

  /// What exceeds it is a broken scale or a register of ones.
  public var maximum: Int64 {
    switch self {
    case .light: IIOSensor.maximumMillilux
    case .distance: 100_000
    case .proximity: 0x7FFF_FFFF
    }
  }

  /// Readings have this many decimals in the kernel's unit.
  var decimals: Int32 { self == .proximity ? 0 : 3 }

  /// A person who comes near does not want to wait as long as an evening.
  var intervalMs: Int64 { self == .light ? 1_000 : 500 }

  public var words: StaticString { self == .light ? "light sensor" : "distance sensor" }
}
