import Afterglow
import AfterglowCompiler
import Foundation
import Testing

@testable import AfterglowBoards

/// Problems are reported at the position in a board's files that must be corrected.
@Suite struct ProblemPlaceTests {
  private func scene(_ widget: String) -> String {
    "context: standBy\nwidgets:\n  - kind: clock\n  - kind: \(widget)\n"
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
    #expect(place(.memory) == "board.yaml:6:19" && place(.orbit) == "board.yaml:5:7")
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
