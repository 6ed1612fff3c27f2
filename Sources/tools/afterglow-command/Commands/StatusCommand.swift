import AfterglowDaemon
import AfterglowKit
import ArgumentParser
import Foundation

/// `afterglow status [BOARD…]`.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show whether a board works: its processes, its panel, and the age of its content.",
    discussion: """
      Of each board: whether it is healthy, degraded (the panel keeps time, but something is wrong or old) or dead \
      (nothing draws on the panel), and each problem in a sentence. Then its processes, with their numbers: the \
      author, which composes the scene, the guard, which holds the display, and the renderer, which draws. Then the \
      panel: its mode and what decides it, its last frame, and whether the clock is trusted.

      Of each widget: how old its content is, or what it shows instead, when and why it was reloaded and will be next, \
      how much of its budget is used, and since when and why it fails. Of each source: when its content was received, when the next attempt is \
      due, and since when and why it fails. Widgets are known while the author answers. Of other boards only their \
      sources are, and the contents that the next run does not compose, because they ended an earlier one's process. \
      No source is asked.

      Ends with 0 if all boards are healthy, 1 if one is degraded, and 69 if one is dead.

      EXAMPLES
        afterglow status
        afterglow status bedside-clock --watch
        afterglow status bedside-clock --json | jq '.widgets[] | select(.failure)'

      \(ExitStatus.help)
      """)

  @Argument(
    help: ArgumentHelp("Folders of boards, or their names; without any, all that are running.", valueName: "board"),
    completion: BoardCompletion.named)
  var boards: [String] = []

  @Flag(help: "Print a JSON object for each board, on one line. Times are ISO 8601; what is not known is left out.")
  var json = false

  @Flag(help: "Show it again whenever it changes, every two seconds in a terminal, until interrupted.")
  var watch = false

  private static let watchSeconds: TimeInterval = 2

  func run() throws {
    try reporting {
      let isInPlace = watch && !json && Terminal.showsPictures
      var last: [BoardReport] = []
      while true {
        let reports = try read()
        if isInPlace { Terminal.write("\u{1B}[H\u{1B}[2J") }
        // In place ages grow; in a log only news is of interest.
        let news = reports.map(\.news)
        if isInPlace || news != last { try lines(reports).forEach(Report.say) }
        if !watch {
          let worst = reports.map(\.health).max() ?? .healthy
          if worst != .healthy { throw ExitCode(worst.exitStatus.rawValue) }
          return
        }
        last = news
        Thread.sleep(forTimeInterval: Self.watchSeconds)
      }
    }
  }

  private func lines(_ reports: [BoardReport]) throws -> [String] {
    if json { return try reports.map { try $0.json } }
    return reports.flatMap { report in
      StatusText.lines(report, namesPlace: reports.count { $0.board == report.board } > 1)
    }
  }

  private func read() throws -> [BoardReport] {
    let places = try StatusPlace.all()
    if boards.isEmpty {
      let running = places.map { $0.report() }.filter(\.isRunning)
      if running.isEmpty { throw Self.nothingRuns(places) }
      return running
    }
    return try boards.flatMap { name in
      let reports = StatusPlace.reports(of: name, among: places)
      return reports.isEmpty ? [try BoardReport(notRunning: name)] : reports
    }
  }

  /// - Parameter places: of boards whose processes were killed.
  private static func nothingRuns(_ places: [StatusPlace]) -> Failure {
    var failure = Failure(
      .unavailable,
      "no board is running as this user, or as a service; start one with `afterglow run`, or use the user that it "
        + "runs as")
    for place in places { failure.lines.append("\(place.board.name): all its processes were killed") }
    return failure
  }
}
