import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowPreview
import ArgumentParser

/// `afterglow build BOARD --out FILE.archive`.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Compile a board's scene into an archive for afterglow-renderer.",
    discussion: """
      The archive holds everything that the panel needs until its timelines end, and keeps time after \
      that. It replaces FILE in one step: a power cut leaves the old one or the new one. The same files at the same \
      instant give the same bytes.

      EXAMPLES
        afterglow build bedside-clock --out clock.archive
        afterglow build bedside-clock --out clock.archive \\
          --at 2026-11-21T07:00:00+01:00

      \(ExitStatus.help)
      """)

  @Argument(help: "A board's folder, or its name under boards/.", completion: BoardCompletion.named)
  var board: String

  @Option(
    help: ArgumentHelp("Compile as of this instant instead of now.", valueName: "instant"), transform: Input.instant)
  var at: Instant?

  @Option(help: ArgumentHelp("Output file.", valueName: "file.archive"), transform: Input.outputFile)
  var out: String

  func run() throws {
    try reporting {
      let compiled = try BoardSource(board).compile(at: at ?? .now)
      compiled.notices.forEach(Report.complain)
      try Files.replace(out, with: compiled.archive, isDurable: true)
      Report.say("\(out): \(compiled.name), \(compiled.summary)")
      for line in try ArchiveSummary.lines(compiled) { Report.say("  " + line) }
      Report.say("  \(compiled.budgetText)")
      try endIfWidgetCrashed()
    }
  }
}
