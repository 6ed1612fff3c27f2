import AfterglowCore
import AfterglowDaemon
import AfterglowFetch
import AfterglowGuide
import AfterglowKit
import ArgumentParser
import Foundation

/// `afterglow check BOARD...`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "List every problem in boards, scenes and timelines.",
    discussion: """
      Each problem is one line, file:line:column and what was expected. Unless the board or its scene has an error, the \
      board is also compiled for an instant, so that one that does not fit its memory budget is found here and not on the \
      panel, and checked against what the guide for widgets lets a machine test: sizes of text, margins, the amount in a \
      small widget, words, contrast by day, in always-on and at night, information in colour alone, writing in pictures, \
      small targets. A widget whose content cannot be read is left out of that.

      It asks no source: it says which secrets and programs are missing, and what the author has found of sources that give \
      nothing.

      An error is something that is not shown, a warning something that is not shown as it was asked for. Advice is of the \
      guide, whose rule it names (docs/widgets.md), and of the panel. Errors alone end with status 1; with --strict warnings \
      and advice do as well. --json prints one document for programs (docs/boards.md).

      EXAMPLES
        afterglow check bedside-clock
        afterglow check boards/bedside-clock boards/epaper-2in13-v4
        afterglow check bedside-clock --at 2026-11-28T14:00:00+01:00
        afterglow check --json bedside-clock

      \(ExitStatus.help)
      """)

  @Argument(help: "Boards: folders, or names under boards/.", completion: BoardCompletion.named)
  var boards: [String]

  @Option(
    help: ArgumentHelp("The instant whose content is checked (default: now).", valueName: "instant"),
    transform: Input.instant)
  var at: Instant?

  @Flag(help: "End with status 1 on warnings and advice, too.")
  var strict = false

  @Flag(help: "Print one JSON document instead of lines.")
  var json = false

  func run() throws {
    try reporting {
      var findings: [CheckFinding] = []
      let instant = at ?? .now
      for board in boards {
        let check = BoardCheck(board, at: instant) { SecretFiles.standard.faults(of: $0) }
        findings += check.findings
        if !json { say(check) }
      }
      if json { Report.print(try CheckDocument(findings: findings).text()) }
      let count = CheckCount(findings)
      if !json && boards.count > 1 { Report.say("\(boards.count) boards: \(count.text)") }
      if count.errors > 0 || (strict && !findings.isEmpty) { throw ExitCode(ExitStatus.differs.rawValue) }
    }
  }

  /// Writes every finding, then their number and what the board shows.
  private func say(_ check: BoardCheck) {
    for finding in check.findings { Report.say(finding.line) }
    Report.say("\(check.board): \(CheckCount(check.findings).text)\(check.summary.map { "; \($0)" } ?? "")")
  }
}
