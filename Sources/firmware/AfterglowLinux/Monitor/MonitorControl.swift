import AfterglowDevice
import CLinux

/// Why a monitor's brightness cannot be read or set.
public enum MonitorError: Error, Equatable, Sendable {
  /// There is no I²C bus to it.
  case noWire(errno: Int32)
  /// It does not acknowledge its address.
  case bus(errno: Int32)
  /// It replies, but never with a complete and valid message.
  case noAnswer
  /// It has no adjustable brightness.
  case unsupported
  /// It accepted the value and then reported this other one.
  case disobeyed(UInt16)

  /// Writes the cause as a sentence.
  public func write(to text: inout TextWriter) {
    switch self {
    case .noWire(let errno):
      text.write(withoutRemedy: SystemError("open the monitor's I2C bus", errno: errno))
      text.write(errno == EACCES ? "; let the service's user belong to the group i2c" : "; is i2c-dev loaded?")
    case .bus(let errno): text.write(SystemError("reach the monitor by DDC/CI", errno: errno))
    case .noAnswer: text.write("the monitor's answers by DDC/CI are broken")
    case .unsupported: text.write("the monitor has no brightness that DDC/CI could set")
    case .disobeyed: text.write("the monitor does not keep the brightness that DDC/CI sets")
    }
  }
}

/// A monitor's brightness by DDC/CI (docs/panels/monitor.md): requests with the pauses that the standard requires,
/// retried because monitors and cables lose messages.
public struct MonitorControl<Bus: MonitorBus & ~Copyable>: ~Copyable {
  /// From a request to its reply, in ms. The standard requires 40; monitors take longer.
  public static var answerPauseMs: Int32 { 50 }
  /// After setting a value, in ms. The standard requires 50.
  public static var orderPauseMs: Int32 { 60 }
  /// Attempts per message, each 60 ms later than the previous one.
  public static var attempts: Int { 6 }

  public var bus: Bus

  public init(bus: consuming Bus) { self.bus = bus }

  /// Finds the monitor's bus.
  ///
  /// - Throws: `MonitorError.noWire`.
  public mutating func connect() throws(MonitorError) {
    let result = bus.connect()
    if result < 0 { throw .noWire(errno: -result) }
  }

  /// The current brightness, and the maximum, which is at least 1.
  ///
  /// - Throws: `MonitorError` after all attempts.
  public mutating func brightness() throws(MonitorError) -> (current: UInt16, maximum: UInt16) {
    var last = MonitorError.noAnswer
    for attempt in 0..<MonitorControl.attempts {
      // Longer each time: 0, 60, 120 … 300 ms more.
      bus.rest(milliseconds: Int32(attempt) * MonitorControl.orderPauseMs)
      do throws(MonitorError) {
        switch try ask() {
        case .value(let current, let maximum) where maximum > 0: return (Swift.min(current, maximum), maximum)
        case .value, .unsupported: last = .unsupported
        case .notReady, .broken: last = .noAnswer
        }
      } catch {
        last = error
      }
      // Some monitors report a supported control as unsupported while waking up, so only a second such reply counts.
      if last == .unsupported && attempt > 0 { throw last }
    }
    throw last
  }

  private mutating func ask() throws(MonitorError) -> DDCMessage.Reply {
    try send(DDCMessage.question(DDCMessage.brightness))
    bus.rest(milliseconds: MonitorControl.answerPauseMs)
    var bytes = InlineArray<11, UInt8>(repeating: 0)
    var reply = DDCMessage.Reply.broken
    var result: Int32 = 0
    withUnsafeMutableBytes(of: &bytes) { room in
      result = bus.receive(room)
      reply = DDCMessage.reply(UnsafeRawBufferPointer(room), to: DDCMessage.brightness)
    }
    if result < 0 { throw .bus(errno: -result) }
    return reply
  }

  private mutating func send(_ message: DDCMessage) throws(MonitorError) {
    let result = message.withBytes { bus.send($0) }
    if result < 0 { throw .bus(errno: -result) }
  }

  /// Sets the brightness and reads it back. Written once unless an attempt fails.
  ///
  /// - Throws: `MonitorError` after all attempts.
  public mutating func setBrightness(_ value: UInt16) throws(MonitorError) {
    var last = MonitorError.noAnswer
    for attempt in 0..<3 {
      bus.rest(milliseconds: Int32(attempt) * 4 * MonitorControl.orderPauseMs)
      do throws(MonitorError) {
        try send(DDCMessage.order(DDCMessage.brightness, value))
        bus.rest(milliseconds: MonitorControl.orderPauseMs)
        let now = try brightness().current
        if now == value { return }
        last = .disobeyed(now)
      } catch {
        last = error
      }
    }
    throw last
  }
}
