import AfterglowCore
import AfterglowDevice
import AfterglowInput

/// An event at a known time of a simulation.
public struct VirtualEvent {
  /// Each kind becomes the `Wake` of the same name, or changes the clock.
  public enum Kind {
    /// A reading of the light sensor; nil = drop-out.
    case light(Illuminance?)
    /// The viewer's distance; nil = unknown.
    case distance(Int64?)
    case modeOverride(ModeOverride)
    /// The room is empty (false) or occupied again (true).
    case power(isOn: Bool)
    /// A touch, key press or motion.
    case presence
    /// A change of an input device.
    case input(InputChange)
    /// An answer to a command that a touch has caused.
    case answer(ActionAnswer)
    /// A request to show another page.
    case page(PageTurn)
    /// Realtime is stepped by this much; monotonic time is unaffected.
    case clockStep(byMs: Int64)
    /// Whether realtime is trusted from now on (law 4).
    case trust(Bool)
    /// A new archive arrives. The bytes must stay valid until then.
    case archive(UnsafeRawBufferPointer)
    case stop
  }

  /// Monotonic milliseconds since the simulation began.
  public var atMs: Int64
  public var kind: Kind

  public init(atMs: Int64, _ kind: Kind) {
    self.atMs = atMs
    self.kind = kind
  }
}

/// Plays a span of time as fast as possible: time advances only inside `wait`, which jumps to the next event. The span
/// is half-open, `from ..< to`: an event exactly at its end is not played.
public struct VirtualClock: ~Copyable, Clock {
  /// Why a simulation ended.
  public enum Ending: UInt8, Sendable {
    case running, reachedEnd, stopped
    /// `maximumWaits` was reached: the loop requests wake-ups endlessly.
    case tooManyWaits
  }

  public private(set) var ending: Ending = .running
  /// How often `wait` returned `.due`.
  public private(set) var dueCount: Int64 = 0

  private var monotonicMs: Int64
  private let startMs: Int64
  private let endMs: Int64
  /// Realtime minus monotonic; clock steps change it.
  private var offsetMs: Int64
  /// Whether realtime was set while no wait depended on it, and that has not been reported yet.
  private var hasUnreportedStep = false
  private var isTrusted: Bool
  /// Events that have not been played yet.
  private var events: Slice<UnsafeBufferPointer<VirtualEvent>>
  private var lux: Slice<UnsafeBufferPointer<LuxSample>>
  private var waitsLeft: Int64

  /// A clock that starts at realtime `from` and stops after `to` − `from` of monotonic time, regardless of realtime
  /// steps.
  ///
  /// - Parameters:
  ///   - lux: starts at `from`; in memory that stays valid, like `events`.
  ///   - events: in order of time.
  public init(
    from: Instant, to: Instant, isTrusted: Bool = true, monotonicStart: MonotonicInstant = .init(milliseconds: 0),
    lux: LuxTrace = LuxTrace(samples: .init(start: nil, count: 0)),
    events: UnsafeBufferPointer<VirtualEvent> = .init(start: nil, count: 0), maximumWaits: Int64 = 100_000_000
  ) {
    startMs = monotonicStart.milliseconds
    monotonicMs = startMs
    endMs = startMs + Swift.max(0, to.milliseconds - from.milliseconds)
    offsetMs = from.milliseconds - startMs
    self.isTrusted = isTrusted
    self.events = events[...]
    self.lux = lux.samples[...]
    waitsLeft = maximumWaits
  }

  /// The current virtual time; it does not advance by itself.
  public mutating func now() -> Moment {
    Moment(
      realtime: Instant(milliseconds: monotonicMs + offsetMs), monotonic: MonotonicInstant(milliseconds: monotonicMs),
      isTrusted: isTrusted)
  }

  /// Reports a clock step as the kernel's timers do: to a wait on realtime, else with the next one (docs/rules.md, Set
  /// clocks).
  public mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
    if ending != .running { return .stop }
    if waitsLeft <= 0 { return finish(.tooManyWaits) }
    waitsLeft -= 1
    while true {
      if let wake = next(until: wakeUp, idleBank) { return wake }
    }
  }

  /// nil if the event does not end this wait.
  private mutating func next(until wakeUp: WakeUp, _ idleBank: UnsafeMutableRawBufferPointer) -> Wake? {
    let isByRealtime = wakeUp.realtime < .distantFuture
    if isByRealtime && hasUnreportedStep {
      hasUnreportedStep = false
      return due()
    }
    let luxMs = lux.first.map { startMs + $0.atMs } ?? Int64.max
    let eventMs = events.first.map { startMs + $0.atMs } ?? Int64.max
    let dueMs = dueTime(wakeUp)
    let nextMs = Swift.max(monotonicMs, Swift.min(Swift.min(luxMs, eventMs), dueMs))
    if nextMs >= endMs {
      monotonicMs = Swift.max(monotonicMs, endMs)
      return finish(.reachedEnd)
    }
    monotonicMs = nextMs
    if luxMs <= nextMs { return .light(lux.removeFirst().illuminance) }
    return eventMs <= nextMs ? deliver(idleBank, isByRealtime) : due()
  }

  private mutating func due() -> Wake {
    dueCount += 1
    return .due
  }

  /// The due time in monotonic ms; "never" stays "never".
  private func dueTime(_ wakeUp: WakeUp) -> Int64 {
    var due = Int64.max
    if wakeUp.realtime < .distantFuture { due = wakeUp.realtime.milliseconds - offsetMs }
    if wakeUp.monotonic < .distantFuture { due = Swift.min(due, wakeUp.monotonic.milliseconds) }
    return due
  }

  private mutating func deliver(_ idleBank: UnsafeMutableRawBufferPointer, _ isByRealtime: Bool) -> Wake? {
    switch events.removeFirst().kind {
    case .light(let illuminance): return .light(illuminance)
    case .distance(let reading): return .distance(reading)
    case .modeOverride(let mode): return .modeOverride(mode)
    case .power(let isOn): return .power(isOn: isOn)
    case .presence: return .presence
    case .input(let change):
      var packet = InputPacket()
      packet.append(change)
      return .input(packet)
    case .answer(let answer): return .answer(answer)
    case .page(let turn): return .page(turn)
    case .clockStep(let stepMs):
      offsetMs += stepMs
      let isReported = trustIfNext() || isByRealtime
      hasUnreportedStep = !isReported
      return isReported ? .due : nil
    case .trust(let isNowTrusted):
      isTrusted = isNowTrusted
      return .due
    case .archive(let bytes):
      // An archive that is too large is reported with its full length, so that the engine refuses it.
      idleBank.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[0..<Swift.min(bytes.count, idleBank.count)]))
      return .archive(byteCount: bytes.count)
    case .stop: return finish(.stopped)
    }
  }

  /// Who synchronises a clock sets its time and its state with one call (adjtimex), which is one wake.
  ///
  /// - Returns: whether the state comes at the same time.
  private mutating func trustIfNext() -> Bool {
    guard let event = events.first, startMs + event.atMs <= monotonicMs, case .trust(let isNowTrusted) = event.kind
    else { return false }
    events.removeFirst()
    isTrusted = isNowTrusted
    return true
  }

  /// Advances to this time; also after the end of the span.
  public mutating func pause(until time: MonotonicInstant, signal: Int32) {
    monotonicMs = Swift.max(monotonicMs, time.milliseconds)
  }

  private mutating func finish(_ reason: Ending) -> Wake {
    ending = reason
    return .stop
  }
}
