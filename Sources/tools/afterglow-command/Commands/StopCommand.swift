import AfterglowDaemon
import ArgumentParser

/// `afterglow stop [BOARD]`.
struct StopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "End a board that `afterglow run` shows, and give its display back.",
    discussion: """
      Ends the author, the guard and the renderer, as Ctrl-C does where the board was started, and waits until they \
      have ended: e-paper finishes its refresh first. A guard whose author was killed is ended too. A board of \
      services is stopped with systemctl; the message has the line.

      EXAMPLES
        afterglow stop
        afterglow stop bedside-clock

      \(ExitStatus.help)
      """)

  @Argument(
    help: "A board that is running: its folder or name; may be left out when it is the only one.",
    completion: BoardCompletion.running)
  var board: String?

  func run() throws {
    try reporting {
      let place = try StatusPlace.running(board)
      try BoardStop(place).perform()
      Report.say("\(place.board.name): stopped")
    }
  }
}
