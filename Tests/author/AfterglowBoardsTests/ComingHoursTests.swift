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

  private func folder(_ more: String, _ scene: String = goodScene, files: [String: String] = [:]) throws -> BoardFolder
  {
    let loaded = load(board: goodBoard + "\n" + more + "\n", scene: scene, files: files)
    return try #require(loaded.folder, "\(loaded.problems)")
  }

  private func compiled(
    _ more: String, _ scene: String = goodScene, files: [String: String] = [:]
  ) throws -> CompiledScene {
    try SceneCompiler().compile(folder(more, scene, files: files).panelScene(), at: examined)
  }

  @Test(
    arguments: [
      ("", 0), ("input: none", 0), ("input: auto", 1), ("input: auto\ntimeTravel: true", 1),
      ("input: auto\ntimeTravel: false", 0), ("timeTravel: false", 0),
      ("input: auto\npixelFormat: mono1", 0),
    ] as [(String, UInt8)])
  func `screens with an input have coming hours, unless the board says otherwise`(more: String, flag: UInt8) throws {
    #expect(try folder(more).board.record.showsAhead == flag)
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
        - {kind: weather, family: systemSmall, configuration: {sample: true}}
        - {kind: reminders, configuration: {file: r.yaml}}
        - {kind: note, configuration: {text: Buy bread}}
      """
    let files = ["v.yaml": Self.value, "v.json": "{\"value\": 21}", "r.yaml": "reminders: [{title: Rent}]"]
    let ahead = try compiled("input: auto", scene, files: files)
    // The invented forecast has 24 hours.
    #expect(ahead.reaches == ["lamp": 0, "weather": 23 * 3_600], "\(ahead.reaches)")
    #expect(try beyondCount(ahead) == ["document": 1, "weather": 1])
    let still = try compiled("input: auto\ntimeTravel: false", scene, files: files)
    #expect(still.reaches.isEmpty)
    #expect(try beyondCount(still).isEmpty)
  }

  @Test func `the same content has the same bytes a minute later`() throws {
    let scene = """
      context: standBy
      zone: Europe/Lisbon
      locale: en-GB
      widgets: [{kind: clock}, {kind: document, name: lamp, configuration: {view: v.yaml, file: v.json}}]
      """
    let folder = try folder("input: auto", scene, files: ["v.yaml": Self.value, "v.json": "{\"value\": 21}"])
    let archives = try [0.0, 60].map {
      try SceneCompiler().compile(folder.panelScene(), at: examined.addingTimeInterval($0)).archive
    }
    #expect(archives[0].dropFirst(64) == archives[1].dropFirst(64))
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
      widgets: [{kind: weather, family: systemLarge, configuration: {sample: true}}]
      """
    let ahead = try compiled("input: auto", scene)
    let still = try compiled("input: auto\ntimeTravel: false", scene)
    // The invented forecast has 24 hours.
    #expect(try entryCount(ahead) >= 24)
    #expect(try entryCount(still) < 20)
    #expect(ahead.reaches == ["weather": 23 * 3_600])
    // Where they find no room, the present moment comes first.
    let room = (still.archive.count + 8_000) / 1024 + 1
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
