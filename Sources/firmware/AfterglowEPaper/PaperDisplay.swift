import AfterglowCore
import AfterglowDevice

/// An e-paper panel on its bus: performs what the controller's sequence requests, without waiting.
///
/// Scenes are turned while encoding. `RefreshPolicy` chooses how and when a picture is shown, by the makers' rules and
/// the ledger; only what differs is pushed in a partial refresh. Every wait has a limit.
public struct PaperDisplay<Controller: SequencedController, Bus: PanelBus & ~Copyable>: ~Copyable, Display {
  /// Longest time that steps are performed without a look at other events, in ms.
  static var turnMs: Int64 { 40 }
  /// When a display is asked again whether a predecessor's refresh has ended, in ms.
  private static var unsettledMs: Int64 { 1_000 }

  private enum Work { case none, settling, refreshing, closing }

  var bus: Bus
  var sequencer: PanelSequencer<Controller>
  /// What the glass has gone through.
  public private(set) var ledger: RefreshLedger
  private(set) var policy: RefreshPolicy
  /// The panel's temperature in °C, where something measures it: no board has a source of it yet
  /// (docs/panels/refresh.md, Cold).
  public var temperature: Int32?
  private var darkness: Darkness?
  private var request = PanelRequest.finished
  private var work = Work.none

  /// Bytes of memory that `init` needs, aligned to 8.
  public static func byteCount(_ controller: Controller) -> Int {
    RefreshLedger.byteCount + PanelSequencer.byteCount(controller)
  }

  /// Takes ownership of the bus; makes no transfer yet.
  ///
  /// - Parameters:
  ///   - memory: at least `byteCount` bytes, which stay valid.
  ///   - rules: nil = the controller's.
  ///   - minimumRefreshIntervalMs: from the end of a refresh to the start of the next; nil = by the maker's rules. Only
  ///     for an explicit key of a board (law 8).
  ///   - flashesInDark: whether the board asks for refreshes in a dark room as in a lit one.
  ///   - night: how the board's room becomes dark.
  ///   - record: what the glass has gone through before.
  ///   - lastDriveEnd: when the panel was driven last, by another process.
  ///   - settlesUntil: a process that died before may have left a refresh running until then.
  public init(
    _ controller: Controller, bus: consuming Bus, memory: UnsafeMutableRawBufferPointer, rules: PanelRules? = nil,
    minimumRefreshIntervalMs: Int64? = nil, flashesInDark: Bool = false, night: PaperNight = .none,
    record: RefreshRecord = RefreshRecord(), lastDriveEnd: MonotonicInstant? = nil,
    settlesUntil: MonotonicInstant? = nil
  ) {
    precondition((minimumRefreshIntervalMs ?? 0) >= 0)
    var rules = rules ?? controller.rules
    if let minimumRefreshIntervalMs { rules = rules.with(intervalMs: minimumRefreshIntervalMs) }
    if flashesInDark { rules = rules.flashingInDark }
    rules = rules.expecting(night)
    policy = RefreshPolicy(rules, hasFast: controller.supports(.fast))
    ledger = RefreshLedger(
      controller.size, memory: UnsafeMutableRawBufferPointer(rebasing: memory.prefix(RefreshLedger.byteCount)))
    sequencer = PanelSequencer(
      controller, memory: UnsafeMutableRawBufferPointer(rebasing: memory.dropFirst(RefreshLedger.byteCount)),
      maximumTransferByteCount: bus.maximumTransferByteCount)
    ledger.restore(record)
    if let lastDriveEnd { ledger.noteEarlierDrive(at: lastDriveEnd) }
    if let settlesUntil { sequencer.settle(until: settlesUntil) }
    self.bus = bus
  }

  private var format: PixelFormat {
    switch sequencer.controller.bitsPerPixel {
    case 1: .mono1
    case 2: .gray2
    default: .spectra6
    }
  }

  public var properties: DisplayProperties {
    DisplayProperties(
      size: sequencer.controller.size, format: format, isEmissive: false, bufferAge: 1,
      minimumRefreshIntervalMs: policy.rules.longestWaitMs, darkRefreshIntervalMs: policy.rules.darkIntervalMs)
  }

