import ArgumentParser

/// The running panel that receives a report, and how long the report is valid.
struct ExternalTarget: ParsableArguments {
  @OptionGroup var running: RunningTarget

  @Option(name: .customLong("for"), help: ArgumentHelp("How long it holds, 1 to 86400 s.", valueName: "seconds"))
  var duration: Int?
}
