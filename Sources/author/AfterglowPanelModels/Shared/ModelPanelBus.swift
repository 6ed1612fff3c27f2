import AfterglowCore
import AfterglowDevice

/// A bus to a panel's model, in virtual time: transfers advance it, and `synchronise` follows the loop's.
public struct ModelPanelBus: ~Copyable, PanelBus {
  public let panel: SimulatedPanel
  /// Of the bus, at which a byte takes 2 µs.
  private static var clockHz: Int { 4_000_000 }

  public init(_ panel: SimulatedPanel) { self.panel = panel }

  public var maximumTransferByteCount: Int { 4_096 }

  /// - Throws: `BusError.transfer` with EMSGSIZE where the model's spidev refuses the length.
  public mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    panel.setDataCommand(isData)
    panel.setChipSelect(false)
    defer { panel.setChipSelect(true) }
    do throws(TransferTooLong) { try panel.write(bytes, hz: Self.clockHz) } catch { throw .transfer(errno: 90) }
    panel.advance(toUs: panel.nowUs + Int64(bytes.count) * 8_000_000 / Int64(Self.clockHz))
  }

  /// Never throws.
  public mutating func setReset(_ level: Bool) throws(BusError) { panel.setReset(level) }

  /// Never throws.
  public mutating func setPower(_ isOn: Bool) throws(BusError) { panel.setPower(isOn) }

  /// Never throws.
  public mutating func busyLevel() throws(BusError) -> Bool { panel.busyLevel() }

  public mutating func now() -> MonotonicInstant { MonotonicInstant(milliseconds: panel.nowUs / 1000) }

  public mutating func synchronise(with now: MonotonicInstant) { panel.advance(toUs: now.milliseconds &* 1000) }
}
