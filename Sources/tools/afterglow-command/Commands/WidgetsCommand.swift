import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowDaemon
import AfterglowKit
import AfterglowWidgets
import ArgumentParser
import Foundation

/// `afterglow widgets new|add|update|list|previews|perform|remove`.
struct WidgetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgets",
    abstract: "Write, add, update, list and remove widgets that are programs of their own, and perform their intents.",
    discussion: """
      A widget is a Swift package with an executable whose @main type is a WidgetBundle; \
      `new` writes one, and docs/coming-from-widgetkit.md shows one. It runs as a child with limits, and if it crashes or hangs its tile shows \
      a placeholder and all others keep running.

      EXAMPLES
        afterglow widgets new tides
        afterglow widgets add tides
        afterglow widgets add tides --debug
        afterglow widgets add https://example.org/tides.tar.gz --checksum SHA256
        afterglow widgets update
        afterglow widgets list
        afterglow widgets previews tides --out previews
        afterglow widgets perform tides
        afterglow widgets remove tides

      Boards that run show an added widget, or its new program, a moment later. `afterglow studio BOARD --package tides` \
      builds and adds a package whenever one of its files is saved, and shows it on a page in the browser.

      \(ExitStatus.help)
      """,
    subcommands: [New.self, Add.self, Update.self, List.self, Previews.self, Perform.self, Remove.self],
    defaultSubcommand: List.self
  )

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every widget that a scene can name.")

    func run() throws {
      try reporting {
        let added = WidgetRegistry.standard.widgets.filter { WidgetOrigin(of: $0.executable)?.isDebug == true }
        let debugKinds = Set(added.map(\.descriptor.kind))
        for kind in WidgetGallery.standard.kinds {
          guard let descriptor = WidgetGallery.standard.widget(kind)?.descriptor else { continue }
          let isAdded = !WidgetGallery.builtIn.kinds.contains(kind)
          let isDebug = debugKinds.contains(kind)
          let origin = isAdded ? "added" + (isDebug ? ", for debugging" : "") : "built in"
          Report.say("\(kind) (\(origin)): \(descriptor.description)")
          Report.say("  \(descriptor.supportedFamilies.map(\.rawValue).joined(separator: ", "))")
          // Those of built-in widgets have pages.
          if isAdded { for parameter in descriptor.parameters { Report.say("  \(parameter.words)") } }
        }
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove an added widget.")

    @Argument(help: "Its kind.")
    var kind: String

    func run() throws {
      try reporting {
        do {
          try WidgetRegistry.standard.remove(kind)
          Report.say("removed \(kind)")
        } catch let error as CompileError {
          throw Failure(.usage, error.message)
        }
      }
    }
  }
}

extension IntentParameterSchema {
  /// "hours (integer): 1 to 24, by default 12".
  var words: String {
    var parts: [String] = []
    if !options.isEmpty { parts.append("one of " + options.map(\.value).joined(separator: ", ")) }
    if let least, let most { parts.append("\(least.formatted()) to \(most.formatted())") }
    if let defaultValue, defaultValue != .null, let json = try? JSONEncoder().encode(defaultValue) {
      parts.append("by default \(String(decoding: json, as: UTF8.self))")
    }
    return "\(name) (\(kind.rawValue))" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }
}
