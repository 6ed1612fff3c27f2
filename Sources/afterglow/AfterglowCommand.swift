import AfterglowFetch
import AfterglowPreview
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
        afterglow new kitchen --place Porto
        afterglow run bedside-clock
        afterglow render bedside-clock --lux 0.5 --out night.png
        afterglow simulate bedside-clock --out night \\
          --from 2026-10-25T00:00:00+02:00 --to 2026-10-25T06:00:00+01:00
        afterglow plot night
        afterglow build bedside-clock --out clock.archive
        afterglow check bedside-clock epaper-2in13-v4
        afterglow view night.png
        afterglow power off bedside-clock
        afterglow sensors
        afterglow status bedside-clock
        afterglow reload bedside-clock
        afterglow symbols rain
        afterglow light 0.5 bedside-clock
        afterglow compare day.png screen.png --out difference.png
        afterglow panel-sim clock.jsonl --panel 2in13-v4 --out panel.png

      See `afterglow help COMMAND` for each command.

      \(ExitStatus.help)
      """,
    version: ProductVersion.text,
    subcommands: [
      NewCommand.self, RunCommand.self, RenderCommand.self, GalleryCommand.self, SymbolsCommand.self,
      WidgetsCommand.self,
      SimulateCommand.self,
      BuildCommand.self,
      CheckCommand.self, StudioCommand.self,
      PlotCommand.self, ViewCommand.self, CompareCommand.self, PowerCommand.self, SensorsCommand.self,
      LightCommand.self, DistanceCommand.self, StatusCommand.self, PushCommand.self, ReloadCommand.self,
      PanelSimCommand.self,
    ])

  static func main() {
    HeapMemory.configure()
    SecretFiles.standard.hideFromChildren()
    if SupervisedCommand.isWanted { Foundation.exit(SupervisedCommand.run()) }
    SupervisedCommand.begin()
    if CommandLine.arguments.dropFirst() == [ComposingProcess.argument] { _exit(ComposingProcess.run()) }
    do {
      var command = try parseAsRoot(Input.arguments(CommandLine.arguments.dropFirst()))
      try command.run()
    } catch {
      end(with: error)
    }
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

enum ProductVersion {
  static let text = "0.1.0"
}
