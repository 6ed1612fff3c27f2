import AfterglowCore
import AfterglowDevice

/// A bus onto a simulated SSD1680.
public struct SimulatedPanelBus: ~Copyable, PanelBus {
  public var panel: SimulatedSSD1680
  /// Where the glass is shown, so that viewers see it; written whenever it changed.
  public var window: VirtualFramebuffer?
  private var time = MonotonicInstant(milliseconds: 0)

  public init(panel: consuming SimulatedSSD1680, window: consuming VirtualFramebuffer? = nil) {
    self.panel = panel
    self.window = window
  }

  public var maximumTransferByteCount: Int { 4096 }
  public mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {}
  public mutating func setReset(_ level: Bool) throws(BusError) {}
  public mutating func setPower(_ isOn: Bool) throws(BusError) {}
  public mutating func busyLevel() throws(BusError) -> Bool { false }
  public mutating func pause(milliseconds: Int32) -> MonotonicInstant {
    time.milliseconds += Int64(milliseconds)
    return time
  }
  public mutating func now() -> MonotonicInstant { time }
}
