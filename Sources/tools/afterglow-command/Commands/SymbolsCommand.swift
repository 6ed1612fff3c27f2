import Afterglow
import AfterglowDaemon
import AfterglowKit
import ArgumentParser
import Foundation

/// `afterglow symbols [WORDS]`.
struct SymbolsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "symbols",
    abstract: "List the symbols that widgets can show, and draw them.",
    discussion: """
      Each line has a symbol's name and, where SF Symbols has it too, the names that it goes by there; all of them mean the \
      symbol in scenes, in widgets written as data and in Swift. Words narrow the list: each must begin a word of a name, or \
      stand anywhere in one where none does. A few symbols are drawn in the terminal as well; --out draws up to \
      \(SymbolSheet.maximumCount) as a sheet.

      A name with ".fill" that is not listed means the one without. "mdi:" before a name asks for the whole font's drawing where \
      the same word is a symbol of our own as well.

      EXAMPLES
        afterglow symbols rain
        afterglow symbols arrow up --out arrows.png
        afterglow symbols --json battery

      \(ExitStatus.help)
      """)

  @Argument(help: "Parts of names that must all be there; every symbol without them.")
  var words: [String] = []

  @Option(
    help: ArgumentHelp("Draw what is listed on a sheet.", valueName: "file.png"), transform: Input.pictureFile)
  var out: String?

  @Flag(help: "Print one JSON document instead of lines.")
  var json = false

  func run() throws {
    try reporting {
      let found = Symbol.search(words)
      guard !found.isEmpty else {
        let asked = words.joined(separator: " ")
        throw Failure(.badInput, "no symbol has \"\(asked)\" in its names\(Symbol.hint(for: asked))")
      }
      let title = words.isEmpty ? "Symbols" : words.joined(separator: " ")
      if let out {
        guard found.count <= SymbolSheet.maximumCount else {
          throw Failure(
            .usage,
            "expected at most \(SymbolSheet.maximumCount) symbols on a sheet, found \(found.count); say words that they "
              + "have in their names")
        }
        try Files.replace(out, with: SymbolSheet(title: title, symbols: found).draw().png(), isDurable: false)
      }
      if json {
        Report.print(try SymbolDocument(symbols: found.map(SymbolDocument.Item.init)).text())
        return
      }
      if Terminal.showsPictures && found.count <= SymbolSheet.stripCount { try drawInTerminal(found) }
      for symbol in found { Report.say(Self.line(symbol)) }
      if !words.isEmpty { Report.say("\(found.count) \(found.count == 1 ? "symbol" : "symbols")") }
    }
  }

  private static func line(_ symbol: Symbol.Listed) -> String {
    symbol.systemNames.isEmpty
      ? symbol.usedName
      : symbol.usedName.padding(toLength: max(32, symbol.usedName.count), withPad: " ", startingAt: 0)
        + "  \(symbol.systemNames.joined(separator: ", "))"
  }

  private func drawInTerminal(_ symbols: [Symbol.Listed]) throws {
    let picture = try SymbolSheet(title: "", symbols: symbols).strip()
    let size = Terminal.size
    for line in HalfBlocks(picture, columns: size.columns, rows: max(2, size.rows / 2)).lines {
      Terminal.write(line + "\n")
    }
  }
}

/// What `symbols --json` prints.
private struct SymbolDocument: Encodable {
  struct Item: Encodable {
    var name: String
    var systemNames: [String]

    init(_ symbol: Symbol.Listed) {
      name = symbol.usedName
      systemNames = symbol.systemNames
    }
  }

  var symbols: [Item]

  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
