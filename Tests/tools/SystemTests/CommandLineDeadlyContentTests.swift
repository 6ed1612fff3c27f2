import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Content that ends the process of a command that composes once, or of the studio.
@Suite(.serialized) struct CommandLineDeadlyContentTests {
  private static let scene = """
    context: lockScreen
    widgets:
      - {name: level, kind: value, family: accessoryCircular, configuration: {file: level.json}}
      - {name: heat, kind: value, family: accessoryCircular, configuration: {file: heat.json}}

    """

  private func program(_ fault: String) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.write(Self.scene, to: "boards/bedside-clock/scene.yaml")
    for name in ["level", "heat"] {
      try program.write(
        #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-11-21T08:00:00Z", "value": 5}]}"#,
        to: "boards/bedside-clock/\(name).json")
    }
    try program.write(fault, to: "fault")
    return program
  }

  private func run(_ program: CommandLineProgram, _ arguments: [String]) throws -> CommandLineProgram.Result {
    try program.finish(
      program.start(arguments, environment: ["AFTERGLOW_FAULT_FILE": program.path("fault")]), within: 60)
  }

  @Test func `check reports content that ends its process as an error, once, and goes on`() throws {
    let program = try program("level 3 \(SIGILL)\n")
    let result = try run(program, ["check", "epaper-2in13-v4", "bedside-clock"])
    #expect(result.status == 1, "\(result.text)")
    #expect(result.text.contains("level (value) from level.json died: it crashed with signal"), "\(result.text)")
    #expect(result.output.components(separatedBy: "epaper-2in13-v4: ").count == 2, "\(result.output)")
    try program.write("", to: "fault")
    #expect(try !run(program, ["check", "bedside-clock"]).text.contains("died"))
  }

  @Test func `render shows the other widgets as they are, and ends with 1`() throws {
    let at = ["--at", "2026-11-28T12:00:00Z"]
    let program = try program("")
    let whole = try run(program, ["render", "bedside-clock", "--out", "whole.png", "--layout", "whole.json"] + at)
    #expect(whole.status == 0, "\(whole.text)")
    try program.write("level 5 \(SIGSEGV)\n", to: "fault")
    let rest = try run(program, ["render", "bedside-clock", "--out", "rest.png", "--layout", "rest.json"] + at)
    #expect(rest.status == 1 && rest.errors.contains("level (value)"), "\(rest.text)")
    #expect(program.exists("rest.png"))
    // Of the neighbour every node stands where it stood, and looks as it did.
    func nodes(_ name: String, of widget: String) throws -> [NSDictionary] {
      let layout = try JSONSerialization.jsonObject(with: Data(program.text(name).utf8)) as? [String: Any]
      let nodes = layout?["nodes"] as? [[String: Any]] ?? []
      return nodes.filter { $0["widget"] as? String == widget }.map { $0 as NSDictionary }
    }
    #expect(try !nodes("whole.json", of: "heat").isEmpty)
    #expect(try nodes("whole.json", of: "heat") == nodes("rest.json", of: "heat"))
    #expect(try nodes("whole.json", of: "level") != nodes("rest.json", of: "level"))
    let built = try run(program, ["build", "bedside-clock", "--out", "rest.archive"] + at)
    #expect(built.status == 1 && program.exists("rest.archive"), "\(built.text)")
  }

  @Test func `a process that ends outside of any widget is reported, and is not started again and again`() throws {
    let program = try program("- 1 \(SIGILL)\n")
    let result = try run(program, ["render", "bedside-clock", "--out", "none.png"])
    #expect(result.status == 74, "\(result.text)")
    #expect(result.errors.contains("the command ended: it crashed with signal 4"), "\(result.errors)")
    #expect(!result.errors.contains("was started") && !program.exists("none.png"), "\(result.errors)")
    // Without the fault the same command succeeds.
    try program.write("", to: "fault")
    #expect(try run(program, ["render", "bedside-clock", "--out", "some.png"]).status == 0)
  }

  @Test func `the studio serves on at the same address, and refuses the edit that ended its process`() throws {
    let program = try program("")
    let running = try program.start(
      ["studio", "bedside-clock", "--no-open"], environment: ["AFTERGLOW_FAULT_FILE": program.path("fault")])
    try #require(program.wait(60) { running.output.contains("for looking only") }, "\(running.errors)")
    let address = try #require(running.output.firstMatch(of: ##/the page: (http://127.0.0.1:[0-9]+)/#token=(\S+)/##))
    func ask(_ path: String, _ body: String?) throws -> (status: Int, text: String) {
      let curl = Process()
      curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
      curl.arguments =
        ["--silent", "--write-out", "\n%{http_code}", "-H", "Authorization: Bearer \(address.2)"]
        + (body.map { ["--data-binary", $0] } ?? []) + ["\(address.1)/api/\(path)"]
      let pipe = Pipe()
      curl.standardOutput = pipe
      try curl.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      curl.waitUntilExit()
      let status = text.split(separator: "\n").last.flatMap { Int($0) } ?? 0
      return (status, text)
    }
    let edit = #"{"edits": [{"op": "add", "kind": "worldClock", "family": "accessoryInline"}]}"#
    #expect(try ask("boards/bedside-clock/scene", nil).status == 200)
    try program.write("worldClock 2 \(SIGILL)\n", to: "fault")
    // Where two threads worked as the process died, the next death shows which one it was.
    var again = try ask("boards/bedside-clock/edit", edit)
    #expect(again.status == 0, "the process lives: \(again)")
    for _ in 0..<2 where again.status == 0 {
      #expect(program.wait(30) { (try? ask("boards/bedside-clock/scene", nil).status) == 200 }, "\(running.errors)")
      again = try ask("boards/bedside-clock/edit", edit)
    }
    #expect(again.status == 422 && again.text.contains("died"), "\(again)")
    try program.write("", to: "fault")
    let other = #"{"edits": [{"op": "family", "widget": "level", "family": "accessoryRectangular"}]}"#
    #expect(try ask("boards/bedside-clock/edit", other).status == 200)
    #expect(running.process.isRunning)
    running.signal(SIGTERM)
    #expect(try program.finish(running, within: 60).status == 0)
  }
}
