import CLinux

/// A child that waits for its parent's exit and then restores the console to text mode, because a killed guard cannot.
/// It has only the console, a pipe and one capability.
struct ConsoleKeeper {
  private let process: Int32
  private let pipe: Int32

  /// How long a keeper may take to exit once dismissed.
  private static var patienceMs: Int64 { 500 }

  /// How long a keeper waits before it confines itself: the kernel's translation of its filter must not delay the first
  /// picture where both share a processor. Until then it has only the console, the pipe and one capability, and
  /// receives input only from the guard.
  private static var confinementDelayMs: Int64 { 500 }

  init(of console: Int32) throws(SystemError) {
    var ends = InlineArray<2, Int32>(repeating: -1)
    let made = ends.withBytes { ag_pipe($0.assumingMemoryBound(to: Int32.self)) }
    _ = try checked("make a pipe", made)
    let child = ag_fork()
    if child == 0 {
      ConsoleKeeper.run(console, ends[0])
      Process.exitNow(0)
    }
    _ = ag_close(ends[0])
    if child < 0 {
      _ = ag_close(ends[1])
      throw SystemError("start the console's keeper", errno: -child)
    }
    process = child
    pipe = ends[1]
  }

  /// Sets text mode and automatic console switching.
  static func restore(_ console: Int32) {
    _ = ag_vt_set_kind(console, Int32(AG_KD_TEXT))
    _ = ag_vt_disown(console)
  }

  /// Ends the keeper without touching the console, which has been restored already.
  func dismiss() {
    var word: UInt8 = UInt8(ascii: "q")
    _ = ag_write(pipe, &word, 1)
    _ = ag_close(pipe)
    let deadline = ag_boottime_ms() + ConsoleKeeper.patienceMs
    while ag_boottime_ms() < deadline {
      if Process.reap(process) != nil { return }
      ag_sleep_ms(1)
    }
    Process.kill(process)
    _ = Process.reapWaiting(process)
  }

  /// The child's main function. It waits without a timeout: the pipe's other end closes when the parent exits, for any
  /// reason.
  private static func run(_ console: Int32, _ pipe: Int32) {
    Process.setName("aglow-console")
    ag_ignore_all_ends()
    ag_keep_only_two(console, pipe)
    _ = ag_keep_tty_capability()
    var first = ag_poll_entry(fd: pipe, events: Int16(AG_READABLE), revents: 0)
    if ag_poll(&first, 1, confinementDelayMs) == 0 { Lockdown.confineKeeper(of: console) }
    while true {
      var entry = ag_poll_entry(fd: pipe, events: Int16(AG_READABLE), revents: 0)
      _ = ag_poll(&entry, 1, -1)
      var word: UInt8 = 0
      let count = ag_read(pipe, &word, 1)
      if count == 1 { return }
      if count == -Int64(EAGAIN) { continue }
      return restore(console)
    }
  }
}
