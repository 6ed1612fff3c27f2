import Afterglow
import AfterglowCompiler
import Foundation
import Testing

@testable import AfterglowBoards

/// Problems are reported at the position in a board's files that must be corrected.
@Suite struct ProblemPlaceTests {
  /// A scene of a clock and another widget. Its zone is that of no city, for whose sky the weather would ask.
  private func scene(_ widget: String) -> String {
    "context: standBy\nwidgets:\n  - kind: clock\n  - kind: \(widget)\nzone: Etc/UTC\n"
  }

  /// A missing file has no line: the position is that in the scene that refers to it.
  @Test(arguments: [
    ("weather\n    configuration: {file: gone.json}", "5:27", "gone.json"),
    ("weather", "4:5", "forecast.json"),
    ("value\n    configuration: {history: gone.csv}", "5:30", "gone.csv"),
    ("calendar\n    configuration:\n      file: gone.ics", "6:13", "gone.ics"),
    ("reminders\n    configuration: {file: gone.json}", "5:27", "gone.json"),
    ("photos\n    configuration: {folder: gone}", "5:29", "gone"),
    ("photos", "4:5", "photos"),
    ("document\n    configuration: {view: gone.yaml}", "5:27", "gone.yaml"),
    ("document\n    configuration: {view: w.yaml, file: gone.json}", "5:41", "gone.json"),
  ]) func `a missing file is reported where the scene names it`(_ widget: String, _ place: String, _ file: String) {
    let timeline = #"{"kind": "value", "entries": [{"date": "2026-11-21T00:00Z", "title": "Kitchen", "value": 21}]}"#
    let view = "description: See.\nfamilies:\n  systemSmall:\n    text: \"{a}\"\n"
    let (_, problems) = load(scene: scene(widget), files: ["timeline.json": timeline, "w.yaml": view])
    #expect(problems.count == 1, "\(problems)")
    let problem = problems.first ?? ""
    #expect(problem.hasPrefix("scene.yaml:\(place): ") && problem.contains(file), "\(problems)")
    #expect(problem.contains(#/expected |does not exist/#), "\(problems)")
  }

  /// Both slips that the page describes, in its own files.
  @Test func `the guide's page has the answers of check`() throws {
    let samples = PageSampleTests.samples.filter { $0.page == "docs/board-guide.md" }
    let answer = try #require(samples.first { $0.language == "text" && $0.text.hasPrefix("board.yaml:") })
    let board = try #require(samples.first { $0.text.hasPrefix("name: Kitchen\n") })
    let scene = try #require(samples.first { $0.text.hasPrefix("context: standBy\n") })
    let (_, problems) = load(
      board: board.text.replacing("width: 1024", with: "width: 20000"),
      scene: scene.text.replacing("kind: clock\n", with: "kind: clock\n    configuration: {stile: digital}\n"))
    let lines = answer.text.split(separator: "\n").map { String($0).replacing(": error: ", with: ": ") }
    #expect(problems + ["kitchen: 2 errors"] == lines)
  }

