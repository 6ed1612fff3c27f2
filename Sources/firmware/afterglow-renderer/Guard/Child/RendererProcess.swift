import AfterglowLinux

/// One renderer process, from fork to exit.
struct RendererProcess {
  let identifier: Int32
  let socket: Int32
  let startedAtMs: Int64
  let patience: RendererTimeouts

  /// Forks. In the child, `body` runs with the child's end of the socket, and its result is the exit status.
  ///
  /// - Throws: `SystemError` when no socket or process can be created.
  init(_ patience: RendererTimeouts, _ body: (Int32) -> Int32) throws(SystemError) {
    let (mine, its) = try SocketPair.make()
    let child: Int32
    do throws(SystemError) { child = try Process.fork() } catch {
      closeDescriptor(mine)
      closeDescriptor(its)
      throw error
    }
    if child == 0 {
      closeDescriptor(mine)
      Process.exitNow(body(its))
    }
    closeDescriptor(its)
    identifier = child
    socket = mine
    startedAtMs = SystemTime.boottimeMs
    self.patience = patience
  }

  /// Asks it to finish its frame and to exit.
  func askToStop() { _ = sendPacket(ControlMessage(.stop), to: socket, waits: false) }

  /// Waits until it has exited, at most until `deadline`, then sends SIGKILL.
  func waitForEnd(untilMs deadline: Int64) {
    while SystemTime.boottimeMs < deadline {
      if Process.reap(identifier) != nil { return }
      SystemTime.sleep(milliseconds: 5)
    }
    Process.kill(identifier)
    _ = Process.reapWaiting(identifier)
  }
}

/// When a renderer that exited is restarted: at once the first time, at most a second later after repeated exits, so
/// that the panel is live again within two seconds.
struct RestartBackoff {
  private(set) var deaths: Int64 = 0
  /// Early exits since the last steady run.
  private(set) var inARow: Int64 = 0
  private(set) var startAtMs: Int64 = 0

  /// Reported at 2, 4, 8 and so on, so that the log does not fill up.
  var isWorthSaying: Bool { inARow > 1 && inARow & (inARow - 1) == 0 }

  /// A run of this length, in ms, ends a series of early exits.
  static var steadyLifeMs: Int64 { 10_000 }

  /// Resets the count, for a new display or board.
  mutating func tryNow(nowMs: Int64) {
    inARow = 0
    startAtMs = nowMs
  }

  mutating func noteDeath(livedMs: Int64, nowMs: Int64) {
    deaths += 1
    inARow = livedMs >= RestartBackoff.steadyLifeMs ? 1 : inARow + 1
    switch inARow {
    case 1: startAtMs = nowMs
    case 2: startAtMs = nowMs + 200
    case 3: startAtMs = nowMs + 500
    default: startAtMs = nowMs + 1_000
    }
  }
}
