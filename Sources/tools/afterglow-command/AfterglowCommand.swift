import AfterglowDaemon
import AfterglowFetch
import AfterglowKit
import ArgumentParser
import Foundation

/// The command line of the author: everything that a user, a script or a service unit can request.
@main
struct AfterglowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "afterglow",
    abstract: "StandBy for every panel: compiles a board's scene and shows it.",
    discussion: """
      A BOARD is a folder with a board.yaml and a scene.yaml, or the name of one under boards/.
      An INSTANT is ISO 8601 with its zone, such as 2026-11-21T22:07:00+01:00 or 2026-11-21T21:07:00Z.

      EXAMPLES
      Make a board, and check it:
        afterglow new kitchen --place Lisbon
        afterglow check kitchen bedside-clock
        afterglow symbols rain

      Look at it at any moment, without a panel:
        afterglow render bedside-clock --lux 0.5 --out night.png
        afterglow view night.png
        afterglow simulate bedside-clock --out autumn \\
          --from 2026-10-25T00:00:00+02:00 --to 2026-10-25T06:00:00+01:00
        afterglow plot autumn

      Run it; it goes on until Ctrl-C or `afterglow stop`:
        afterglow run bedside-clock

      Talk to its panel from another terminal, and end it:
        afterglow status bedside-clock
        afterglow light 0.5 bedside-clock
        afterglow power off bedside-clock
        afterglow logs bedside-clock --lines 20
        afterglow stop bedside-clock

      See `afterglow help COMMAND` for each command.

      \(ExitStatus.help)
      """,
    version: ProductVersion.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Make",
        subcommands: [
          NewCommand.self, CheckCommand.self, StudioCommand.self, WidgetsCommand.self, SymbolsCommand.self,
          BuildCommand.self,
        ]),
      CommandGroup(
        name: "Look",
        subcommands: [
          RenderCommand.self, SimulateCommand.self, PlotCommand.self, GalleryCommand.self, ViewCommand.self,
          CompareCommand.self, PanelSimCommand.self,
        ]),
      CommandGroup(
        name: "Run",
        subcommands: [
          RunCommand.self, StatusCommand.self, LogsCommand.self, StopCommand.self, ReloadCommand.self, PushCommand.self,
        ]),
      CommandGroup(
        name: "Talk to a panel",
        subcommands: [
          PowerCommand.self, LightCommand.self, DistanceCommand.self, TouchCommand.self, TouchTestCommand.self,
          PageCommand.self, SensorsCommand.self,
        ]),
    ])

  static func main() {
    HeapMemory.configure()
    SecretFiles.standard.hideFromChildren()
    if SupervisedCommand.isWanted { Foundation.exit(SupervisedCommand.run()) }
    SupervisedCommand.begin()
    if CommandLine.arguments.dropFirst() == [ComposingProcess.argument] {
      _exit((ComposingProcess.run()?.status ?? .ok).rawValue)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let words = UnknownCommand.words(arguments, of: Self.self) { refuse(words) }
    if let fault = ArgumentFault.unnoticed(arguments, by: Self.self) { refuse(fault.words) }
    do {
      var command = try parseAsRoot(Input.arguments(arguments))
      try command.run()
    } catch {
      if !(error is ExitCode), exitCode(for: error) == .validationFailure,
        let fault = ArgumentFault.refused(arguments, by: Self.self)
      {
        refuse(fault.words)
      }
      end(with: error)
    }
  }

  private static func refuse(_ words: String) -> Never {
    Report.complain(words)
    Foundation.exit(ExitStatus.usage.rawValue)
  }

  /// Like `exit(withError:)`, but arguments are printed in a form that is safe for a terminal.
  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    if code.isSuccess { exit(withError: error) }
    var message = fullMessage(for: error)
    for argument in CommandLine.arguments where argument.printable != argument {
      message = message.replacing(argument, with: argument.printable)
    }
    if !message.isEmpty {
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(\.printable)
      Report.printError(lines.joined(separator: "\n") + "\n")
    }
    Foundation.exit(code.rawValue)
  }
}
