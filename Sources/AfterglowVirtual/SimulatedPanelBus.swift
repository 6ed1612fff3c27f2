import AfterglowCore
import AfterglowDevice

/// A clock in real time, for a simulated panel in a running program.
public struct PanelTime {
  /// Monotonic time in ms.
  public var monotonicMs: @convention(c) () -> Int64

  public init(monotonicMs: @escaping @convention(c) () -> Int64) { self.monotonicMs = monotonicMs }
}

/// A bus to a simulated SSD1680.
///
/// Without a `PanelTime` its time is virtual: transfers advance it, and `synchronise` follows the loop's.
public struct SimulatedPanelBus: ~Copyable, PanelBus {
  // Neither is public: reading a noncopyable property from another module goes through a coroutine, whose frame is
  // allocated.
  var panel: SimulatedSSD1680
  /// Shows the panel to viewers, in the scene's orientation; updated whenever the panel changed.
  private var window: VirtualFramebuffer?
  private let rotation: Rotation
  private let realTime: PanelTime?
  private var shownGeneration: UInt64 = 0

  /// `rotation` is the board's; `window` has the scene's size, 250×122 for a rotation by 90° or 270°.
  public init(
    panel: consuming SimulatedSSD1680, window: consuming VirtualFramebuffer? = nil, rotation: Rotation = .none,
    realTime: PanelTime? = nil
  ) {
    self.panel = panel
    self.window = window
    self.rotation = rotation
    self.realTime = realTime
  }

  public var maximumTransferByteCount: Int { panel.settings.maximumTransferByteCount }

  /// Passes the bytes to the controller, as one transfer.
  ///
  /// - Throws: `BusError.transfer` with EMSGSIZE beyond `maximumTransferByteCount`, and with EIO after a command that
  ///   writes one-time memory.
  public mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    catchUp()
    if bytes.count > panel.settings.maximumTransferByteCount {
      panel.note(
        .transfer, expected: Int32(clamping: panel.settings.maximumTransferByteCount),
        found: Int32(clamping: bytes.count))
      // EMSGSIZE, as spidev returns.
      throw .transfer(errno: 90)
    }
    let durationUs = Int64(bytes.count) * 8_000_000 / Swift.max(1, panel.settings.clockHz)
    panel.advance(toUs: panel.nowUs + durationUs)
    // EIO: a controller that received the command to program its OTP accepts no further transfers.
    if !panel.receive(bytes, isData: isData) { throw .transfer(errno: 5) }
  }

  /// Never throws.
  public mutating func setReset(_ level: Bool) throws(BusError) {
    catchUp()
    panel.setReset(level)
  }

  /// Never throws.
  public mutating func setPower(_ isOn: Bool) throws(BusError) {
    catchUp()
    panel.setPower(isOn)
  }

  /// Never throws.
  public mutating func busyLevel() throws(BusError) -> Bool {
    catchUp()
    return panel.busyLevel()
  }

  public mutating func now() -> MonotonicInstant {
    catchUp()
    return MonotonicInstant(milliseconds: panel.nowUs / 1000)
  }

  public mutating func synchronise(with now: MonotonicInstant) {
    if realTime == nil { panel.advance(toUs: now.milliseconds &* 1000) }
    catchUp()
  }

  /// Advances the panel to real time, and copies its picture to the window.
  private mutating func catchUp() {
    if let realTime { panel.advance(toUs: realTime.monotonicMs() &* 1000) }
    if shownGeneration == panel.pixels.generation { return }
    shownGeneration = panel.pixels.generation
    guard var open = window.take() else { return }
    _ = panel.pixels.show(in: &open, rotation: rotation, at: MonotonicInstant(milliseconds: panel.nowUs / 1000))
    window = consume open
  }
}
