import AfterglowBoards
import AfterglowPreview
import AfterglowSources
import ArgumentParser
import Foundation

/// `afterglow status BOARD…`.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how old a board's content is, and what its sources last said.",
    discussion: """
      Of each source of the scene: when its content was received, when the next attempt is due, and since when and why \
      it fails. It sends no request: this is what the running author has written down.

      EXAMPLES
        afterglow status bedside-clock

      \(ExitStatus.help)
      """)

  @Argument(help: ArgumentHelp("Folders of boards, or their names.", valueName: "board"))
  var boards: [String]

  func run() throws {
    try reporting {
      for name in boards {
        let (board, problems) = BoardFolder.load(name)
        guard let board else { throw Failure(problems) }
        SourceStatus.lines(board, folder: .standard, nowMs: Int64(Date().timeIntervalSince1970 * 1000))
          .forEach(Report.say)
      }
    }
  }
}

/// What is known of a board's sources, as text.
enum SourceStatus {
  static func lines(_ board: BoardFolder, folder: SourceFolder, nowMs: Int64) -> [String] {
    var keys: Set<String> = []
    let sources = board.sources.filter { $0.source.key.map { keys.insert($0).inserted } == true }
    guard !sources.isEmpty else { return ["\(board.path): no sources; its content is in files"] }
    return ["\(board.path):"] + sources.flatMap { lines($0, folder, nowMs) }
  }

  private static func lines(_ request: SourceRequest, _ folder: SourceFolder, _ nowMs: Int64) -> [String] {
    let name = "  " + request.source.publicName.printable
    guard let key = request.source.key, let record = SourceRecord(path: folder.record(key)) else {
      return [name, "    content   nothing has been received yet"]
    }
    let size = FileMark.status(folder.content(key), followsLinks: true).map { byteText(Int($0.st_size)) }
    var lines = [name]
    if let fetched = record.fetchedAtMs, let size {
      lines.append("    content   \(size), received \(span(nowMs - fetched)) ago")
    } else {
      lines.append("    content   nothing has been received yet")
    }
    if let next = record.nextAtMs {
      lines.append("    next      " + (next > nowMs ? "in \(span(next - nowMs))" : "due"))
    }
    if let failure = record.failure {
      let since = record.failingSinceMs.map { " for \(span(nowMs - $0))" } ?? ""
      lines.append("    failing  \(since): \(failure.printable)")
    }
    return lines
  }

  /// A length of time in its largest unit.
  static func span(_ ms: Int64) -> String {
    let seconds = max(0, ms / 1000)
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) days"
    }
  }
}
