/// The wire of a video cable on which a monitor takes orders: I²C, address 0x37 (DDC/CI).
public protocol MonitorBus: ~Copyable {
  /// Finds the wire, or finds it again. Negative = −errno.
  mutating func connect() -> Int32

  /// Writes bytes to the monitor. Negative = −errno: nobody acknowledged, or there is no wire.
  mutating func send(_ bytes: UnsafeRawBufferPointer) -> Int32

  /// Reads as many bytes as there is room for. Negative = −errno.
  mutating func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Int32

  /// Lets time pass: monitors need it between messages.
  mutating func rest(milliseconds: Int32)
}
