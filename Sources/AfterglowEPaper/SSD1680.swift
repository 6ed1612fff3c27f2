import AfterglowCore
import AfterglowDevice

/// The SSD1680 with the 122×250 panel of the 2.13" V4 (docs/panels/ssd1680.md), full refresh only.
///
/// Scenes are 250×122: the board's rotation is applied while encoding. Between refreshes the controller is in deep
/// sleep with its high voltage off; each refresh wakes it by reset and writes every register again. Every wait has a
/// limit (docs/panels/ssd1680.md, Times).
public struct SSD1680<Bus: PanelBus & ~Copyable>: ~Copyable, Display {
  /// Bytes of memory that `init` needs: the back buffer and the picture on the panel.
  public static var byteCount: Int { 2 * planeByteCount }

  static var planeByteCount: Int { rowByteCount * 250 }
  static var rowByteCount: Int { 16 }

  /// The maker requires a refresh every 24 hours (docs/panels/ssd1680.md, Maker's limits); the hour less is a margin
  /// for a loop that wakes rarely.
  static var longestRestMs: Int64 { 23 * 3_600_000 }

  var bus: Bus
  private let back: UnsafeMutablePointer<UInt8>
  private let shown: UnsafeMutablePointer<UInt8>
  /// False at start and after any failure: the content of the panel is unknown.
  private var isShownKnown = false
  private let minimumRefreshIntervalMs: Int64
  /// In the loop's time; nil before the first refresh.
  private var lastRefreshEnd: MonotonicInstant?
  private var isSupplied = false

  /// Takes ownership of the bus; makes no transfer yet.
  ///
  /// - Parameters:
  ///   - memory: at least `byteCount` bytes, which stay valid.
  ///   - minimumRefreshIntervalMs: from the end of a refresh to the start of the next. Below 180,000 it violates the
  ///     maker's limit (docs/panels/ssd1680.md, Maker's limits), which only an explicit key of a board does (law 8).
  public init(bus: consuming Bus, memory: UnsafeMutableRawBufferPointer, minimumRefreshIntervalMs: Int64 = 180_000) {
    precondition(memory.count >= Self.byteCount && minimumRefreshIntervalMs >= 0)
    self.bus = bus
    back = memory.baseAddress!.bindMemory(to: UInt8.self, capacity: Self.byteCount)
    shown = back + Self.planeByteCount
    back.update(repeating: 0xFF, count: Self.byteCount)
    self.minimumRefreshIntervalMs = minimumRefreshIntervalMs
  }

  public var properties: DisplayProperties {
    DisplayProperties(
      size: PixelSize(width: 122, height: 250), format: .mono1, isEmissive: false, bufferAge: 1,
      minimumRefreshIntervalMs: minimumRefreshIntervalMs)
  }

