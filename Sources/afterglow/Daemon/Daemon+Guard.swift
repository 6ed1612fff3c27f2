import AfterglowBoards
import AfterglowCore
import AfterglowLight
import AfterglowLinux
import CLinux
import Foundation
import Logging

/// Finding, starting and keeping the guard. Nothing here waits for it: each step is done when its deadline comes.
extension Daemon {
  /// A guard may take this long from its start until its socket answers.
  private static let startLimitMs: Int64 = 5_000
  /// From its hanging up to its end.
  private static let endLimitMs: Int64 = 1_000
  /// Between two looks at what the kernel does not tell: whether a socket listens by now, whether a child has ended.
  private static let lookMs: Int64 = 10

  /// Hands over to the guard that runs, or starts one.
  func startOrJoinGuard() throws {
    if link.connect() { return join() }
    guard let renderer else {
      log.notice("no guard answers at \(paths.controlSocket) yet; waiting for it")
      return guardRetry.fail(nowMs: ag_boottime_ms())
    }
    try startGuard(renderer)
  }

  /// What a guard said to the author before this one is no news.
  private func join() {
    guardLog.join()
    handOver()
  }

  /// Without a display file it opens the display that the board names.
  private func startGuard(_ renderer: String) throws {
    // Its log and its socket lie there.
    try makeFolders()
    try link.start(
      renderer: renderer, archive: keeper.path, displayFile: isShownInFile ? paths.framebuffer : nil,
      lux: asked.light.value)
    guardLog.begin()
    connectByMs = ag_boottime_ms() + Self.startLimitMs
  }

  /// What the guard of this program complains of, as it comes.
  func tellGuardsWords() {
    guard renderer != nil else { return }
    for line in guardLog.newLines() {
      var words = line[...]
      for prefix in ["afterglow-renderer: ", keeper.path + ": ", paths.controlSocket + ": "] {
        if words.hasPrefix(prefix) { words = words.dropFirst(prefix.count) }
      }
      if limit.allows(String(words), about: "guard: \(words)", nowMs: ag_boottime_ms()) {
        log.notice("guard: \(words)")
      }
    }
  }

  private func didNotStart(_ renderer: String, _ reason: String) -> Failure {
    // What was told already is not told again.
    var failure = Failure(.unavailable, "\(renderer) shows nothing: \(reason)")
    failure.lines += guardLog.newLines().suffix(3)
    if !isShownInFile {
      failure.lines.append("without its display: `afterglow run \(source.folder) --virtual` shows the board in a file")
    }
    return failure
  }

  /// Gives the current archive to the guard, whatever it may have begun with: nobody knows which file it found. One that shows
  /// the same already changes no pixel. Then what else it is to know.
  func handOver() {
    connectByMs = nil
    link.send(ControlMessage(.newArchive), passing: board.archive)
    handedHash = board.archive.contentHash
    link.send(ControlMessage(.describe))
    if asked.light != .absent { link.send(ControlMessage(light: asked.light)) }
    if let mode = asked.mode { link.send(ControlMessage(.modeOverride, value: Int64(mode.rawValue))) }
    if let isLit = asked.power { link.send(ControlMessage(.power, value: isLit ? 1 : 0)) }
    // A guard of somebody else says where its file is.
    if isShownInFile && renderer != nil { attachMirror(paths.framebuffer) }
  }

  var guardDeadlineMs: Int64? {
    if link.isConnected { return link.patienceEndsMs }
    if connectByMs != nil || endByMs != nil { return ag_boottime_ms() + Self.lookMs }
    return guardRetry.atMs
  }

  /// Brings a guard back that has gone.
  func keepGuard() throws {
    link.reap()
    let now = ag_boottime_ms()
    if let end = link.patienceEndsMs, now >= end {
      link.disconnect()
      loseGuard("the guard takes nothing; trying again", now)
    }
    guard !link.isConnected, !isStopping else { return }
    if let limit = endByMs {
      try waitForEnd(limit, now)
    } else if let limit = connectByMs {
      try waitForAnswer(limit, now)
    } else if now >= guardRetry.atMs ?? now {
      restartGuard(now)
    }
  }

  /// A guard of this program that ends before its first frame has said why, and would again.
  func guardHasHungUp() {
    let now = ag_boottime_ms()
    if renderer != nil, !hasShown, link.hasChild || link.lastStatus != nil {
      endByMs = now + Self.endLimitMs
    } else {
      loseGuard("the guard has gone; \(renderer == nil ? "waiting for its service" : "starting another")", now)
    }
  }

  private func loseGuard(_ words: String, _ now: Int64) {
    handedHash = nil
    isGuardAway = true
    warn(words, about: "guard gone")
    guardRetry.fail(nowMs: now)
  }

  private func waitForEnd(_ limit: Int64, _ now: Int64) throws {
    if let renderer, let status = link.lastStatus { throw didNotStart(renderer, "it ended with status \(status)") }
    guard now >= limit else { return }
    endByMs = nil
    loseGuard("the guard has gone; starting another", now)
  }

  private func waitForAnswer(_ limit: Int64, _ now: Int64) throws {
    if link.connect() { return handOver() }
    if link.hasChild && now < limit { return }
    connectByMs = nil
    if let renderer, !hasShown {
      let status = link.lastStatus
      link.endChild()
      throw didNotStart(
        renderer, status.map { "it ended with status \($0)" } ?? "its control socket does not answer")
    }
    guardRetry.fail(nowMs: now)
  }

  private func restartGuard(_ now: Int64) {
    do {
      if link.connect() { return join() }
      guard let renderer else { return guardRetry.fail(nowMs: now) }
      try startGuard(renderer)
    } catch {
      warn("\(error)", about: "guard")
      guardRetry.fail(nowMs: now)
    }
  }
}
