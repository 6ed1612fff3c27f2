import AfterglowCore
import AfterglowDevice

/// What a sequence needs next; the caller does it and then resumes the sequence.
public enum PanelRequest {
  /// Clock these bytes out with D/C at this level. They are valid until the sequencer is resumed.
  case transfer(UnsafeRawBufferPointer, isData: Bool)
  case setReset(level: Bool)
  case setSupply(isOn: Bool)
  /// Read the level of BUSY.
  case readBusy
  /// Nothing to do before this time.
  case wait(until: MonotonicInstant)
  /// Nothing to do before BUSY changes, at the latest until then. Where a bus cannot say that it has, it is looked at at
  /// the earlier time.
  case waitForBusy(until: MonotonicInstant, lookAt: MonotonicInstant)
  /// The sequence is over.
  case finished
}

/// The outcome of a request.
public enum PanelAnswer {
  case done
  /// The level of BUSY.
  case level(Bool)
  case failed(BusError)
}

/// Runs a controller's sequences without any input or output of its own: it returns what it needs, and is resumed with
/// the outcome. The same code runs on simulated and on real buses.
///
/// A BUSY line that does not follow before a full refresh is triggered gets one reset and a second attempt. Once it was
/// triggered the glass may have been driven, and a partial refresh is never repeated as a full one: then the panel is made
/// safe (reset, supply off) and the error is thrown, so that the next attempt keeps the maker's interval. Nothing is
/// allocated.
public struct PanelSequencer<Controller: SequencedController>: ~Copyable {
  /// What is under way.
  enum Job { case none, settling, refreshing, makingSafe, closing }

  /// The state of the controller, as far as it is known.
  enum ControllerState { case unknown, standby, asleep }

  /// The controller whose sequences are run.
  public let controller: Controller
  let memory: PanelMemory
  /// Longest transfer in bytes.
  let maximumTransferByteCount: Int
  var job = Job.none
  var state = ControllerState.unknown
  var isSupplied = false
  /// Whether the shown plane is what the panel shows: false at the start, during a refresh and after a failure.
  public private(set) var isShownKnown = false
  var refresh: PanelRefresh
  var place = SequencePlace()
  var trial = SequenceTrial()
  /// Set while a predecessor's refresh may be running: BUSY is awaited before the first reset.
  var settling: PanelSettling?
  /// Whether a predecessor's refresh was running, and has ended.
  public internal(set) var hasSeenRefreshEnd = false

  /// Bytes of memory that `init` needs.
  public static func byteCount(_ controller: Controller) -> Int {
    2 * controller.planeByteCount + PanelMemory.stagingByteCount
  }

  /// - Parameters:
  ///   - memory: at least `byteCount` bytes, which stay valid; both pictures begin white.
  ///   - maximumTransferByteCount: the bus's limit for one transfer.
  public init(_ controller: Controller, memory lent: UnsafeMutableRawBufferPointer, maximumTransferByteCount: Int) {
    precondition(lent.count >= PanelSequencer.byteCount(controller))
    self.controller = controller
    memory = PanelMemory(lent, planeByteCount: controller.planeByteCount, isMono: controller.bitsPerPixel < 4)
    self.maximumTransferByteCount = Swift.max(1, Swift.min(16_384, maximumTransferByteCount))
    refresh = PanelRefresh(kind: .full, window: PixelRect(controller.size), ending: .sleep)
  }

  /// Whether nothing is under way.
  public var isIdle: Bool { job == .none }

  /// Whether a partial refresh may start: the controller is awake, and its planes are the glass.
  public var isStandingBy: Bool { state == .standby }

  /// The bytes of the picture to be shown; not to be written while a sequence runs.
  public var newPlane: UnsafeMutablePointer<UInt8> { memory.new }
  /// The bytes of the picture on the panel, while `isShownKnown`.
  public var shownPlane: UnsafePointer<UInt8> { UnsafePointer(memory.shown) }

  /// Before its first reset the sequencer waits for BUSY, at most until then: a process that died may have left a
  /// refresh running, which a reset would cut off under high voltage.
  /// Until then its supply is not switched off either: `close` waits in the same way.
  public mutating func settle(until time: MonotonicInstant) {
    settling = PanelSettling(end: time)
    isSupplied = true
  }

  /// Whether it is still to be found out what a predecessor has left.
  public var isUnsettled: Bool { settling != nil }

  /// Starts to wait for the predecessor's refresh, and then makes the panel safe: what is driven is unknown. Only valid
  /// while idle and unsettled.
  public mutating func beginSettling() {
    precondition(job == .none && settling != nil)
    job = .settling
    trial = SequenceTrial()
    place = SequencePlace()
  }

