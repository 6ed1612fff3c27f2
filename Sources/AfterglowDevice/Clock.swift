import AfterglowCore

/// When the loop wants to be woken: at whichever comes first.
public struct WakeUp: Sendable {
  /// Civil time; follows clock steps, and hears of them. `distantFuture` = not needed: then a step wakes nobody.
  public var realtime: Instant
  /// Paced time (light filter, refresh intervals). `distantFuture` = not needed.
  public var monotonic: MonotonicInstant

  @inlinable
  public init(realtime: Instant, monotonic: MonotonicInstant) {
    self.realtime = realtime
    self.monotonic = monotonic
  }

  /// The same, and woken when the clock is set: where nothing is due by civil time, by a time that no clock reaches. The
  /// kernel tells steps only to a timer that is armed, and takes none beyond the year 2262.
  @inlinable
  public var hearingClockSteps: WakeUp {
    WakeUp(realtime: Swift.min(realtime, Instant(milliseconds: 9_000_000_000_000)), monotonic: monotonic)
  }
}

/// Why `wait` returned.
public enum Wake: Sendable {
  /// The asked time has come, or the clock was set: read it again.
  case due
  /// A new reading of the light sensor; nil = unknown.
  case light(Illuminance?)
  /// How far away the viewer is, in the unit of the board's source; nil = unknown.
  case distance(Int64?)
  case modeOverride(ModeOverride)
  /// The room is empty (false), or somebody is there again.
  case power(isOn: Bool)
  /// Hardware dims the panel in another way than before.
  case white(PanelWhite)
  /// A touch, a key or a motion: somebody is there now.
  case presence
  /// A whole archive lies in the idle bank; not yet validated.
  case archive(byteCount: Int)
  /// Finish the frame, close the display, leave.
  case stop
}

/// Time, and the one place where the loop waits. What arrives from outside arrives here, so that a virtual clock can
/// play a script of it.
public protocol Clock: ~Copyable {
  mutating func now() -> Moment

  /// Sleeps until `wakeUp` or until something arrives. `idleBank` is free for an arriving archive.
  mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake
}