  public mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    body(BackBuffer(base: UnsafeMutableRawPointer(back), strideBytes: Self.rowByteCount))
  }

  /// Shows the back buffer with one full refresh, about 2 s. A frame that is already on the panel costs nothing, except
  /// for the maker's refresh every 24 hours. Damage is ignored, because a refresh drives the whole panel.
  ///
  /// - Throws: `DisplayError.tooEarly` before `earliestPresent`, `busyTimeout` when BUSY does not change as expected
  ///   (docs/panels/ssd1680.md, Failures), `bus` or `lost` when the bus fails.
  public mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    bus.synchronise(with: now)
    whitenPadding()
    if isShownKnown && !differs() && !isRefreshOverdue(at: now) { return }
    let earliest = earliestPresent(after: now)
    if now < earliest { throw .tooEarly(earliest: earliest) }
    let start = bus.now()
    isShownKnown = false
    var failure: DisplayError?
    do throws(DisplayError) { try refresh() } catch { failure = error }
    if case .busyTimeout? = failure {
      // `refresh` starts with a reset, which clears the failure.
      failure = nil
      do throws(DisplayError) { try refresh() } catch { failure = error }
    }
    if let failure {
      leaveSafe()
      lastRefreshEnd = MonotonicInstant(milliseconds: now.milliseconds + (bus.now().milliseconds - start.milliseconds))
      throw failure
    }
    shown.update(from: back, count: Self.planeByteCount)
    isShownKnown = true
    lastRefreshEnd = MonotonicInstant(milliseconds: now.milliseconds + (bus.now().milliseconds - start.milliseconds))
  }

  public func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant {
    guard let lastRefreshEnd else { return now }
    let earliest = MonotonicInstant(milliseconds: lastRefreshEnd.milliseconds + minimumRefreshIntervalMs)
    return Swift.max(now, earliest)
  }

  /// Switches the supply off; the controller is in deep sleep already. The picture stays on the panel.
  public mutating func close() {
    if !isSupplied { return }
    _ = bus.pause(milliseconds: SSD1680Timing.supplyOffMs)
    restLines()
  }

  // MARK: the picture

  /// Sets the six padding bits of each row's last byte to white; black ones would darken the edge.
  private func whitenPadding() {
    for row in 0..<250 { back[row * Self.rowByteCount + 15] |= 0x3F }
  }

  private func differs() -> Bool {
    for index in 0..<Self.planeByteCount where back[index] != shown[index] { return true }
    return false
  }

  private func isRefreshOverdue(at now: MonotonicInstant) -> Bool {
    guard let lastRefreshEnd else { return true }
    return now.milliseconds - lastRefreshEnd.milliseconds >= Self.longestRestMs
  }

  // MARK: sequences

  private mutating func refresh() throws(DisplayError) {
    try wake()
    try sendTable()
    try sendPlane(SSD1680Table.writeNewPlane)
    // Writes the same picture as the old one, so that a differential refresh by the next program has a valid base.
    try sendPlane(SSD1680Table.writeOldPlane)
    try command(SSD1680Table.updateSequence, SSD1680Table.fullRefreshThenPowerOff)
    try command(SSD1680Table.activate)
    try waitForRefresh()
    try command(SSD1680Table.deepSleep, SSD1680Table.sleepMode1)
  }

  private mutating func wake() throws(DisplayError) {
    try setSupply(true)
    try setReset(true)
    _ = bus.pause(milliseconds: SSD1680Timing.resetSettleMs)
    try setReset(false)
    _ = bus.pause(milliseconds: SSD1680Timing.resetPulseMs)
    try setReset(true)
    _ = bus.pause(milliseconds: SSD1680Timing.resetSettleMs)
    try waitUntilIdle(limitMs: SSD1680Timing.readyLimitMs)
    try command(SSD1680Table.softwareReset)
    _ = bus.pause(milliseconds: SSD1680Timing.softwareResetMs)
    try waitUntilIdle(limitMs: SSD1680Timing.readyLimitMs)
  }

  private mutating func sendTable() throws(DisplayError) {
    for index in 0..<SSD1680Table.count {
      let register = SSD1680Table.register(index)
      try command(register.command)
      var bytes = register.chosen.littleEndian
      try sendBytes(&bytes, count: Int(register.parameterCount))
    }
  }

  private mutating func sendPlane(_ plane: UInt8) throws(DisplayError) {
    try command(plane)
    try transfer(UnsafeRawBufferPointer(start: back, count: Self.planeByteCount), isData: true)
  }

  /// Waits for a refresh: BUSY must rise, stay high for the duration of a refresh, and fall (docs/panels/ssd1680.md,
  /// Refresh).
  ///
  /// - Throws: `DisplayError.busyTimeout` with the level read last.
  private mutating func waitForRefresh() throws(DisplayError) {
    let start = bus.now()
    var waited: Int32 = 0
    while try !busyLevel() {
      if waited >= SSD1680Timing.responseLimitMs {
        // The line may be broken while the panel is refreshing: a reset now would stop it half-way under high voltage.
        _ = bus.pause(milliseconds: SSD1680Timing.refreshLimitMs)
        throw .busyTimeout(levelSeen: false, waitedMs: waited)
      }
      _ = bus.pause(milliseconds: 1)
      waited += 1
    }
    try waitUntilIdle(limitMs: SSD1680Timing.refreshLimitMs)
    let duration = bus.now().milliseconds - start.milliseconds
    if duration < Int64(SSD1680Timing.refreshLeastMs) {
      throw .busyTimeout(levelSeen: false, waitedMs: Int32(duration))
    }
  }

  private mutating func waitUntilIdle(limitMs: Int32) throws(DisplayError) {
    let stepMs: Int32 = 5
    var waited: Int32 = 0
    while try busyLevel() {
      if waited >= limitMs { throw .busyTimeout(levelSeen: true, waitedMs: waited) }
      _ = bus.pause(milliseconds: stepMs)
      waited += stepMs
    }
  }

  /// Makes the panel safe after a failure: a reset stops the charge pump, then the supply is switched off. Errors are
  /// ignored.
  private mutating func leaveSafe() {
    do throws(DisplayError) {
      try setReset(false)
      _ = bus.pause(milliseconds: SSD1680Timing.resetPulseMs)
      try setReset(true)
    } catch {}
    _ = bus.pause(milliseconds: SSD1680Timing.supplyOffMs)
    restLines()
  }

  /// RST high, supply off.
  private mutating func restLines() {
    do throws(DisplayError) { try setReset(true) } catch {}
    do throws(DisplayError) { try setSupply(false) } catch {}
    isSupplied = false
  }

  // MARK: the bus, with the display's errors

  private mutating func command(_ code: UInt8) throws(DisplayError) {
    var byte = UInt32(code).littleEndian
    try sendBytes(&byte, count: 1, isData: false)
  }

  private mutating func command(_ code: UInt8, _ parameter: UInt8) throws(DisplayError) {
    try command(code)
    var byte = UInt32(parameter).littleEndian
    try sendBytes(&byte, count: 1)
  }

  private mutating func sendBytes(
    _ bytes: inout UInt32, count: Int, isData: Bool = true
  ) throws(DisplayError) {
    try withUnsafeMutablePointer(to: &bytes) { pointer throws(DisplayError) in
      try transfer(UnsafeRawBufferPointer(start: pointer, count: count), isData: isData)
    }
  }

  /// Sends bytes in chunks of the bus's maximum size: chip select may rise between them (docs/panels/ssd1680.md, Bus).
  ///
  /// - Throws: `DisplayError.bus` or `lost`.
  private mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(DisplayError) {
    let limit = Swift.max(1, bus.maximumTransferByteCount)
    var sent = 0
    while sent < bytes.count {
      let count = Swift.min(limit, bytes.count - sent)
      let piece = UnsafeRawBufferPointer(rebasing: bytes[sent..<sent + count])
      do throws(BusError) { try bus.transfer(piece, isData: isData) } catch { throw Self.displayError(error) }
      sent += count
    }
  }

  private mutating func setReset(_ level: Bool) throws(DisplayError) {
    do throws(BusError) { try bus.setReset(level) } catch { throw Self.displayError(error) }
  }

  private mutating func setSupply(_ isOn: Bool) throws(DisplayError) {
    do throws(BusError) { try bus.setPower(isOn) } catch { throw Self.displayError(error) }
    isSupplied = isOn
  }

  private mutating func busyLevel() throws(DisplayError) -> Bool {
    do throws(BusError) { return try bus.busyLevel() } catch { throw Self.displayError(error) }
  }

  /// If their drivers are removed, bus and lines return as other devices: ENODEV, ENXIO and spidev's ESHUTDOWN mean
  /// `lost`.
  private static func displayError(_ error: BusError) -> DisplayError {
    switch error {
    case .transfer(let errno), .line(let errno):
      errno == 19 || errno == 6 || errno == 108 ? .lost(operation: .write, errno: errno) : .bus(errno: errno)
    }
  }
}
