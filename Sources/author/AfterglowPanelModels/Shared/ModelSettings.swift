/// A fault of a panel or of its wiring; drivers are tested with every one.
public enum PanelFault: String, CaseIterable, Sendable {
  case none
  case busyStuckHigh = "stuck-high"
  case busyStuckLow = "stuck-low"
  /// BUSY is not connected: it follows its bias.
  case busyAbsent = "absent"
  /// Everything takes three times as long, as in the cold.
  case slow
}

/// How a model judges and behaves; the defaults are those of a working panel.
public struct ModelSettings: Sendable {
  /// Whether every violation is an error, as for this project's own drivers. Otherwise recorded traffic of others is
  /// replayed, and what hardware tolerates is a warning (docs/panels/models.md, Modes).
  public var isStrict = true
  public var fault = PanelFault.none
  /// Seed of lost memory's noise and of BUSY's jitter.
  public var seed: UInt64 = 1
  /// From a trigger to BUSY, 0 to 200 µs.
  public var busyLagUs: Int64 = 100
  /// The panel's own temperature in °C.
  public var temperatureCelsius = 25
  /// The limit of one transfer in bytes, as spidev's `bufsiz`; nil = none.
  public var maximumTransferByteCount: Int? = 4096
  /// From the end of a full refresh to the start of the next, in s (docs/panels/models.md, Maker's limits).
  public var minimumIntervalSeconds: Int64 = 180
  /// Partial refreshes in a row before a full one is due (docs/panels/models.md, Maker's limits).
  public var ghostLimit = 5
  /// Whether a reset pulse fills an UltraChip controller's memory with noise: its makers promise memory only outside of
  /// deep sleep, but their own drivers rely on more.
  public var resetLosesMemory = false
  /// The level of BUSY while the supply is off or the line is not connected; nil = the controller's idle level.
  public var busyBias: Bool?

  public init() {}
}
