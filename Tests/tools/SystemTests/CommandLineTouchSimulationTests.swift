import Foundation
import Testing

/// `simulate --touch`: touches of a file, played in virtual time.
@Suite struct CommandLineTouchSimulationTests {
  private struct Effect: Decodable, Equatable {
    var t: String
    var acted: String
    var widget: String?
    var name: String?
    var value: String?
    var isOn: Bool?
    var page: Int?
    var outcome: String
  }

  private static let scene = """
    context: standBy
    zone: Europe/Berlin
    locale: en-GB
    page: time
    widgets:
      - kind: clock
      - {kind: document, name: lamp, configuration: {view: lamp.yaml, file: lamp.json}}
    pages:
      - {name: list, widgets: [{kind: clock}, {kind: note, configuration: {text: Buy bread}}]}
      - {name: late, context: home, widgets: [{kind: clock}]}
    actions:
      - name: lamp
        http: {url: "https://home.example.org/api/lamp", body: "{value}"}
        value: ["on", "off"]
      - {name: dark, mode: night}

    """

  private static let view = """
    families:
      systemSmall:
        vstack:
          - toggle: {label: {text: Lamp, frame: {width: 120, height: 60}}, isOn: lit, action: lamp}
          - button: {label: {text: Dark, frame: {width: 120, height: 60}}, action: dark}

    """

