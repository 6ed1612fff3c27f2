import AfterglowCore

/// Why a controller's bus failed; both cases carry the kernel's errno.
public enum BusError: Error, Equatable {
  /// spidev rejected a transfer (EMSGSIZE when it is longer than `bufsiz`).
  case transfer(errno: Int32)
  /// A line could not be read or driven.
  case line(errno: Int32)
}

/// An e-paper controller's bus and lines: spidev and GPIO, a simulated controller, or a recorder of either
/// (docs/panels/ssd1680.md, Bus).
public protocol PanelBus: ~Copyable {
  /// Longest single transfer in bytes (spidev's `bufsiz`, 4,096 unless raised at boot).
  var maximumTransferByteCount: Int { get }

  /// Whether `setPower` switches a supply: false without a PWR line.
  var switchesSupply: Bool { get }

  /// Clocks bytes out with D/C at the given level: low = command, high = data.
  ///
  /// - Throws: `BusError.line` when D/C cannot be driven, `BusError.transfer` when the transfer fails.
  mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError)

  /// Drives the active-low reset line.
  ///
  /// - Throws: `BusError.line`.
  mutating func setReset(_ level: Bool) throws(BusError)

  /// Switches the panel's supply, if the board has a PWR line.
  ///
  /// - Throws: `BusError.line`.
  mutating func setPower(_ isOn: Bool) throws(BusError)

  /// The electrical level of BUSY; its meaning depends on the controller.
  ///
  /// - Throws: `BusError.line`.
  mutating func busyLevel() throws(BusError) -> Bool

  /// A descriptor that is readable when BUSY may have changed since the last `busyLevel`; −1 = only looks show it.
  var busySignal: Int32 { get }

  /// The bus's time, against which timeouts are measured.
  mutating func now() -> MonotonicInstant

  /// Sets a simulated bus to the loop's time, so that intervals between refreshes are measured in it. Real buses share
  /// the loop's clock and do nothing.
  mutating func synchronise(with now: MonotonicInstant)
}

extension PanelBus where Self: ~Copyable {
  public var switchesSupply: Bool { true }
  public var busySignal: Int32 { -1 }
  public mutating func synchronise(with now: MonotonicInstant) {}
}
