import AfterglowBoards
import AfterglowCore
import AfterglowEngine
import AfterglowLight
import AfterglowLinux
import CLinux
import Foundation
import Logging

/// What the guard says, and what people are told of it.
extension Daemon {
  func handleMessages() {
    for message in link.receive() {
      if let message { handle(message) } else { guardHasHungUp() }
    }
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
      if link.hasChild { show(message) } else { mirror.ask { $0.isUpdate = true } }
    case .refused:
      handedHash = nil
      warn("the panel keeps its last archive: \(message.text)", about: "refused")
    case .rendererRestarted:
      warn("the renderer was started again", about: "renderer")
    case .power:
      isDark = message.value == 0
      asked.power = !isDark
      say("\(TimeText.localTime(.now))  \(isDark ? "darkened" : "woken by a touch or key")")
    case .dimming: noteDimming(message)
    // The guard of this program has said so in its own words.
    case .displayFailed where renderer == nil:
      let next = message.value == 1 ? "the guard sets it up again" : "the frame is tried again"
      warn("the display took no frame: \(message.text); \(next)", about: "display")
    default: break
    }
  }

  func attachMirror(_ path: String) { mirror.ask { $0.path = path } }

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
    mirror.ask { $0.isUpdate = true }
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
    for line in DevicePermissions().advice(for: board.hardware) { lines.complain(line) }
  }
}
