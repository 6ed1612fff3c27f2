import Foundation
import Testing

/// How `check` counts, ends and speaks to programs.
@Suite struct CommandLineCheckTests {
  private static let scene =
    "context: standBy\nwidgets:\n  - kind: clock\n  - kind: note\n    configuration: {text: %}\n"

  /// A board with a note of these words.
  private func program(_ words: String) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.write(
      Self.scene.replacingOccurrences(of: "%", with: "\"\(words)\""), to: "boards/bedside-clock/scene.yaml")
    return program
  }

  @Test func `what is well is counted as no problems and ends with 0 however strict`() throws {
    let result = try program("Water the plants").run(["check", "--strict", "bedside-clock"])
    #expect(result.status == 0, "\(result.text)")
    #expect(result.output.hasPrefix("bedside-clock: no problems; "), "\(result.output)")
  }

  @Test func `a misspelt board, zone or luminance is answered with what was found and what was meant`() throws {
    let program = try program("Water the plants")
    let unknown = try program.run(["check", "boards/bedsideclock"])
    #expect(unknown.text.contains("did you mean \"boards/bedside-clock\"?"), "\(unknown.text)")
    try program.write(
      Self.scene.replacingOccurrences(of: "%", with: "a") + "zone: Tokyo\n", to: "boards/bedside-clock/scene.yaml")
    let zone = try program.run(["check", "bedside-clock"])
    #expect(zone.text.contains("found \"Tokyo\"; did you mean \"Asia/Tokyo\"?"), "\(zone.text)")
    let path = program.path("boards/bedside-clock/board.yaml")
    let board = try String(contentsOfFile: path, encoding: .utf8)
    try program.write(
      board.replacingOccurrences(of: "nightFloor: 1 ", with: "nightFloor: 7 "), to: "boards/bedside-clock/board.yaml")
    let floor = try program.run(["check", "bedside-clock"])
    #expect(
      floor.text.contains("expected \"light.nightFloor\" at most \"light.nightLuminance\", 5 cd/m², found 7"),
      "\(floor.text)")
  }

  @Test func `advice is counted, and fails only where strictness is asked for`() throws {
    let program = try program("Your turn")
    let plain = try program.run(["check", "bedside-clock"])
    #expect(plain.status == 0)
    #expect(plain.output.contains("boards/bedside-clock/scene.yaml:4:5: advice: note: “Your turn” speaks"))
    #expect(plain.output.contains("bedside-clock: 1 piece of advice; "), "\(plain.output)")
    #expect(!plain.output.contains("no problems"))
    let strict = try program.run(["check", "--strict", "bedside-clock"])
    #expect(strict.status == 1 && strict.output == plain.output, "\(strict.text)")
  }

  /// A widget whose words the guide advises against until noon.
  @Test func `content is examined at the instant that is named`() throws {
    let program = try CommandLineProgram()
    try program.write(
      "description: See what is the case.\nfamilies:\n  systemSmall:\n    text: \"{words}\"\n    font: {size: 20}\n",
      to: "boards/bedside-clock/w.yaml")
    try program.write(
      """
      {"policy": "never", "entries": [{"date": "2026-11-21T06:00:00Z", "words": "Your turn"},
        {"date": "2026-11-21T12:00:00Z", "words": "Pump on"}]}
      """, to: "boards/bedside-clock/v.json")
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n"
        + "  - {kind: document, family: systemSmall, configuration: {view: w.yaml, file: v.json}}\n",
      to: "boards/bedside-clock/scene.yaml")
    func found(at instant: String) throws -> String {
      let result = try program.run(["check", "bedside-clock", "--at", instant])
      #expect(result.status == 0, "\(result.text)")
      return result.output
    }
    let morning = try found(at: "2026-11-21T11:59:59Z")
    #expect(morning.contains("“Your turn” speaks") && morning.contains("(rule 95)"), "\(morning)")
    let noon = try found(at: "2026-11-21T12:00:00Z")
    #expect(!noon.contains("(rule") && noon.contains("document"), "\(noon)")
  }

  @Test func `a warning is one, and no absence of problems`() throws {
    // A sign that no font has.
    let result = try program("A \u{10FFFD} B").run(["check", "bedside-clock"])
    #expect(result.status == 0)
    #expect(result.output.contains("scene.yaml:4:5: warning: note: no font has"), "\(result.output)")
    #expect(result.output.contains("bedside-clock: 1 warning; "), "\(result.output)")
  }

  @Test func `several boards are counted together`() throws {
    let program = try program("Your turn")
    try program.write("name: 1\nsize: {}\n", to: "boards/epaper-2in13-v4/board.yaml")
    let result = try program.run(["check", "bedside-clock", "epaper-2in13-v4"])
    #expect(result.status == 1)
    let last = result.output.split(separator: "\n").last.map(String.init) ?? ""
    #expect(last.contains(#/^2 boards: \d+ errors, 1 piece of advice$/#), "\(result.output)")
  }

  @Test func `a clock with minutes on paper is advised against, with a cure`() throws {
    let program = try CommandLineProgram()
    let scene = try program.text("boards/epaper-2in13-v4/scene.yaml")
    try program.write(
      scene.replacing("{face: words, date: false}", with: "{style: digital}"), to: "boards/epaper-2in13-v4/scene.yaml")
    let board = try program.text("boards/epaper-2in13-v4/board.yaml")
    let always = board.replacing(#/(?m)^  schedule:\n.*\n/#, with: "")
    try program.write(always, to: "boards/epaper-2in13-v4/board.yaml")
    let result = try program.run(["check", "epaper-2in13-v4"])
    #expect(result.status == 0)
    #expect(
      result.output.contains(
        #/advice: the glass would last 1\.9 years: 144[01] refreshes a day.*at most 547 a day.*face: words/#),
      "\(result.output)")
    let numbers = try #require(
      result.output.firstMatch(of: #/(\d+) full and (\d+) partial refreshes a day; a million, .* in ([\d.]+) years/#),
      "\(result.output)")
    let (full, partial, years) = (Int(numbers.1)!, Int(numbers.2)!, Double(numbers.3)!)
    // A clock with minutes: every sixth refresh is a full one, at least.
    // The first one shows the minute that has begun.
    #expect((1_440...1_441).contains(full + partial) && (240...260).contains(full), "\(result.output)")
    #expect(years == 1.9)
  }

  @Test func `a wallpaper on paper is reported at its place`() throws {
    let program = try CommandLineProgram()
    try program.copyBoard("epaper-7in5-v2")
    try program.write(
      "context: home\nwallpaper: {color: \"#1B2735\"}\nwidgets:\n  - {kind: clock, configuration: {face: quarters}}\n",
      to: "boards/epaper-7in5-v2/scene.yaml")
    let result = try program.run(["check", "epaper-7in5-v2"])
    #expect(result.status == 0)
    #expect(
      result.output.contains(#/scene\.yaml.*: warning: the panel is paper, which shows no "wallpaper"/#),
      "\(result.output)")
  }

  @Test func `a wallpaper of a page on paper is reported once, at its line`() throws {
    let program = try CommandLineProgram()
    try program.copyBoard("epaper-7in5-v2")
    let widgets = "widgets: [{kind: clock, configuration: {face: quarters}}]"
    try program.write(
      "context: home\n\(widgets)\npages:\n  - {\(widgets)}\n  - {wallpaper: {color: \"#1B2735\"}, \(widgets)}\n",
      to: "boards/epaper-7in5-v2/scene.yaml")
    let result = try program.run(["check", "epaper-7in5-v2"])
    let lines = result.output.matches(of: #/scene\.yaml:(\d+):\d+: warning: the panel is paper/#).map { $0.1 }
    #expect(result.status == 0 && lines == ["5"], "\(result.output)")
  }

  @Test func `a wallpaper of a picture on paper is reported at its line`() throws {
    let program = try CommandLineProgram()
    try program.copyBoard("epaper-7in5-v2")
    try FileManager.default.copyItem(
      at: HouseRulesTests.root.appending(path: "docs/pictures/ink.png"),
      to: program.folder.appending(path: "boards/epaper-7in5-v2/wall.png"))
    try program.write(
      "context: home\nwallpaper: {picture: wall.png}\nwidgets:\n  - {kind: clock, configuration: {face: quarters}}\n",
      to: "boards/epaper-7in5-v2/scene.yaml")
    let result = try program.run(["check", "epaper-7in5-v2"])
    #expect(result.status == 0)
    #expect(
      result.output.contains(#/scene\.yaml:2:\d+: warning: the panel is paper, which shows no "wallpaper"/#),
      "\(result.output)")
  }

  // MARK: content with errors

  /// A document without entries, and none at all.
  @Test(arguments: [#"{"kind": "value", "entries": []}"#, nil])
  func `an error of one widget's content is reported once, and the others are checked`(content: String?) throws {
    let program = try CommandLineProgram()
    try program.write(
      """
      context: home
      locale: en-GB
      widgets:
        - {kind: note, family: systemSmall, configuration: {text: Your turn}}
        - {kind: value, family: systemSmall, configuration: {file: v.json}}

      """, to: "boards/bedside-clock/scene.yaml")
    if let content { try program.write(content, to: "boards/bedside-clock/v.json") }
    let result = try program.run(["check", "bedside-clock"])
    let lines = result.output.split(separator: "\n")
    #expect(
      result.status == 1 && lines.count { $0.contains("v.json") && $0.contains(": error: ") } == 1, "\(result.text)")
    #expect(lines.contains { $0.contains(": advice: note: ") && $0.hasSuffix("(rule 95)") }, "\(result.text)")
    #expect(!lines.contains { $0.contains(": value: ") }, "\(result.text)")
    #expect(lines.last?.hasPrefix("bedside-clock: 1 error, ") == true, "\(result.text)")
  }

  @Test func `a damaged picture hides no advice on the other files of its folder`() throws {
    let program = try CommandLineProgram()
    let folder = "boards/bedside-clock/photos"
    try FileManager.default.createDirectory(atPath: program.path(folder), withIntermediateDirectories: true)
    let picture = try Data(contentsOf: CommandLineProgram.root.appending(path: "docs/pictures/ink.png"))
    let files = [
      "good.png": picture, "cut.png": picture.prefix(picture.count / 2), "IMG_0001.HEIC": Data("ftypheic".utf8),
    ]
    for (name, bytes) in files { try bytes.write(to: program.folder.appending(path: "\(folder)/\(name)")) }
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n  - kind: photos\n", to: "boards/bedside-clock/scene.yaml")
    let result = try program.run(["check", "bedside-clock"])
    #expect(result.status == 1, "\(result.text)")
    for (severity, words) in [
      ("error", "photos/cut.png: "), ("advice", "1 HEIC picture is not shown: IMG_0001.HEIC"),
      ("advice", "(rule 51)"),
    ] {
      let isThere = result.output.split(separator: "\n").contains {
        $0.contains(": \(severity): ") && $0.contains(words)
      }
      #expect(isThere, "\(words): \(result.text)")
    }
  }

  // MARK: documents for programs

  private struct Document: Decodable, Equatable {
    struct Finding: Decodable, Equatable {
      var board: String
      var severity: String
      var rule: Int?
      var file: String?
      var line: Int?
      var column: Int?
      var widget: String?
      var message: String
    }
    var errors: Int
    var warnings: Int
    var advice: Int
    var findings: [Finding]
  }

  private func json(_ result: CommandLineProgram.Result) throws -> Document {
    let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    for finding in object["findings"] as? [[String: Any]] ?? [] {
      // What is not known is null, and there.
      #expect(
        Set(finding.keys) == ["board", "severity", "rule", "file", "line", "column", "widget", "message"])
    }
    return try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
  }

  @Test func `programs get one document with everything that people get`() throws {
    let program = try program("Your \\u001B[31mturn")
    try program.write("name: X\nsize: {}\n", to: "boards/epaper-2in13-v4/board.yaml")
    let result = try program.run(["check", "--json", "bedside-clock", "epaper-2in13-v4"])
    #expect(result.status == 1 && result.errors.isEmpty, "\(result.text)")
    let document = try json(result)
    #expect(document.errors == document.findings.count { $0.severity == "error" } && document.errors > 0)
    #expect(document.findings.contains { $0.board == "epaper-2in13-v4" && $0.file?.hasSuffix("board.yaml") == true })
    #expect(document.findings.allSatisfy { $0.line != nil && $0.column != nil })
  }

  @Test func `a document of a scene with advice names rule, widget and place`() throws {
    let result = try program("Your turn").run(["check", "--json", "bedside-clock"])
    #expect(result.status == 0)
    let document = try json(result)
    #expect(document.errors == 0 && document.warnings == 0 && document.advice == 1)
    let finding = try #require(document.findings.first)
    #expect(finding.rule == 95 && finding.widget == "note" && finding.severity == "advice")
    #expect(finding.line == 4 && finding.column == 5 && finding.file?.hasSuffix("bedside-clock/scene.yaml") == true)
    let nothing = try json(program("Water the plants").run(["check", "--json", "bedside-clock"]))
    #expect(nothing == Document(errors: 0, warnings: 0, advice: 0, findings: []))
  }

  // MARK: what is seen

  /// Text that is all but gone has no contrast, in a group as well as by itself.
  @Test(arguments: ["0.05", "0.3"]) func `what is translucent is judged as it is seen`(_ opacity: String) throws {
    let program = try CommandLineProgram()
    try program.write(
      "description: See what is the case.\nfamilies:\n  systemSmall:\n    vstack:\n      - text: Kitchen\n"
        + "        opacity: \(opacity)\n", to: "boards/bedside-clock/w.yaml")
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n  - {kind: document, configuration: {view: w.yaml}}\n",
      to: "boards/bedside-clock/scene.yaml")
    let told = try program.run(["check", "bedside-clock"]).output
    for look in ["by day", "in always-on", "at night"] {
      #expect(told.contains(try Regex("“Kitchen” has a contrast of [0-9.]+:1 \(look); .*\\(rule 64\\)")), "\(told)")
    }
  }

  // MARK: places

  @Test func `an archive that is too large is reported where its limit is set`() throws {
    let program = try CommandLineProgram()
    let board = try program.text("boards/bedside-clock/board.yaml")
      .replacing(#/(?m)^memory:\n(?: .*\n)*/#, with: "")
    try program.write(board + "\nmemory:\n  archive: 64\n", to: "boards/bedside-clock/board.yaml")
    let line = board.split(separator: "\n", omittingEmptySubsequences: false).count + 2
    let result = try program.run(["check", "bedside-clock"])
    #expect(result.status == 1)
    #expect(
      result.output.contains(#/board.yaml:\d+:12: error: .*board allows 65536/#)
        && result.output.contains("board.yaml:\(line):12: "), "\(result.output)")
  }

  @Test func `a widget that does not fit is reported at its line`() throws {
    let program = try CommandLineProgram()
    try program.write(
      "context: surface\nwidgets:\n  - kind: clock\n", to: "boards/bedside-clock/scene.yaml")
    let result = try program.run(["check", "bedside-clock"])
    #expect(result.status == 1)
    #expect(
      result.output.contains("scene.yaml:3:5: error: clock: systemSmall at 100 % is 268×268 mm"), "\(result.output)")
    #expect(result.output.contains("no family of it fits"), "\(result.output)")
  }

  @Test func `a picture that is broken is reported at its widget's line`() throws {
    let program = try CommandLineProgram()
    try FileManager.default.createDirectory(
      atPath: program.path("boards/bedside-clock/photos"), withIntermediateDirectories: true)
    try program.write("no picture", to: "boards/bedside-clock/photos/a.png")
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n  - kind: photos\n", to: "boards/bedside-clock/scene.yaml")
    let result = try program.run(["check", "bedside-clock"])
    let lines = result.output.split(separator: "\n").filter { $0.contains("a.png") || $0.contains("photos") }
    #expect(!lines.isEmpty)
    for line in lines.dropLast() { #expect(line.contains("scene.yaml:4:5: "), "\(result.output)") }
  }
}
