import AfterglowCore
import AfterglowInput

/// When the loop is to be woken: at the earlier of the two times.
public struct WakeUp: Sendable {
  /// Civil time, which follows clock steps. `distantFuture` = not needed: a clock step then does not wake the loop.
  public var realtime: Instant
  /// Paced time (light filter, refresh intervals). `distantFuture` = not needed.
  public var monotonic: MonotonicInstant
  /// Whether only the display waits: a frame is under way, and nothing is due otherwise.
  public var isForDisplay: Bool
  /// A descriptor that wakes the loop when it becomes readable (`Display.presentSignal`); −1 = none.
  public var signal: Int32

  @inlinable
  public init(realtime: Instant, monotonic: MonotonicInstant, isForDisplay: Bool = false, signal: Int32 = -1) {
    self.realtime = realtime
    self.monotonic = monotonic
    self.isForDisplay = isForDisplay
    self.signal = signal
  }

  /// The earlier one of both, by each clock.
  @inlinable
  public func orEarlier(_ other: WakeUp) -> WakeUp {
    WakeUp(
      realtime: Swift.min(realtime, other.realtime), monotonic: Swift.min(monotonic, other.monotonic),
      isForDisplay: isForDisplay, signal: signal)
  }

  /// The same, but also woken when the clock is set. If nothing is due by civil time it requests a time that no clock
  /// reaches: the kernel reports steps only to an armed timer, and accepts no time beyond the year 2262 (docs/rules.md,
  /// Set clocks).
  @inlinable
  public var hearingClockSteps: WakeUp {
    WakeUp(
      realtime: Swift.min(realtime, Instant(milliseconds: 9_000_000_000_000)), monotonic: monotonic,
      isForDisplay: isForDisplay, signal: signal)
  }
}

/// Why `wait` returned.
public enum Wake: Sendable {
  /// The requested time was reached, or the clock was set: read it again.
  case due
  /// A new reading of the light sensor; nil = unknown.
  case light(Illuminance?)
  /// The viewer's distance, in the unit of the board's source; nil = unknown.
  case distance(Int64?)
  /// A light mode requested by a user, a key or a script.
  case modeOverride(ModeOverride)
  /// The room is empty (false) or occupied again (true).
  case power(isOn: Bool)
  /// The hardware's dimming has changed.
  case white(PanelWhite)
  /// A touch, key press or motion: a viewer is present.
  case presence
  /// Changes of input devices.
  case input(InputPacket)
  /// An answer to a command that a touch has caused.
  case answer(ActionAnswer)
  /// A request to show another page.
  case page(PageTurn)
  /// Until this time contacts are drawn instead of acting, so that an owner can test a touch screen; the past = no longer.
  case touchTest(until: MonotonicInstant)
  /// A complete archive in the idle bank; not validated yet.
  case archive(byteCount: Int)
  /// Finish the frame, close the display, return.
  case stop
}

/// The time source, and the only place where the loop waits. All external events arrive through it, so that a virtual
/// clock can play them from a script.
public protocol Clock: ~Copyable {
  /// Reads all clocks.
  mutating func now() -> Moment

  /// Sleeps until `wakeUp` or an event. An arriving archive is written to `idleBank`, which is free until the call
  /// returns.
  mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake

  /// Sleeps until this time, or until the descriptor is readable (−1 = none), without any event: for a display that must
  /// finish a frame when the loop is stopped.
  mutating func pause(until time: MonotonicInstant, signal: Int32)
}
