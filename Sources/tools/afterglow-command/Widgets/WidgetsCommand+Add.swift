import Afterglow
import AfterglowDaemon
import AfterglowKit
import ArgumentParser

extension WidgetsCommand {
  /// `afterglow widgets add PACKAGE`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Build a package and register its widgets, or register a program that is built already.",
      discussion: """
        A package is a folder, a tar archive, or the address of an archive. An archive has Package.swift at its top or in \
        its only folder, and files and folders alone; `../afterglow` in Package.swift is a clone of Afterglow that this \
        command finds. What is at an address is used with its SHA-256 only.

        A user's widgets are in $XDG_DATA_HOME/afterglow/widgets (or ~/.local/share/afterglow/widgets), where this user's \
        commands find them. Root's are in /var/lib/afterglow/widgets, where all users and the services do, unless \
        XDG_DATA_HOME is set. AFTERGLOW_WIDGETS names another folder for both.

        EXAMPLES
          afterglow widgets add tides
          afterglow widgets add tides --debug
          afterglow widgets add tides-1.2.tar.gz
          afterglow widgets add https://example.org/tides-1.2.tar.gz --checksum $(cat tides.sha256)

        \(ExitStatus.help)
        """)

    @Argument(help: "The package's folder, an executable, or an archive's path or address.")
    var path: String

    @Option(
      help: ArgumentHelp("SHA-256 that the archive must have; required with an address.", valueName: "sha256"),
      transform: Input.checksum)
    var checksum: String?

    @Option(
      help: ArgumentHelp(
        "A clone of Afterglow for the package of an archive. (default: that of this program, or of this folder)",
        valueName: "folder"),
      completion: .directory)
    var afterglow: String?

    @Flag(help: "Build for debugging: if the program crashes while `render` draws, its backtrace is written.")
    var debug = false

    func run() throws {
      try reporting {
        let clone = try afterglow.map(AfterglowClone.named)
        let source = WidgetSource(name: path, checksum: checksum, clone: clone, isDebug: debug)
        do {
          for (kind, folder) in try source.add() {
            Report.say("added \(kind) in \(folder); a scene names it with \"kind: \(kind)\"")
          }
        } catch let error as CompileError {
          throw Failure(.badInput, "\(path): \(error.message)")
        }
      }
    }
  }
}
