import AfterglowServer
import Foundation
import Testing

@testable import AfterglowStudio

/// Changes of scenes by the page: what is written, what is refused, and who may.
@Suite struct StudioEditTests {
  private typealias Object = [String: Any]

  /// A board whose scene is changed.
  private struct Desk {
    let rig: StudioRig
    let board: String

    init(_ board: String) throws {
      rig = try StudioRig(board)
      self.board = board
    }

    var file: String { rig.path(board, "scene.yaml") }
    var text: String { get throws { try String(contentsOfFile: file, encoding: .utf8) } }

    func scene() throws -> Object { try rig.ask("GET", "/api/boards/\(board)/scene").document }

    func edit(
      _ change: Object, revision: Int? = nil, token: String = "full",
      from origin: HTTPListener.Origin = .loopback(port: 80)
    ) throws -> HTTPAnswer {
      var body: Object = ["edits": [change]]
      body["revision"] = revision
      return try rig.ask("POST", "/api/boards/\(board)/edit", body, token: token, from: origin)
    }

    func turn(_ way: String, from origin: HTTPListener.Origin = .loopback(port: 80)) throws -> HTTPAnswer {
      try rig.ask("POST", "/api/boards/\(board)/\(way)", [:] as Object, from: origin)
    }
  }

  private static func widget(_ scene: Object, _ name: String) -> Object {
    (scene["widgets"] as? [Object])?.first { $0["name"] as? String == name } ?? [:]
  }

  private static func message(_ answer: HTTPAnswer) throws -> String { try answer.document["message"] as? String ?? "" }

  @Test func `a value is changed in its place, undone and made again`() throws {
    let desk = try Desk("bedside-clock")
    let before = try desk.text
    let answer = try desk.edit(["op": "configure", "widget": "clock", "path": ["style"], "value": "analogue"])
    #expect(try answer.status == 200 && (answer.document["canUndo"] as? Bool) == true)
    let after = try desk.text
    #expect(after == before.replacing("style: digital ", with: "style: analogue "))
    #expect(try desk.turn("undo").status == 200 && desk.text == before)
    #expect(try desk.scene()["canRedo"] as? Bool == true)
    #expect(try desk.turn("redo").status == 200 && desk.text == after)
    #expect(try desk.turn("redo").status == 409)
    #expect(try desk.edit(["op": "configure", "widget": "clock", "path": ["style"], "value": NSNull()]).status == 200)
    #expect(try !desk.text.contains("style: analogue"))
  }

  @Test func `a widget moves alone`() throws {
    let desk = try Desk("wall-display-1080p")
    let (before, text) = try (desk.scene(), desk.text)
    let grid = try #require(before["grid"] as? Object)
    let (columns, rows) = (grid["columns"] as? Int ?? 0, grid["rows"] as? Int ?? 0)
    let widgets = before["widgets"] as? [Object] ?? []
    // A small one has a neighbour that can be removed: its cell is free then.
    let small = widgets.filter { $0["family"] as? String == "systemSmall" }.compactMap { $0["name"] as? String }
    let (mover, gone) = (small[0], small[1])
    let cell = try #require(Self.widget(before, gone)["cell"] as? [String: Int])
    #expect(try desk.edit(["op": "remove", "widget": gone]).status == 200)
    let change: Object = ["op": "move", "widget": mover, "column": cell["column"]!, "row": cell["row"]!]
    #expect(try desk.edit(change).status == 200)
    let after = try desk.scene()
    #expect(Self.widget(after, mover)["cell"] as? [String: Int] == cell)
    for name in widgets.compactMap({ $0["name"] as? String }) where name != mover && name != gone {
      #expect(Self.widget(after, name)["cell"] as? [String: Int] == Self.widget(before, name)["cell"] as? [String: Int])
    }
    // Out of the grid, and onto another: refused, and nothing is written.
    let written = try desk.text
    for place in [["column": columns + 1, "row": 1], ["column": 1, "row": rows + 1], ["column": 1, "row": 1]] {
      let answer = try desk.edit(change.merging(place) { $1 })
      #expect(try answer.status == 422 && (!Self.message(answer).isEmpty), "\(place)")
    }
    #expect(try desk.text == written)
    #expect(try desk.turn("undo").status == 200 && desk.turn("undo").status == 200 && desk.text == text)
  }

