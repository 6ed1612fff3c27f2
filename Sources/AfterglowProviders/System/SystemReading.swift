import Foundation

/// How the board itself is, at one moment. What the kernel does not tell is nil or empty, never 0.
public struct SystemReading: Equatable, Sendable {
  public struct Memory: Equatable, Sendable {
    public var totalByteCount: Int64
    /// What programs could still have without swapping.
    public var availableByteCount: Int64
    public var usedShare: Double { totalByteCount > 0 ? 1 - Double(availableByteCount) / Double(totalByteCount) : 0 }
  }

  public struct Disk: Equatable, Sendable {
    public var path: String
    public var totalByteCount: Int64
    /// What an ordinary user could still write.
    public var availableByteCount: Int64
    public var usedShare: Double { totalByteCount > 0 ? 1 - Double(availableByteCount) / Double(totalByteCount) : 0 }
  }

  public struct NetworkInterface: Equatable, Sendable {
    public var name: String
    /// Whether a cable or a station answers.
    public var isUp: Bool
    public var isWireless: Bool
    public var receivedByteCount: Int64
    public var sentByteCount: Int64
    /// dBm of the station's signal, where it is wireless.
    public var signalLevel: Double?
  }

  /// What the supply is like. Raspberry Pis measure it; the others of these are known of a battery.
  public struct Power: Equatable, Sendable {
    /// Less than the board needs, now.
    public var isUnderVoltage: Bool?
    /// Less than the board needs, at some time since it was booted.
    public var wasUnderVoltage: Bool?
    /// Slowed down, for heat or for want of power.
    public var isThrottled: Bool?
    public var isOnBattery: Bool?
    /// 0 to 1.
    public var batteryShare: Double?
  }

  /// Of the processor, where it is known which sensor that is; else of the hottest one.
  public var temperatureCelsius: Double?
  public var memory: Memory?
  public var disks: [Disk]
  public var interfaces: [NetworkInterface]
  /// Means over 1, 5 and 15 minutes of how many programs wanted to run.
  public var load: [Double]
  public var processorCount: Int
  /// Ticks since boot, for `usage(since:)`.
  public var busyTicks: Int64?
  public var allTicks: Int64?
  public var uptimeSeconds: Double?
  public var power: Power
  /// What the board calls itself.
  public var model: String?

  /// The share of the processors' time that was used since an earlier reading; nil when no time has gone by.
  public func usage(since earlier: SystemReading) -> Double? {
    guard let busyTicks, let allTicks, let busyBefore = earlier.busyTicks, let allBefore = earlier.allTicks,
      allTicks > allBefore, busyTicks >= busyBefore
    else { return nil }
    return min(1, Double(busyTicks - busyBefore) / Double(allTicks - allBefore))
  }

  /// Bytes a second that an interface received and sent since an earlier reading; nil when it was set up anew between.
  public func rate(
    of interface: String, since earlier: SystemReading
  ) -> (receivedPerSecond: Double, sentPerSecond: Double)? {
    guard let now = interfaces.first(where: { $0.name == interface }),
      let before = earlier.interfaces.first(where: { $0.name == interface }), let end = uptimeSeconds,
      let start = earlier.uptimeSeconds, end > start, now.receivedByteCount >= before.receivedByteCount,
      now.sentByteCount >= before.sentByteCount
    else { return nil }
    let seconds = end - start
    return (
      Double(now.receivedByteCount - before.receivedByteCount) / seconds,
      Double(now.sentByteCount - before.sentByteCount) / seconds
    )
  }
}
