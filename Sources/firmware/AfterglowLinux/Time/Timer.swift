import CLinux

/// A kernel timer (timerfd) at an absolute time.
public struct Timer: ~Copyable {
  /// Readable when the timer has fired.
  public let descriptor: Int32
  private let followsClockSteps: Bool

  deinit { _ = ag_close(descriptor) }

  /// A timer on CLOCK_REALTIME, which also fires when the clock is set (docs/rules.md, Set clocks).
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public static func realtime() throws(SystemError) -> Timer {
    Timer(descriptor: try checked("make a timer", ag_timer_realtime()), followsClockSteps: true)
  }

  /// A timer on CLOCK_BOOTTIME.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public static func boottime() throws(SystemError) -> Timer {
    Timer(descriptor: try checked("make a timer", ag_timer_boottime()), followsClockSteps: false)
  }

  /// The state of a timer.
  public enum Firing {
    case none, due
    /// The clock was set since the timer was armed or last read.
    case clockSet
  }

  /// Arms the timer; nil disarms it. Returns `clockSet` if the clock was set in between; the timer is armed in any
  /// case.
  public func arm(atMs time: Int64?) -> Firing {
    guard let time else {
      _ = ag_timer_disarm(descriptor)
      return .none
    }
    return ag_timer_arm(descriptor, time, followsClockSteps ? 1 : 0) == 1 ? .clockSet : .none
  }

  /// Whether it has fired; never waits.
  public func read() -> Firing {
    let count = ag_timer_read(descriptor)
    if count == -Int64(ECANCELED) { return .clockSet }
    return count > 0 ? .due : .none
  }
}