  @Test func `two widgets change places, and those that do not fit stay`() throws {
    let desk = try Desk("wall-display-1080p")
    let (before, text) = try (desk.scene(), desk.text)
    func cell(_ scene: Object, _ name: String) -> [String: Int]? { Self.widget(scene, name)["cell"] as? [String: Int] }
    // Of one size, and in the file the only lines that change.
    #expect(try desk.edit(["op": "swap", "widget": "countdown", "other": "note"]).status == 200)
    var after = try desk.scene()
    #expect(cell(after, "countdown") == cell(before, "note") && cell(after, "note") == cell(before, "countdown"))
    for name in ["weather", "clock", "bins", "calendar", "worldClock"] {
      #expect(cell(after, name) == cell(before, name), "\(name)")
    }
    #expect(try desk.edit(["op": "swap", "widget": "weather", "other": "calendar"]).status == 200)
    after = try desk.scene()
    #expect(cell(after, "weather") == cell(before, "calendar") && cell(after, "calendar") == cell(before, "weather"))
    let written = try desk.text
    let wide = try desk.edit(["op": "swap", "widget": "bins", "other": "clock"])
    #expect(try wide.status == 422 && (!Self.message(wide).isEmpty))
    #expect(try desk.edit(["op": "swap", "widget": "bins", "other": "nothing"]).status == 409)
    #expect(try desk.text == written)
    #expect(try desk.turn("undo").status == 200 && desk.turn("undo").status == 200 && desk.text == text)
  }

  @Test func `two widgets change places where there is no grid, with their comments`() throws {
    func frame(_ scene: Object, _ name: String) -> [String: Double]? {
      Self.widget(scene, name)["frame"] as? [String: Double]
    }
    let desk = try Desk("bedside-clock")
    let (before, text) = try (desk.scene(), desk.text)
    #expect(Self.widget(before, "clock")["partners"] as? [String] == ["weather"])
    #expect(try desk.edit(["op": "swap", "widget": "clock", "other": "weather"]).status == 200)
    let after = try desk.scene()
    #expect(frame(after, "clock") == frame(before, "weather") && frame(after, "weather") == frame(before, "clock"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(try desk.text.split(separator: "\n", omittingEmptySubsequences: false).sorted() == lines.sorted())
    #expect(try desk.turn("undo").status == 200 && desk.text == text)
    // The inline widget of a lock screen is above its clock, and the others are in a row below.
    let lock = try Desk("lock-screen")
    let row = try lock.scene()
    #expect(Self.widget(row, "clock")["partners"] as? [String] == [])
    #expect(Self.widget(row, "weather")["partners"] as? [String] == ["worldClock", "countdown"])
    let inline = try lock.edit(["op": "swap", "widget": "clock", "other": "weather"])
    #expect(try inline.status == 422 && Self.message(inline) == "weather does not fit in the place of clock.")
    #expect(try lock.edit(["op": "swap", "widget": "countdown", "other": "weather"]).status == 200)
    let turned = try lock.scene()
    #expect(try #require(frame(turned, "countdown")?["x"]) < (try #require(frame(turned, "weather")?["x"])))
  }

  @Test func `a family that a place does not take is refused with the reason, another is written`() throws {
    let desk = try Desk("wall-display-1080p")
    let text = try desk.text
    let names = (try desk.scene()["widgets"] as? [Object] ?? []).compactMap { $0["name"] as? String }
    let refused = try desk.edit(["op": "family", "widget": names[0], "family": "accessoryInline"])
    #expect(try refused.status == 422 && Self.message(refused).count > 10)
    #expect(try desk.text == text)
    let large = (try desk.scene()["widgets"] as? [Object] ?? []).first { $0["family"] as? String == "systemLarge" }
    let name = try #require(large?["name"] as? String)
    #expect(try desk.edit(["op": "family", "widget": name, "family": "systemMedium"]).status == 200)
    #expect(try Self.widget(desk.scene(), name)["family"] as? String == "systemMedium")
  }

  @Test func `a widget is added in a free cell, or takes another's place, and works`() throws {
    let wall = try Desk("wall-display-1080p")
    let names = (try wall.scene()["widgets"] as? [Object] ?? []).filter { $0["family"] as? String == "systemSmall" }
    let cell = try #require(names[0]["cell"] as? [String: Int])
    #expect(try wall.edit(["op": "remove", "widget": names[0]["name"]!]).status == 200)
    let change: Object = [
      "op": "add", "kind": "moon", "family": "systemSmall", "column": cell["column"]!, "row": cell["row"]!,
    ]
    #expect(try wall.edit(change).status == 200)
    let moon = Self.widget(try wall.scene(), "moon")
    #expect(moon["cell"] as? [String: Int] == cell && (moon["problems"] as? [String])?.isEmpty == true)
    let clock = try Desk("bedside-clock")
    #expect(try clock.edit(["op": "add", "kind": "moon", "family": "systemSmall"]).status == 422)
    let replaced: Object = ["op": "replace", "widget": "weather", "kind": "countdown", "family": "systemSmall"]
    #expect(try clock.edit(replaced).status == 200)
    #expect(try (clock.scene()["widgets"] as? [Object])?.map { $0["kind"] as? String } == ["clock", "countdown"])
    #expect(try clock.rig.ask("GET", "/api/boards/bedside-clock/frame.png").status == 200)
  }