  @Test(arguments: [
    (
      "source: example.org/family.ics",
      "family.ics: the file does not exist; did you mean \"https://example.org/family.ics\"?"
    ),
    ("file: a.example.org/x.ics", "; did you mean \"source: https://a.example.org/x.ics\"?"),
    ("source: my.folder/x.ics", "my.folder/x.ics: the file does not exist"),
    ("source: ./x.ics", "the file does not exist"), ("source: b.ics", "b.ics: the file does not exist"),
    (
      "file: \"\", holidays: PT",
      "PT: the file does not exist; for the holidays of a country write \"country: PT\" in the scene's \"place\""
    ),
  ])
  func `an address without its scheme and a country in a file's place are answered`(settings: String, words: String) {
    let path = FileManager.default.temporaryDirectory.path + "/board-\(UUID().uuidString)"
    let item = "calendar\n    configuration: {\(settings)}"
    do {
      try FileManager.default.createDirectory(atPath: path + "/my.folder", withIntermediateDirectories: true)
      try goodBoard.write(toFile: path + "/board.yaml", atomically: true, encoding: .utf8)
      try scene(item).write(toFile: path + "/scene.yaml", atomically: true, encoding: .utf8)
    } catch {
      Issue.record(error)
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let kernel = KernelDisplays(root: "/nonexistent")
    let problems = BoardFolder.load(path, kernel: kernel, at: examined).problems.map(\.description)
    #expect(problems.count == 1 && problems.first?.hasSuffix(words) == true, "\(problems)")
  }

  @Test(arguments: [
    ("{seconds: true}", "\"seconds\""), ("{face: slab, seconds: true}", "\"seconds\""),
    ("{style: analogue, seconds: true}", ""), ("{face: seconds, seconds: true}", ""),
    ("{calendar: c.ics}", "\"calendar\""), ("{face: slab, calendar: c.ics}", "\"calendar\""),
  ])
  func `settings that a clock does not show are advised on`(settings: String, key: String) throws {
    let text = "context: home\nwidgets:\n  - {kind: clock, family: systemSmall, configuration: \(settings)}\n"
    let advice = try #require(load(scene: text).folder).advice.map(\.message)
    #expect(advice.count == (key.isEmpty ? 0 : 1), "\(advice)")
    #expect(key.isEmpty || advice.first?.hasPrefix(key + " has no effect on this clock; write") == true, "\(advice)")
    let large = text.replacing("systemSmall", with: "systemLarge").replacing(settings, with: "{seconds: true}")
    #expect(try #require(load(scene: large).folder).advice == [])
  }

  @Test(arguments: [
    (
      "", "{kind: countdown, family: systemSmall, configuration: {date: 2027-01-05, from: 2027-02-01}}",
      "is not before its"
    ),
    ("", "{kind: countdown, family: systemSmall, configuration: {date: 2027-01-05, from: 2026-12-01}}", ""),
    ("", "{kind: worldClock, family: systemSmall, configuration: {cities: [{zone: Etc/GMT+3}]}}", "is 3 h behind UTC"),
    ("", "{kind: worldClock, family: systemSmall, configuration: {cities: [{zone: Etc/UTC}]}}", ""),
    ("", "{kind: clock, family: systemSmall, configuration: {zone: Etc/GMT-3}}", "is 3 h ahead of UTC"),
    (
      "zone: EST\n", "{kind: clock, family: systemSmall}",
      "the zone \"EST\" is 5 h behind UTC in summer too; name a city's zone, such as America/New_York"
    ),
    (
      "zone: GMT+2\n", "{kind: clock, family: systemSmall}",
      "the zone \"GMT+2\" is 2 h ahead of UTC in summer too; name a city's zone, such as Europe/Athens"
    ),
    (
      "", "{kind: clock, family: systemSmall, configuration: {zone: GMT-5}}",
      "the zone \"GMT-5\" is 5 h behind UTC in summer too; name a city's zone, such as America/New_York"
    ),
    ("zone: EST5EDT\n", "{kind: clock, family: systemSmall}", ""),
    ("zone: CET\n", "{kind: clock, family: systemSmall}", ""),
    ("", "{kind: clock, family: systemSmall, configuration: {zone: MST}}", "such as America/Denver"),
    ("zone: Etc/GMT+3\n", "{kind: clock, family: systemSmall}", "write Etc/GMT-3 for UTC+3"),
    ("locale: en_UK\n", "{kind: clock, family: systemSmall}", "did you mean \"en-GB\"?"),
    ("locale: uk\n", "{kind: clock, family: systemSmall}", ""),
    (
      "", "{kind: system, family: systemSmall, configuration: {disk: /nonexistent/usb}}",
      "does not exist on this machine"
    ),
    ("", "{kind: calendar, family: systemSmall, configuration: {file: t.ics}}", "show them with \"kind: reminders\""),
    (
      "", "{kind: value, family: systemSmall, configuration: {file: v.json, value: $.v, history: h.csv}}",
      "later than now"
    ),
    (
      "", "{kind: value, family: systemSmall, configuration: {file: n.csv, column: level}}",
      "the dates of the table descend"
    ),
    ("", "\n    kind: note\n    family: systemSmall\n    configuration:\n      text: Room #5 is free", "is a comment"),
    (
      "", "{kind: value, family: systemSmall, configuration: {file: u.json, value: $.v, unit: units.v}}",
      "\"units.v\" is shown as the unit itself; for the text at that path write \"unit: $.units.v\""
    ),
    ("", "{kind: value, family: systemSmall, configuration: {file: u.json, value: $.v, unit: $.units.v}}", ""),
    ("", "{kind: value, family: systemSmall, configuration: {file: u.json, value: $.v, title: No. 5, unit: v.x}}", ""),
    (
      "", "{kind: value, family: systemSmall, configuration: {file: u.json, value: $.v, title: 'At {{ name }}'}}",
      "\"{{ name }}\" in \"title\" is shown as it is written; for a text of the content write its path, such as $.name"
    ),
    (
      "", "{kind: value, family: systemSmall, configuration: {file: u.json, value: $.v, title: 'At {items[0].n}'}}",
      "\"{items[0].n}\" in \"title\" is shown as it is written; for a text of the content write its path, such as $.name"
    ),
    (
      "", "{kind: note, family: systemSmall, configuration: {text: 'Now ${temperature}'}}",
      "\"${temperature}\" in \"text\" is shown as it is written; a note shows a text of a \"file\" or \"source\" by its path"
    ),
    ("", "{kind: note, family: systemSmall, configuration: {text: 'Pay $5, {x}'}}", ""),
    (
      "", "{kind: note, family: systemSmall, configuration: {file: u.json, text: message}}",
      "the note shows the whole JSON; for a text in it write its path, such as \"text: $.message\""
    ),
    ("", "{kind: note, family: systemSmall, configuration: {file: u.json}}", "such as \"text: $.v\""),
    ("", "{kind: note, family: systemSmall, configuration: {file: u.json, text: $.message}}", ""),
    ("", "{kind: note, family: systemSmall, configuration: {file: t.txt, text: message}}", ""),
  ])
  func `settings that hardly mean what they say are advised on`(head: String, widget: String, words: String) throws {
    let task = "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:t\r\nSUMMARY:Water\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    let files = [
      "t.ics": task, "v.json": "{\"v\": 1}", "h.csv": "2999-01-01T00:00:00Z,1\n",
      "u.json": #"{"v": 1.5, "units": {"v": "bar"}, "message": "Hello"}"#, "t.txt": "Hello\n",
      "n.csv": "date,level\n1999-11-21T08:00:00Z,2\n1999-11-20T08:00:00Z,1\n",
    ]
    let (folder, problems) = load(scene: "context: home\n\(head)widgets:\n  - \(widget)\n", files: files)
    #expect(problems == [])
    let advice = try #require(folder).advice.map(\.message)
    #expect(advice.count == (words.isEmpty ? 0 : 1), "\(advice)")
    #expect(words.isEmpty || advice.first?.contains(words) == true, "\(advice)")
  }

