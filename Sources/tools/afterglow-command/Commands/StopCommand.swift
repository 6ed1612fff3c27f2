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
      services is stopped with systemctl; the message has the line. Runs that were started with \
      another runtime folder (XDG_RUNTIME_DIR) are found too; --control names one of several.

      EXAMPLES
        afterglow stop
        afterglow stop bedside-clock
        afterglow stop --control /run/user/1000/afterglow/kitchen

      \(ExitStatus.help)
      """)

  @Argument(
    help: "A board that is running: its folder or name; may be left out when it is the only one.",
    completion: BoardCompletion.running)
  var board: String?

  @Option(
    help: ArgumentHelp(
      "The guard's own socket, instead of looking for it, or the runtime folder that it is in.", valueName: "socket"))
  var control: String?

  func run() throws {
    try reporting {
      let place = try control.map { try StatusPlace(control: $0) } ?? StatusPlace.running(board)
      try BoardStop(place).perform()
      Report.say("\(place.board.name): stopped")
    }
  }
}
