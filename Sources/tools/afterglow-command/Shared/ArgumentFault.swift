import AfterglowBoards
import AfterglowDaemon
import AfterglowDocuments
import ArgumentParser
import Foundation

/// Mistakes in options that the parser reports as something else: it reads `-headless` as `-h` and prints the help, calls
/// a required option missing that was misspelt, and accepts empty arguments, such as those of a variable that is not set.
struct ArgumentFault {
  /// One line, with the remedy.
  let words: String

  /// The first mistake of the arguments that the parser would accept, or answer with the help; nil if there is none.
  static func unnoticed(_ arguments: [String], by command: any ParsableCommand.Type) -> ArgumentFault? {
    // Most command lines have none of these, and need no table of options.
    guard arguments.contains(where: { $0.isEmpty || $0.hasSuffix("=") || isClustered($0) }) else { return nil }
    return first(in: arguments, of: command)
  }

  /// The first mistake of the arguments that the parser has refused; nil if the parser's words are the best.
  static func refused(_ arguments: [String], by command: any ParsableCommand.Type) -> ArgumentFault? {
    first(in: arguments, of: command) ?? wrongValue(in: arguments, of: command) ?? exchanged(arguments)
      ?? severalBoards(in: arguments, of: command)
  }

  /// `power BOARD off`. Commands with values of any kind look for themselves.
  private static func exchanged(_ arguments: [String]) -> ArgumentFault? {
    let states = PowerCommand.State.allCases.map(\.rawValue)
    guard arguments.count >= 3, arguments[0] == "power", states.contains(arguments[2]), !isOption(arguments[1]),
      !states.contains(arguments[1])
    else { return nil }
    return ArgumentFault(
      words: "expected on or off before the board, found \"\(arguments[1])\": "
        + "`afterglow power \(arguments[2]) \(arguments[1].shellWord)`")
  }

  /// Several boards for a command of one.
  private static func severalBoards(in arguments: [String], of command: any ParsableCommand.Type) -> ArgumentFault? {
    guard var walk = ArgumentWalk(arguments, command) else { return nil }
    var words: [String] = []
    while let word = walk.next() {
      if case .other(let text) = word { words.append(text) }
    }
    let boards = words.dropFirst(walk.depth)
    guard walk.takesOneBoard, boards.count > 1,
      boards.dropFirst().allSatisfy({ word in
        BoardLookup.standard.find(word).map { FileManager.default.fileExists(atPath: $0 + "/board.yaml") } ?? false
      })
    else { return nil }
    let each = boards.map { "`\(walk.title) \($0.shellWord)`" }.joined(separator: ", ")
    let advice =
      walk.title == "afterglow run"
      ? "one process shows one board, so run each in a terminal of its own" : "name one at a time"
    return ArgumentFault(words: "`\(walk.title)` takes one board, found \(boards.count); \(advice): \(each)")
  }

  /// Whether a word is a dash with letters, which the parser reads as several short options.
  private static func isClustered(_ word: String) -> Bool {
    word.count > 1 && word != "-h" && !word.hasPrefix("--") && isOption(word)
  }

  private static func isOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && !Input.isNegativeNumber(word)
  }

  // MARK: The walk over the words

  private static func first(in arguments: [String], of command: any ParsableCommand.Type) -> ArgumentFault? {
    guard var walk = ArgumentWalk(arguments, command) else { return nil }
    while let word = walk.next() {
      // The parameters of an intent may be of any name, and empty.
      if walk.takesAnything { return nil }
      switch word {
      case .unknown(let name):
        return ArgumentFault(words: "unknown option \"\(name)\"\(hint(name, walk.names)); \(walk.help)")
      case .option(let name, value: ""):
        return ArgumentFault(words: "\(name) is empty; give it a value, and check variables of the shell")
      case .other(""):
        return ArgumentFault(words: "an argument is empty; check variables of the shell")
      case .option, .other: continue
      }
    }
    return nil
  }

  /// A misspelt value of an option with few values.
  private static func wrongValue(in arguments: [String], of command: any ParsableCommand.Type) -> ArgumentFault? {
    guard var walk = ArgumentWalk(arguments, command) else { return nil }
    while let word = walk.next() {
      guard case .option(let name, value: let value?) = word, let values = walk.values(of: name),
        !values.contains(value),
        let near = NearestName.find(value, among: values)
      else { continue }
      return ArgumentFault(
        words:
          "\(name): expected one of \(values.joined(separator: ", ")), found \"\(value)\"; did you mean \"\(near)\"?")
    }
    return nil
  }

  /// The option that was meant: the nearest, otherwise the only one that begins so.
  private static func hint(_ written: String, _ names: [String]) -> String {
    let word = String(written.drop { $0 == "-" })
    let bare = names.map { String($0.drop { $0 == "-" }) }.filter { $0.count > 1 }
    let begun = bare.filter { $0.hasPrefix(word.lowercased()) }
    let near = NearestName.find(word, among: bare) ?? (begun.count == 1 ? begun[0] : nil)
    return near.map { "; did you mean \"--\($0)\"?" } ?? ""
  }
}

