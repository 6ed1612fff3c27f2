import AfterglowCore

/// How a simulated controller misbehaves (panels.md 8.1); a driver is tested against every one.
public enum SimulatedFault: UInt8, Sendable {
  case none, busyStuckHigh, busyStuckLow
  /// The BUSY line is not connected: it follows its bias, which reads idle.
  case busyUnconnected
  /// Everything takes three times as long, as in the cold.
  case slow
}

/// What the simulated controller is; every field has a sensible default.
public struct SimulatedPanelSettings: Sendable {
  public var fault: SimulatedFault = .none
  /// Our own drivers are held to `strict`; recorded traffic of others to replay (panels.md 8.6).
  public var isStrict = true
  /// Decides garbage in RAM and jitter of BUSY.
  public var seed: UInt64 = 1
  /// From a trigger to BUSY, 0 to 200 µs.
  public var busyLagUs: Int64 = 100
  public var temperatureCelsius: Int32 = 25
  /// spidev's limit for one transfer.
  public var maximumTransferByteCount = 4096

  public init() {}
}

/// An SSD1680 with the 122×250 glass of the 2.13" V4 panel (panels.md 2.1, 8 and 13).
public struct SimulatedSSD1680: ~Copyable {
  public static var size: PixelSize { PixelSize(width: 122, height: 250) }
  /// Memory to lend: both RAM planes and the glass.
  public static var byteCount: Int { 1 << 17 }

  public init(memory: UnsafeMutableRawBufferPointer, settings: SimulatedPanelSettings = .init()) {}
}
