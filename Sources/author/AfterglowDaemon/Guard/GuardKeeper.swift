import AfterglowKit
import AfterglowLinux
import CLinux

/// The firmware program, with which a run starts guards.
struct GuardProgram {
  var path: String
  /// The board's name as given by the user, for advice.
  var board: String
}

/// Finds, starts and supervises the guard of one board, and sends it scenes. Nothing here blocks: each step is done
/// when its deadline comes. Used by the daemon's loop.
final class GuardKeeper {
  /// What the keeper expects of the guard next.
  private enum Stage {
    /// Nothing: the guard is running, or the next attempt is later.
    case settled
    /// A started guard must reply until then.
    case starting(untilMs: Int64)
    /// A guard that closed the connection before its first picture must exit until then; its status gives the reason.
    case ending(untilMs: Int64)
  }

  private let places: RunPlaces
  private let keeper: ArchiveKeeper
  /// nil if the guard is a service's.
  private let program: GuardProgram?
  private let reporter: StatusReporter
  private let link: GuardLink
  private let log: GuardLog
  private var stage = Stage.settled
  private var retry = Backoff()
  private(set) var settings = GuardSettings()
  /// Hash of the content that the guard received last and has not refused.
  private var handedHash: UInt64?
  /// Whether there was a picture since this program started.
  private var hasShown = false
  /// True from the exit of a guard to the first picture of the next one.
  private var isAway = false

  private static let startLimitMs: Int64 = 5_000
  /// From the closed connection to the guard's exit, in ms.
  private static let endLimitMs: Int64 = 1_000
  /// Polling interval, in ms, for what the kernel does not report: whether a socket accepts connections, and whether a
  /// child has exited.
  private static let lookMs: Int64 = 10

  /// - Parameter program: nil if the guard is a service's.
  init(_ places: RunPlaces, _ keeper: ArchiveKeeper, program: GuardProgram?, reporter: StatusReporter) {
    self.places = places
    self.keeper = keeper
    self.program = program
    self.reporter = reporter
    link = GuardLink(paths: places.paths)
    log = GuardLog(path: places.paths.rendererLog)
  }

  var isConnected: Bool { link.isConnected }
  /// Whether this program started the guard.
  var hasChild: Bool { link.hasChild }

  // MARK: Finding and starting it

  /// Connects to a running guard, or starts one.
  ///
  /// - Throws: `Failure` when neither is possible.
  func begin(_ scene: GuardScene, nowMs: Int64) throws {
    try joinOrStart(scene, nowMs)
    if program == nil && !isConnected {
      reporter.notice("no guard answers at \(places.paths.controlSocket) yet; waiting for it")
    }
  }

  private func joinOrStart(_ scene: GuardScene, _ nowMs: Int64) throws {
    if link.connect() {
      // Its messages to the previous author are skipped.
      log.join()
      return introduce(scene)
    }
    guard let program else { return retry.fail(nowMs: nowMs) }
    // Contains its log and its socket.
    try places.makeFolder()
    try link.start(
      renderer: program.path, archive: keeper.path, display: scene.display(in: places.paths),
      lux: settings.light)
    log.begin()
    stage = .starting(untilMs: nowMs + Self.startLimitMs)
  }

  // MARK: Sending to it

  /// Begins a connection, over which the guard sends the commands of touches.
  private func introduce(_ scene: GuardScene) {
    handOver(scene)
    link.send(ControlMessage(.performs, value: 1))
  }

  /// Sends the archive to the guard, regardless of the file it started with; one that shows the same content already
  /// changes no pixel. Then sends the rest of its state.
  private func handOver(_ scene: GuardScene) {
    stage = .settled
    link.send(ControlMessage(.newArchive), passing: scene.archive)
    handedHash = scene.archive.contentHash
    link.send(ControlMessage(.describe))
    for word in settings.values { link.send(word.message) }
  }

  /// Sends a new scene. One that the guard has already is sent only if `again`; one that it refused is always sent,
  /// because the obstacle may be gone.
  func offer(_ scene: GuardScene, again: Bool) {
    if isConnected && (again || scene.archive.contentHash != handedHash) { handOver(scene) }
  }

  /// Sends a part of the state; without a guard it is stored for the next one.
  func send(_ word: GuardSettings.Setting) {
    settings.add(word)
    link.send(word.message)
  }

  /// Sends an answer to a command, or the turn of a page that it asks for; without a guard it is lost, because the guard that
  /// asked is gone.
  func send(answer: ControlMessage) { link.send(answer) }

  /// Whether the guard has received every message so far.
  var hasSaidEverything: Bool { link.isConnected && !link.hasMoreToSay }

  // MARK: What it says

  /// Adds the connection, for reading and, if needed, for writing.
  func join(_ set: inout PollSet) {
    _ = set.add(link.socket, writes: link.hasMoreToSay)
    _ = set.add(log.descriptor)
  }