  private func program(input: String = "input: auto") throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    let folder = "boards/bedside-clock"
    try program.write(program.text("\(folder)/board.yaml") + "\n\(input)\n", to: "\(folder)/board.yaml")
    try program.write(Self.scene, to: "\(folder)/scene.yaml")
    try program.write(Self.view, to: "\(folder)/lamp.yaml")
    try program.write("{\"lit\": false}", to: "\(folder)/lamp.json")
    return program
  }

  private func simulate(
    _ program: CommandLineProgram, _ touches: String, _ more: [String] = []
  ) throws -> CommandLineProgram.Result {
    try program.write(touches, to: "taps.yaml")
    return try program.run(
      [
        "simulate", "bedside-clock", "--touch", "taps.yaml", "--out", "sim", "--from", "2026-11-21T08:41:00Z", "--to",
        "2026-11-21T08:41:50Z",
      ] + more)
  }

  private func effects(_ program: CommandLineProgram) throws -> [Effect] {
    try program.text("sim/touch.jsonl").split(separator: "\n").map {
      try JSONDecoder().decode(Effect.self, from: Data($0.utf8))
    }
  }

  /// The toggle, and the button below it.
  private static let (toggle, button) = ("[600, 187]", "[600, 293]")

  @Test func `a tap flips a toggle and asks for its action, and a long press does nothing`() throws {
    let program = try program()
    let done = try simulate(
      program, "- {at: 20, tap: \(Self.toggle), hold: 0.8}\n- {at: 5, tap: \(Self.toggle)}\n", ["--frames", "changed"])
    #expect(done.status == 0, "\(done.text)")
    let asked = Effect(
      t: "2026-11-21T08:41:05.080Z", acted: "toggle", widget: "lamp", name: "lamp", value: "on", isOn: true,
      outcome: "asked")
    #expect(try effects(program) == [asked])
    #expect(done.output.contains("taps.yaml: 2 touches, 1 action and 0 turns of a page"), "\(done.output)")
    #expect(done.output.contains("toggle flipped on: lamp with \"on\" of lamp asked for"), "\(done.output)")
    // Pressed, flipped, pending, and back with a mark; the long press is pressed and ends.
    let touched = try program.text("sim/events.jsonl").split(separator: "\n").filter { $0.contains("touch") }
    #expect(touched.contains { $0.contains("08:41:05.000Z") } && touched.contains { $0.contains("08:41:05.080Z") })
    #expect(touched.contains { $0.contains("08:41:20.500Z") } && touched.allSatisfy { $0.contains("frame-") })
  }

  @Test func `a swipe, a knob and a key turn pages, and a mode is done without an author`() throws {
    let program = try program()
    let done = try simulate(
      program,
      """
      - {at: 5, swipe: [700, 240, 200, 240]}
      - {at: 10, turn: 1}
      - {at: 20, key: right}
      - {at: 30, tap: \(Self.button)}

      """)
    #expect(done.status == 0, "\(done.text)")
    let found = try effects(program)
    #expect(found.map(\.acted) == ["page", "page", "page", "command"], "\(found)")
    #expect(found.map(\.name) == ["list", "late", "time", "dark"] && found.map(\.page) == [2, 3, 1, nil])
    #expect(found.first?.t == "2026-11-21T08:41:05.160Z")
    #expect(found.last?.value == "night" && found.allSatisfy { $0.outcome == "done" })
    let last = try program.text("sim/events.jsonl").split(separator: "\n").last
    #expect(last?.contains("\"night\":true") == true, "\(last ?? "")")
  }

  @Test func `a held turn and a drag on the foot move the panel through the coming hours, and back`() throws {
    let program = try program()
    let done = try simulate(
      program,
      """
      - {at: 5, turn: 2, held: true}
      - {at: 20, drag: [0, 470, 400, 470], hold: 3}

      """, ["--frames", "changed"])
    #expect(done.status == 0, "\(done.text)")
    let found = try effects(program)
    #expect(found.allSatisfy { $0.acted == "time" && $0.outcome == "done" && $0.page == nil }, "\(found)")
    let minutes = found.compactMap { $0.value.flatMap { Int($0) } }
    #expect(minutes.prefix(3) == [10, 20, 0] && found[2].t == "2026-11-21T08:41:15.200Z", "\(found)")
    let dragged = minutes.dropFirst(3)
    #expect(dragged.last == 0 && dragged.max() == 1080 && dragged.dropLast() == dragged.dropLast().sorted())
    #expect(found.last?.t == "2026-11-21T08:41:23.160Z")
    #expect(done.output.contains("through time") && done.output.contains("20 min ahead of now"), "\(done.output)")
    let frames = try program.text("sim/events.jsonl").split(separator: "\n").filter { $0.contains("ahead") }
    #expect(frames.count == found.count)
  }

  @Test func `check says how far ahead each widget is known, and a board may have no coming hours`() throws {
    let program = try program()
    let checked = try program.run(["check", "bedside-clock"])
    #expect(checked.text.contains("known ahead: clock 36 h, lamp not at all"), "\(checked.text)")
    let still = try self.program(input: "input: auto\ntimeTravel: false")
    let without = try still.run(["check", "bedside-clock"])
    #expect(!without.text.contains("known ahead"), "\(without.text)")
    let done = try simulate(still, "- {at: 5, turn: 2, held: true}\n")
    #expect(done.status == 0 && done.output.contains("nothing acted"), "\(done.text)")
  }

  @Test func `a tap opens a widget's details, which close by themselves`() throws {
    let program = try program()
    try program.write(
      """
      context: standBy
      zone: Europe/Berlin
      locale: en-GB
      widgets:
        - kind: clock
        - {kind: weather, configuration: {file: forecast.json, sample: true}}

      """, to: "boards/bedside-clock/scene.yaml")
    let done = try simulate(program, "- {at: 5, tap: [600, 240]}\n")
    #expect(done.status == 0, "\(done.text)")
    let found = try effects(program)
    #expect(found.map(\.acted) == ["details", "details"] && found.map(\.isOn) == [true, false], "\(found)")
    #expect(found.allSatisfy { $0.widget == "weather" && $0.outcome == "done" })
    #expect(found.first?.t.hasPrefix("2026-11-21T08:41:05") == true)
    #expect(found.last?.t.hasPrefix("2026-11-21T08:41:35") == true)
    #expect(done.output.contains("details of weather opened"), "\(done.output)")
  }

  @Test func `another simulation without touches removes their file`() throws {
    let program = try program()
    #expect(try simulate(program, "- {at: 5, key: esc}\n").output.contains("taps.yaml: 1 touch, nothing acted"))
    #expect(program.exists("sim/touch.jsonl"))
    let other = try program.run([
      "simulate", "bedside-clock", "--out", "sim", "--from", "2026-11-21T08:41:00Z", "--to", "2026-11-21T08:41:10Z",
    ])
    #expect(other.status == 0 && !program.exists("sim/touch.jsonl"), "\(other.text)")
  }

  @Test func `mistakes in the file are reported with their places and remedies`() throws {
    let program = try program()
    let refused = try simulate(
      program,
      """
      - {at: 1, tap: [600]}
      - {at: 2, tap: [900, 20]}
      - {at: 3, key: sun}
      - {at: 4, turn: 0}
      - {at: 5, swipe: [700, 240, 200, 240]}
      - {at: 5.1, tap: [1, 1]}
      - {at: 7, key: enter, tap: [1, 1]}
      - {at: 8, turn: 1, hold: 2}
      - {at: 9, key: enter, hold: 1, held: true}

      """)
    #expect(refused.status == 65, "\(refused.text)")
    for words in [
      "taps.yaml:1:16: expected 2 numbers for \"tap\", in pixels of the scene; write \"tap: [x, y]\"",
      "taps.yaml:2:16: expected x from 0 to 799 and y from 0 to 479 for \"tap\", found 900, 20",
      "taps.yaml:3:16: expected enter, space, up, left, right, down, esc or a code from 0 to 767",
      "taps.yaml:4:17: expected a turn of 1 detent or more",
      "taps.yaml:6:8: expected 5.16 s or later, when the event before it has ended, found 5.1 s",
      "taps.yaml:7:8: expected exactly one of tap, swipe, drag, key, turn in an event, found tap and key",
      "taps.yaml:8:26: expected \"hold\" with tap, drag or key alone, found it with turn; leave it out",
      "taps.yaml:9:38: expected \"held\" with turn alone, found it with key; leave it out",
    ] {
      #expect(refused.errors.contains(words), "\(words): \(refused.errors)")
    }
  }

  @Test func `a board without input is refused, and an event after the end is a warning`() throws {
    let refused = try simulate(program(input: "input: none"), "- {at: 5, key: enter}\n")
    #expect(refused.status == 65 && refused.errors.contains("add `input: auto` to board.yaml"), "\(refused.text)")
    let late = try simulate(program(), "- {at: 60, key: enter}\n")
    let words = "taps.yaml: the event at 60 s does not end before --to, 50 s after --from"
    #expect(late.status == 0 && late.errors.contains(words), "\(late.text)")
  }
}
