import AfterglowInput
import AfterglowLinux

/// What a renderer that was forked ahead has not received yet.
enum RendererSetup { case complete, needsLaunch, needsPanel }

/// A panel's renderer process, the state sent to it, its heartbeat, and when the next one may start after its end. Part
/// of a `PanelSupervisor`.
struct RendererLife {
  private(set) var process: RendererProcess?
  var setup = RendererSetup.complete
  /// The generation of the graphics card that its panel was made for (`CardTable.generation`).
  var cardGeneration = 0
  private(set) var line = RendererLine()
  private(set) var heartbeat = Heartbeat(RendererTimeouts())
  var backoff = RestartBackoff()
  /// Whether it has shown a frame.
  private(set) var hasShown = false
  /// False while a renderer that replaced another one has yet to show its first frame.
  private(set) var mayReceiveLight = true
  /// When a renderer that was asked to stop is killed; Int64.max = it was not asked.
  private(set) var killAtMs = Int64.max
  /// One that died may have left its panel refreshing until then; 0 = none did.
  private(set) var settlesUntilMs: Int64 = 0
  private var place = -1

  init() {}

  mutating func begin(_ process: RendererProcess, setup: RendererSetup = .complete) {
    self.process = process
    self.setup = setup
  }

  /// Notes what its launch contained. `mayHearLight`: whether that included the actual light.
  mutating func note(_ sent: RendererInputs, mayReceiveLight: Bool) {
    line = RendererLine(sent: sent)
    heartbeat = Heartbeat(process?.patience ?? RendererTimeouts())
    hasShown = false
    self.mayReceiveLight = mayReceiveLight
  }

  mutating func watch(_ set: inout PollSet) { place = set.add(process?.socket ?? -1, writes: line.isFull) }
  func hasNews(_ set: borrowing PollSet) -> Bool { set.isReady(place) }

  /// Notes that a message arrived from it.
  mutating func note(_ message: ControlMessage, nowMs: Int64) {
    heartbeat.note(message, nowMs: nowMs, realtimeMs: SystemTime.realtimeMs)
    if message.kind != .updated { return }
    hasShown = true
    mayReceiveLight = true
  }

  /// Sends what has changed since the last call, only the latest of each kind, if there is room on the socket.
  mutating func update(_ wanted: RendererInputs) {
    guard let process, setup == .complete, !isEnding else { return }
    var words = wanted
    if !mayReceiveLight { words.light = line.sent.light }
    line.update(words, to: process.socket)
  }

  /// Sends changes of input devices. Without a renderer they are lost, and for the next one nothing is down.
  mutating func send(_ packet: InputPacket) {
    guard let process, setup == .complete, !isEnding else { return }
    line.send(packet, to: process.socket)
  }

  /// Sends a message. False if there is no renderer, or no room on the socket.
  mutating func send(_ message: ControlMessage) -> Bool {
    guard let process, setup == .complete, !isEnding else { return false }
    return line.send(message, to: process.socket)
  }

  /// Sends the archive that a new renderer starts with, before anything else except white.
  mutating func sendFirst(_ archive: Int32, knowing wanted: RendererInputs, nowMs: Int64) -> Bool {
    guard let process, setup == .complete else { return true }
    line.update(white: wanted.white, to: process.socket)
    heartbeat.expectFirstFrame(nowMs: nowMs)
    return line.send(ControlMessage(.newArchive), passing: archive, to: process.socket)
  }

  /// Sends an archive. False if there is no renderer, or no room on the socket.
  mutating func send(_ archive: Int32) -> Bool {
    guard let process, setup == .complete, !isEnding else { return false }
    return line.send(ControlMessage(.newArchive), passing: archive, to: process.socket)
  }

  /// Pings a renderer whose frame is late, and kills one that does not reply; another one is started at once.
  mutating func keepHeartbeat(nowMs: Int64) {
    guard let process else { return heartbeat.reset() }
    if isEnding {
      if nowMs >= killAtMs { Process.kill(process.identifier) }
      return
    }
    switch heartbeat.action(nowMs: nowMs) {
    case .none: break
    case .ask: heartbeat.noteAsked(line.send(ControlMessage(.ping), to: process.socket), nowMs: nowMs)
    case .kill: Process.kill(process.identifier)
    }
  }

  /// Sends SIGKILL; the exit is handled later.
  func kill() { if let process { Process.kill(process.identifier) } }

  /// Whether a frame is overdue. E-paper holds the last one while a new renderer waits until it may be refreshed.
  var isLate: Bool {
    guard let process else { return true }
    return heartbeat.isWaiting || (!hasShown && !process.patience.endsSlowly)
  }

  /// Whether it was asked to stop and has not exited yet.
  var isEnding: Bool { killAtMs < Int64.max }

  /// When there is something to do; Int64.max = never.
  var nextMs: Int64 { Swift.min(heartbeat.nextMs, killAtMs) }

  /// Asks it, once, to finish its frame and to exit. Its exit is handled later, and its panel stays supplied until then.
  mutating func askToStop(nowMs: Int64) {
    guard let process, !isEnding else { return }
    process.askToStop()
    killAtMs = nowMs + process.patience.stopMs
    heartbeat.reset()
  }

  /// Ends it once its frame is finished. False if there is none.
  mutating func end() -> Bool {
    guard let process else { return false }
    askToStop(nowMs: SystemTime.boottimeMs)
    process.waitForEnd(untilMs: killAtMs)
    reap()
    return true
  }

  /// Notes that it has died of something else than a request: its panel may be in the middle of a refresh.
  mutating func noteAccident(nowMs: Int64) {
    guard let process, process.patience.endsSlowly else { return }
    settlesUntilMs = nowMs + process.patience.refreshMs
  }

  /// Closes the socket of a renderer that has exited.
  mutating func reap() {
    guard let process else { return }
    closeDescriptor(process.socket)
    self.process = nil
    setup = .complete
    line = RendererLine()
    heartbeat.reset()
    killAtMs = Int64.max
  }
}