  /// Starts a refresh; `resume` then runs it. Only valid while idle.
  ///
  /// - Parameters:
  ///   - kind: one that the panel does not support becomes a full one, and so does a partial one of an unknown picture, or
  ///     of a controller that does not stand by. A picture with greys is only shown by a grey one, except where a partial
  ///     one touches none.
  ///   - area: in panel pixels; only a partial refresh is limited to it.
  public mutating func begin(_ kind: RefreshKind, area: PixelRect, ending: RefreshEnding) {
    precondition(job == .none)
    let kind = possible(kind, area)
    let isPartial = kind == .partial
    refresh = PanelRefresh(
      kind: kind, window: isPartial ? controller.window(covering: area) : PixelRect(controller.size), ending: ending)
    job = .refreshing
    isShownKnown = false
    trial = SequenceTrial()
    place = SequencePlace(isPartial ? .prepare : .wake)
    state = .unknown
  }

  /// The kind that shows the picture as it is.
  private func possible(_ kind: RefreshKind, _ area: PixelRect) -> RefreshKind {
    if kind == .partial && isShownKnown && state == .standby && controller.supports(.partial),
      !planes.hasGreys(in: controller.window(covering: area))
    {
      return .partial
    }
    if controller.supports(.grey) && PictureGreys.exist(in: memory.new, count: controller.planeByteCount) {
      return .grey
    }
    return kind == .fast && controller.supports(.fast) ? .fast : .full
  }

  /// The picture on the panel, and the one to be shown.
  var planes: PlanePair {
    PlanePair(
      old: shownPlane, new: UnsafePointer(memory.new), size: controller.size, bitsPerPixel: controller.bitsPerPixel)
  }

  /// Starts to leave the panel as its maker requires: asleep, supply off. The picture stays. Only valid while idle.
  public mutating func close() {
    precondition(job == .none)
    if !isSupplied { return }
    job = .closing
    trial = SequenceTrial()
    place = state == .standby ? SequencePlace(.floatBorder) : SequencePlace.supplyEnd
  }

  /// No second attempt after a failure from now on: the process is to end.
  public mutating func hurry() { trial.mayRepeat = false }

  /// Continues after the last request. `finished` when nothing is under way.
  ///
  /// - Parameter now: the bus's time, which never goes back.
  /// - Throws: `DisplayError.busyTimeout`, `busyAfterReset`, `partialFailed`, `bus` or `lost`, once the panel has been made
  ///   safe.
  public mutating func resume(_ answer: PanelAnswer, at now: MonotonicInstant) throws(DisplayError) -> PanelRequest {
    var answer = answer
    while job != .none {
      do throws(DisplayError) {
        if case .failed(let error) = answer { throw PanelSequencer.displayError(error) }
        if let request = try proceed(answer, now) { return request }
      } catch {
        noteFailure(error)
      }
      answer = .done
      if job == .none, let failure = trial.takeFailure() { throw failure }
    }
    return .finished
  }

  /// nil = the step is done, and another one has been chosen.
  private mutating func proceed(
    _ answer: PanelAnswer, _ now: MonotonicInstant
  ) throws(DisplayError) -> PanelRequest? {
    if let request = settleRequest(answer, now) { return request }
    guard let step = currentStep else {
      endPart()
      return nil
    }
    if let request = try request(for: step, answer, now) { return request }
    place.nextStep()
    return nil
  }

  /// nil at the end of a part.
  private var currentStep: SequenceStep? {
    switch job {
    case .none, .settling: nil
    case .refreshing: controller.step(place.index, of: place.part, refresh)
    case .closing:
      place.isSupplyEnd
        ? SafeSteps.supplyOff(place.index)
        : controller.step(place.index, of: place.part, refresh)
    case .makingSafe: SafeSteps.step(place.index)
    }
  }

  private mutating func endPart() {
    switch job {
    case .none: break
    case .settling: makeSafe()
    case .refreshing: endPartOfRefresh()
    case .makingSafe: end()
    case .closing:
      if place.isSupplyEnd {
        end()
      } else if place.part == .floatBorder {
        place = SequencePlace(.sleep)
      } else {
        place = SequencePlace.supplyEnd
      }
    }
  }

  /// The supply is off, or its line failed.
  private mutating func end() {
    state = .unknown
    isSupplied = false
    job = .none
  }

  private mutating func endPartOfRefresh() {
    var part = place.part
    while let next = part.next {
      part = next
      let isSleep = part == .sleep || part == .floatBorder
      if isSleep && refresh.ending == .standby { continue }
      place = SequencePlace(part)
      return
    }
    state = refresh.ending == .standby ? .standby : .asleep
    noteShown()
    job = .none
  }

  private mutating func noteShown() {
    memory.shown.update(from: memory.new, count: controller.planeByteCount)
    isShownKnown = true
  }

  private mutating func makeSafe() {
    job = .makingSafe
    place = SequencePlace()
  }

