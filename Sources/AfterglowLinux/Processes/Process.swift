import CLinux

/// This process and its child.
public enum Process {
  public static var identifier: Int32 { ag_pid() }

  /// Sets the name that `ps` and `top` show; at most 15 bytes.
  public static func setName(_ name: StaticString) {
    ag_name_process(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
  }

  /// Splits in two: 0 in the child, its process id in the parent.
  public static func fork() throws(SystemError) -> Int32 { try checked("start the renderer", ag_fork()) }

  /// Ends at once: nothing that the parent owns is flushed or closed twice.
  public static func exitNow(_ status: Int32) -> Never { ag_exit_now(status) }

  public static func kill(_ process: Int32) { _ = ag_kill(process, Int32(AG_SIGKILL)) }

  /// Exit code of an ended child, or 128 + the signal that ended it; nil while it runs.
  public static func reap(_ process: Int32) -> Int32? {
    var status: Int32 = 0
    return ag_reap(process, &status) == 0 ? nil : status
  }

  /// Waits for a child that was sent SIGKILL.
  public static func reapWaiting(_ process: Int32) -> Int32 { ag_reap_waiting(process) }

  /// What a child does about signals: Ctrl-C reaches the whole group, but the guard decides what it means.
  public static func takeSignalsOfRenderer() { ag_signals_of_child() }

  /// A reader that goes away shows as EPIPE.
  public static func ignoreBrokenPipes() { ag_ignore_broken_pipes() }
}

/// SIGINT, SIGTERM, SIGHUP and SIGCHLD as something to wait for.
public struct SignalSource: ~Copyable {
  public let descriptor: Int32

  public enum Signal { case stop, reload, childEnded }

  public init() throws(SystemError) { descriptor = try checked("watch signals", ag_signal_descriptor()) }

  deinit { _ = ag_close(descriptor) }

  /// The next signal that has come; nil = none.
  public func next() -> Signal? {
    let number = ag_signal_next(descriptor)
    if number <= 0 { return nil }
    if number == Int32(AG_SIGCHLD) { return .childEnded }
    return number == Int32(AG_SIGHUP) ? .reload : .stop
  }
}

/// The kernel's clocks.
public enum SystemTime {
  /// CLOCK_REALTIME, ms since 1970.
  public static var realtimeMs: Int64 { ag_realtime_ms() }
  /// CLOCK_BOOTTIME in ms: goes on through suspend, never jumps.
  public static var boottimeMs: Int64 { ag_boottime_ms() }

  /// Whether the kernel's clock is synchronised (adjtimex); nil when that cannot be asked.
  public static var isSynchronised: Bool? {
    let answer = ag_clock_synchronised()
    return answer < 0 ? nil : answer == 1
  }
}

extension SystemTime {
  /// Sleeps; a signal does not shorten it.
  public static func sleep(milliseconds: Int64) { ag_sleep_ms(milliseconds) }
}
