/// The I²C bus in a video cable, address 0x37, which controls a monitor (DDC/CI; docs/panels/monitor.md).
public protocol MonitorBus: ~Copyable {
  /// Finds the bus, or finds it again after an error. Negative = −errno.
  mutating func connect() -> Int32

  /// Writes bytes to the monitor. Negative = −errno: not acknowledged, or no bus.
  mutating func send(_ bytes: UnsafeRawBufferPointer) -> Int32

  /// Fills `bytes` from the monitor. Negative = −errno.
  mutating func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Int32

  /// Sleeps: monitors need pauses between messages (docs/panels/monitor.md).
  mutating func rest(milliseconds: Int32)
}
