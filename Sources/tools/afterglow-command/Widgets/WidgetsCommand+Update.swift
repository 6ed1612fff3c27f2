import Afterglow
import AfterglowBoards
import AfterglowDaemon
import AfterglowKit
import ArgumentParser

extension WidgetsCommand {
  /// `afterglow widgets update [KIND]`.
  struct Update: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Build added widgets again from where they came from.",
      discussion: """
        A folder is built as it is now, and an archive is unpacked again if it has changed. What came from an address is \
        fetched again with --checksum only, the SHA-256 of what is there now; without it, the package that was unpacked is \
        built again, as a new version of Afterglow needs. A program is copied again. All widgets of a package are updated \
        together.

        EXAMPLES
          afterglow widgets update
          afterglow widgets update tides
          afterglow widgets update tides --checksum $(cat tides.sha256)

        \(ExitStatus.help)
        """)

    @Argument(help: "A widget's kind; without it, all widgets that this user has added.")
    var kind: String?

    @Option(
      help: ArgumentHelp("SHA-256 of the archive that the widget's address has now.", valueName: "sha256"),
      transform: Input.checksum)
    var checksum: String?

    func validate() throws {
      if checksum != nil && kind == nil { throw ValidationError("expected the kind of a widget with --checksum") }
    }

    func run() throws {
      try reporting {
        var failed: Failure.Kind?
        for origin in try origins(&failed) {
          do {
            try update(origin)
          } catch let failure as Failure {
            failure.lines.forEach(Report.complain)
            failed = failed ?? failure.kind
          }
        }
        if let failed { throw ExitCode(failed.status.rawValue) }
      }
    }

    /// Where the widgets came from, each once.
    ///
    /// - Throws: `Failure` if there is no such widget.
    private func origins(_ failed: inout Failure.Kind?) throws(Failure) -> [WidgetOrigin] {
      let registry = WidgetRegistry.standard
      let kinds = registry.ownKinds
      if let kind, !kinds.contains(kind) {
        throw Failure(
          .usage,
          "there is no added widget \"\(kind)\" in \(registry.roots[0]); `afterglow widgets list` names those that there are"
        )
      }
      var found: [WidgetOrigin] = []
      for kind in self.kind.map({ [$0] }) ?? kinds {
        guard let origin = registry.origin(of: kind) else {
          Report.complain("\(kind): where it came from is not known; add it again")
          failed = .badInput
          continue
        }
        if !found.contains(origin) { found.append(origin) }
      }
      return found
    }

    private func update(_ origin: WidgetOrigin) throws {
      let registry = WidgetRegistry.standard
      let before = registry.ownKinds.filter { registry.origin(of: $0) == origin }
      let added: [(kind: String, folder: String)]
      do {
        let source = WidgetSource(name: origin.source, checksum: checksum, clone: nil, isDebug: origin.isDebug)
        added = try source.update(origin)
      } catch let error as CompileError {
        throw Failure(.badInput, "\(origin.source): \(error.message)")
      }
      for (kind, folder) in added { Report.say("updated \(kind) in \(folder)") }
      for kind in before where !added.contains(where: { $0.kind == kind }) {
        Report.complain(
          "\(kind): \(origin.source) has no such widget any more; `afterglow widgets remove \(kind)` removes it")
      }
    }
  }
}
