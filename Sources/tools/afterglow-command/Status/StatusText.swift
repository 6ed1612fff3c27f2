import AfterglowBoards
import AfterglowDaemon
import AfterglowKit
import AfterglowLight
import Foundation

/// The state of a board for people.
enum StatusText {
  /// - Parameter namesPlace: whether other boards have the same name.
  static func lines(_ report: BoardReport, namesPlace: Bool = false) -> [String] {
    let now = date(report.at) ?? Date()
    let place = namesPlace ? report.place.map { " (\($0.printable))" } ?? "" : ""
    var lines = ["\(report.board.printable)\(place): \(report.health.rawValue)"]
    lines += report.problems.map { "  problem   \($0.printable)" }
    if report.isRunning {
      lines.append("  author    " + words(report.author, now))
      lines.append("  guard     " + words(report.guard, now))
      lines.append("  renderer  " + words(report.renderer, now))
    }
    if let panel = report.panel { lines += rows(panel, report.pages ?? [], now) }
    for content in report.setAside where !report.widgets.contains(where: { $0.name == content.widget }) {
      lines += ["  \(content.widget.printable)", "    next      after a change"]
      lines += failing(content.reason, content.since, now)
    }
    for widget in report.widgets { lines += ["  \(widget.name.printable)"] + rows(widget, now) }
    let isRenewed = report.author.state == .running
    for source in report.sources { lines += ["  \(source.name.printable)"] + rows(source, now, isRenewed) }
    return lines
  }

  // MARK: processes and panel

  private static func words(_ program: BoardReport.Program, _ now: Date) -> String {
    let age = date(program.since).map { ", started \(span(now.timeIntervalSince($0))) ago" } ?? ""
    let name = program.pid.map { " (process \($0)\(age))" } ?? ""
    switch program.state {
    case .running: return "running\(name)"
    case .stopped: return "stopped by a signal\(name)"
    case .hanging: return "does not answer\(name)"
    case .otherRelease: return "of another release\(name)"
    case .notRunning: return "not running"
    case .hidden: return "cannot be seen"
    }
  }

  /// The words of `BoardReport.Panel.reason`.
  private static let reasons = [
    "nothing": "no light reading yet", "light": "by the light", "heldLight": "by the last known light",
    "schedule": "by the schedule", "presence": "because of presence", "override": "as asked for",
  ]

  private static func rows(_ panel: BoardReport.Panel, _ pages: [String], _ now: Date) -> [String] {
    var rows: [String] = []
    let display = panel.display.map { "\($0.printable): " } ?? ""
    let mode = panel.mode.map { $0 == LightMode.alwaysOn.name ? "always-on" : $0 } ?? "no frame yet"
    let reason = panel.reason.flatMap { reasons[$0] }.map { ", \($0)" } ?? ""
    rows.append("  panel     \(display)\(mode)\(reason)")
    if let page = panel.page, let count = panel.pageCount {
      let name = pages.indices.contains(page - 1) ? pages[page - 1].printable : "\(page)"
      let others = pages.count == count ? ": \(pages.map(\.printable).joined(separator: ", "))" : ""
      rows.append("  page      \(name), \(page) of \(count)\(others)")
    }
    if let dimming = panel.dimming { rows.append("  dimming   \(dimming.printable)") }
    if let shown = date(panel.frameAt) {
      rows.append("  frame     \(span(now.timeIntervalSince(shown))) old, next " + next(date(panel.nextFrameAt), now))
    }
    if let counts = panel.refreshes {
      let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
      rows.append("  refreshes \(counts.full) full, \(counts.fast) fast, \(counts.partial) partial\(failed)")
    }
    rows.append("  clock     " + (panel.isClockTrusted ? "trusted" : "not trusted; times on the panel are marked"))
    return rows
  }

  // MARK: content

  private static func rows(_ widget: BoardStatus.Widget, _ now: Date) -> [String] {
    var rows: [String] = []
    let emptiness = widget.emptiness.map { "; \($0.printable)" } ?? ""
    let age = date(widget.contentAt).map { "\(span(now.timeIntervalSince($0))) old\(emptiness)" }
    let content = widget.isSample == true ? "invented: the scene asks for a sample" : age
    let shown = widget.notice.map { "the panel shows “\($0.printable)”" } ?? "a placeholder is shown"
    rows.append("    content   " + (content ?? "none yet; \(shown)"))
    if let last = date(widget.reloadedAt) {
      rows.append("    reloaded  \(span(now.timeIntervalSince(last))) ago: \(widget.reason ?? "")")
    }
    rows.append("    next      " + next(date(widget.nextAt), now) + (widget.nextReason.map { ": \($0)" } ?? ""))
    if let used = widget.used, let budget = widget.budget {
      rows.append("    budget    \(used) of \(budget) reloads used in 24 h")
    }
    if let warning = widget.warning { rows.append("    warning   \(warning.printable)") }
    if let failure = widget.touchFailure { rows.append("    touch     \(failure.printable)") }
    return rows + failing(widget.failure, widget.failingSince, now)
  }

  private static func rows(_ source: BoardStatus.Source, _ now: Date, _ isRenewed: Bool) -> [String] {
    var rows: [String] = []
    if let received = date(source.receivedAt), let byteCount = source.byteCount {
      rows.append("    content   \(byteText(byteCount)), received \(span(now.timeIntervalSince(received))) ago")
    } else {
      rows.append("    content   nothing has been received yet")
    }
    if !isRenewed {
      rows.append("    next      once the author runs again")
    } else if let at = date(source.nextAt) {
      rows.append("    next      " + next(at, now))
    }
    return rows + failing(source.failure, source.failingSince, now)
  }

  private static func next(_ date: Date?, _ now: Date) -> String {
    guard let date else { return "after a change" }
    return date > now ? "in \(span(date.timeIntervalSince(now)))" : "due"
  }

  private static func failing(_ failure: String?, _ since: String?, _ now: Date) -> [String] {
    guard let failure else { return [] }
    let since = date(since).map { " for \(span(now.timeIntervalSince($0)))" } ?? ""
    return ["    failing  \(since): \(failure.printable)"]
  }

  private static func date(_ text: String?) -> Date? { text.flatMap { try? Date($0, strategy: .iso8601) } }

  /// A length of time in its largest unit.
  static func span(_ seconds: TimeInterval) -> String {
    let seconds = Int(max(0, min(seconds, 1e12)))
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) days"
    }
  }
}
