import AfterglowLinux

/// What a renderer that was forked ahead still needs.
enum RendererSetup { case complete, needsLaunch, needsPanel }

/// The renderer of a panel, what it knows and how it answers; and when another may be started once it is gone.
struct RendererLife {
  private(set) var process: RendererProcess?
  var setup = RendererSetup.complete
  /// The state of the graphics card that its panel was made for.
  var cardGeneration = 0
  private(set) var line = RendererLine()
  private(set) var heartbeat = Heartbeat(RendererTimeouts(isEmissive: true))
  var backoff = RestartBackoff()
  /// Whether it has shown a frame.
  private(set) var hasShown = false
  /// False while one that took another's place has yet to show its first frame.
  private(set) var mayReceiveLight = true
  private var place = -1

  init() {}

  mutating func begin(_ process: RendererProcess, setup: RendererSetup = .complete) {
    self.process = process
    self.setup = setup
  }

  /// It knows what its launch says. `mayReceiveLight`: that says the light as it is.
  mutating func note(_ sent: RendererInputs, _ patience: RendererTimeouts, mayReceiveLight: Bool) {
    line = RendererLine(sent: sent)
    heartbeat = Heartbeat(patience)
    hasShown = false
    self.mayReceiveLight = mayReceiveLight
  }

  mutating func watch(_ set: inout PollSet) { place = set.add(process?.socket ?? -1, writes: line.isFull) }
  func hasNews(_ set: borrowing PollSet) -> Bool { set.isReady(place) }

  /// It spoke.
  mutating func note(_ message: ControlMessage, nowMs: Int64) {
    heartbeat.note(message, nowMs: nowMs)
    if message.kind != .updated { return }
    hasShown = true
    mayReceiveLight = true
  }

  /// Tells what has changed since it was last told: of each the newest, when it has time to listen.
  mutating func update(_ wanted: RendererInputs) {
    guard let process, setup == .complete else { return }
    var words = wanted
    if !mayReceiveLight { words.light = line.sent.light }
    line.update(words, to: process.socket)
  }

  /// The archive that a new one begins with comes before anything else but white. False when it could not be sent: the
  /// renderer would wait for it for ever.
  mutating func sendFirst(_ archive: Int32, knowing wanted: RendererInputs, nowMs: Int64) -> Bool {
    guard let process, setup == .complete else { return true }
    line.update(white: wanted.white, to: process.socket)
    heartbeat.expectFirstFrame(nowMs: nowMs)
    return line.send(ControlMessage(.newArchive), passing: archive, to: process.socket)
  }

  /// False when there is nobody to take it, or no room on the line.
  mutating func send(_ archive: Int32) -> Bool {
    guard let process, setup == .complete else { return false }
    return line.send(ControlMessage(.newArchive), passing: archive, to: process.socket)
  }

  /// Asks one whose frame is late, and ends one that does not answer: another takes its place at once.
  mutating func keepHeartbeat(nowMs: Int64) {
    guard let process else { return heartbeat.reset() }
    switch heartbeat.action(nowMs: nowMs) {
    case .none: break
    case .ask: heartbeat.noteAsked(line.send(ControlMessage(.ping), to: process.socket), nowMs: nowMs)
    case .kill: Process.kill(process.identifier)
    }
  }

  /// Its end is heard of later.
  func kill() { if let process { Process.kill(process.identifier) } }

  /// Ends it, as soon as its frame is finished. False when there is none.
  mutating func end() -> Bool {
    guard let process else { return false }
    process.stop()
    reap()
    return true
  }

  /// It has ended: its end of the line goes.
  mutating func reap() {
    guard let process else { return }
    closeDescriptor(process.socket)
    self.process = nil
    setup = .complete
    line = RendererLine()
    heartbeat.reset()
  }
}
