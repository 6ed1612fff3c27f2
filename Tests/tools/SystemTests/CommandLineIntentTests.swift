import Foundation
import Testing

/// `afterglow widgets perform` and `new`: what an intent does, and a package to begin with.
@Suite(.serialized) struct CommandLineIntentTests {
  private static let sample = CommandLineProgram.programs.appending(path: "sample-widget").path

  private func run(_ program: CommandLineProgram, _ arguments: String) throws -> CommandLineProgram.Result {
    let words = arguments.split(separator: " ").map(String.init)
    // User defaults of this test's own.
    return try program.finish(program.start(words, environment: ["HOME": program.folder.path]), within: 60)
  }

  private func program() throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.copyBoard("bedside-clock")
    #expect(try run(program, "widgets add \(Self.sample)").status == 0)
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n  - kind: focus\n", to: "boards/bedside-clock/scene.yaml")
    return program
  }

  private func shown(_ program: CommandLineProgram) throws -> String {
    let drawn = try run(program, "render bedside-clock --out a.png --layout a.json --at 2026-11-21T09:41:00+01:00")
    #expect(drawn.status == 0, "\(drawn.text)")
    return try program.text("a.json")
  }

  @Test func `what a toggle's intent stores is shown by the next timeline`() throws {
    let program = try program()
    #expect(try shown(program).contains("0 min, 0 times"))
    let on = try run(program, "widgets perform focus FocusIntent --minutes 40")
    #expect(on.status == 0, "\(on.text)")
    #expect(on.output.contains("Focus for 40 minutes\nperformed FocusIntent; to be reloaded: "), "\(on.text)")
    #expect(on.output.contains(" focus,") && on.output.contains(" tides,"), "its own program's: \(on.text)")
    #expect(try shown(program).contains("40 min, 1 times"))
    #expect(program.exists(".local/share/afterglow/defaults/afterglow-tides.plist"), "defaults of this program alone")
    let off = try run(program, "widgets perform focus FocusIntent --value=false")
    #expect(off.status == 0 && off.output.hasPrefix("Focus is off\n"), "\(off.text)")
    #expect(try shown(program).contains("0 min, 2 times"))
  }

  @Test func `without a name the intents are listed with their parameters`() throws {
    let program = try program()
    let listed = try run(program, "widgets perform focus")
    #expect(listed.status == 0)
    #expect(
      listed.output.contains(
        """
        FocusIntent: Switch focus on or off.
          --value (boolean): by default true
          --minutes (integer): 1 to 90, by default 25

        """), "\(listed.text)")
    #expect(!listed.output.contains("PortedIntent") && !listed.output.contains("OpenURLIntent"), "\(listed.text)")
  }

  @Test(arguments: [
    ("focus FocusIntnt", 64, "there is no intent \"FocusIntnt\"; expected"),
    ("focus FocusIntnt", 64, "did you mean \"FocusIntent\"?"),
    ("fokus FocusIntent", 64, "there is no widget \"fokus\""),
    ("clock FocusIntent", 64, "clock is a built-in widget"),
    (
      "focus FocusIntent --minuts 3", 64,
      "has no parameter --minuts; it has --value, --minutes; did you mean --minutes?"
    ),
    ("focus FocusIntent 3", 64, "expected --NAME VALUE, found \"3\""),
    ("focus FocusIntent --minutes", 64, "expected a value after --minutes"),
    ("focus FocusIntent --minutes 91", 65, "focus FocusIntent: --minutes: expected 1 to 90, found 91"),
    ("focus FocusIntent --minutes soon", 65, "--minutes: expected a whole number, found \"soon\""),
    ("focus AilingIntent --ail bad", 65, "--ail: expected one of none, refuses, crashes, found \"bad\""),
    ("focus AilingIntent --ail refuses", 69, "focus: the lamp is out of reach"),
    ("focus AilingIntent --ail crashes", 69, "focus: its program crashed with signal"),
  ]) func `what cannot be performed is said in one line`(arguments: String, status: Int, words: String) throws {
    let program = try program()
    let told = try run(program, "widgets perform \(arguments)")
    #expect(Int(told.status) == status && told.errors.contains(words), "\(told.status): \(told.text)")
    #expect(try shown(program).contains("0 min, 0 times"), "nothing is stored")
  }

  @Test func `a run reloads the widgets whose intent was performed`() throws {
    let program = try program()
    let running = try program.start(
      ["run", "bedside-clock", "--headless"], environment: ["HOME": program.folder.path])
    #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
    // The first content of all widgets.
    #expect(program.wait(30) { (try? run(program, "status --json").output.contains("\"focus\"")) == true })
    let frames = program.frameCount()
    #expect(try run(program, "widgets perform focus FocusIntent").status == 0)
    #expect(program.wait(30) { program.frameCount() > frames }, "\(running.errors)")
    #expect(try run(program, "status --json").output.contains("content changed"))
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a new package is whole, and replaces nothing`() throws {
    let program = try CommandLineProgram()
    let made = try run(program, "widgets new green-tea --afterglow \(CommandLineProgram.root.path)")
    #expect(made.status == 0, "\(made.text)")
    #expect(
      made.output.contains(
        """
        green-tea: a widget "green-tea" in Sources/GreenTea/GreenTea.swift
        afterglow widgets add green-tea
        afterglow render --widget green-tea --family systemSmall --out green-tea.png

        """), "\(made.text)")
    let source = try program.text("green-tea/Sources/GreenTea/GreenTea.swift")
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 65, "it can be read at once")
    #expect(source.contains("kind: \"green-tea\"") && source.split(separator: "\n").allSatisfy { $0.count <= 132 })
    #expect(try program.text("green-tea/Package.swift").contains("path: \"\(CommandLineProgram.root.path)\""))
    for (name, status, words) in [
      ("green-tea", 73, "nothing is overwritten"), ("clock", 64, "\"clock\" is a built-in widget"),
      ("7up", 64, "expected a name that begins with a letter"), ("afterglow", 64, "a module is called Afterglow"),
    ] {
      let refused = try run(program, "widgets new \(name) --afterglow \(CommandLineProgram.root.path)")
      #expect(refused.status == status && refused.text.contains(words), "\(refused.text)")
    }
    let elsewhere = try run(program, "widgets new tea --afterglow boards")
    #expect(elsewhere.status == 65 && elsewhere.text.contains("expected a folder with Afterglow's Package.swift"))
    #expect(!program.exists("tea") && !program.exists("clock"))
  }
}
