import Foundation
import Testing

/// Pages of a scene, from the files of a board to a running panel (docs/board-guide.md).
@Suite(.serialized) struct CommandLinePageTests {
  private static let note = "  - {kind: note, family: systemMedium, configuration: {text: Buy bread}}"

  private static let scene = """
    context: home
    zone: Europe/Berlin
    locale: en-GB
    page: time
    widgets:
      - kind: clock
    pages:
      - name: list
        widgets:
        \(note)
      - {context: standBy, widgets: [{kind: clock}, {kind: calendar, configuration: {file: ""}}]}

    """

  private func program(scene: String = scene) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.write(scene, to: "boards/bedside-clock/scene.yaml")
    return program
  }

  private func run(_ program: CommandLineProgram, _ arguments: String) throws -> CommandLineProgram.Result {
    try program.run(arguments.split(separator: " ").map(String.init))
  }

  @Test func `a page is drawn as a scene of this page alone`() throws {
    let program = try program()
    for page in ["list", "2"] {
      let drawn = try run(program, "render bedside-clock --page \(page) --out \(page).png --layout \(page).json")
      #expect(drawn.status == 0, "\(drawn.text)")
    }
    let layout = try program.text("list.json")
    #expect(layout.contains("Buy bread") && !layout.contains("\"widget\" : \"clock\""), "\(layout)")
    let alone = "context: home\nzone: Europe/Berlin\nlocale: en-GB\nwidgets:\n\(Self.note)\n"
    try program.write(alone, to: "boards/bedside-clock/scene.yaml")
    for page in ["list", "2"] {
      let same = try run(program, "render bedside-clock --out alone.png --expect \(page).png")
      #expect(same.status == 0, "\(same.text)")
    }
  }

  @Test func `check gives the size of each page, and a page that is not there is refused`() throws {
    let program = try program()
    let checked = try run(program, "check bedside-clock")
    #expect(checked.status == 0, "\(checked.text)")
    let sizes = #/page time [0-9.]+ KiB, home: clock; page list [0-9.]+ KiB, home: note; page 3 [0-9.]+ KiB, standBy/#
    #expect(checked.output.contains(sizes), "\(checked.output)")
    let refused = try run(program, "render bedside-clock --page lists --out a.png")
    #expect(refused.status == 64, "\(refused.text)")
    #expect(refused.errors.contains("expected one of the pages time, list, 3, found \"lists\""), "\(refused.text)")
  }

  @Test func `a simulation turns pages by its script`() throws {
    let program = try program()
    try program.write("- {at: 5, page: list}\n- {at: 9, page: next}\n- {at: 20, page: 1}\n", to: "script.yaml")
    let done = try run(
      program,
      "simulate bedside-clock --script script.yaml --out sim --from 2026-11-21T08:41:00Z --to 2026-11-21T08:41:30Z")
    #expect(done.status == 0, "\(done.text)")
    let causes = try program.text("sim/events.jsonl").split(separator: "\n").filter { $0.contains("page") }
    #expect(causes.count >= 3, "\(causes)")
    try program.write("- {at: 5, page: lists}\n", to: "script.yaml")
    let refused = try run(
      program,
      "simulate bedside-clock --script script.yaml --out sim --from 2026-11-21T08:41:00Z --to 2026-11-21T08:41:30Z")
    let words = "the event of the script at 5 s: expected one of next, previous, time, list, 3 for \"page\""
    #expect(refused.status == 64 && refused.errors.contains("\(words), found \"lists\""), "\(refused.text)")
  }

  @Test func `a running panel turns to a page, and status names it`() throws {
    let program = try program()
    let running = try program.start(["run", "bedside-clock", "--headless", "--lux", "300"])
    #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
    func shows(_ page: Int) -> Bool {
      (try? run(program, "status bedside-clock --json").output.contains("\"page\":\(page),\"pageCount\":3")) == true
    }
    #expect(program.wait(30) { shows(1) })
    let turned = try run(program, "page list bedside-clock")
    #expect(turned.status == 0 && turned.output == "bedside-clock: turned to the page list\n", "\(turned.text)")
    #expect(program.wait(30) { shows(2) })
    let status = try run(program, "status bedside-clock").output
    #expect(status.contains("page      list, 2 of 3: time, list, 3"), "\(status)")
    #expect(try run(program, "page next").output == "bedside-clock: turned to the next page\n")
    #expect(program.wait(30) { shows(3) })
    let refused = try run(program, "page lists bedside-clock")
    #expect(refused.status == 64 && refused.errors.contains("expected one of next, previous, time, list, 3"))
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a fault in one page keeps every page of the last good scene`() throws {
    let program = try program()
    let running = try program.start(["run", "bedside-clock", "--headless", "--lux", "300"])
    #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
    try program.write(Self.scene.replacing("kind: note", with: "kind: notes"), to: "boards/bedside-clock/scene.yaml")
    let fault = "scene.yaml:10:16: expected one of"
    #expect(program.wait(30) { running.errors.contains(fault) || running.output.contains(fault) }, "\(running.errors)")
    #expect(try run(program, "page next bedside-clock").status == 0)
    func shows(_ page: Int) -> Bool {
      (try? run(program, "status bedside-clock --json").output.contains("\"page\":\(page),\"pageCount\":3")) == true
    }
    #expect(program.wait(30) { shows(2) })
    // A number needs no names, which the file does not have now.
    #expect(try run(program, "page 3 bedside-clock").status == 0)
    #expect(program.wait(30) { shows(3) })
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }
}