  /// A failure of a refresh: a second attempt from a reset where nothing can have been driven, or a safe panel. When that
  /// fails too, its next step is tried: the lines that still work are left safe.
  private mutating func noteFailure(_ error: DisplayError) {
    switch job {
    case .none: break
    case .settling: makeSafe()
    case .refreshing: noteFailureOfRefresh(error)
    case .makingSafe: place.nextStep()
    case .closing:
      if place.isSupplyEnd { place.nextStep() } else { place = SequencePlace.supplyEnd }
    }
  }

  private mutating func noteFailureOfRefresh(_ error: DisplayError) {
    state = .unknown
    let waitedMs: Int32? =
      switch error {
      case .busyTimeout(_, let waitedMs), .busyAfterReset(let waitedMs), .partialFailed(let waitedMs): waitedMs
      case .system, .bus, .tooEarly, .lost: nil
      }
    guard let waitedMs else {
      trial.failure = error
      return makeSafe()
    }
    if place.part.rawValue > SequencePart.refresh.rawValue {
      // The picture is on the panel, and another flash would come before its maker permits one.
      noteShown()
      makeSafe()
    } else if refresh.kind == .partial {
      trial.failure = .partialFailed(waitedMs: waitedMs)
      makeSafe()
    } else if trial.mayRepeat && place.part != .refresh {
      trial.mayRepeat = false
      refresh.kind = possible(.full, PixelRect(controller.size))
      refresh.window = PixelRect(controller.size)
      place = SequencePlace(.wake)
    } else {
      trial.failure = error
      makeSafe()
    }
  }

  /// If their drivers are removed, bus and lines return as other devices: ENODEV, ENXIO and spidev's ESHUTDOWN mean
  /// `lost`.
  static func displayError(_ error: BusError) -> DisplayError {
    switch error {
    case .transfer(let errno), .line(let errno):
      errno == 19 || errno == 6 || errno == 108 ? .lost(operation: .write, errno: errno) : .bus(errno: errno)
    }
  }
}

/// The position in a sequence, and within its step.
struct SequencePlace {
  /// The end of a closing sequence, where the supply is switched off.
  static var supplyEnd: SequencePlace {
    var place = SequencePlace(.sleep)
    place.isSupplyEnd = true
    return place
  }

  var part = SequencePart.wake
  var index: Int32 = 0
  /// How far the step is; 0 = not begun.
  var stage: Int32 = 0
  /// Bytes of a plane or table sent.
  var sentByteCount = 0
  var begun = MonotonicInstant(milliseconds: 0)
  /// When the last look at BUSY was requested.
  var lookedAt = MonotonicInstant(milliseconds: 0)
  var isSupplyEnd = false

  init(_ part: SequencePart = .wake) { self.part = part }

  mutating func nextStep() {
    index += 1
    stage = 0
    sentByteCount = 0
  }

  /// Milliseconds since the step began to wait.
  func waitedMs(_ now: MonotonicInstant) -> Int64 { now.milliseconds - begun.milliseconds }

  /// Of these, those before the last look.
  var lookedMs: Int64 { waitedMs(lookedAt) }
}

/// The wait for a predecessor's refresh.
struct PanelSettling {
  let end: MonotonicInstant
  /// The first look at BUSY, which follows a trigger with a lag.
  var firstLook: MonotonicInstant?
  /// Whether BUSY has been active.
  var isRefreshSeen = false
}

/// Whether a failed refresh is repeated, and its failure.
struct SequenceTrial {
  var mayRepeat = true
  var failure: DisplayError?

  mutating func takeFailure() -> DisplayError? {
    let taken = failure
    failure = nil
    return taken
  }
}

/// Steps that are the same for all controllers.
enum SafeSteps {
  /// A reset stops the charge pump; then the supply goes.
  static func step(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: .reset(level: false)
    case 1: .pause(milliseconds: SequenceTiming.safeResetMs)
    case 2: .reset(level: true)
    default: supplyOff(index - 3)
    }
  }

  static func supplyOff(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: .pause(milliseconds: SequenceTiming.supplyOffMs)
    case 1: .reset(level: true)
    case 2: .supply(isOn: false)
    default: nil
    }
  }
}

/// A sequencer's fixed memory.
struct PanelMemory {
  /// Bytes in which commands, parameters and windows are collected.
  static var stagingByteCount: Int { 4_096 }

  let new: UnsafeMutablePointer<UInt8>
  let shown: UnsafeMutablePointer<UInt8>
  let staging: UnsafeMutablePointer<UInt8>

  init(_ lent: UnsafeMutableRawBufferPointer, planeByteCount: Int, isMono: Bool) {
    let count = 2 * planeByteCount + PanelMemory.stagingByteCount
    let bytes = lent.baseAddress!.bindMemory(to: UInt8.self, capacity: count)
    // White: bits of 1, or colour 1 in both halves of a byte.
    bytes.update(repeating: isMono ? 0xFF : 0x11, count: 2 * planeByteCount)
    new = bytes
    shown = bytes + planeByteCount
    staging = bytes + 2 * planeByteCount
  }
}
