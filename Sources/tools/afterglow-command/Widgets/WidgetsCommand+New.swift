import AfterglowDaemon
import AfterglowKit
import AfterglowWidgets
import ArgumentParser
import Foundation

extension WidgetsCommand {
  /// `afterglow widgets new FOLDER`.
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write a package with a widget of your own: a counter with settings and an intent.",
      discussion: """
        The folder's name is the widget's. Nothing that exists is overwritten. The first build also compiles Afterglow, \
        which takes minutes.

        EXAMPLES
          afterglow widgets new water
          afterglow widgets new ~/widgets/water --afterglow ~/src/afterglow

        \(ExitStatus.help)
        """)

    @Argument(help: "The package's folder.", completion: .directory)
    var folder: String

    @Option(
      help: ArgumentHelp(
        "A clone of Afterglow. (default: that of this program, of this folder, or a folder \"afterglow\" next to the new one)",
        valueName: "folder"),
      completion: .directory)
    var afterglow: String?

    func run() throws {
      try reporting {
        let place = try NewFolder(folder)
        let package = try NewWidget(name: place.name, clone: try clone(), folder: place.path)
        try place.write(package.files) { _ in }
        Report.say("\(place.path): a widget \"\(package.kind)\" in \(package.source)")
        Report.say("afterglow widgets add \(place.path.shellWord)")
        Report.say("afterglow render --widget \(package.kind) --family systemSmall --out \(package.kind).png")
        Report.say("afterglow widgets perform \(package.kind) AddIntent")
        Report.say("afterglow studio bedside-clock --package \(place.path.shellWord)")
      }
    }

    /// - Throws: `Failure` where no clone is found.
    private func clone() throws -> URL {
      if let afterglow { return try AfterglowClone.named(afterglow) }
      let beside = URL(fileURLWithPath: folder).standardizedFileURL.deletingLastPathComponent()
      if let found = AfterglowClone.find(beside: beside) { return found }
      throw Failure(
        .usage,
        "expected --afterglow FOLDER, a clone of Afterglow that the widget is compiled with: there is none at "
          + "\(beside.path)/afterglow, and this program is in none")
    }
  }
}
