import AfterglowLinux
import CLinux

/// The firmware program, where a run starts guards of its own.
struct GuardProgram {
  var path: String
  /// What people call the board by, for advice.
  var board: String
}

/// Finds, starts and keeps the guard of one board, and tells it what to show. Nothing here waits for it: each step is done when its
/// deadline comes.
final class GuardKeeper {
  /// What a guard is waited for to do.
  private enum Stage {
    /// All is well, or the next one is looked for in a while.
    case settled
    /// One that was started answers until then.
    case starting(untilMs: Int64)
    /// One that hung up before its first picture has ended until then, and its status says why.
    case ending(untilMs: Int64)
  }

  private let places: RunPlaces
  private let keeper: ArchiveKeeper
  /// nil where the guard is somebody else's.
  private let program: GuardProgram?
  private let reporter: StatusReporter
  private let link: GuardLink
  private let log: GuardLog
  private var stage = Stage.settled
  private var retry = Backoff()
  private(set) var settings = GuardSettings()
  /// The content that the guard was given last and has not refused.
  private var handedHash: UInt64?
  /// Whether there was a picture since this program began.
  private var hasShown = false
  /// Set from the end of a guard to the picture of the next one.
  private var isAway = false

  private static let startLimitMs: Int64 = 5_000
  /// From its hanging up to its end.
  private static let endLimitMs: Int64 = 1_000
  /// Between two looks at what the kernel does not tell: whether a socket listens by now, whether a child has ended.
  private static let lookMs: Int64 = 10

  /// - Parameter program: nil where the guard is somebody else's.
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

  /// Hands over to the guard that runs, or starts one.
  func begin(_ scene: GuardScene, nowMs: Int64) throws {
    try joinOrStart(scene, nowMs)
    if program == nil && !isConnected {
      reporter.notice("no guard answers at \(places.paths.controlSocket) yet; waiting for it")
    }
  }

  private func joinOrStart(_ scene: GuardScene, _ nowMs: Int64) throws {
    if link.connect() {
      // What it said to the author before this one is no news.
      log.join()
      return handOver(scene)
    }
    guard let program else { return retry.fail(nowMs: nowMs) }
    // Its log and its socket lie there.
    try places.makeFolder()
    try link.start(
      renderer: program.path, archive: keeper.path, displayFile: scene.isInFile ? places.paths.framebuffer : nil,
      lux: settings.light)
    log.begin()
    stage = .starting(untilMs: nowMs + Self.startLimitMs)
  }

  // MARK: Sending to it

  /// Gives the archive to the guard, whatever it may have begun with: nobody knows which file it found. One that shows the same
  /// already changes no pixel. Then what else it is to know.
  private func handOver(_ scene: GuardScene) {
    stage = .settled
    link.send(ControlMessage(.newArchive), passing: scene.archive)
    handedHash = scene.archive.contentHash
    link.send(ControlMessage(.describe))
    for word in settings.values { link.send(word.message) }
  }

  /// A scene was compiled. One that the guard has is not handed over `again` unasked; one that it refused is: what was in its way
  /// may be gone.
  func offer(_ scene: GuardScene, again: Bool) {
    if isConnected && (again || scene.archive.contentHash != handedHash) { handOver(scene) }
  }

  /// What is told while no guard is there is told to the next one.
  func send(_ word: GuardSettings.Setting) {
    settings.add(word)
    link.send(word.message)
  }

  // MARK: What it says

  /// Waits for its words, and until it takes more.
  func join(_ set: inout PollSet) {
    _ = set.add(link.socket, writes: link.hasMoreToSay)
    _ = set.add(log.descriptor)
  }

  /// Gives what has come from the guard, and tells what it complains of.
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
    // Only a picture shows that a guard is well: one without its display ends at once, again and again.
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

  /// Of a guard of this program, as it comes.
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

  /// When `keep` has something to do; nil = not by itself.
  func deadlineMs(nowMs: Int64) -> Int64? {
    if link.isConnected { return link.patienceEndsMs }
    if case .settled = stage { return retry.atMs }
    return nowMs + Self.lookMs
  }

  /// Brings a guard back that has gone.
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

  /// A guard of this program that ends before its first frame has said why, and would again.
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
    if link.connect() { return handOver(scene) }
    if link.hasChild && nowMs < limit { return }
    stage = .settled
    guard let program, !hasShown else { return retry.fail(nowMs: nowMs) }
    let status = link.lastStatus
    link.endChild()
    throw didNotStart(
      program, scene, status.map { "it ended with status \($0)" } ?? "its control socket does not answer")
  }

  private func didNotStart(_ program: GuardProgram, _ scene: GuardScene, _ reason: String) -> Failure {
    // What was sent already is not sent again.
    var failure = Failure(.unavailable, "\(program.path) shows nothing: \(reason)")
    failure.lines += log.newLines().suffix(3)
    if !scene.isInFile {
      failure.lines.append("without its display: `afterglow run \(program.board) --virtual` shows the board in a file")
    }
    return failure
  }

  /// Ends a guard of this program; another's goes on.
  /// - Returns: whether it has ended within the limit.
  func stop(withinMs limit: Int64) -> Bool {
    if program != nil { return link.stopGuard(withinMs: limit) }
    link.disconnect()
    return true
  }
}

/// What a guard is to show, and whether in a file or on the display that the board names.
struct GuardScene {
  var archive: ArchiveFile
  var isInFile: Bool
}
