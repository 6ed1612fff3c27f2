import AfterglowCore
import AfterglowDevice

/// Whether civil time is trusted (law 4), read from the kernel at most once a minute.
public struct ClockTrustWatch {
  /// The board's `clock.trust`.
  public enum Rule: Sendable, BitwiseCopyable {
    /// Trusted once the kernel reports synchronisation.
    case synchronised
    /// Trusted from the start.
    case always
  }

  private let rule: Rule
  private var readAtMs: Int64 = Int64.min / 2
  public private(set) var isTrusted: Bool

  /// Shortest time between two reads, in ms.
  public static var intervalMs: Int64 { 60_000 }

  public init(_ rule: Rule) {
    self.rule = rule
    isTrusted = rule == .always
  }

  /// Whether a later read could change the result.
  public var isPending: Bool { rule == .synchronised && !isTrusted }

  /// Reads again when a minute has passed, or when `isForced` (the clock was set). True when the result changed.
  public mutating func refresh(atBoottimeMs now: Int64, isForced: Bool = false) -> Bool {
    if rule == .always || (!isForced && now - readAtMs < ClockTrustWatch.intervalMs) { return false }
    readAtMs = now
    let before = isTrusted
    // If the state cannot be read (in a sandbox), the clock is not trusted.
    isTrusted = SystemTime.isSynchronised ?? false
    return isTrusted != before
  }
}

/// State of a renderer's socket to the guard, shared by parts of the renderer.
public struct RendererLink: BitwiseCopyable {
  /// Bytes of an archive that was passed to the loop and not refused yet; 0 = none.
  public var pendingArchiveByteCount: Int64 = 0
  /// How often the loop was woken because something was due.
  public var dueCount: Int64 = 0

  public init() {}
}

/// The kernel's clocks and the real wait: two timers, and the socket to the guard.
public struct LinuxClock: ~Copyable, Clock {
  private let socket: Int32
  private let realtimeTimer: Timer
  private let boottimeTimer: Timer
  private var trust: ClockTrustWatch
  private let link: UnsafeMutablePointer<RendererLink>

  /// Sets up the timers; `socket` and `link` belong to the caller and must outlive the clock.
  ///
  /// - Throws: `SystemError` when no timer can be created.
  public init(
    socket: Int32, trust: ClockTrustWatch.Rule, link: UnsafeMutablePointer<RendererLink>
  ) throws(SystemError) {
    let realtime = try Timer.realtime()
    let boottime = try Timer.boottime()
    self.socket = socket
    self.link = link
    realtimeTimer = realtime
    boottimeTimer = boottime
    self.trust = ClockTrustWatch(trust)
    _ = self.trust.refresh(atBoottimeMs: SystemTime.boottimeMs, isForced: true)
  }

  public mutating func now() -> Moment {
    let boottimeMs = SystemTime.boottimeMs
    _ = trust.refresh(atBoottimeMs: boottimeMs)
    return Moment(
      realtime: Instant(milliseconds: SystemTime.realtimeMs), monotonic: MonotonicInstant(milliseconds: boottimeMs),
      isTrusted: trust.isTrusted)
  }