/// The words of a command line, by what the parser will take them for.
private struct ArgumentWalk {
  enum Word {
    /// An option or flag with its value; nil if the value is missing, or if there is none.
    case option(String, value: String?)
    case unknown(String)
    case other(String)
  }

  private var rest: ArraySlice<String>
  private var command: CommandTable.Command
  /// With the commands that contain it.
  private(set) var title: String
  private var areOptionsOver = false

  /// - Returns: nil for words that no person writes, such as a shell's request for completions.
  init?(_ arguments: [String], _ command: any ParsableCommand.Type) {
    if arguments.first?.hasPrefix("---") == true || arguments.first == "help" { return nil }
    guard let table = try? JSONDecoder().decode(CommandTable.self, from: Data(command._dumpHelp().utf8)) else {
      return nil
    }
    rest = arguments[...]
    (self.command, title) = (table.command, table.command.commandName)
  }

  /// Options of the command that the walk has reached, with their dashes.
  var names: [String] { command.options.flatMap(\.spellings) }

  /// Whether the command passes words on that it does not know.
  var takesAnything: Bool {
    command.arguments?.contains { $0.kind == "positional" && $0.parsingStrategy != "default" } ?? false
  }

  /// Number of the words that name the command.
  var depth: Int { title.split(separator: " ").count - 1 }

  /// Whether the only argument of the command is a board.
  var takesOneBoard: Bool {
    let arguments = (command.arguments ?? []).filter { $0.kind == "positional" }
    return arguments.count == 1 && arguments[0].valueName == "board" && !arguments[0].isRepeating
  }

  var help: String { "`\(title) --help` lists all" }

  /// All values of an option; nil if it has any.
  func values(of name: String) -> [String]? { command.options.first { $0.spellings.contains(name) }?.allValues }

  mutating func next() -> Word? {
    guard let word = rest.popFirst() else { return nil }
    if areOptionsOver { return .other(word) }
    if word == "--" {
      areOptionsOver = true
      return next()
    }
    guard word.hasPrefix("-"), word != "-", !Input.isNegativeNumber(word) else {
      if let found = command.subcommands?.first(where: { $0.commandName == word }) {
        (command, title) = (found, title + " " + word)
      }
      return .other(word)
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = command.options.first(where: { $0.spellings.contains(parts[0]) }) else {
      return .unknown(parts[0])
    }
    if parts.count == 2 { return .option(parts[0], value: parts[1]) }
    guard option.kind == "option", let value = rest.first, !value.hasPrefix("-") || value == "-" else {
      return .option(parts[0], value: nil)
    }
    rest.removeFirst()
    return .option(parts[0], value: value)
  }
}

/// The commands and their options, as the parser prints them for other programs.
private struct CommandTable: Decodable {
  struct Command: Decodable {
    var commandName: String
    var subcommands: [Command]?
    var arguments: [Argument]?

    var options: [Argument] { (arguments ?? []).filter { $0.kind != "positional" } }
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var parsingStrategy: String
    var isRepeating: Bool
    var valueName: String?
    var names: [Name]?
    var allValues: [String]?

    var spellings: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }
  }

  var command: Command
}