  @Test func `other JSON than a document of ours is answered with a path`() {
    let problems = load(
      scene: scene("value\n    configuration: {file: v.json}"),
      files: ["v.json": "{\"at\": \"x\", \"temperature\": 54.5}"]
    ).problems
    #expect(
      problems == [
        "v.json:1:1: expected a timeline document, found other JSON; name a value in it, such as \"value: $.temperature\""
      ])
  }

  @Test func `a path with a mistake is one problem, whatever goes with it`() {
    let settings = "{file: v.json, value: temperature, title: Tank, unit: °C}"
    let problems = load(scene: scene("value\n    configuration: \(settings)"), files: ["v.json": "{}"]).problems
    #expect(problems.count == 1 && problems.first?.hasSuffix("; write $.temperature") == true, "\(problems)")
  }

  @Test func `a table without a column is answered with one`() {
    let table = "time,level\n2026-11-21T08:00:00Z,5\n"
    let problems = load(scene: scene("value\n    configuration: {file: r.csv}"), files: ["r.csv": table]).problems
    let message = "expected a timeline document, found a table; name a column, such as \"column: level\""
    #expect(problems == ["r.csv:1:1: \(message)"])
  }

  @Test func `each widget of one view is checked with its own values`() {
    let scene = """
      context: home
      widgets:
        - {kind: document, configuration: {view: v.yaml, file: r.json, values: {t: "$[0].t"}}}
        - {kind: document, configuration: {view: v.yaml, file: r.json, values: {t: "$[1].u"}}}

      """
    let view = "description: See.\nfamilies:\n  systemSmall:\n    text: \"{t}\"\n"
    let problems = load(scene: scene, files: ["v.yaml": view, "r.json": #"[{"t": 1}, {"t": 2}]"#]).problems
    #expect(problems == ["r.json:1:12: expected \"u\" in \"$[1]\" of \"$[1].u\", found a mapping of t"])
  }

  @Test func `a misspelled list of reminders is advised on`() throws {
    let scene =
      "context: home\nwidgets:\n  - {kind: reminders, family: systemSmall, configuration: {file: r.yaml, list: Gardn}}\n"
    let (folder, problems) = load(scene: scene, files: ["r.yaml": "reminders: [{title: Weed, list: Garden}]\n"])
    #expect(problems == [])
    let advice = try #require(folder).advice.map(\.message)
    #expect(advice == ["no list \"Gardn\" in r.yaml; did you mean \"Garden\"?"])
  }

  /// A problem in a file is reported at its position there.
  @Test func `a mistake within a file is reported there`() {
    let (_, problems) = load(scene: scene("weather"), files: ["forecast.json": "{\n  \"a\": }\n"])
    #expect(problems.first?.hasPrefix("forecast.json:2:") == true, "\(problems)")
  }

  @Test func `a scene knows where its widgets and its panel's figures stand`() throws {
    let board = goodBoard + "\nwear: {orbit: 4}\nmemory: {archive: 512}\n"
    let folder = try #require(load(board: board, scene: goodScene).folder)
    let places = folder.panelScene().origin.places
    func place(_ subject: SceneSubject) -> String {
      places[subject].map { "\(URL(fileURLWithPath: $0.file).lastPathComponent):\($0.line):\($0.column)" } ?? "none"
    }
    #expect(place(.slot("clock")) == "scene.yaml:5:5" && place(.slot("clock 2")) == "scene.yaml:6:5")
    #expect(place(.size) == "board.yaml:3:7" && place(.physicalSize) == "board.yaml:4:15")
    #expect(place(.memory) == "board.yaml:6:19" && place(.orbit) == "board.yaml:5:15")
    #expect(place(.scene) == "scene.yaml:1:1")
  }

  /// The documented maximum, with an archive.
  @Test func `sixty-four widgets are a scene`() throws {
    let widgets = String(repeating: "  - {kind: note, configuration: {text: A}}\n", count: 64)
    let board = goodBoard.replacingOccurrences(of: "800, height: 480", with: "1920, height: 1080")
    let (folder, problems) = load(
      board: board + "\nmemory: {archive: 8192}\n",
      scene: "context: home\ngrid: {columns: 12, rows: 6}\nwidgets:\n" + widgets)
    #expect(problems == [])
    let compiled = try SceneCompiler().compile(
      try #require(folder).panelScene(), at: Date(timeIntervalSince1970: 1_795_255_775))
    #expect(compiled.layout.slotFramesPx.count == 64)
  }

  @Test func `one more is reported with its place`() {
    let widgets = String(repeating: "  - {kind: note, configuration: {text: A}}\n", count: 65)
    let (folder, problems) = load(scene: "context: home\nwidgets:\n" + widgets)
    #expect(folder == nil)
    #expect(problems == ["scene.yaml:3:3: expected at most 64 widgets in \"widgets\", found 65"], "\(problems)")
  }

  @Test(arguments: [
    ("standBy", ""), ("carPlay", ""), ("home", ""), ("desktop", "appearance: clear\n"),
  ]) func `a tint that nothing would show is reported`(_ context: String, _ more: String) {
    let (_, problems) = load(
      scene: "context: \(context)\n\(more)tint: \"#FF0000\"\nwidgets:\n  - kind: clock\n  - kind: clock\n")
    #expect(problems.count == 1 && problems[0].contains("\"tint\""), "\(problems)")
  }

  @Test(arguments: [("lockScreen", ""), ("home", "appearance: tinted\n"), ("surface", "")])
  func `a tint that is shown is taken`(_ context: String, _ more: String) {
    let family = context == "lockScreen" ? "accessoryRectangular" : "systemSmall"
    let (_, problems) = load(
      scene: "context: \(context)\n\(more)tint: \"#FF0000\"\nwidgets:\n  - {kind: clock, family: \(family)}\n")
    #expect(problems == [])
  }
}