  /// Only valid while no refresh is under way: its picture is read from here.
  public mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    precondition(work == .none)
    return body(
      BackBuffer(
        base: UnsafeMutableRawPointer(sequencer.newPlane), strideBytes: sequencer.controller.rowByteCount))
  }

  /// Starts to show the back buffer; `continuePresent` ends it. What differs is found here and not taken from `damage`:
  /// a frame that is already on the panel costs nothing, except for the maker's refresh of the day.
  ///
  /// - Throws: `DisplayError.tooEarly` before `earliestPresent`, otherwise like `continuePresent`.
  public mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    if sequencer.isUnsettled { throw .tooEarly(earliest: earliestPresent(after: now)) }
    bus.synchronise(with: now)
    whitenPadding()
    try refresh(change, at: now)
  }

  private mutating func refresh(_ change: PictureChange, at now: MonotonicInstant) throws(DisplayError) {
    switch policy.decide(change, state(at: now)) {
    case .nothing: return
    case .wait(let earliest): throw .tooEarly(earliest: earliest)
    case .refresh(let kind, let ending):
      if kind == .partial { ledger.notePartial(planes, at: now) }
      sequencer.begin(kind, area: change.box, ending: ending)
      work = .refreshing
      try perform()
    }
  }

  public var nextPresentStep: MonotonicInstant? {
    switch request {
    case _ where work == .none: nil
    case .wait(let time): time
    case .waitForBusy(let end, let look): bus.busySignal < 0 ? look : end
    default: MonotonicInstant(milliseconds: Int64.min)
    }
  }

  public var presentSignal: Int32 {
    guard work != .none, case .waitForBusy = request else { return -1 }
    return bus.busySignal
  }

  /// - Throws: `DisplayError.busyTimeout`, `busyAfterReset` or `partialFailed` when BUSY does not change as expected
  ///   (docs/panels/ssd1680.md, Failures),
  ///   `bus` or `lost` when the bus fails. The panel is then safe, and its content unknown.
  public mutating func continuePresent(at now: MonotonicInstant, isStopping: Bool) throws(DisplayError) {
    bus.synchronise(with: now)
    if isStopping { sequencer.hurry() }
    try perform()
  }

  /// While a predecessor's refresh may be running, some time after `keepUp`.
  public func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant {
    if sequencer.isUnsettled { return MonotonicInstant(milliseconds: now.milliseconds + Self.unsettledMs) }
    return Swift.max(now, policy.earliestRefresh(state(at: now)))
  }

  public mutating func noteDarkness(_ darkness: Darkness?, at now: MonotonicInstant) { self.darkness = darkness }

  /// Deep sleep after the last change, and the maker's refresh of the day (docs/panels/refresh.md); before anything else
  /// the end of a predecessor's refresh.
  public func nextUpkeep(after now: MonotonicInstant) -> MonotonicInstant? {
    if work != .none { return nil }
    return sequencer.isUnsettled ? now : policy.nextUpkeep(state(at: now))
  }

  public var refreshes: RefreshRecord? { ledger.record }

  /// - Throws: like `continuePresent`.
  public mutating func keepUp(at now: MonotonicInstant) throws(DisplayError) {
    guard let due = nextUpkeep(after: now), due <= now else { return }
    if sequencer.isUnsettled { return try settle(at: now) }
    bus.synchronise(with: now)
    let state = state(at: now)
    if !policy.isOverdue(state) && !policy.isToBeCleaned(state) { return close() }
    try refresh(change, at: now)
  }

  private mutating func settle(at now: MonotonicInstant) throws(DisplayError) {
    bus.synchronise(with: now)
    sequencer.beginSettling()
    work = .settling
    try perform()
  }

  /// Starts to put the controller to sleep and to switch the supply off; the picture stays on the panel. Errors are
  /// ignored.
  public mutating func close() {
    if work != .none { return }
    sequencer.close()
    if sequencer.isIdle { return }
    work = .closing
    do throws(DisplayError) { try perform() } catch {}
  }

  // MARK: performing

  /// Performs requests until one has to wait, or the loop should look at other events.
  private mutating func perform() throws(DisplayError) {
    if work == .none { return }
    let end = bus.now().milliseconds + Self.turnMs
    var mayLook = true
    let isWoken = isWokenEarly
    do throws(DisplayError) {
      while !mustWait(mayLook: mayLook) {
        mayLook = false
        request = try sequencer.resume(perform(request), at: bus.now())
        switch request {
        case .finished: return noteEnd()
        case .wait: break
        case .waitForBusy(_, let look):
          // It woke the loop for nothing: a line that nothing drives may change all the time.
          if isWoken { request = .wait(until: look) }
        default: if bus.now().milliseconds >= end { return }
        }
      }
    } catch {
      work = .none
      request = .finished
      noteFailure(error)
      throw error
    }
  }

  /// After the second partial or fast refresh that was not answered there is no third: the glass has no waveform for it.
  /// Glass without a partial waveform has no fast one either.
  private mutating func noteFailure(_ error: DisplayError) {
    ledger.noteFailure(at: bus.now())
    switch error {
    case .partialFailed, .busyTimeout(isBusy: false, _): ledger.noteUnanswered(sequencer.refresh.kind)
    default: return
    }
    if ledger.past.partialFailures >= 2 {
      policy = RefreshPolicy(policy.rules.withoutPartials, hasFast: false)
    } else if ledger.past.fastFailures >= 2 {
      policy = RefreshPolicy(policy.rules, hasFast: false)
    }
  }

  /// Whether nothing is to be done yet. Where changes of BUSY are reported, each wake permits one look.
  private mutating func mustWait(mayLook: Bool) -> Bool {
    switch request {
    case .wait(let time): bus.now() < time
    case .waitForBusy(_, let look): bus.busySignal < 0 ? bus.now() < look : !mayLook
    default: false
    }
  }

  private var isWokenEarly: Bool {
    mutating get {
      guard case .waitForBusy(let end, _) = request, bus.busySignal >= 0 else { return false }
      return bus.now() < end
    }
  }

  private mutating func perform(_ request: PanelRequest) -> PanelAnswer {
    do throws(BusError) {
      switch request {
      case .transfer(let bytes, let isData): try bus.transfer(bytes, isData: isData)
      case .setReset(let level): try bus.setReset(level)
      case .setSupply(let isOn): try bus.setPower(isOn)
      case .readBusy: return .level(try bus.busyLevel())
      case .wait, .waitForBusy, .finished: break
      }
      return .done
    } catch {
      return .failed(error)
    }
  }

  private mutating func noteEnd() {
    // A partial refresh that failed was repeated as a full one.
    if work == .refreshing { ledger.noteEnd(sequencer.refresh.kind, at: bus.now()) }
    // Of whatever kind it was.
    if work == .settling && sequencer.hasSeenRefreshEnd { ledger.noteEarlierDrive(at: bus.now()) }
    work = .none
  }

  // MARK: the picture

  private var planes: PlanePair { sequencer.planes }

  private var change: PictureChange { sequencer.isShownKnown ? planes.change : planes.changeOfUnknown }

  private func state(at now: MonotonicInstant) -> RefreshState {
    RefreshState(
      now: now, past: ledger.past, isGlassKnown: sequencer.isShownKnown, isStandingBy: sequencer.isStandingBy,
      darkness: darkness, temperature: temperature)
  }

  /// Sets the padding bits of each row's last byte to white; black ones would darken the edge.
  private func whitenPadding() {
    let used = sequencer.controller.size.width % 8
    // Six inks have no padding: their width is even.
    if used == 0 || format != .mono1 { return }
    let rowByteCount = sequencer.controller.rowByteCount
    for row in 0..<Int(sequencer.controller.size.height) {
      sequencer.newPlane[row * rowByteCount + rowByteCount - 1] |= 0xFF >> UInt8(used)
    }
  }
}
