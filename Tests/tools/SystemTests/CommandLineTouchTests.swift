import Foundation
import Testing

/// `afterglow touch`: from the position on a running panel to what an action does.
@Suite(.serialized) struct CommandLineTouchTests {
  private static let sample = CommandLineProgram.programs.appending(path: "sample-widget").path

  private func run(_ program: CommandLineProgram, _ arguments: String) throws -> CommandLineProgram.Result {
    let words = arguments.split(separator: " ").map(String.init)
    // User defaults of this test's own.
    return try program.finish(program.start(words, environment: ["HOME": program.folder.path]), within: 60)
  }

  private func program(scene: String, input: String = "input: auto") throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.copyBoard("bedside-clock")
    let board = "boards/bedside-clock/board.yaml"
    try program.write(program.text(board) + "\n\(input)\n", to: board)
    #expect(try run(program, "widgets add \(Self.sample)").status == 0)
    try program.write("context: standBy\n\(scene)", to: "boards/bedside-clock/scene.yaml")
    return program
  }

  private func shown(_ program: CommandLineProgram) throws -> String {
    let drawn = try run(program, "render bedside-clock --out a.png --layout a.json --at 2026-11-21T09:41:00+01:00")
    #expect(drawn.status == 0, "\(drawn.text)")
    return try program.text("a.json")
  }

  @Test func `a tap performs the intent of a toggle once`() throws {
    let program = try program(scene: "widgets:\n  - kind: clock\n  - kind: focus\n")
    let running = try program.start(
      ["run", "bedside-clock", "--headless", "--lux", "300"], environment: ["HOME": program.folder.path])
    #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
    #expect(program.wait(30) { (try? run(program, "status --json").output.contains("\"focus\"")) == true })
    let touched = try run(program, "touch bedside-clock --tap 600,225")
    #expect(touched.status == 0 && touched.output == "bedside-clock: touched\n", "\(touched.text)")
    #expect(program.wait(30) { running.output.contains("touched: Focus") }, "\(running.output) \(running.errors)")
    #expect(program.wait(30) { (try? shown(program).contains("25 min, 1 times")) == true })
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
    #expect(running.output.components(separatedBy: "touched: ").count == 2, "\(running.output)")
  }

  /// The first of two rows.
  private static let row = "500,297"

  @Test func `a tap ticks a reminder off in its file, where the scene permits it`() throws {
    let tasks = "# mine\nreminders:\n  - title: Rent   # for the flat\n  - title: Bins\n"
    for (tick, expected) in [
      ("true", tasks.replacing("# for the flat\n", with: "# for the flat\n    done: true\n")), ("false", tasks),
    ] {
      let program = try program(
        scene: "widgets:\n  - kind: clock\n  - {kind: reminders, configuration: {file: r.yaml, tick: \(tick)}}\n")
      try program.write(tasks, to: "boards/bedside-clock/r.yaml")
      let running = try program.start(
        ["run", "bedside-clock", "--headless", "--lux", "300"], environment: ["HOME": program.folder.path])
      #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
      #expect(program.wait(30) { (try? run(program, "status --json").output.contains("\"reminders\"")) == true })
      #expect(try run(program, "touch bedside-clock --tap \(Self.row)").status == 0)
      let file = "boards/bedside-clock/r.yaml"
      if tick == "true" { #expect(program.wait(30) { (try? program.text(file)) == expected }, "\(running.errors)") }
      running.signal(SIGTERM)
      #expect(try program.finish(running).status == 0)
      #expect(try program.text(file) == expected)
      #expect(running.output.contains("touched: ") == (tick == "true"))
    }
  }

  @Test func `a widget that may not act does nothing`() throws {
    let program = try program(scene: "widgets:\n  - kind: clock\n  - {kind: focus, actions: none}\n")
    let running = try program.start(
      ["run", "bedside-clock", "--headless", "--lux", "300"], environment: ["HOME": program.folder.path])
    #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
    #expect(try run(program, "touch bedside-clock --tap 600,225").status == 0)
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
    #expect(!running.output.contains("touched: "))
    #expect(try shown(program).contains("0 min, 0 times"))
  }

  @Test func `a board without input says so`() throws {
    let program = try program(scene: "widgets:\n  - kind: clock\n  - kind: focus\n", input: "input: none")
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
    let refused = try run(program, "touch bedside-clock --tap 1,1")
    #expect(refused.status == 65 && refused.errors.contains("board.yaml names no input"), "\(refused.text)")
    let untested = try run(program, "touch-test bedside-clock --for 5")
    #expect(untested.status == 65 && untested.errors.contains("board.yaml names no input"), "\(untested.text)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a bound key performs its action`() throws {
    let program = try program(
      scene: "widgets: [{kind: clock}, {kind: moon}]\nactions: [{name: again, reload: all}]\n",
      input: "input: {keys: {KEY_PROG1: again}}")
    let running = try program.start(["run", "bedside-clock", "--headless"], environment: ["HOME": program.folder.path])
    #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
    #expect(program.wait(30) { (try? run(program, "status --json").output.contains("\"moon\"")) == true })
    let pressed = try run(program, "touch --key KEY_PROG1")
    #expect(pressed.status == 0 && pressed.output == "bedside-clock: key pressed\n", "\(pressed.text)")
    #expect(program.wait(30) { running.output.contains("touched: again") }, "\(running.output) \(running.errors)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a touch test prints what is touched, and nothing acts`() throws {
    let program = try program(scene: "widgets:\n  - kind: clock\n  - kind: focus\n")
    let running = try program.start(
      ["run", "bedside-clock", "--headless", "--lux", "300"], environment: ["HOME": program.folder.path])
    #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
    #expect(program.wait(30) { (try? run(program, "status --json").output.contains("\"focus\"")) == true })
    let test = try program.start(["touch-test", "bedside-clock", "--json"])
    // It has begun when it has named the devices, of which a machine for tests may have none.
    #expect(program.wait(30) { !test.output.isEmpty || test.errors.contains("no input device is open") })
    #expect(
      program.wait(30) {
        _ = try? run(program, "touch bedside-clock --tap 600,225")
        return test.output.contains("\"phase\":\"up\"")
      }, "\(test.output) \(test.errors)")
    #expect(test.output.contains("\"event\":\"contact\",\"device\":\"\",\"finger\":1,\"phase\":\"down\",\"xMm\":"))
    test.signal(SIGINT)
    let silent = try run(program, "touch-test bedside-clock --for 1")
    #expect([1, 69].contains(silent.status) && silent.errors.contains("nothing was touched for 1 s"), "\(silent.text)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
    #expect(!running.output.contains("touched: ") && (try shown(program).contains("0 min, 0 times")))
  }

  @Test(arguments: [
    ("", "expected exactly one of --tap, --swipe and --key"), ("--tap 1,2 --key enter", "expected exactly one of"),
    ("--tap 1", "expected 2 numbers with commas between them after --tap, found \"1\""),
    ("--swipe 1,2,3,x", "expected 4 numbers with commas between them after --swipe"),
    ("--key sun", "expected enter, space, up, left, right, down, esc or a code from 0 to 767 after --key"),
  ])
  func `other arguments are refused`(arguments: String, words: String) throws {
    let refused = try run(try CommandLineProgram(), "touch bedside-clock \(arguments)")
    #expect(refused.status == 64 && refused.errors.contains(words), "\(refused.text)")
  }
}