  /// Passes the guard's messages to `body`, and the lines of its log to the user.
  func receive(nowMs: Int64, _ body: (ControlMessage) -> Void) {
    link.flush()
    for message in link.receive() {
      if let message {
        note(message)
        body(message)
      } else {
        hasHungUp(nowMs)
      }
    }
    sendOwnRequests()
  }

  private func note(_ message: ControlMessage) {
    switch message.kind {
    // Only a picture shows that a guard works: one without its display exits at once, again and again.
    case .updated, .adopted, .showing:
      hasShown = true
      retry.succeed()
      if isAway { reporter.notice("the guard is back") }
      isAway = false
    case .refused: handedHash = nil
    case .power: settings.add(.power(isLit: message.value != 0))
    default: break
    }
  }

  /// Writes new lines of the log of a guard that this program started.
  private func sendOwnRequests() {
    guard program != nil else { return }
    for line in log.newLines() {
      var words = line[...]
      for prefix in ["afterglow-renderer: ", keeper.path + ": ", places.paths.controlSocket + ": "] {
        if words.hasPrefix(prefix) { words = words.dropFirst(prefix.count) }
      }
      reporter.warn("guard: \(words)", about: "guard: \(words)", as: .notice)
    }
  }

  // MARK: Keeping it

  /// When `keep` is due; nil = only after an event.
  func deadlineMs(nowMs: Int64) -> Int64? {
    if link.isConnected { return link.patienceEndsMs }
    if case .settled = stage { return retry.atMs }
    return nowMs + Self.lookMs
  }

  /// Replaces a guard that has exited.
  ///
  /// - Throws: `Failure` if it cannot be started.
  func keep(_ scene: GuardScene, nowMs: Int64) throws {
    link.reap()
    if let end = link.patienceEndsMs, nowMs >= end {
      link.disconnect()
      lose("the guard takes nothing; trying again", nowMs)
    }
    if isConnected { return }
    switch stage {
    case .ending(let limit): try waitForEnd(scene, limit, nowMs)
    case .starting(let limit): try waitForAnswer(scene, limit, nowMs)
    case .settled:
      guard nowMs >= retry.atMs ?? nowMs else { return }
      do { try joinOrStart(scene, nowMs) } catch {
        reporter.warn("\(error)", about: "guard")
        retry.fail(nowMs: nowMs)
      }
    }
  }

  /// Handles a closed connection. A guard of this program that exits before its first frame has reported the reason,
  /// and would fail again.
  private func hasHungUp(_ nowMs: Int64) {
    if program != nil, !hasShown, link.hasChild || link.lastStatus != nil {
      stage = .ending(untilMs: nowMs + Self.endLimitMs)
    } else {
      lose("the guard has gone; \(program == nil ? "waiting for its service" : "starting another")", nowMs)
    }
  }

  private func lose(_ words: String, _ nowMs: Int64) {
    handedHash = nil
    isAway = true
    reporter.warn(words, about: "guard gone")
    retry.fail(nowMs: nowMs)
  }

  private func waitForEnd(_ scene: GuardScene, _ limit: Int64, _ nowMs: Int64) throws {
    if let program, let status = link.lastStatus {
      throw didNotStart(program, scene, "it ended with status \(status)")
    }
    guard nowMs >= limit else { return }
    stage = .settled
    lose("the guard has gone; starting another", nowMs)
  }

  private func waitForAnswer(_ scene: GuardScene, _ limit: Int64, _ nowMs: Int64) throws {
    if link.connect() { return introduce(scene) }
    if link.hasChild && nowMs < limit { return }
    stage = .settled
    guard let program, !hasShown else { return retry.fail(nowMs: nowMs) }
    let status = link.lastStatus
    link.endChild()
    throw didNotStart(
      program, scene, status.map { "it ended with status \($0)" } ?? "its control socket does not answer")
  }

  private func didNotStart(_ program: GuardProgram, _ scene: GuardScene, _ reason: String) -> Failure {
    // Lines that were sent already are not sent again.
    var failure = Failure(.unavailable, "\(program.path) shows nothing: \(reason)")
    failure.lines += log.newLines().suffix(3)
    if !scene.isInFile {
      let command = "afterglow run \(program.board.shellWord) --virtual"
      failure.lines.append("without its display: `\(command)` shows the board in a file")
    }
    return failure
  }

  /// Ends a guard of this program; a service's keeps running.
  ///
  /// - Returns: whether it has exited within the limit.
  func stop(withinMs limit: Int64) -> Bool {
    if program != nil { return link.stopGuard(withinMs: limit) }
    link.disconnect()
    return true
  }
}

/// The content that a guard shows, and whether in a file or on the board's display.
struct GuardScene {
  var archive: ArchiveFile
  var isInFile: Bool
  /// Whether that file shows an e-paper panel, which this program hosts.
  var isPaper = false

  /// The guard's options for it.
  func display(in paths: RuntimePaths) -> [String] {
    if !isInFile { return [] }
    return isPaper ? ["--panel", paths.panelSocket] : ["--display", paths.framebuffer]
  }
}
