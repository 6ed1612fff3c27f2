import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowBoards

/// `timeTravel` of a board, and what its archives carry for a hand that moves the panel through the coming hours.
@Suite struct ComingHoursTests {
  private static let value = """
    families:
      systemSmall: {text: "{value}"}
    """

  /// Loads a board of a folder that stays while the body works: content is read with each compile.
  private func loaded<Result>(
    _ more: String, _ scene: String = goodScene, files: [String: String] = [:], _ body: (BoardFolder) throws -> Result
  ) throws -> Result {
    let path = FileManager.default.temporaryDirectory.path + "/ahead-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    // Three days from the morning of `examined` on.
    let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    let forecast = try String(contentsOf: root.appending(path: "boards/rpi-hdmi-1080p/forecast.json"), encoding: .utf8)
    let own = ["forecast.json": forecast, "board.yaml": goodBoard + "\n" + more + "\n", "scene.yaml": scene]
    for (name, text) in files.merging(own, uniquingKeysWith: { $1 }) {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }
    let loaded = BoardFolder.load(path, at: examined)
    return try body(#require(loaded.folder, "\(loaded.problems)"))
  }

  private func compiled(
    _ more: String, _ scene: String = goodScene, files: [String: String] = [:]
  ) throws -> CompiledScene {
    try loaded(more, scene, files: files) { try SceneCompiler().compile($0.panelScene(), at: examined) }
  }

  @Test(
    arguments: [
      ("", 0), ("input: none", 0), ("input: auto", 1), ("input: auto\ntimeTravel: true", 1),
      ("input: auto\ntimeTravel: false", 0), ("timeTravel: false", 0),
      ("input: auto\npixelFormat: mono1", 0),
    ] as [(String, UInt8)])
  func `screens with an input have coming hours, unless the board says otherwise`(more: String, flag: UInt8) throws {
    #expect(try loaded(more) { $0.board.record.showsAhead } == flag)
    let archive = try compiled(more).archive
    #expect(archive[8] == (flag == 1 ? 8 : 6), "version")
  }

  @Test(
    arguments: [
      ("timeTravel: true", "expected an \"input\" for \"timeTravel\", found none; write \"input: auto\" as well"),
      ("input: auto\npixelFormat: mono1\ntimeTravel: true", "expected no \"timeTravel\" on paper"),
      ("input: auto\ntimeTravel: 36", "expected true or false for \"timeTravel\""),
    ] as [(String, String)])
  func `coming hours that a board cannot have are reported`(more: String, words: String) {
    #expect(load(board: goodBoard + "\n" + more + "\n").problems.joined().contains(words))
  }

  @Test(
    arguments: [
      ("en-GB", ["Today 10:00", "Tomorrow 10:00", "Saturday 10:00"]),
      ("en-US", ["Today 10:00 AM", "Tomorrow 10:00 AM", "Saturday 10:00 AM"]),
      ("de-DE", ["Heute 10:00", "Morgen 10:00", "Samstag 10:00"]),
    ] as [(String, [String])])
  func `the mark of a coming moment speaks the scene's language`(locale: String, words: [String]) throws {
    let scene = goodScene.replacing("en-GB", with: locale)
    let layout = try compiled("input: auto", scene).layout
    let marks = layout.nodes.filter { $0.name == "aheadMark" }
    #expect(Set(marks.compactMap(\.text)) == Set(words), "\(marks.compactMap(\.text))")
    for mark in marks {
      #expect(mark.framePx.minX >= 0 && mark.framePx.maxX <= 800 && mark.framePx.maxY <= 240, "\(mark.framePx)")
      // Large enough to be read from where the clock is read.
      #expect(mark.framePx.height >= 40)
    }
    let still = try compiled("input: auto\ntimeTravel: false", scene)
    #expect(!still.layout.nodes.contains { $0.name == "aheadMark" })
  }

  @Test func `a widget says how far it knows the coming hours`() throws {
    let scene = """
      context: home
      zone: Europe/Lisbon
      locale: en-GB
      widgets:
        - kind: clock
        - {kind: document, name: lamp, configuration: {view: v.yaml, file: v.json}}
        - {kind: weather, family: systemSmall, configuration: {file: forecast.json}}
        - {kind: reminders, configuration: {file: r.yaml}}
        - {kind: note, configuration: {text: Buy bread}}
      """
    let files = ["v.yaml": Self.value, "v.json": "{\"value\": 21}", "r.yaml": "reminders: [{title: Rent}]"]
    let ahead = try compiled("input: auto", scene, files: files)
    #expect(ahead.reaches["lamp"] == 0 && ahead.reaches["reminders"] == nil, "\(ahead.reaches)")
    #expect(ahead.reaches["weather", default: ComingHours.seconds] >= 23 * 3_600, "\(ahead.reaches)")
    #expect(try beyondCount(ahead)["document"] == 1)
    let still = try compiled("input: auto\ntimeTravel: false", scene, files: files)
    #expect(still.reaches.isEmpty)
    #expect(try beyondCount(still).isEmpty)
  }

  @Test func `the same content has the same bytes a minute later`() throws {
    let scene = """
      context: home
      zone: Europe/Lisbon
      locale: en-GB
      widgets: [{kind: document, name: lamp, family: systemSmall, configuration: {view: v.yaml, file: v.json}}]
      """
    let files = ["v.yaml": Self.value, "v.json": "{\"value\": 21}"]
    let archives = try loaded("input: auto", scene, files: files) { folder in
      try [0.0, 60].map {
        try SceneCompiler().compile(folder.panelScene(), at: examined.addingTimeInterval($0)).archive
      }
    }
    let differing = zip(archives[0], archives[1]).enumerated().dropFirst(64).filter { $0.element.0 != $0.element.1 }
    #expect(archives[0].count == archives[1].count && differing.isEmpty, "at \(differing.map(\.offset))")
  }

  /// The entries beyond the reach of each kind of widget.
  private func beyondCount(_ compiled: CompiledScene) throws -> [String: Int] {
    try compiled.archive.withUnsafeBytes { bytes in
      let archive = try Archive.reopen(bytes)
      var counts: [String: Int] = [:]
      for index in 0..<archive.widgetCount {
        let widget = archive.widget(index)
        let range = Int(widget.entries.first)..<Int(widget.entries.first) + Int(widget.entries.count)
        let beyond = range.count { archive.entry($0).isBeyondReach }
        if beyond > 0 { counts[archive.string(widget.kind), default: 0] += beyond }
      }
      return counts
    }
  }

  @Test func `a forecast has entries for the coming hours only where a hand can reach them`() throws {
    let scene = """
      context: home
      zone: Europe/Lisbon
      locale: en-GB
      details: false
      widgets: [{kind: weather, family: systemLarge, configuration: {file: forecast.json}}]
      """
    let ahead = try compiled("input: auto", scene)
    let still = try compiled("input: auto\ntimeTravel: false", scene)
    #expect(try entryCount(ahead) >= 24)
    #expect(try entryCount(still) < 20)
    #expect(ahead.reaches["weather", default: ComingHours.seconds] >= 23 * 3_600, "\(ahead.reaches)")
    // Where they find no room, the present moment comes first.
    let room = (still.archive.count + 40_000) / 1024 + 1
    try #require(room * 1024 < ahead.archive.count)
    let short = try compiled("input: auto\nmemory: {archive: \(room)}", scene)
    #expect(short.archive.count <= room * 1024 && short.reaches.count == 1)
    let reach = try #require(short.reaches["weather"])
    #expect(reach <= 13 * 3_600)
    let next = try #require(short.nextCompile)
    #expect(next <= examined.addingTimeInterval(13 * 3_600))
  }

  /// The most entries of a widget.
  private func entryCount(_ compiled: CompiledScene) throws -> Int {
    try compiled.archive.withUnsafeBytes { bytes in
      let archive = try Archive.reopen(bytes)
      return (0..<archive.widgetCount).map { Int(archive.widget($0).entries.count) }.max() ?? 0
    }
  }
}
