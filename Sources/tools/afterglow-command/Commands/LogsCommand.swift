import AfterglowDaemon
import AfterglowErrors
import AfterglowKit
import ArgumentParser
import Foundation

/// `afterglow logs [BOARD]`.
struct LogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs",
    abstract: "Print what a board's run has written: updates, warnings and errors.",
    discussion: """
      A run keeps its last lines in its runtime folder, wherever its output goes, and they are there after its end \
      until the machine is restarted. While no run passes on the lines of the guard, they follow at the end. The lines \
      of services are in the journal, and are printed from there.

      EXAMPLES
        afterglow logs
        afterglow logs bedside-clock --lines 20
        afterglow logs bedside-clock --follow

      FILES
        $XDG_RUNTIME_DIR/afterglow/KEY (or /tmp/afterglow-UID/KEY): run.log, run.log.1, renderer.log

      \(ExitStatus.help)
      """)

  @Argument(
    help: "A board's folder or name; may be left out when only one has a log.", completion: BoardCompletion.running)
  var board: String?

  @Option(help: ArgumentHelp("How many of the last lines are printed.", valueName: "number"))
  var lines = 100

  @Flag(help: "Print further lines as they are written, until interrupted.")
  var follow = false

  private static let followSeconds: TimeInterval = 0.5

  func validate() throws {
    guard (1...1_000_000).contains(lines) else {
      throw ValidationError("expected 1 to 1000000 for --lines, found \(lines)")
    }
  }

  func run() throws {
    try reporting {
      switch try BoardLog(of: board) {
      case .files(let board):
        var reader = RunLogReader(board)
        reader.last(lines).forEach(Report.say)
        while follow {
          Thread.sleep(forTimeInterval: Self.followSeconds)
          reader.next().forEach(Report.say)
        }
      case .journal(let key): try becomeJournal(key)
      }
    }
  }

  /// Becomes journalctl. As a child it would not get Ctrl-C, and would outlive this program.
  private func becomeJournal(_ key: String) throws {
    let arguments = BoardLog.journalArguments(key, lines: lines, follows: follow)
    var words = (["journalctl"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv("/usr/bin/journalctl", &words)
    let cause = ErrnoWords.cause(errno)
    throw Failure(
      .unavailable, "cannot start journalctl: \(cause); run `journalctl \(arguments.joined(separator: " "))`")
  }
}
