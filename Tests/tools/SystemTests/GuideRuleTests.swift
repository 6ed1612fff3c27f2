import AfterglowPictures
import Foundation
import Testing

/// Each rule that `check` holds a widget against, both ways: a widget that keeps it is not spoken of, one that breaks it is,
/// with the rule's number.
@Suite struct GuideRuleTests {
  /// What `check` says of a widget that is written as data, in a small family next to the clock.
  private func told(
    _ view: String, values: String = "", scene: String = "context: standBy", family: String = "systemSmall",
    beside: String = "kind: clock", prepare: (CommandLineProgram) throws -> Void = { _ in }
  ) throws -> String {
    let program = try CommandLineProgram()
    try prepare(program)
    let indented = view.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
    try program.write(
      "description: See what is the case.\nfamilies:\n  \(family):\n\(indented)\n", to: "boards/bedside-clock/w.yaml")
    if !values.isEmpty { try program.write(values, to: "boards/bedside-clock/v.json") }
    let file = values.isEmpty ? "" : ", file: v.json"
    try program.write(
      """
      \(scene)
      widgets:
        - \(beside)
        - {kind: document, family: \(family), configuration: {view: w.yaml\(file)}}

      """, to: "boards/bedside-clock/scene.yaml")
    let result = try program.run(["check", "bedside-clock"], within: 120)
    #expect(result.status == 0, "\(result.text)")
    return result.text
  }

