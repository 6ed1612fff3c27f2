import Foundation

/// The board's state at one moment. What the kernel does not report is nil or empty, never 0.
struct SystemReading: Equatable, Sendable {
  /// The machine's memory, in bytes.
  struct Memory: Equatable, Sendable {
    var totalByteCount: Int64
    /// What programs can still use without swapping.
    var availableByteCount: Int64
    var usedShare: Double { totalByteCount > 0 ? 1 - Double(availableByteCount) / Double(totalByteCount) : 0 }
  }

  /// A file system, in bytes.
  struct Disk: Equatable, Sendable {
    var path: String
    var totalByteCount: Int64
    /// What an ordinary user can still write.
    var availableByteCount: Int64
    var usedShare: Double { totalByteCount > 0 ? 1 - Double(availableByteCount) / Double(totalByteCount) : 0 }
  }

  /// A network interface, except the loopback one.
  struct NetworkInterface: Equatable, Sendable {
    var name: String
    /// Whether a cable or a station is connected.
    var isUp: Bool
    var isWireless: Bool
    var receivedByteCount: Int64
    var sentByteCount: Int64
    /// dBm of the station's signal, where it is wireless.
    var signalLevel: Double?
  }

  /// The power supply. Raspberry Pis measure it; others report a battery only.
  struct Power: Equatable, Sendable {
    /// Less than the board needs, now.
    var isUnderVoltage: Bool?
    /// Less than the board needs, at some time since it was booted.
    var wasUnderVoltage: Bool?
    /// Slowed down because of heat or low voltage.
    var isThrottled: Bool?
    var isOnBattery: Bool?
    /// 0 to 1.
    var batteryShare: Double?
  }

  /// A fault of the supply.
  enum PowerTrouble: Sendable {
    /// Now, and since the start.
    case tooLow, wasLow
    /// The processor, because of low voltage or heat.
    case slowedDown
  }

  /// Of the processor, where its sensor is known; else of the hottest one.
  var temperatureCelsius: Double?
  var memory: Memory?
  var disks: [Disk] = []
  var interfaces: [NetworkInterface] = []
  /// Numbers of programs ready to run, averaged over 1, 5 and 15 minutes.
  var load: [Double] = []
  var processorCount = 1
  var uptimeSeconds: Double?
  var power = Power()
  /// The board's own name.
  var model: String?

  /// Load of the last minute by processor, 0 to 1 and beyond.
  var loadShare: Double? { load.first.map { $0 / Double(max(1, processorCount)) } }

  /// Whether any interface is connected; nil where there is none.
  var isConnected: Bool? { interfaces.isEmpty ? nil : interfaces.contains(where: \.isUp) }

  /// nil when nothing is wrong.
  var powerTrouble: PowerTrouble? {
    power.isUnderVoltage == true
      ? .tooLow : power.isThrottled == true ? .slowedDown : power.wasUnderVoltage == true ? .wasLow : nil
  }
}
