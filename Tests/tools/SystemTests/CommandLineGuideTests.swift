import Foundation
import Testing

/// `check` holds a scene against what the guide for widgets lets a machine test, and names the rule.
@Suite struct CommandLineGuideTests {
  private func check(note text: String) throws -> String {
    try check(kind: "note", configuration: "text: \"\(text)\"")
  }

  /// Checks a board with a widget next to its clock.
  private func check(kind: String, configuration: String, files: [String: String] = [:]) throws -> String {
    let program = try CommandLineProgram()
    try program.copyBoard("bedside-clock")
    try program.write(
      """
      context: standBy
      widgets:
        - kind: clock
        - kind: \(kind)
          configuration: {\(configuration)}

      """, to: "boards/bedside-clock/scene.yaml")
    for (name, text) in files { try program.write(text, to: "boards/bedside-clock/\(name)") }
    let result = try program.run(["check", "bedside-clock"])
    #expect(result.status == 0, "\(result.text)")
    return result.text
  }

  @Test(arguments: [("Last updated 10:00", 71), ("Please water the plants", 95), ("Your turn", 95)])
  func `words that widgets should not say are reported`(_ text: String, _ rule: Int) throws {
    let told = try check(note: text)
    #expect(told.contains("note: “\(text)”") && told.contains("(rule \(rule))"), "\(told)")
  }

  @Test func `plain words are not reported`() throws {
    let told = try check(note: "Water the plants")
    #expect(!told.contains("(rule"), "\(told)")
  }

  /// The contrast with what is behind such a text was asked for, and is nowhere.
  @Test(arguments: [(0, -700), (-900, 0), (900, 700)])
  func `a text beyond the panel is reported`(_ x: Int, _ y: Int) throws {
    let view = """
      displayName: Far
      preview: {room: Far}
      families:
        systemSmall:
          text: "{room}"
          offset: {x: \(x), y: \(y)}

      """
    let found = try check(
      kind: "document", configuration: "view: far.yaml, file: far.json",
      files: ["far.yaml": view, "far.json": "{\"room\": \"Far\"}"])
    #expect(found.contains(#/document: “Far” reaches \d+ pt beyond the edge/#), "\(found)")
  }

  @Test func `a widget that says it does not suit is reported and shown`() throws {
    let program = try CommandLineProgram()
    try program.copyBoard("bedside-clock")
    let folder = program.path("boards/bedside-clock/photos")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: HouseRulesTests.root.appending(path: "docs/pictures/ink.png").path, toPath: folder + "/a.png")
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n  - kind: photos\n", to: "boards/bedside-clock/scene.yaml")
    let result = try program.run(["check", "bedside-clock"])
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.contains("photos says that systemSmall does not suit standBy"), "\(result.text)")
    #expect(result.text.contains("(rule 51)"), "\(result.text)")
  }

  @Test func `a gallery lists what does not suit apart`() throws {
    let program = try CommandLineProgram()
    let drawn = try program.run(
      ["gallery", "--widget", "photos", "--look", "vibrant", "--density", "1", "--out", "sheets"], within: 300)
    #expect(drawn.status == 0, "\(drawn.text)")
    let index = try String(contentsOfFile: program.path("sheets/index.txt"), encoding: .utf8)
    #expect(
      index.contains("  Other: standBy (systemSmall); lockScreen (systemSmall); carPlay (systemSmall)\n"), "\(index)")
  }

  /// The examples of the pages: a value that was written long ago, and reminders with a flag.
  @Test func `the examples of our pages follow the guide`() throws {
    let program = try CommandLineProgram()
    try program.copyBoard("bedside-clock")
    try program.write(
      """
      {"kind": "value", "policy": "atEnd", "entries": [{"date": "2026-11-21T08:00:00Z", "title": "Hot water",
        "value": 54.5, "unit": "°C", "detail": "Tank, upper", "symbol": "thermometer", "trend": "rising"}]}
      """, to: "boards/bedside-clock/t.json")
    try program.write(
      "title: To do\nreminders:\n  - {title: Pay the rent, flagged: true}\n  - {title: Call the plumber}\n",
      to: "boards/bedside-clock/reminders.yaml")
    try program.write(
      """
      context: standBy
      widgets:
        - {kind: value, configuration: {file: t.json}}
        - kind: reminders

      """, to: "boards/bedside-clock/scene.yaml")
    let told = try program.run(["check", "bedside-clock"])
    #expect(told.status == 0 && !told.text.contains("(rule"), "\(told.text)")
  }

  /// What is shipped is what we advise.
  @Test(arguments: CommandLineProgram.shippedBoards) func `the shipped boards follow the guide`(_ board: String) throws
  {
    let program = try CommandLineProgram()
    try program.copyBoard(board)
    let told = try program.run(["check", board]).text
    #expect(!told.contains("(rule"), "\(told)")
  }
}
