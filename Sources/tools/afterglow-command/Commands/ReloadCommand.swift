import AfterglowDaemon
import ArgumentParser

/// `afterglow reload [BOARD]`.
struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Ask a running board to read its files again, and its sources now.",
    discussion: """
      The panel keeps what it shows until the new content is there. Run it as the user that the author runs as.

      EXAMPLES
        afterglow reload
        afterglow reload bedside-clock

      \(ExitStatus.help)
      """)

  @Argument(
    help: "A board that is running: its folder or name; may be left out when it is the only one.",
    completion: BoardCompletion.running)
  var board: String?

  func run() throws {
    try reporting {
      let client = try AuthorClient(board: board)
      Report.say("\(client.board): \(try client.ask("POST", "/reload"))")
    }
  }
}
