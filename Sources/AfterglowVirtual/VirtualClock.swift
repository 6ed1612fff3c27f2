import AfterglowCore
import AfterglowDevice

/// Something that happens at a known time of a simulation.
public struct VirtualEvent {
  public enum Kind {
    /// A reading of the light sensor; nil = drop-out.
    case light(Illuminance?)
    /// How far away the viewer is; nil = unknown.
    case distance(Int64?)
    case modeOverride(ModeOverride)
    /// The room is empty (false), or somebody is there again.
    case power(isOn: Bool)
    /// A touch, a key or a motion.
    case presence
    /// Realtime jumps by this much; monotonic time goes on as it was.
    case clockStep(byMs: Int64)
    /// Whether the board vouches for realtime from now on.
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

/// Plays a stretch of time as fast as it can: time stands still except inside `wait`, which jumps to whatever comes
/// first. The stretch is half-open, `from ..< to`: what is due exactly at its end is not played.
public struct VirtualClock: ~Copyable, Clock {
  /// Why a simulation ended.
  public enum Ending: UInt8, Sendable {
    case running, reachedEnd, stopped
    /// `maximumWaits` was used up: the loop asks for wake-ups without end.
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
  /// Realtime was set while nobody waited by it, and nobody was told yet.
  private var hasUntoldStep = false
  private var isTrusted: Bool
  /// What is still to come.
  private var events: Slice<UnsafeBufferPointer<VirtualEvent>>
  private var lux: Slice<UnsafeBufferPointer<LuxSample>>
  private var waitsLeft: Int64

  /// Starts at realtime `from` and stops after `to` − `from` of monotonic time, however realtime is stepped.
  ///
  /// `events` must be in order of time and, like the trace, in memory that stays valid. A lux trace begins at `from`.
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

  public mutating func now() -> Moment {
    Moment(
      realtime: Instant(milliseconds: monotonicMs + offsetMs), monotonic: MonotonicInstant(milliseconds: monotonicMs),
      isTrusted: isTrusted)
  }

  /// Tells that realtime was set as the kernel's timers do: to who waits by it, and else with the next wait that does.
  public mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
    if ending != .running { return .stop }
    if waitsLeft <= 0 { return finish(.tooManyWaits) }
    waitsLeft -= 1
    while true {
      if let wake = next(until: wakeUp, idleBank) { return wake }
    }
  }

  /// nil when what came is not for who waits like this.
  private mutating func next(until wakeUp: WakeUp, _ idleBank: UnsafeMutableRawBufferPointer) -> Wake? {
    let isByRealtime = wakeUp.realtime < .distantFuture
    if isByRealtime && hasUntoldStep {
      hasUntoldStep = false
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

  /// The asked time in monotonic milliseconds; times that are "never" stay so.
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
    case .clockStep(let stepMs):
      offsetMs += stepMs
      hasUntoldStep = !isByRealtime
      return isByRealtime ? .due : nil
    case .trust(let isNowTrusted):
      isTrusted = isNowTrusted
      return .due
    case .archive(let bytes):
      // What does not fit is reported at its full length, for the engine to refuse.
      idleBank.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[0..<Swift.min(bytes.count, idleBank.count)]))
      return .archive(byteCount: bytes.count)
    case .stop: return finish(.stopped)
    }
  }

  private mutating func finish(_ reason: Ending) -> Wake {
    ending = reason
    return .stop
  }
}
