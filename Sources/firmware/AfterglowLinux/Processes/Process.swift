import CLinux

/// System calls about this process and its children.
public enum Process {
  /// This process's id.
  public static var identifier: Int32 { ag_pid() }

  /// Sets the name that `ps` and `top` show; at most 15 bytes.
  public static func setName(_ name: StaticString) {
    ag_name_process(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
  }

  /// Forks: returns 0 in the child, its process id in the parent.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public static func fork() throws(SystemError) -> Int32 { try checked("start the renderer", ag_fork()) }

  /// Ends the process at once (_exit(2)): nothing that the parent owns is flushed or closed twice.
  public static func exitNow(_ status: Int32) -> Never { ag_exit_now(status) }

  /// SIGKILL, which a process never receives because of what it does itself.
  public static var killSignal: Int32 { Int32(AG_SIGKILL) }

  /// Sends SIGKILL.
  public static func kill(_ process: Int32) { _ = ag_kill(process, Int32(AG_SIGKILL)) }

  /// Exit code of a child that has exited, or 128 + the signal that killed it; nil while it runs.
  public static func reap(_ process: Int32) -> Int32? {
    var status: Int32 = 0
    return ag_reap(process, &status) == 0 ? nil : status
  }

  /// Waits for a child that was sent SIGKILL.
  public static func reapWaiting(_ process: Int32) -> Int32 { ag_reap_waiting(process) }

  /// Sets a child's signals: Ctrl-C reaches the whole group, but only the guard acts on it.
  public static func takeSignalsOfRenderer() { ag_signals_of_child() }

  /// Makes a write to a closed pipe fail with EPIPE instead of ending the process.
  public static func ignoreBrokenPipes() { ag_ignore_broken_pipes() }
}

/// SIGINT, SIGTERM, SIGHUP and SIGCHLD as a descriptor to wait on (signalfd(2)).
public struct SignalSource: ~Copyable {
  public let descriptor: Int32

  /// What the signals mean to the guard.
  public enum Signal { case stop, reload, childEnded }

  /// Blocks the signals and opens the descriptor.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public init() throws(SystemError) { descriptor = try checked("watch signals", ag_signal_descriptor()) }

  deinit { _ = ag_close(descriptor) }

  /// The next pending signal; nil = none.
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
  /// CLOCK_BOOTTIME in ms: counts suspend and never jumps.
  public static var boottimeMs: Int64 { ag_boottime_ms() }

  /// Whether the kernel's clock is synchronised (adjtimex(2)); nil when that cannot be read.
  public static var isSynchronised: Bool? {
    let answer = ag_clock_synchronised()
    return answer < 0 ? nil : answer == 1
  }
}

extension SystemTime {
  /// Sleeps for the whole time, even if signals arrive.
  public static func sleep(milliseconds: Int64) { ag_sleep_ms(milliseconds) }
}