  /// Two clicks that follow each other send the same revision of the scene.
  @Test func `two requests to add a widget to one state of the scene add one`() throws {
    let desk = try Desk("wall-display-1080p")
    for name in ["bins", "countdown"] { #expect(try desk.edit(["op": "remove", "widget": name]).status == 200) }
    let revision = try desk.scene()["revision"] as? Int
    let change: Object = ["op": "add", "kind": "moon", "family": "systemSmall"]
    #expect(try desk.edit(change, revision: revision).status == 200)
    #expect(try desk.edit(change, revision: revision).status == 409)
    let kinds = (try desk.scene()["widgets"] as? [Object] ?? []).map { $0["kind"] as? String }
    #expect(kinds.count { $0 == "moon" } == 1 && kinds.count == 6, "\(kinds)")
  }

  @Test(
    arguments: [
      ["op": "configure", "widget": "clock", "path": ["style"], "value": "digitall"],
      ["op": "configure", "widget": "clock", "path": ["nothing"], "value": 1],
      ["op": "configure", "widget": "weather", "path": ["file"], "value": "none.json"],
      ["op": "scene", "path": ["zone"], "value": "Europe/Atlantis"],
      ["op": "scene", "path": ["context"], "value": "lock"],
      ["op": "remove", "widget": "clock"],
    ] as [[String: any Sendable]])
  func `what would be a fault is refused, and the file stays`(change: [String: any Sendable]) throws {
    let desk = try Desk("bedside-clock")
    let text = try desk.text
    let answer = try desk.edit(change)
    #expect(try answer.status == 422 && (!Self.message(answer).isEmpty), "\(answer.status)")
    #expect(try desk.text == text && desk.scene()["revision"] as? Int == 1)
  }

  @Test(
    arguments: [
      ["op": "configure", "widget": "clock", "path": [] as [String], "value": 1], ["op": "turn"],
      ["op": "scene", "path": ["widgets", "0", "kind"], "value": "note"],
      ["op": "configure", "widget": "clock", "path": Array(repeating: "a", count: 40), "value": 1],
      ["op": "add", "kind": "moon"],
    ] as [[String: any Sendable]])
  func `what is no change is refused`(change: [String: any Sendable]) throws {
    let desk = try Desk("bedside-clock")
    #expect(try desk.edit(change).status == 400)
  }

  @Test func `a change elsewhere wins`() throws {
    let desk = try Desk("bedside-clock")
    let style: Object = ["op": "configure", "widget": "clock", "path": ["style"], "value": "inline"]
    #expect(try desk.edit(style, revision: 7).status == 409)
    #expect(try desk.edit(style, revision: 1).status == 200)
    let outside = try desk.text + "# mine\n"
    try outside.write(toFile: desk.file, atomically: true, encoding: .utf8)
    // The page has not noticed yet.
    #expect(
      try desk.edit(["op": "configure", "widget": "clock", "path": ["date"], "value": false], revision: 2).status == 409
    )
    #expect(try desk.turn("undo").status == 409)
    #expect(try desk.text == outside)
    #expect(try desk.scene()["canUndo"] as? Bool == false)
    let revision = try desk.scene()["revision"] as? Int
    let change: Object = ["op": "configure", "widget": "clock", "path": ["date"], "value": false]
    #expect(try desk.edit(change, revision: revision).status == 200 && desk.text.hasSuffix("# mine\n"))
  }

  @Test func `who may only look changes nothing`() throws {
    let desk = try Desk("bedside-clock")
    let text = try desk.text
    #expect(try desk.rig.ask("GET", "/api/start", token: "look").status == 200)
    #expect(try desk.edit(["op": "remove", "widget": "clock"], token: "look").status == 403)
    for way in ["undo", "redo"] {
      #expect(try desk.rig.ask("POST", "/api/boards/bedside-clock/\(way)", [:] as Object, token: "look").status == 403)
    }
    #expect(try desk.edit(["op": "remove", "widget": "clock"], token: "wrong").status == 401)
    #expect(try desk.text == text)
  }