  public mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
    reportAdoption()
    // Already due: arming the timers would put the process to sleep until the kernel has processed them.
    if wakeUp.monotonic.milliseconds <= SystemTime.boottimeMs { return pendingWake(idleBank) }
    let realtime = wakeUp.realtime < .distantFuture ? wakeUp.realtime.milliseconds : nil
    let monotonic = wakeUp.monotonic < .distantFuture ? wakeUp.monotonic.milliseconds : nil
    if realtimeTimer.arm(atMs: realtime) == .clockSet { return clockWasSet() }
    _ = boottimeTimer.arm(atMs: monotonic)
    while true {
      var set = PollSet()
      let socketPlace = set.add(socket)
      let realtimePlace = set.add(realtimeTimer.descriptor)
      let boottimePlace = set.add(boottimeTimer.descriptor)
      let signalPlace = set.add(wakeUp.signal)
      // The timers limit the wait. Without timers nothing can change on the panel until the guard sends a message, and
      // the socket also reports the guard's exit. While the time is not trusted, it is checked every minute.
      set.wait(timeoutMs: trust.isPending ? ClockTrustWatch.intervalMs : nil)
      if set.isReady(socketPlace), let wake = receive(idleBank) { return wake }
      if set.isReady(realtimePlace) {
        switch realtimeTimer.read() {
        case .due: return due()
        case .clockSet: return clockWasSet()
        case .none: break
        }
      }
      if set.isReady(boottimePlace), boottimeTimer.read() == .due { return due() }
      if set.isReady(signalPlace) { return due() }
      if trust.refresh(atBoottimeMs: SystemTime.boottimeMs) { return due() }
    }
  }

  public mutating func pause(until time: MonotonicInstant, signal: Int32) {
    while time.milliseconds > SystemTime.boottimeMs {
      _ = boottimeTimer.arm(atMs: time.milliseconds)
      var set = PollSet()
      _ = set.add(boottimeTimer.descriptor)
      let signalPlace = set.add(signal)
      set.wait(timeoutMs: time.milliseconds - SystemTime.boottimeMs + 1)
      _ = boottimeTimer.read()
      if set.isReady(signalPlace) { return }
    }
  }

  private mutating func pendingWake(_ idleBank: UnsafeMutableRawBufferPointer) -> Wake {
    var set = PollSet()
    let socketPlace = set.add(socket)
    set.wait(timeoutMs: 0)
    if set.isReady(socketPlace), let wake = receive(idleBank) { return wake }
    return due()
  }

  private mutating func due() -> Wake {
    link.pointee.dueCount += 1
    return .due
  }

  private mutating func clockWasSet() -> Wake {
    _ = trust.refresh(atBoottimeMs: SystemTime.boottimeMs, isForced: true)
    return due()
  }

  /// The loop waits again and has not refused the last archive, so it is in use: inform the guard.
  private mutating func reportAdoption() {
    if link.pointee.pendingArchiveByteCount == 0 { return }
    let message = ControlMessage(.adopted, value: link.pointee.pendingArchiveByteCount)
    link.pointee.pendingArchiveByteCount = 0
    _ = sendPacket(message, to: socket, waits: true)
  }

  /// Reads one packet; nil if it is not for the loop.
  private mutating func receive(_ idleBank: UnsafeMutableRawBufferPointer) -> Wake? {
    switch receivePacket(from: socket) {
    case .message(let message, let passed):
      let file = FileDescriptor(owning: passed)
      return wake(for: message, file, idleBank)
    case .closed, .failed: return .stop
    case .foreign, .nothing: return nil
    }
  }

  private mutating func wake(
    for message: ControlMessage, _ file: borrowing FileDescriptor, _ idleBank: UnsafeMutableRawBufferPointer
  ) -> Wake? {
    switch message.kind {
    case .stop: return .stop
    case .ping:
      _ = sendPacket(ControlMessage(.pong, value: message.value), to: socket, waits: false)
      return nil
    case .lux: return .light(message.light.value)
    case .distance: return .distance(message.distance.value)
    case .modeOverride:
      guard let mode = ModeOverride(rawValue: UInt8(truncatingIfNeeded: message.value)) else { return nil }
      return .modeOverride(mode)
    case .power: return .power(isOn: message.value != 0)
    case .white: return .white(message.white)
    case .presence: return .presence
    case .input: return .input(message.input)
    case .answer: return message.answer.map { .answer($0) }
    case .page: return message.pageTurn.map { .page($0) }
    case .touchTest: return .touchTest(until: MonotonicInstant(milliseconds: message.nextMonotonicMs))
    case .newArchive:
      // An unreadable descriptor counts as an empty archive, which the engine refuses with a reason.
      let byteCount = (try? readAll(file.number, into: idleBank)) ?? 0
      link.pointee.pendingArchiveByteCount = Int64(Swift.max(1, byteCount))
      return .archive(byteCount: byteCount)
    default: return nil
    }
  }
}
