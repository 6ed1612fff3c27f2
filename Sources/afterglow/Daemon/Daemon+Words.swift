import AfterglowBoards
import AfterglowCore
import AfterglowLinux
import Foundation

/// What people are told: by the run itself, by its composer and by its guard.
extension Daemon {
  /// Says once, at the start, what is shown and where.
  func introduce() {
    let lines = introduction
    lines.forEach(teller.say)
    console.mirror.ask { $0.caption = lines }
  }

  private var introduction: [String] {
    let bank = Int(board.record.archiveBankByteCount)
    var lines = ["\(places.paths.board.name): \(board.summary)"]
    if isShownInFile {
      lines += ["  framebuffer  \(places.paths.framebuffer)", "  picture      \(places.paths.picture)"]
    } else {
      lines.append("  display      \(board.hardware.description)")
    }
    lines.append("  archive      \(keeper.path) (\(byteText(board.archive.byteCount)) of \(byteText(bank)))")
    if let reload = board.nextReload { lines.append("  next reload  \(TimeText.due(reload, now: .now))") }
    if !options.isHeadless && Terminal.hasKeys {
      lines.append("  keys         d day, n night, a always-on, s light sensor, p power, c clock face, q quit")
    }
    return lines
  }

  func reportNotices() {
    for notice in board.notices {
      teller.warn(notice.message, about: notice.message, as: notice.severity == .error ? .error : .warning)
    }
  }

  /// Before the guard tries, and says only that it was refused.
  func adviseOnPermissions() {
    guard !isService, !isShownInFile, getuid() != 0 else { return }
    DevicePermissions().advice(for: board.hardware).forEach(teller.complain)
  }

  func handle(_ news: Composer.News) {
    switch news {
    case .compiled(let fresh, let reason): take(fresh, reason)
    case .refused(let lines): teller.refuse(lines)
    case .warning(let text, let subject): teller.warn(text, about: subject)
    case .cleared(let subject, let words): teller.clear(subject, words)
    case .ready, .failed: break
    }
  }

  func handle(_ message: ControlMessage) {
    switch message.kind {
    case .hello: noteDisplay(message.text)
    case .updated: show(message)
    // Our own guard was quicker than our connection; an older one shows what another author gave it.
    case .showing: if guardian.hasChild { show(message) } else { console.mirror.ask { $0.isUpdate = true } }
    case .refused: teller.warn("the panel keeps its last archive: \(message.text)", about: "refused")
    case .rendererRestarted: teller.warn("the renderer was started again", about: "renderer")
    case .power:
      let isDark = guardian.briefing.isDark
      console.mirror.ask { $0.isDark = isDark }
      teller.say(isDark ? "darkened" : "woken by a touch or key", at: .now)
    case .dimming: if let words = news.dimming(message, isInFile: isShownInFile) { teller.say(words, at: .now) }
    // The guard of this program has said so in its own words.
    case .displayFailed where isService:
      let next = message.value == 1 ? "the guard sets it up again" : "the frame is tried again"
      teller.warn("the display took no frame: \(message.text); \(next)", about: "display")
    default: break
    }
  }

  /// Where the picture is, as the guard says, first on each connection: a file that can be looked at, or a display. Before that a
  /// file may lie there that another run has left.
  private func noteDisplay(_ name: String) {
    if isShownInFile {
      let path = name.isEmpty ? places.paths.framebuffer : name
      return console.mirror.ask { $0.path = path }
    }
    if let words = news.display(name) { teller.say(words, at: .now) }
  }

  /// One line for each update, and the picture.
  private func show(_ message: ControlMessage) {
    teller.clear("display", "the display takes frames again")
    console.mirror.ask { $0.isUpdate = true }
    teller.say(PanelNews.update(message), at: Instant(milliseconds: message.realtimeMs))
    if options.stopsAfterFirstUpdate { isStopping = true }
  }
}
