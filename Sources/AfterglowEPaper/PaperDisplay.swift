import AfterglowCore
import AfterglowDevice

/// An e-paper panel of one bit on its bus: performs what the controller's sequence requests, without waiting.
///
/// Scenes are turned while encoding. After each refresh the controller sleeps with its high voltage off; the next one
/// wakes it by reset and writes every register again. Every wait has a limit.
public struct PaperDisplay<Controller: SequencedController, Bus: PanelBus & ~Copyable>: ~Copyable, Display {
  /// The makers require a refresh every 24 hours (docs/panels/ssd1680.md, Maker's limits); the hour less is a margin
  /// for a loop that wakes rarely.
  static var longestRestMs: Int64 { 23 * 3_600_000 }
  /// Longest time that steps are performed without a look at other events, in ms.
  static var turnMs: Int64 { 40 }

  var bus: Bus
  var sequencer: PanelSequencer<Controller>
  private let minimumRefreshIntervalMs: Int64
  /// What the next refresh is, where the glass is known.
  public var preferredKind = RefreshKind.full
  /// Whether the controller stays awake after a refresh, with its high voltage off, so that a partial one can follow.
  public var standsBy = false
  /// In the loop's time; nil before the first refresh.
  private var lastRefreshEnd: MonotonicInstant?
  private var request = PanelRequest.finished
  /// Whether a refresh or the closing is under way.
  private var isRefreshing = false
  private var isClosing = false

  /// Bytes of memory that `init` needs.
  public static func byteCount(_ controller: Controller) -> Int { PanelSequencer.byteCount(controller) }

  /// Takes ownership of the bus; makes no transfer yet.
  ///
  /// - Parameters:
  ///   - memory: at least `byteCount` bytes, which stay valid.
  ///   - minimumRefreshIntervalMs: from the end of a refresh to the start of the next; nil = the maker's. A shorter one
  ///     is only for an explicit key of a board (law 8).
  ///   - settlesUntil: a process that died before may have left a refresh running until then.
  public init(
    _ controller: Controller, bus: consuming Bus, memory: UnsafeMutableRawBufferPointer,
    minimumRefreshIntervalMs: Int64? = nil, settlesUntil: MonotonicInstant? = nil
  ) {
    precondition(controller.bitsPerPixel == 1 && (minimumRefreshIntervalMs ?? 0) >= 0)
    sequencer = PanelSequencer(
      controller, memory: memory, maximumTransferByteCount: bus.maximumTransferByteCount)
    if let settlesUntil { sequencer.settle(until: settlesUntil) }
    self.bus = bus
    self.minimumRefreshIntervalMs = minimumRefreshIntervalMs ?? controller.makersIntervalMs
  }

  public var properties: DisplayProperties {
    DisplayProperties(
      size: sequencer.controller.size, format: .mono1, isEmissive: false, bufferAge: 1,
      minimumRefreshIntervalMs: minimumRefreshIntervalMs)
  }

  /// Only valid while no refresh is under way: its picture is read from here.
  public mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    precondition(!isRefreshing)
    return body(
      BackBuffer(
        base: UnsafeMutableRawPointer(sequencer.newPlane), strideBytes: sequencer.controller.rowByteCount))
  }

  /// Starts to show the back buffer; `continuePresent` ends it. A frame that is already on the panel costs nothing,
  /// except for the maker's refresh every 24 hours.
  ///
  /// - Throws: `DisplayError.tooEarly` before `earliestPresent`, otherwise like `continuePresent`.
  public mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    bus.synchronise(with: now)
    whitenPadding()
    if sequencer.isShownKnown && !differs() && !isRefreshOverdue(at: now) { return }
    let earliest = earliestPresent(after: now)
    if now < earliest { throw .tooEarly(earliest: earliest) }
    sequencer.begin(preferredKind, area: damage.bounds, ending: standsBy ? .standby : .sleep)
    isClosing = false
    isRefreshing = true
    try perform()
  }

  public var nextPresentStep: MonotonicInstant? {
    switch request {
    case .wait(let time) where isRefreshing: time
    case _ where isRefreshing: MonotonicInstant(milliseconds: Int64.min)
    default: nil
    }
  }

  /// - Throws: `DisplayError.busyTimeout` when BUSY does not change as expected (docs/panels/ssd1680.md, Failures),
  ///   `bus` or `lost` when the bus fails. The panel is then safe, and its content unknown.
  public mutating func continuePresent(at now: MonotonicInstant, isStopping: Bool) throws(DisplayError) {
    bus.synchronise(with: now)
    if isStopping { sequencer.hurry() }
    try perform()
  }

  public func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant {
    guard let lastRefreshEnd else { return now }
    let earliest = MonotonicInstant(milliseconds: lastRefreshEnd.milliseconds + minimumRefreshIntervalMs)
    return Swift.max(now, earliest)
  }

  /// Starts to put the controller to sleep and to switch the supply off; the picture stays on the panel. Errors are
  /// ignored.
  public mutating func close() {
    if isRefreshing { return }
    sequencer.close()
    isRefreshing = !sequencer.isIdle
    isClosing = isRefreshing
    do throws(DisplayError) { try perform() } catch {}
  }

  // MARK: performing

  /// Performs requests until one has to wait, or the loop should look at other events.
  private mutating func perform() throws(DisplayError) {
    if !isRefreshing { return }
    let end = bus.now().milliseconds + Self.turnMs
    do throws(DisplayError) {
      while true {
        if case .wait(let time) = request, bus.now() < time { return }
        request = try sequencer.resume(perform(request), at: bus.now())
        if case .finished = request { return noteEnd() }
        if case .wait = request { continue }
        if bus.now().milliseconds >= end { return }
      }
    } catch {
      isRefreshing = false
      request = .finished
      lastRefreshEnd = bus.now()
      throw error
    }
  }

  private mutating func perform(_ request: PanelRequest) -> PanelAnswer {
    do throws(BusError) {
      switch request {
      case .transfer(let bytes, let isData): try bus.transfer(bytes, isData: isData)
      case .setReset(let level): try bus.setReset(level)
      case .setSupply(let isOn): try bus.setPower(isOn)
      case .readBusy: return .level(try bus.busyLevel())
      case .wait, .finished: break
      }
      return .done
    } catch {
      return .failed(error)
    }
  }

  private mutating func noteEnd() {
    isRefreshing = false
    if !isClosing { lastRefreshEnd = bus.now() }
  }

  // MARK: the picture

  /// Sets the padding bits of each row's last byte to white; black ones would darken the edge.
  private func whitenPadding() {
    let used = sequencer.controller.size.width % 8
    if used == 0 { return }
    let rowByteCount = sequencer.controller.rowByteCount
    for row in 0..<Int(sequencer.controller.size.height) {
      sequencer.newPlane[row * rowByteCount + rowByteCount - 1] |= 0xFF >> UInt8(used)
    }
  }

  private func differs() -> Bool {
    for index in 0..<sequencer.controller.planeByteCount where sequencer.newPlane[index] != sequencer.shownPlane[index]
    {
      return true
    }
    return false
  }

  private func isRefreshOverdue(at now: MonotonicInstant) -> Bool {
    guard let lastRefreshEnd else { return true }
    return now.milliseconds - lastRefreshEnd.milliseconds >= Self.longestRestMs
  }
}
