import AfterglowBoards
import AfterglowCompiler
import AfterglowPreview
import AfterglowSources
import ArgumentParser
import Foundation

/// `afterglow status [BOARD…]`.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how old a board's content is, when it is renewed, and what failed.",
    discussion: """
      Of each widget: how old its content is, when and why it was reloaded and will be next, how much of its budget is \
      used, and since when and why it fails. Of each source: when its content was received, when the next attempt is \
      due, and since when and why it fails. Of a board that is not running only its sources are known, and the contents \
      that its next run does not compose, because they ended an earlier one's process. No source is asked.

      EXAMPLES
        afterglow status
        afterglow status bedside-clock --watch
        afterglow status kitchen-wall --json | jq '.widgets[] | select(.failure)'

      \(ExitStatus.help)
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders of boards, or their names; may be left out when only one is running.", valueName: "board"))
  var boards: [String] = []

  @Flag(help: "Print a JSON object for each board, on one line. Times are ISO 8601; what is not known is left out.")
  var json = false

  @Flag(help: "Show it again whenever it changes, every two seconds in a terminal, until interrupted.")
  var watch = false

  private static let watchSeconds: TimeInterval = 2

  func run() throws {
    try reporting {
      let isInPlace = watch && !json && Terminal.showsPictures
      var last: [String] = []
      while true {
        let lines = try read().flatMap { json ? [try $0.json] : StatusText.lines($0) }
        if isInPlace { Terminal.write("\u{1B}[H\u{1B}[2J") }
        // In place ages grow; in a log only news is of interest.
        if isInPlace || lines != last { lines.forEach(Report.say) }
        if !watch { return }
        last = lines
        Thread.sleep(forTimeInterval: Self.watchSeconds)
      }
    }
  }

  private func read() throws -> [BoardStatus] {
    if boards.isEmpty { return [try BoardStatus(of: AuthorClient(board: nil))] }
    return try boards.map { name in
      if let client = try? AuthorClient(board: name), let status = try? BoardStatus(of: client) { return status }
      return try Self.statusAtRest(name)
    }
  }

  /// The status of a board that is not running. Content is not read, because it may end the process that reads it.
  private static func statusAtRest(_ name: String) throws -> BoardStatus {
    if let folder = BoardLookup.standard.find(name) {
      let paths = RuntimePaths(board: BoardIdentity(folder: folder))
      SetAsideShelf.put([paths.virtualSetAside, paths.setAside].flatMap { SetAsideFile.contents(at: $0) })
    }
    let (board, problems) = BoardFolder.load(name, readsContent: false)
    guard let board else { throw Failure(problems) }
    return BoardStatus(
      BoardListing(board, name: board.path), .standard, wallMs: Int64(Date().timeIntervalSince1970 * 1000))
  }
}

extension BoardStatus {
  /// - Throws: `Failure` if the run does not answer as expected.
  init(of client: AuthorClient) throws {
    let text = try client.ask("GET", "/status")
    do {
      self = try JSONDecoder().decode(BoardStatus.self, from: Data(text.utf8))
    } catch {
      throw Failure(.unavailable, "the run of \(client.board) is of another release; start it again")
    }
  }

  /// On one line.
  fileprivate var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

/// The status of a board for people.
enum StatusText {
  static func lines(_ status: BoardStatus) -> [String] {
    let now = date(status.at) ?? Date()
    var lines = ["\(status.board.printable):"]
    let others = status.setAside.filter { content in !status.widgets.contains { $0.name == content.widget } }
    if status.widgets.isEmpty && !others.isEmpty { lines = ["\(status.board.printable), not running:"] }
    if status.widgets.isEmpty && status.sources.isEmpty && others.isEmpty {
      lines = ["\(status.board.printable): no sources, not running"]
    }
    for content in others {
      lines += ["  \(content.widget.printable)", "    next      after a change"]
      lines += failing(content.reason, content.since, now)
    }
    for widget in status.widgets { lines += ["  \(widget.name.printable)"] + rows(widget, now) }
    for source in status.sources { lines += ["  \(source.name.printable)"] + rows(source, now) }
    return lines
  }

  private static func rows(_ widget: BoardStatus.Widget, _ now: Date) -> [String] {
    var rows: [String] = []
    let content = date(widget.contentAt).map { "\(span(now.timeIntervalSince($0))) old" }
    rows.append("    content   " + (content ?? "none yet"))
    if let last = date(widget.reloadedAt) {
      rows.append("    reloaded  \(span(now.timeIntervalSince(last))) ago: \(widget.reason ?? "")")
    }
    rows.append("    next      " + next(date(widget.nextAt), now) + (widget.nextReason.map { ": \($0)" } ?? ""))
    if let used = widget.used, let budget = widget.budget {
      rows.append("    budget    \(used) of \(budget) reloads used in 24 h")
    }
    if let warning = widget.warning { rows.append("    warning   \(warning.printable)") }
    return rows + failing(widget.failure, widget.failingSince, now)
  }

  private static func rows(_ source: BoardStatus.Source, _ now: Date) -> [String] {
    var rows: [String] = []
    if let received = date(source.receivedAt), let byteCount = source.byteCount {
      rows.append("    content   \(byteText(byteCount)), received \(span(now.timeIntervalSince(received))) ago")
    } else {
      rows.append("    content   nothing has been received yet")
    }
    if let at = date(source.nextAt) { rows.append("    next      " + next(at, now)) }
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
