import Afterglow
import AfterglowBoards
import AfterglowCore
import AfterglowDocuments
import AfterglowFetch
import AfterglowKit
import AfterglowLinux
import Foundation
import Logging

/// Messages to the user: about the run itself, from its composer and from its guard.
extension Daemon {
  /// Writes once, at the start, what is shown and where.
  func printSummary(requests addresses: [String]) {
    let lines = introduction(requests: addresses)
    lines.forEach(reporter.say)
    console.mirror.ask { $0.caption = lines }
  }

  private func introduction(requests addresses: [String]) -> [String] {
    let bank = Int(board.record.archiveBankByteCount)
    var lines = ["\(places.paths.board.name): \(board.summary)"]
    if isShownInFile {
      lines += ["  framebuffer  \(places.paths.framebuffer)", "  picture      \(places.paths.picture)"]
    } else {
      lines.append("  display      \(board.hardware.description)")
    }
    lines.append("  archive      \(keeper.path) (\(byteText(board.archive.byteCount)) of \(byteText(bank)))")
    for address in addresses { lines.append("  requests     \(address)") }
    if let reload = board.nextReload { lines.append("  next reload  \(TimeText.due(reload, now: .now))") }
    if !options.isHeadless && Terminal.hasKeys {
      lines.append("  keys         d day, n night, a always-on, s light sensor, p power, c clock face, q quit")
    }
    return lines
  }

  func reportNotices() {
    for notice in board.notices {
      // A file that changes each minute has its faults on other lines each minute.
      let kind = AfterglowDocuments.Problem.kind(of: notice.message)
      reporter.warn(notice.message, about: kind, as: notice.severity.level)
    }
  }

  /// Says what this kernel does not keep from widgets' programs.
  func adviseOnSecrets() {
    // Root's run as another user there.
    guard SecretFiles.standard.areThere, !SecretFiles.canHide, getuid() != 0 else { return }
    reporter.warn(
      "this kernel has no Landlock: programs and widgets of the scene can read its secrets", about: "secrets")
  }

  /// Explains missing permissions before the guard fails with them.
  func adviseOnPermissions() {
    guard !isService, !isShownInFile, getuid() != 0 else { return }
    DevicePermissions().advice(for: board.hardware).forEach(reporter.complain)
  }

  func handle(_ news: Composer.News) {
    switch news {
    case .compiled(let fresh, let reason): take(fresh, reason)
    case .refused(let lines): reporter.refuse(lines)
    case .warning(let text, let subject): reporter.warn(text, about: subject)
    case .cleared(let subject, let words): reporter.clear(subject, words)
    case .ready, .failed: break
    }
  }

  func handle(_ message: ControlMessage) {
    switch message.kind {
    case .hello: noteDisplay(message.text)
    case .updated: show(message)
    // The guard was faster than this connection; an older one shows what another author sent it.
    case .showing: if guardian.hasChild { show(message) } else { console.mirror.ask { $0.isUpdate = true } }
    case .refused: reporter.warn("the panel keeps its last archive: \(message.text)", about: "refused")
    case .rendererRestarted: reporter.warn("the renderer was started again", about: "renderer")
    case .power:
      let isDark = guardian.settings.isDark
      console.mirror.ask { $0.isDark = isDark }
      reporter.say(isDark ? "darkened" : "woken by a touch or key", at: .now)
    case .dimming: if let words = news.dimming(message, isInFile: isShownInFile) { reporter.say(words, at: .now) }
    case .command: perform(message.command)
    // The service's log contains the guard's own message.
    case .displayFailed where isService:
      let next = message.value == 1 ? "the guard sets it up again" : "the frame is tried again"
      reporter.warn("the display took no frame: \(message.text); \(next)", about: "display")
    default: break
    }
  }

  /// Notes where the picture is, from the guard's first message on each connection: a readable file, or a display.
  /// Before that, a file of an earlier run may exist.
  private func noteDisplay(_ name: String) {
    if isShownInFile {
      // The guard knows only the socket of a panel that is hosted here.
      let path = name.isEmpty || console.hosts ? places.paths.framebuffer : name
      return console.mirror.ask { $0.path = path }
    }
    if let words = news.display(name) { reporter.say(words, at: .now) }
  }

  /// Writes one line for each update, and shows the picture.
  private func show(_ message: ControlMessage) {
    reporter.clear("display", "the display takes frames again")
    console.mirror.ask { $0.isUpdate = true }
    if news.isWorthALine(message, inJournal: isService) {
      reporter.say(PanelNews.update(message), at: Instant(milliseconds: message.realtimeMs))
    }
    if options.stopsAfterFirstUpdate { isStopping = true }
  }
}

extension Diagnostic.Severity {
  fileprivate var level: Logger.Level {
    switch self {
    case .error: .error
    case .warning: .warning
    case .notice: .notice
    }
  }
}
