import AfterglowCore
import AfterglowDevice
import AfterglowKit
import AfterglowVirtual

/// The virtual clock, which delivers the author's archives and the guard's news in simulated time.
struct SimulationClock: ~Copyable, Clock {
  private var base: VirtualClock
  private let content: SimulationContent
  /// nil = nothing touches the panel.
  private let firmware: SimulatedGuard?
  private let startMs: Int64

  init(base: consuming VirtualClock, content: SimulationContent, firmware: SimulatedGuard? = nil) {
    self.base = base
    self.content = content
    self.firmware = firmware
    startMs = self.base.now().monotonic.milliseconds
  }

  var ending: VirtualClock.Ending { base.ending }

  mutating func now() -> Moment { base.now() }

  mutating func pause(until time: MonotonicInstant, signal: Int32) { base.pause(until: time, signal: signal) }

  mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
    if let news = firmware?.next() { return news }
    var sooner = wakeUp
    if let at = content.nextMs(moment) {
      sooner.monotonic = min(sooner.monotonic, MonotonicInstant(milliseconds: startMs + at))
    }
    let wake = base.wait(until: sooner, idleBank: idleBank)
    guard case .due = wake else { return wake }
    guard let archive = content.archive(moment) else { return .due }
    archive.withUnsafeBytes { bytes in
      idleBank.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, idleBank.count)]))
    }
    return .archive(byteCount: archive.count)
  }

  /// The time according to the author.
  private var moment: AuthorMoment {
    mutating get {
      let now = base.now()
      return AuthorMoment(bootMs: now.monotonic.milliseconds - startMs, wall: now.realtime)
    }
  }
}