  @Test(
    arguments: [
      ["op": "configure", "widget": "weather", "path": ["source"], "value": ["command": ["sh", "-c", "id"]]],
      ["op": "configure", "widget": "weather", "path": ["source", "command"], "value": ["id"]],
      ["op": "configure", "widget": "weather", "path": ["source"], "value": "http://198.51.100.7/"],
      ["op": "configure", "widget": "weather", "path": ["file"], "value": "/etc/passwd"],
      ["op": "configure", "widget": "weather", "path": ["file"], "value": "../bedside-clock/forecast.json"],
      ["op": "configure", "widget": "weather", "path": ["file"], "value": "~/forecast.json"],
      ["op": "scene", "path": ["wallpaper"], "value": ["picture": "/etc/hostname"]],
      ["op": "scene", "path": ["font", "file"], "value": "/usr/share/fonts/a.ttf"],
    ] as [[String: any Sendable]])
  func `over the network no program, address or file outside can be named`(change: [String: any Sendable]) throws {
    let desk = try Desk("bedside-clock")
    let text = try desk.text
    let answer = try desk.edit(change, from: .network(port: 80))
    #expect(try answer.status == 403 && (Self.message(answer).contains("network")), "\(answer.status)")
    #expect(try desk.text == text)
  }

  @Test func `over the network no message names a path of this machine`() throws {
    let desk = try Desk("bedside-clock")
    let network = HTTPListener.Origin.network(port: 80)
    let change: Object = ["op": "configure", "widget": "weather", "path": ["file"], "value": "none.json"]
    func text(_ answer: HTTPAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }
    let (near, far) = try (desk.edit(change), desk.edit(change, from: network))
    #expect(near.status == 422 && text(near).contains(desk.rig.folder.path))
    #expect(far.status == 422 && text(far).contains("\"bedside-clock/scene.yaml\""), "\(text(far))")
    #expect(!text(far).contains(desk.rig.folder.path), "\(text(far))")
    try "context: standBy\nwidgets:\n  - kind: clok\n".write(toFile: desk.file, atomically: true, encoding: .utf8)
    // It is read again.
    #expect(try desk.edit(change).status == 422)
    for (method, path) in [
      ("GET", "start"), ("GET", "boards/bedside-clock/scene"), ("POST", "boards/bedside-clock/frame"),
    ] {
      let body: Object? = method == "POST" ? [:] : nil
      let answer = try desk.rig.ask(method, "/api/\(path)", body, from: network)
      #expect(!text(answer).contains(desk.rig.folder.path), "\(path): \(text(answer))")
    }
  }

  @Test func `paths are shortened where they begin`() {
    let veil = PathVeil(["/home/ana/boards/wall"], home: "/home/ana", runtime: "/run/user/1000")
    func shown(_ text: String) -> String { String(decoding: veil.veiled(Array(text.utf8)), as: UTF8.self) }
    #expect(
      shown(#""/home/ana/boards/wall/scene.yaml:3: in /home/ana/secrets""#) == #""wall/scene.yaml:3: in ~/secrets""#)
    // The folders themselves, and the files of a running panel.
    #expect(shown(#""/home/ana" is no folder of /home/ana/boards. At /home/ana."#) == #""~" is no folder of .. At ~."#)
    #expect(shown(#""/run/user/1000/afterglow/wall/panel.vfb""#) == #""afterglow/wall/panel.vfb""#)
    let others = #""/mnt/home/ana/x", "/home/anabel/x", "/home/ana.old/x", "/etc/afterglow""#
    #expect(shown(others) == others)
  }

  @Test func `over the network the rest is changed, and what a person at the machine took away does not come back`()
    throws
  {
    let desk = try Desk("bedside-clock")
    let text = try desk.text.replacing("file: forecast.json ", with: "source: {command: [cat, forecast.json]} ")
      .replacing("sample: true", with: "service: open-meteo")
    try text.write(toFile: desk.file, atomically: true, encoding: .utf8)
    _ = try desk.rig.ask("POST", "/api/boards/bedside-clock/undo", [:] as Object)
    let change: Object = ["op": "configure", "widget": "clock", "path": ["seconds"], "value": true]
    #expect(try desk.edit(change, from: .network(port: 80)).status == 200)
    #expect(
      try desk.edit(["op": "configure", "widget": "weather", "path": ["source"], "value": NSNull()]).status == 200)
    #expect(try desk.turn("undo", from: .network(port: 80)).status == 403)
    #expect(try !desk.text.contains("command") && desk.turn("undo").status == 200 && desk.text.contains("command"))
  }

  @Test func `letters of one word are one change`() throws {
    let desk = try Desk("bedside-clock")
    desk.rig.boards[0].editing.nowMs = { 0 }
    let text = try desk.text
    #expect(
      try desk.edit(["op": "replace", "widget": "weather", "kind": "note", "family": "systemSmall"]).status == 200)
    let note = try desk.text
    for word in ["M", "Mi", "Milk", "Milk: 2 l"] {
      #expect(try desk.edit(["op": "configure", "widget": "note", "path": ["text"], "value": word]).status == 200)
    }
    #expect(try desk.text.contains("text: \"Milk: 2 l\""))
    #expect(try desk.turn("undo").status == 200 && desk.text == note)
    #expect(try desk.turn("undo").status == 200 && desk.text == text)
  }
}
