import AfterglowBoards
import AfterglowCore
import AfterglowEngine
import AfterglowLight
import AfterglowLinux
import CLinux
import Foundation
import Logging

/// Finding, starting and hearing the guard.
extension Daemon {
  /// A guard may take this long from its start until its socket answers.
  static let startLimitMs: Int64 = 5_000

  /// Hands over to the guard that runs, or starts one.
  func startOrJoinGuard() throws {
    if link.connect() { return handOver() }
    guard let renderer else {
      log.notice("no guard answers at \(paths.controlSocket) yet; waiting for it")
      return guardRetry.fail(nowMs: ag_boottime_ms())
    }
    try startGuard(renderer)
    let deadline = ag_boottime_ms() + Self.startLimitMs
    while !link.connect() {
      if let status = link.reap() { throw didNotStart(renderer, "it ended with status \(status)") }
      if ag_boottime_ms() > deadline { throw didNotStart(renderer, "its control socket does not answer") }
      ag_sleep_ms(10)
    }
    greet()
  }

  /// Without a display file it opens the display that the board names.
  private func startGuard(_ renderer: String) throws {
    // Its log and its socket lie there.
    try makeFolders()
    try link.start(
      renderer: renderer, archive: keeper.path, displayFile: isShownInFile ? paths.framebuffer : nil,
      lux: options.lux)
    guardLog.begin()
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

  private func settled() {
    connectByMs = nil
    link.send(ControlMessage(.describe))
    if let lux = options.lux { link.send(ControlMessage(.lux, value: lux.millilux)) }
    // A guard of somebody else says where its file is.
    if isShownInFile && renderer != nil { attachMirror(paths.framebuffer) }
    if isDark { link.send(ControlMessage(.power, value: 0)) }
  }

  /// Gives the current archive to a guard that is already there.
  func handOver() {
    guard link.send(board.archive) else { return link.disconnect() }
    settled()
  }

  /// A guard that was started from the saved archive may have begun with an older one.
  private func greet() {
    if keeper.holds(board.archive) { settled() } else { handOver() }
  }

  var guardDeadlineMs: Int64? {
    if link.isConnected { return nil }
    if connectByMs != nil { return ag_boottime_ms() + 50 }
    return guardRetry.atMs
  }

  /// Brings a guard back that has gone.
  func keepGuard() throws {
    link.reap()
    guard !link.isConnected, !isStopping else { return }
    let now = ag_boottime_ms()
    if let limit = connectByMs {
      if link.connect() {
        greet()
      } else if now >= limit || !link.hasChild && renderer != nil {
        connectByMs = nil
        guardRetry.fail(nowMs: now)
      }
    } else if now >= guardRetry.atMs ?? now {
      restartGuard(now)
    }
  }

  private func restartGuard(_ now: Int64) {
    do {
      if link.connect() { return handOver() }
      guard let renderer else { return guardRetry.fail(nowMs: now) }
      try startGuard(renderer)
      connectByMs = now + Self.startLimitMs
    } catch {
      warn("\(error)", about: "guard")
      guardRetry.fail(nowMs: now)
    }
  }

  func handleMessages() throws {
    for message in link.receive() {
      guard let message else {
        try endIfNothingWasEverShown()
        isGuardAway = true
        let next = renderer == nil ? "waiting for its service" : "starting another"
        warn("the guard has gone; \(next)", about: "guard gone")
        guardRetry.fail(nowMs: ag_boottime_ms())
        return
      }
      handle(message)
    }
  }

  /// A guard of this program that ends before its first frame has said why, and would again.
  private func endIfNothingWasEverShown() throws {
    guard let renderer, !hasShown else { return }
    let deadline = ag_boottime_ms() + 1_000
    while link.hasChild && ag_boottime_ms() < deadline {
      if link.reap() == nil { ag_sleep_ms(10) }
    }
    if let status = link.lastStatus { throw didNotStart(renderer, "it ended with status \(status)") }
  }

  /// Only a picture shows that a guard is well: one without its display ends at once, again and again.
  private func noteShown() {
    hasShown = true
    guardRetry.succeed()
    if isGuardAway { log.notice("the guard is back") }
    isGuardAway = false
  }

  private func handle(_ message: ControlMessage) {
    switch message.kind {
    case .hello:
      noteDisplay(message.text)
    case .updated:
      noteShown()
      show(message)
    case .adopted: noteShown()
    case .showing:
      noteShown()
      // Our own guard was quicker than our connection; an older one shows what another author gave it.
      if link.hasChild { show(message) } else { mirror.update() }
    case .refused:
      warn("the panel keeps its last archive: \(message.text)", about: "refused")
    case .rendererRestarted:
      warn("the renderer was started again", about: "renderer")
    case .power:
      isDark = message.value == 0
      say("\(TimeText.localTime(.now))  \(isDark ? "darkened" : "woken by a touch or key")")
    case .dimming: noteDimming(message)
    // The guard of this program has said so in its own words.
    case .displayFailed where renderer == nil:
      let next = message.value == 1 ? "the guard sets it up again" : "the frame is tried again"
      warn("the display took no frame: \(message.text); \(next)", about: "display")
    default: break
    }
  }

  private func attachMirror(_ path: String) { mirror.ask { $0.attach(path) } }

  /// Where the picture is, as the guard says: a file that can be looked at, or a display.
  private func noteDisplay(_ name: String) {
    if isShownInFile { return attachMirror(name.isEmpty ? paths.framebuffer : name) }
    guard !name.isEmpty, name != displayName else { return }
    displayName = name
    say("\(TimeText.localTime(.now))  the picture is on \(name)")
  }

  /// What dims the panel, when that is another thing than before or another level. A file is lit by nothing.
  private func noteDimming(_ message: ControlMessage) {
    if isShownInFile && message.text.hasPrefix("colours") || message.text == dimming { return }
    dimming = message.text
    let nits = (Double(message.value) / 1000).formatted(
      .number.precision(.significantDigits(1...3)).locale(Locale(identifier: "en_US_POSIX")))
    say("\(TimeText.localTime(.now))  dimmed by \(message.text): white is at most \(nits) cd/m²")
  }

  /// One line for each update, and the picture.
  private func show(_ message: ControlMessage) {
    updateCount += 1
    if limit.cleared("display") { log.notice("the display takes frames again") }
    mirror.update()
    let shown = Instant(milliseconds: message.realtimeMs)
    let mode = message.isNight ? ", night" : message.isAlwaysOn ? ", always-on" : ""
    let isNews = message.causes & (UpdateCause.night | UpdateCause.luminance) != 0
    let reason = LightReason(rawValue: message.reason).map { isNews ? ", " + ReasonText.short($0) : "" } ?? ""
    let next = TimeText.due(Instant(milliseconds: message.nextRealtimeMs), now: shown)
    say(
      "\(TimeText.localTime(shown))  \(CauseText.joined(message.causes))\(mode)\(reason): "
        + "\(message.pixelsChanged) px changed; next \(next)")
    if options.stopsAfterFirstUpdate { isStopping = true }
  }

  func warn(_ text: String, about subject: String, as level: Logger.Level = .warning) {
    if limit.allows(text, about: subject, nowMs: ag_boottime_ms()) { log.log(level: level, "\(text)") }
  }

  /// Before the guard tries, and says only that it was refused.
  func adviseOnPermissions() {
    guard renderer != nil, !isShownInFile, getuid() != 0 else { return }
    for line in DevicePermissions().advice(for: board.hardware) { Report.complain(line) }
  }
}
