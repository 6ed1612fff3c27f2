import ArgumentParser

/// The running panel that receives a report, and how long the report is valid.
struct ExternalTarget: ParsableArguments {
  @Argument(
    help: "A board that is running: its folder or name; may be left out when it is the only one.",
    completion: BoardCompletion.running)
  var board: String?

  @Option(name: .customLong("for"), help: ArgumentHelp("How long it holds, 1 to 86400 s.", valueName: "seconds"))
  var duration: Int?

  @Option(help: ArgumentHelp("The guard's own socket, instead of looking for it.", valueName: "socket"))
  var control: String?
}
