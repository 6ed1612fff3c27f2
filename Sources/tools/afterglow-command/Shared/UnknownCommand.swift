import AfterglowBoards
import AfterglowDaemon
import AfterglowDocuments
import ArgumentParser

/// A word in place of a command that is none. The parser would call it an unexpected argument.
enum UnknownCommand {
  /// What other programs call a command, by the names of the commands that contain it.
  private static let synonyms = [
    "afterglow": [
      "start": "run", "restart": "run", "serve": "run", "play": "run", "show": "run", "preview": "render",
      "draw": "render", "screenshot": "render", "init": "new", "create": "new", "edit": "studio", "validate": "check",
      "lint": "check", "test": "check", "compile": "build", "log": "logs", "send": "push", "put": "push", "end": "stop",
      "kill": "stop", "quit": "stop", "brightness": "light", "lux": "light", "refresh": "reload", "update": "reload",
      "install": "widgets add", "list": "widgets list",
    ],
    "afterglow widgets": [
      "install": "add", "register": "add", "build": "add", "create": "new", "init": "new", "uninstall": "remove",
      "delete": "remove", "rm": "remove", "ls": "list", "show": "list", "run": "perform",
    ],
  ]

  /// What is said of it; nil if the arguments begin with a command, an option or nothing.
  static func words(_ arguments: [String], of command: any ParsableCommand.Type) -> String? {
    words(arguments[...], of: command, called: "afterglow")
  }

  private static func words(
    _ arguments: ArraySlice<String>, of command: any ParsableCommand.Type, called name: String
  ) -> String? {
    let commands = command.configuration.subcommands
    guard let word = arguments.first, !word.hasPrefix("-"), !word.hasPrefix(" -"), !commands.isEmpty else { return nil }
    // `help` has the names of commands as its arguments.
    if word == "help" { return words(arguments.dropFirst(), of: command, called: name) }
    if let found = commands.first(where: { $0._commandName == word }) {
      return words(arguments.dropFirst(), of: found, called: "\(name) \(word)")
    }
    let near =
      synonyms[name]?[word.lowercased()] ?? NearestName.find(word, among: commands.map { $0._commandName })
    let hint =
      near.map { "; did you mean `\(name) \($0)`?" }
      ?? (BoardLookup.standard.find(word) == nil ? "" : "; `afterglow run \(word.shellWord)` shows this board")
    return "unknown command \"\(word)\"\(hint); `\(name) --help` lists all"
  }
}
