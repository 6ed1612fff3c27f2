import Foundation
import Testing

/// The viewer's distance and what it shows: `render --distance`, `simulate`, `afterglow distance`.
@Suite struct CommandLineDistanceTests {
  private func bedroom(_ distance: String) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    let board = try program.text("boards/bedside-clock/board.yaml")
    try program.write(board + "\ndistance:\n  \(distance)\n", to: "boards/bedside-clock/board.yaml")
    return program
  }

  private struct Dump: Decodable {
    struct Node: Decodable {
      var id: UInt32
      var name: String?
      var fontSizePt: Double?
      var isVisible: Bool
    }
    var nodes: [Node]
  }

  /// What is drawn for a viewer at this distance, by name.
  private func drawn(_ program: CommandLineProgram, _ metres: String) throws -> [String: Dump.Node] {
    let result = try program.run([
      "render", "bedside-clock", "--at", "2026-11-21T09:41:00+01:00", "--distance", metres, "--out", "\(metres).png",
      "--layout", "\(metres).json",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let dump = try JSONDecoder().decode(Dump.self, from: Data(program.text("\(metres).json").utf8))
    let named = dump.nodes.filter(\.isVisible).compactMap { node in node.name.map { ($0, node) } }
    return Dictionary(named) { first, _ in first }
  }

  @Test func `from far away there are fewer details and the shared ones stay and are larger`() throws {
    let program = try bedroom("sensor: external")
    let near = try drawn(program, "1")
    let far = try drawn(program, "4")
    for shared in ["hour", "minute"] {
      #expect(near[shared] != nil && near[shared]?.id == far[shared]?.id, "\(shared)")
    }
    // The weather is composed again: in a column near by, in the rows of the clock from afar.
    for shared in ["temperature", "symbol"] { #expect(near[shared] != nil && far[shared] != nil, "\(shared)") }
    for detail in ["date", "condition", "high", "low"] {
      #expect(near[detail] != nil && far[detail] == nil, "\(detail)")
    }
    for (name, least) in [("hour", 1.1), ("temperature", 1.05)] {
      let sizes = [near, far].compactMap { $0[name]?.fontSizePt }
      #expect(sizes.count == 2 && sizes[1] > sizes[0] * least, "\(name): \(sizes)")
    }
    // A board without a distance source has one level only, and refuses another.
    let board = try CommandLineProgram()
    let refused = try board.run(["render", "bedside-clock", "--distance", "4", "--out", "4.png"])
    #expect(refused.status == 64 && refused.errors.contains("has no `distance`"), "\(refused.errors)")
  }

  @Test func `a simulation reports when it changes`() throws {
    let program = try bedroom("sensor: external")
    try program.write(
      """
      - {at: 1, distance: 0.8}
      - {at: 10, distance: 4}
      - {at: 30, distance: 1}
      """, to: "script.yaml")
    let result = try program.run([
      "simulate", "bedside-clock", "--from", "2026-11-21T09:41:00Z", "--to", "2026-11-21T09:42:00Z", "--script",
      "script.yaml", "--out", "out",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let lines = try program.text("out/events.jsonl").split(separator: "\n").filter { $0.contains("\"detail\"") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("09:41:13.000Z") == true && lines.first?.contains("+simplified") == true)
    #expect(lines.last?.contains("09:41:30.500Z") == true && lines.last?.contains("+simplified") == false)
  }

  @Test func `a running panel's viewer distance can be set`() throws {
    let program = try bedroom("sensor: external\n  simplified: {enterHold: 0, leaveHold: 0}")
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { running.output.contains("px changed") })
    for (word, words, count) in [("3.5", "3.50 m", 1), ("unknown", "unknown", 1), ("0.4", "0.40 m", 2)] {
      let told = try program.run(["distance", word, "bedside-clock"])
      #expect(told.output == "bedside-clock: \(words)\n", "\(told.errors)")
      #expect(program.wait(10) { running.output.components(separatedBy: "  detail: ").count == count + 1 })
    }
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a set distance counts before a constant one while it lasts`() throws {
    let program = try bedroom("sensor: constant\n  metres: 4\n  simplified: {enterHold: 0, leaveHold: 0}")
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { running.output.contains("px changed") })
    for (words, count) in [(["0.5"], 1), (["auto"], 2), (["0.5", "--for", "1"], 4)] {
      let told = try program.run(["distance", words[0], "bedside-clock"] + words.dropFirst())
      #expect(told.status == 0, "\(told.errors)")
      #expect(
        program.wait(10) { running.output.components(separatedBy: "  detail: ").count == count + 1 },
        "\(words): \(running.output)")
    }
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test(arguments: [
    ("distance:\n  sensor: proximity\n  simplified: {enter: 20, leave: 60}\n", "its limits are not in metres"),
    ("", "board.yaml names no distance.sensor"),
  ])
  func `a board that takes no metres says so`(setting: String, words: String) throws {
    let program = try CommandLineProgram()
    try program.write(
      try program.text("boards/bedside-clock/board.yaml") + "\n" + setting, to: "boards/bedside-clock/board.yaml")
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { running.output.contains("px changed") })
    let told = try program.run(["distance", "3", "bedside-clock"])
    #expect(told.status == 65 && told.output.isEmpty, "\(told.status): \(told.output)")
    #expect(told.errors.contains("bedside-clock: ") && told.errors.contains(words), "\(told.errors)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }
}
