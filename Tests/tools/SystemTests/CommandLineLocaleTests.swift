import Foundation
import Testing

/// A widget's package in three languages, in the locale of the board.
@Suite struct CommandLineLocaleTests {
  private static let resources = CommandLineProgram.root.appending(path: "Tests/support/Ported/Harbour/Resources")

  /// Adds the widget of Tests/support/Ported/Harbour, with its resources next to the program.
  private func program() throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try FileManager.default.createDirectory(atPath: program.path("build"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: CommandLineProgram.programs.appending(path: "ported-harbour"),
      to: URL(fileURLWithPath: program.path("build/Harbour")))
    try FileManager.default.copyItem(
      at: Self.resources, to: URL(fileURLWithPath: program.path("build/Harbour_undeclared.resources")))
    return program
  }

  /// The words of a drawing, and what the command said.
  private func drawn(
    _ locale: String, _ program: CommandLineProgram, _ options: [String] = []
  ) throws -> (layout: String, messages: String) {
    let result = try program.run(
      [
        "render", "--widget", "harbour", "--locale", locale, "--at", "2026-11-21T10:09:00+01:00", "--out", "a.png",
        "--layout", "a.json",
      ] + options)
    #expect(result.status == 0, "\(result.text)")
    return (try program.text("a.json"), result.text)
  }

  /// The words that each locale shows as texts of their own, and the words next to the bold ones.
  static let words: [(String, [String], String)] = [
    (
      "en-GB",
      [
        "Harbour", "1 boat", "2 boats", "5 boats", "1,204 boats", "2 boats in 1 harbour", "2 buoys",
        "5 boats are moored",
        "High tide", "Low tide", "Wind from NW", "High",
      ], "at 7.5 m"
    ),
    (
      "de",
      [
        "Hafen", "1 Boot", "2 Boote", "5 Boote", "1.204 Boote", "In 1 Hafen: 2 Boote", "2 Bojen", "5 Boote liegen fest",
        "Hochwasser", "Niedrigwasser", "Wind aus NW",
      ], "bei 7,5 m"
    ),
    (
      "pl",
      [
        "Port", "1 łódź", "2 łodzie", "5 łodzi", "1204 łodzie", "2 łodzie w 1 porcie", "2 boje", "5 łodzi cumuje",
        "Przypływ", "Odpływ", "Wiatr z kierunku NW",
      ], "przy 7,5 m"
    ),
  ]

  @Test(arguments: words)
  func `a package speaks the language of the board, with its plurals`(
    locale: String, words: [String], height: String
  ) throws {
    let program = try program()
    #expect(try program.run(["widgets", "add", program.path("build/Harbour")]).status == 0)
    let (layout, messages) = try drawn(locale, program)
    for text in words { #expect(layout.contains("\"\(text)\""), "\(text) in \(layout)") }
    #expect(layout.contains(height), "\(layout)")
    // A key of the property list, whose variables `widgets add PACKAGE` sets.
    #expect(layout.contains("harbour.example"), "\(layout)")
    // A key that no language has is shown, and is a warning that names its table; no other is.
    #expect(messages.contains("“tide.unknown” has no value in the table Localizable ("), "\(messages)")
    #expect(messages.components(separatedBy: "has no value").count == 2, "\(messages)")
    #expect(!messages.contains("there is no picture") && !messages.contains("no colour"), "\(messages)")
  }

  @Test(arguments: [("light", "#0A508C", "#B4560A"), ("dark", "#5AC8FA", "#FFB340")])
  func `colours of the catalogue follow the appearance, and the accent colour is the tint`(
    appearance: String, brand: String, accent: String
  ) throws {
    let program = try program()
    #expect(try program.run(["widgets", "add", program.path("build/Harbour")]).status == 0)
    let options = ["--context", "home", "--mode", "fullColor", "--appearance", appearance]
    let layout = try drawn("en-GB", program, options).layout
    #expect(layout.contains("\"\(brand)\"") && layout.contains("\"\(accent)\""), "\(layout)")
  }

  @Test func `a widget is listed in the language of the user who adds it`() throws {
    let program = try program()
    let running = try program.start(
      ["widgets", "add", program.path("build/Harbour")], environment: ["LC_ALL": "de_DE.UTF-8"])
    #expect(try program.finish(running, within: 60).status == 0)
    let list = try program.run(["widgets", "list"]).text
    #expect(list.contains("harbour (added): Sieh, welche Boote festgemacht sind."), "\(list)")
  }

  @Test func `a file of strings that cannot be read is a warning with its line`() throws {
    let program = try program()
    try program.write(
      "\"tide.high\" = \"Hochwasser\"\n\"tide.low\" = \"Niedrigwasser\";\n",
      to: "build/Harbour_undeclared.resources/de.lproj/Tides.strings")
    #expect(try program.run(["widgets", "add", program.path("build/Harbour")]).status == 0)
    let (layout, messages) = try drawn("de", program)
    #expect(messages.contains("de.lproj/Tides.strings of the widget's package cannot be read: "), "\(messages)")
    #expect(layout.contains("\"High tide\"") && layout.contains("\"5 Boote liegen fest\""), "\(layout)")
  }
}
