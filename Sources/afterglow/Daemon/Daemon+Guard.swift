import AfterglowCore
import AfterglowLinux
import CLinux
import Foundation

/// Finding, starting and hearing the guard.
extension Daemon {
  /// A guard may take this long from its start until its socket answers.
  static let startLimitMs: Int64 = 5_000

  /// Hands over to the guard that runs, or starts one.
  func startOrJoinGuard() throws {
    if link.connect() {
      try handOver()
      return
    }
    try link.start(renderer: renderer, archive: paths.archive, lux: options.lux)
    let deadline = ag_boottime_ms() + Self.startLimitMs
    while !link.connect() {
      if let status = link.reap() { throw didNotStart("it ended with status \(status)") }
      if ag_boottime_ms() > deadline { throw didNotStart("its control socket does not answer") }
      ag_sleep_ms(10)
    }
    settled()
  }

  private func didNotStart(_ reason: String) -> Failure {
    let words = link.lastWords().map { "\n\($0)" } ?? ""
    return Failure(.unavailable, "\(renderer) shows nothing: \(reason)\(words)")
  }

  private func settled() {
    guardRetry.succeed()
    connectByMs = nil
    link.send(ControlMessage(.describe))
    if let lux = options.lux { link.send(ControlMessage(.lux, value: lux.millilux)) }
    mirror.attach(paths.framebuffer)
  }

  /// Gives the current archive to a guard that is already there.
  func handOver() throws {
    guard try link.send(archive: paths.archive) else {
      link.disconnect()
      return
    }
    settled()
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
        settled()
        log.notice("the guard is back")
      } else if now >= limit || !link.hasChild {
        connectByMs = nil
        guardRetry.fail(nowMs: now)
      }
    } else if now >= guardRetry.atMs ?? now {
      restartGuard(now)
    }
  }

  private func restartGuard(_ now: Int64) {
    do {
      if link.connect() { return try handOver() }
      try link.start(renderer: renderer, archive: paths.archive, lux: options.lux)
      connectByMs = now + Self.startLimitMs
    } catch {
      warn("\(error)", about: "guard")
      guardRetry.fail(nowMs: now)
    }
  }

  func handleMessages() {
    for message in link.receive() {
      guard let message else {
        warn("the guard has gone; starting another", about: "guard gone")
        guardRetry.fail(nowMs: ag_boottime_ms())
        return
      }
      handle(message)
    }
  }

  private func handle(_ message: ControlMessage) {
    switch message.kind {
    case .hello:
      let path = message.text
      mirror.attach(path.isEmpty ? paths.framebuffer : path)
    case .updated: show(message)
    case .showing:
      // Our own guard was quicker than our connection; an older one shows what another author gave it.
      if link.hasChild { show(message) } else { mirror.update() }
    case .refused:
      warn("the panel keeps its last archive: \(message.text)", about: "refused")
    case .rendererRestarted:
      log.warning("the renderer was started again", metadata: ["times": "\(message.value)"])
    default: break
    }
  }

  /// One line for each update, and the picture.
  private func show(_ message: ControlMessage) {
    updateCount += 1
    mirror.update()
    let shown = Instant(milliseconds: message.realtimeMs)
    let mode = message.isNight ? ", night" : message.isAlwaysOn ? ", always-on" : ""
    let next = TimeText.due(Instant(milliseconds: message.nextRealtimeMs), now: shown)
    Report.say(
      "\(TimeText.localTime(shown))  \(CauseText.joined(message.causes))\(mode): "
        + "\(message.pixelsChanged) px changed; next \(next)")
    if options.stopsAfterFirstUpdate { isStopping = true }
  }

  func warn(_ text: String, about subject: String) {
    if limit.allows(text, about: subject, nowMs: ag_boottime_ms()) { log.warning("\(text)") }
  }
}
