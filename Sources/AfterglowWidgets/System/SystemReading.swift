import Foundation

/// How the board itself is, at one moment. What the kernel does not tell is nil or empty, never 0.
struct SystemReading: Equatable, Sendable {
  struct Memory: Equatable, Sendable {
    var totalByteCount: Int64
    /// What programs could still have without swapping.
    var availableByteCount: Int64
    var usedShare: Double { totalByteCount > 0 ? 1 - Double(availableByteCount) / Double(totalByteCount) : 0 }
  }

  struct Disk: Equatable, Sendable {
    var path: String
    var totalByteCount: Int64
    /// What an ordinary user could still write.
    var availableByteCount: Int64
    var usedShare: Double { totalByteCount > 0 ? 1 - Double(availableByteCount) / Double(totalByteCount) : 0 }
  }

  struct NetworkInterface: Equatable, Sendable {
    var name: String
    /// Whether a cable or a station answers.
    var isUp: Bool
    var isWireless: Bool
    var receivedByteCount: Int64
    var sentByteCount: Int64
    /// dBm of the station's signal, where it is wireless.
    var signalLevel: Double?
  }

  /// What the supply is like. Raspberry Pis measure it; the others of these are known of a battery.
  struct Power: Equatable, Sendable {
    /// Less than the board needs, now.
    var isUnderVoltage: Bool?
    /// Less than the board needs, at some time since it was booted.
    var wasUnderVoltage: Bool?
    /// Slowed down, for heat or for want of power.
    var isThrottled: Bool?
    var isOnBattery: Bool?
    /// 0 to 1.
    var batteryShare: Double?
  }

  /// What is wrong with the supply.
  enum PowerTrouble: Sendable {
    /// Now, and since the start.
    case tooLow, wasLow
    /// The processor, for want of power or for heat.
    case slowedDown
  }

  /// Of the processor, where it is known which sensor that is; else of the hottest one.
  var temperatureCelsius: Double?
  var memory: Memory?
  var disks: [Disk] = []
  var interfaces: [NetworkInterface] = []
  /// Means over 1, 5 and 15 minutes of how many programs wanted to run.
  var load: [Double] = []
  var processorCount = 1
  var uptimeSeconds: Double?
  var power = Power()
  /// What the board calls itself.
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
