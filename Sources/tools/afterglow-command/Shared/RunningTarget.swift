import ArgumentParser

/// The running panel that a command is for.
struct RunningTarget: ParsableArguments {
  @Argument(
    help: "A board that is running: its folder or name; may be left out when it is the only one.",
    completion: BoardCompletion.running)
  var board: String?

  @Option(help: ArgumentHelp("The guard's own socket, instead of looking for it.", valueName: "socket"))
  var control: String?
}
