import Afterglow
import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowWidgets

/// Fonts by file in scenes and in widgets defined as data.
@Suite struct FontSettingsTests {
  private let serif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"

  @Test func `a scene names a font, which is watched and used`() throws {
    let (folder, problems) = load(scene: "font: {file: \(serif), face: Book}\n" + goodScene)
    #expect(problems == [])
    let board = try #require(folder)
    #expect(board.panelScene().style.font == FontFile(path: serif, face: "Book"))
    #expect(board.watchedPaths.contains(serif))
    #expect(load().folder?.panelScene().style.font == nil)
  }

  /// The panel uses the built-in font, and detects when the file appears.
  @Test func `a font that is missing is reported where it is named, and waited for`() throws {
    let (folder, problems) = load(scene: "font: {file: fonts/Own.ttf}\n" + goodScene)
    #expect(problems == ["scene.yaml:1:14: fonts/Own.ttf: expected a font file, found none"])
    let board = try #require(folder)
    #expect(board.watchedPaths.contains { $0.hasSuffix("/fonts/Own.ttf") })
  }

  @Test(arguments: [
    ("font: {face: Bold}\n", "expected \"file\" in \"font\" (a font such as fonts/Name.ttf), found nothing"),
    ("font: Inter\n", "expected"), ("font: {file: note.txt}\n", "note.txt: expected a TrueType or OpenType font"),
    (
      "font: {file: /usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf, face: Wide}\n",
      "expected one of its faces \"DejaVu Serif\", found \"Wide\""
    ),
  ]) func `a scene's font that is none is reported`(line: String, what: String) {
    let problems = load(scene: line + goodScene, files: ["note.txt": "Once upon a time"]).problems
    #expect(problems.count == 1 && problems[0].contains(what), "\(problems)")
  }

  @Test func `a view names a font, relative to its own folder`() throws {
    func board(_ font: String) -> (folder: BoardFolder?, problems: [String]) {
      load(
        scene: "widgets:\n  - kind: clock\n  - {kind: document, configuration: {view: view.yaml}}\n",
        files: ["view.yaml": "families:\n  systemSmall:\n    text: Words\n    font: \(font)\n"])
    }
    let right = board("{file: \(serif), size: 20, weight: bold}")
    #expect(right.problems == [])
    #expect(try #require(right.folder).watchedPaths.contains(serif))
    let missing = board("{file: fonts/Own.ttf, style: headline}")
    #expect(missing.problems == ["view.yaml:4:18: fonts/Own.ttf: expected a font file, found none"])
    #expect(try #require(missing.folder).watchedPaths.contains { $0.hasSuffix("/fonts/Own.ttf") })
    #expect(board("{file: \(serif)}").problems.contains { $0.contains("expected \"size\"") })
    #expect(
      board("{face: Bold, size: 20}").problems == [
        "view.yaml:4:18: expected \"file\" beside \"face\", found it alone"
      ])
  }

  @Test func `a view's text is drawn in its font`() throws {
    func frame(_ font: String) throws -> [UInt8] {
      try compile(
        "  - kind: clock\n  - {kind: document, configuration: {view: view.yaml}}\n",
        files: ["view.yaml": "families:\n  systemSmall:\n    text: Words\n    font: \(font)\n"]
      ).archive
    }
    #expect(try frame("{file: \(serif), size: 20}") != frame("{size: 20}"))
  }
}