  private func expect(_ rule: Int, in told: String, saying words: String) {
    let lines = told.split(separator: "\n").filter { $0.contains("(rule ") }
    #expect(
      !lines.isEmpty && lines.allSatisfy { $0.contains("document: ") && $0.contains("(rule \(rule))") }, "\(told)")
    #expect(lines.contains { $0.contains(words) }, "\(told)")
  }

  private func expectSilence(_ told: String) { #expect(!told.contains("(rule "), "\(told)") }

  @Test func `a plain widget gets no advice`() throws {
    try expectSilence(
      told(
        """
        vstack:
          - text: Kitchen
            font: {size: 15}
            foregroundStyle: secondary
          - text: "21.5"
            font: {size: 44}
        """))
  }

  @Test func `rule 7, text at the edge`() throws {
    try expect(
      7,
      in: told("text: Edge\nfont: {size: 15}\nframe: {maxWidth: infinity, alignment: leading}\noffset: {x: -10, y: 0}"),
      saying: "2 pt from the edge")
    try expectSilence(
      told("text: Edge\nfont: {size: 15}\nframe: {maxWidth: infinity, alignment: leading}\noffset: {x: -4, y: 0}"))
  }

  @Test func `rule 12, small text`() throws {
    func squeezed(_ width: Int) -> String {
      """
      vstack:
        - {text: "21.5", font: {size: 44}}
        - {text: Rather long, font: {size: 13}, lineLimit: 1, minimumScaleFactor: 0.5, frame: {width: \(width)}}
      """
    }
    try expect(12, in: told(squeezed(50)), saying: "expected 11 pt or more after all scaling")
    try expectSilence(told(squeezed(100)))
  }

  @Test(arguments: [4, 5]) func `rule 21, more than four pieces`(count: Int) throws {
    let rows = (1...count).map { "  - text: Piece \($0)\n    font: {size: 13}\n" }.joined()
    let told = try told("vstack:\n\(rows)spacing: 18")
    if count == 5 { expect(21, in: told, saying: "5 pieces") } else { expectSilence(told) }
  }

  @Test func `rule 64, faint text, by day and in always-on`() throws {
    let faint = try told("text: Faint\nfont: {size: 15}\nforegroundStyle: \"#404040\"")
    expect(64, in: faint, saying: "by day; expected 4.5:1")
    try expectSilence(told("text: Plain\nfont: {size: 15}\nforegroundStyle: \"#909090\""))
    // Large text may be fainter.
    try expectSilence(told("text: Large\nfont: {size: 30}\nforegroundStyle: \"#707070\""))
  }

  /// Red words on a red plate are fine by day and gone at night, when both are levels of one red.
  @Test func `rule 64, what can be read by day but not at night`() throws {
    let plate = """
      text: Alarm
      font: {size: 15, weight: semibold}
      foregroundStyle: white
      padding: 8
      background: {shape: roundedRectangle, radius: 8, fill: "#C02018"}
      """
    let told = try told(plate)
    let lines = told.split(separator: "\n").filter { $0.contains("(rule 64)") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("at night") || $0.contains("in always-on") }, "\(told)")
    #expect(lines.contains { $0.contains("at night") }, "\(told)")
  }

  @Test func `rule 39, a symbol in two colours`() throws {
    func lamps(_ second: String) -> String {
      """
      hstack:
        - {symbol: lightbulb, font: {size: 24}, foregroundStyle: green}
        - {symbol: \(second), font: {size: 24}, foregroundStyle: red}
      """
    }
    try expect(39, in: told(lamps("lightbulb")), saying: "“lightbulb” appears more than once")
    try expectSilence(told(lamps("exclamationmark.triangle")))
  }

  @Test func `rule 39, marks that differ in colour alone`() throws {
    func dots(_ labels: [String]) -> String {
      let rows = zip(["green", "red"], labels).map { color, label in
        """
          - hstack:
              - {shape: circle, fill: \(color), frame: {width: 12, height: 12}}
        \(label.isEmpty ? "" : "      - {text: \(label), font: {size: 13}}\n")
        """
      }
      return "vstack:\n\(rows.joined(separator: "\n"))\nspacing: 20"
    }
    try expect(39, in: told(dots(["", ""])), saying: "2 marks of one shape and size")
    try expect(39, in: told(dots(["Lamp", "Lamp"])), saying: "2 marks of one shape and size")
    try expectSilence(told(dots(["Closed", "Open"])))
  }

  @Test func `rule 39, what changes with time in colour alone`() throws {
    func values(_ words: [String]) -> String {
      let entries = zip(["2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"], zip(words, ["false", "true"])).map {
        "{\"date\": \"\($0)\", \"words\": \"\($1.0)\", \"bad\": \($1.1)}"
      }
      return "{\"policy\": \"never\", \"entries\": [\(entries.joined(separator: ", "))]}"
    }
    let view = """
      if: bad
      then: {text: "{words}", font: {size: 20}, foregroundStyle: red}
      else: {text: "{words}", font: {size: 20}, foregroundStyle: green}
      """
    try expect(39, in: told(view, values: values(["Pump", "Pump"])), saying: "changes with time in nothing but colour")
    try expectSilence(told(view, values: values(["Pump on", "Pump off"])))
  }

  /// For pictures as large as half the panel.
  private func makeRoom(_ program: CommandLineProgram) throws {
    let board = try program.text("boards/bedside-clock/board.yaml")
    let line = try #require(board.split(separator: "\n").first { $0.hasPrefix("  archive:") })
    try program.write(board.replacing(line, with: "  archive: 8192"), to: "boards/bedside-clock/board.yaml")
  }

  /// Printed lines that the panel itself drew, and what the gallery shows instead of photographs.
  @Test func `rule 15, writing in a picture`() throws {
    let picture = "image: p.png\naccessibilityIdentifier: banner"
    func render(_ arguments: [String]) -> (CommandLineProgram) throws -> Void {
      { program in
        try program.write(
          "context: standBy\nwidgets:\n  - {kind: note, configuration: {text: Bring the garden chairs inside}}\n  - kind: clock\n",
          to: "boards/bedside-clock/scene.yaml")
        let drawn = try program.run(["render"] + arguments + ["--out", "boards/bedside-clock/p.png"])
        #expect(drawn.status == 0, "\(drawn.text)")
        try makeRoom(program)
      }
    }
    let words = try told(picture, prepare: render(["bedside-clock", "--lux", "300"]))
    expect(15, in: words, saying: "a picture “banner” that seems to have")
    let photograph = try told(picture, prepare: render(["--widget", "photos", "--family", "systemLarge"]))
    #expect(!photograph.contains("(rule 15)"), "\(photograph)")
  }

  /// One's own photographs may show what they like.
  @Test func `photographs are not looked at for writing`() throws {
    let told = try told("text: Kitchen\nfont: {size: 15}", beside: "{kind: photos, configuration: {folder: shots}}") {
      program in
      try FileManager.default.createDirectory(
        at: program.folder.appending(path: "boards/bedside-clock/shots"), withIntermediateDirectories: true)
      try program.write(
        "context: standBy\nwidgets:\n  - {kind: note, configuration: {text: Bring the garden chairs inside}}\n  - kind: clock\n",
        to: "boards/bedside-clock/scene.yaml")
      try program.run(["render", "bedside-clock", "--lux", "300", "--out", "boards/bedside-clock/shots/p.png"])
      try makeRoom(program)
    }
    #expect(!told.contains("(rule 15)"), "\(told)")
  }

  @Test func `rule 79, a button whose action the scene does not have`() throws {
    let button = "text: Lights\nfont: {size: 20}\nframe: {width: 100, height: 60}\naction: lights"
    let absent = try told(button)
    expect(79, in: absent, saying: "a button that names the action \"lights\", and the scene has no actions")
    #expect(absent.contains("w.yaml:7:13: warning: document: "), "\(absent)")
    let scene = "context: standBy\nactions:\n  - {name: lights, reload: all}"
    try expect(79, in: told(button, scene: scene), saying: "on a board without input devices")
    try expectSilence(
      told(button, scene: scene) { program in
        try program.copyBoard("bedside-clock")
        let path = "boards/bedside-clock/board.yaml"
        try program.write(program.text(path) + "\ninput: auto\n", to: path)
      })
  }

  @Test func `rule 78, a link that leads nowhere`() throws {
    let link = "text: News\nfont: {size: 20}\nframe: {width: 100, height: 60}\nlink: \"https://example.org\""
    try expect(78, in: told(link), saying: "a link to https://example.org, which leads nowhere")
  }

  @Test(arguments: [("smallTargets", true), ("largeTargets", false)])
  func `rule 83, targets that a finger misses`(kind: String, isTold: Bool) throws {
    let program = try CommandLineProgram()
    let sample = CommandLineProgram.programs.appending(path: "sample-widget").path
    try program.run(["widgets", "add", sample])
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n  - kind: \(kind)\n", to: "boards/bedside-clock/scene.yaml")
    let told = try program.run(["check", "bedside-clock"]).text
    #expect(told.contains("(rule 83)") == isTold, "\(told)")
    if isTold { #expect(told.contains("smallTargets: a button of 30×30 pt; expected 44×44 pt or more"), "\(told)") }
  }

  @Test(arguments: [("elevated", "", true), ("recessed", "", false), ("elevated", "    mounting: recessed\n", false)])
  func `rules 58 and 59, a mounting that a widget is not made for`(
    mounting: String, own: String, isTold: Bool
  ) throws {
    let program = try CommandLineProgram()
    try program.copyBoard("wall-display-1080p")
    try program.run(["widgets", "add", CommandLineProgram.programs.appending(path: "sample-widget").path])
    try program.write(
      "context: surface\nsurface: {mounting: \(mounting)}\nwidgets:\n  - kind: ported\n\(own)",
      to: "boards/wall-display-1080p/scene.yaml")
    let told = try program.run(["check", "wall-display-1080p"]).text
    #expect(told.contains("ported is not made for elevated mounting; choose recessed") == isTold, "\(told)")
  }
}
