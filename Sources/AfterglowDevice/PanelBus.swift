import AfterglowCore

public enum BusError: Error, Equatable {
  /// spidev refused a transfer (EMSGSIZE when it is longer than bufsiz).
  case transfer(errno: Int32)
  /// A line could not be read or driven.
  case line(errno: Int32)
}

/// An e-paper controller's bus and lines: spidev and GPIO, or a simulated controller, or a recorder of either.
public protocol PanelBus: ~Copyable {
  /// Longest single transfer in bytes (spidev's `bufsiz`, 4096 unless raised at boot).
  var maximumTransferByteCount: Int { get }

  /// Clocks bytes out with D/C at the given level: low = command, high = data.
  mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError)

  /// Drives the active-low reset line.
  mutating func setReset(_ level: Bool) throws(BusError)

  /// Switches the panel's supply, where the board has a PWR line.
  mutating func setPower(_ isOn: Bool) throws(BusError)

  /// The electrical level of BUSY; what it means is the controller's business.
  mutating func busyLevel() throws(BusError) -> Bool

  /// Lets time pass: sleeps on real hardware, advances a simulated one. Returns the time afterwards.
  mutating func pause(milliseconds: Int32) -> MonotonicInstant

  mutating func now() -> MonotonicInstant

  /// Tells a simulated bus what time the loop has, so that intervals between refreshes are true in its time as well.
  /// Real buses share the loop's clock and do nothing.
  mutating func synchronise(with now: MonotonicInstant)
}

extension PanelBus where Self: ~Copyable {
  public mutating func synchronise(with now: MonotonicInstant) {}
}
