import AfterglowKit
import AfterglowPreview
import AfterglowServer
import Foundation
import Testing

@testable import AfterglowStudio

/// Pictures of what is not there yet, the glass of e-paper, and the settings of the board.
@Suite struct StudioLookTests {
  private typealias Object = [String: Any]

  private static var moment: Object { ["at": "2026-11-21T09:41:00Z"] }

  private static func picture(_ answer: HTTPAnswer) throws -> PanelPicture {
    try #require(answer.status == 200 && answer.contentType == "image/png")
    return try PanelPicture(png: answer.body, path: "answer")
  }

  // MARK: trials

  @Test func `a trial shows what the change would show, and makes none`() throws {
    let rig = try StudioRig("bedside-clock")
    let before = try Data(contentsOf: URL(fileURLWithPath: rig.path("bedside-clock", "scene.yaml")))
    let change: Object = ["op": "configure", "widget": "clock", "path": ["face"], "value": "solar"]
    let body: Object = ["frame": Self.moment, "edits": [change], "widget": "clock"]
    let tried = try Self.picture(rig.ask("POST", "/api/boards/bedside-clock/trial", body))
    #expect(try Data(contentsOf: URL(fileURLWithPath: rig.path("bedside-clock", "scene.yaml"))) == before)
    #expect(try rig.ask("POST", "/api/boards/bedside-clock/edit", ["edits": [change]]).status == 200)
    let made = try Self.picture(
      rig.ask("GET", "/api/boards/bedside-clock/frame.png", query: "at=2026-11-21T09:41:00Z"))
    // The clock's place is the left half.
    let rows = (0..<made.height).flatMap { made.pixels[($0 * made.width)..<($0 * made.width + tried.width)] }
    #expect(tried.height == made.height && tried.pixels == Array(rows))
  }

  @Test func `a trial is for who may make the change`() throws {
    let rig = try StudioRig("wall-display-1080p")
    func status(_ change: Object, token: String = "full", from origin: HTTPListener.Origin = .loopback(port: 80)) throws
      -> Int
    {
      let body: Object = ["frame": Self.moment, "edits": [change]]
      return try rig.ask("POST", "/api/boards/wall-display-1080p/trial", body, token: token, from: origin).status
    }
    let wall: Object = ["op": "scene", "path": ["wallpaper"], "value": ["color": "#1B2735"]]
    #expect(try status(wall) == 200)
    #expect(try status(wall, token: "look") == 403)
    #expect(try status(wall, from: .network(port: 80)) == 200)
    let outside: Object = ["op": "scene", "path": ["wallpaper"], "value": ["picture": "/etc/hostname"]]
    #expect(try status(outside, from: .network(port: 80)) == 403)
    #expect(try status(["op": "board", "path": ["name"], "value": "x"]) == 400)
    #expect(try status(["op": "configure", "widget": "bins", "path": ["symbol"], "value": "no such"]) == 422)
  }

  @Test func `a picture is made smaller by whole factors`() {
    let picture = PanelPicture(width: 4, height: 2, pixels: [0, 0xFFFFFF, 10, 30, 0xFFFFFF, 0, 20, 40])
    #expect(picture.reduced(toSide: 2) == PanelPicture(width: 2, height: 1, pixels: [0x808080, 25]))
    #expect(picture.reduced(toSide: 4) == picture)
  }

  // MARK: variants

  @Test func `a widget has a picture for each of its families and looks`() throws {
    let rig = try StudioRig("wall-display-1080p")
    let answer = try rig.ask("GET", "/api/boards/wall-display-1080p/variants", query: "widget=countdown").document
    let (families, looks) = (answer["families"] as? [Object] ?? [], answer["looks"] as? [Object] ?? [])
    #expect(families.count > 3 && looks.count == 6)
    var pictures: Set<[UInt8]> = []
    for look in looks {
      var query = "widget=countdown"
      for key in ["appearance", "mode"] { if let value = look[key] as? String { query += "&\(key)=\(value)" } }
      let path = "/api/boards/wall-display-1080p/pictures/countdown/systemSmall"
      let picture = try rig.ask("GET", path, query: query)
      #expect(picture.status == 200, "\(look)")
      pictures.insert(picture.body)
    }
    #expect(pictures.count == looks.count)
    for family in families {
      let path = "/api/boards/wall-display-1080p/pictures/countdown/\(family["family"] ?? "")"
      #expect(try rig.ask("GET", path, query: "widget=countdown").status == 200, "\(family)")
    }
    #expect(try rig.ask("GET", "/api/boards/wall-display-1080p/variants", query: "widget=none").status == 404)
  }

  // MARK: e-paper

  @Test(arguments: ["epaper-4in2-v2", "epaper-7in3-spectra6", "epaper-2in13-v4"])
  func `the day of a glass keeps the maker's rules, and its tiles cover it`(board: String) throws {
    let rig = try StudioRig(board)
    let answer = try rig.ask("POST", "/api/boards/\(board)/paper", Self.moment)
    try #require(answer.status == 200)
    let day = try answer.document
    let refreshes = day["refreshes"] as? [Object] ?? []
    #expect(!refreshes.isEmpty)
    var partials = 0
    for refresh in refreshes {
      partials = refresh["kind"] as? String == "partial" ? partials + 1 : 0
      #expect(partials <= 5)
    }
    let times = refreshes.compactMap { $0["at"] as? String }
    #expect(times == times.sorted())
    let tiles = day["tiles"] as? [Object] ?? []
    func area(_ tile: Object) -> Double {
      let frame = tile["frame"] as? [String: Double] ?? [:]
      return (frame["width"] ?? 0) * (frame["height"] ?? 0)
    }
    let picture = try Self.picture(rig.ask("GET", "/api/boards/\(board)/frame.png", query: "at=2026-11-21T09:41:00Z"))
    #expect(tiles.reduce(0) { $0 + area($1) } == Double(picture.width * picture.height))
    // A tile is driven by all whole refreshes, and by some of the others.
    let whole = refreshes.count { $0["kind"] as? String != "partial" }
    let counts = tiles.compactMap { $0["count"] as? Int }
    #expect(counts.allSatisfy { whole...refreshes.count ~= $0 })
    #expect((day["phases"] as? [String])?.isEmpty == false && day["life"] as? String != "")
  }

  @Test func `a panel with four greys is shown in them`() throws {
    let name = "epaper-4in2-v2"
    let rig = try StudioRig(name)
    let board = try String(contentsOfFile: rig.path(name, "board.yaml"), encoding: .utf8)
    try board.replacing("\n  panel: ", with: "\n  greys: 4\n  panel: ").write(
      toFile: rig.path(name, "board.yaml"), atomically: true, encoding: .utf8)
    try "context: standBy\nwidgets:\n  - {kind: photos, configuration: {folder: .}}\n  - kind: clock\n".write(
      toFile: rig.path(name, "scene.yaml"), atomically: true, encoding: .utf8)
    try FileManager.default.copyItem(
      atPath: StudioRig.repository.appending(path: "boards/wall-display-1080p/dunes.jpg").path,
      toPath: rig.path(name, "dunes.jpg"))
    let picture = try Self.picture(
      rig.ask("GET", "/api/boards/\(name)/frame.png", query: "at=2026-11-21T09:41:00Z"))
    #expect(Set(picture.pixels) == [0, 0x55_5555, 0xAA_AAAA, 0xFF_FFFF])
  }

  @Test func `a screen has no glass that wears`() throws {
    let rig = try StudioRig("bedside-clock")
    #expect(try rig.ask("POST", "/api/boards/bedside-clock/paper", Self.moment).status == 404)
  }

  // MARK: board.yaml

  @Test func `a value of the board is changed in its place, and refused with the reason`() throws {
    let rig = try StudioRig("bedside-clock")
    let file = URL(fileURLWithPath: rig.path("bedside-clock", "board.yaml"))
    let before = try String(contentsOf: file, encoding: .utf8)
    func edit(_ path: [String], _ value: Any, from origin: HTTPListener.Origin = .loopback(port: 80)) throws
      -> HTTPAnswer
    {
      let change: Object = ["op": "board", "path": path, "value": value]
      return try rig.ask("POST", "/api/boards/bedside-clock/edit", ["edits": [change]] as Object, from: origin)
    }
    #expect(try edit(["light", "night", "enter"], 3).status == 200)
    #expect(try String(contentsOf: file, encoding: .utf8) == before.replacing("{enter: 2,", with: "{enter: 3,"))
    // Above the threshold at which night is left.
    let refusal = try edit(["light", "night", "enter"], 7)
    #expect(try refusal.status == 422 && (refusal.document["file"] as? String)?.hasSuffix("board.yaml") == true)
    // A mapping that is not there yet.
    #expect(try edit(["wear", "orbit"], 2).status == 200)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("orbit: 2"))
    for _ in 0..<2 {
      #expect(try rig.ask("POST", "/api/boards/bedside-clock/undo", [:] as Object).status == 200)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == before)
    // Over the network: numbers and choices, but nothing that names a device or a file.
    #expect(try edit(["light", "night", "enter"], 3, from: .network(port: 80)).status == 200)
    for (path, value) in [
      (["display", "device"], "/dev/fb1"), (["display", "path"], "scene.yaml"), (["input"], "keyboard"),
      (["backlight"], "panel"), (["light", "file"], "evening.csv"),
    ] {
      #expect(try edit(path, value, from: .network(port: 80)).status == 403, "\(path)")
    }
  }

  @Test func `the board's form has every key of one value, with its limits`() throws {
    let rig = try StudioRig("bedside-clock")
    let answer = try rig.ask("GET", "/api/boards/bedside-clock/form", query: "file=board").document
    let fields = answer["fields"] as? [Object] ?? []
    func field(_ path: [String]) -> Object { fields.first { $0["path"] as? [String] == path } ?? [:] }
    let enter = field(["light", "night", "enter"])
    #expect(enter["value"] as? Int == 2 && enter["minimum"] as? Double == 0 && enter["group"] as? String == "Light")
    #expect(field(["display", "kind"])["kind"] as? String == "choice")
    #expect(fields.allSatisfy { !(($0["help"] as? String)?.contains("`") ?? false) })
    let network =
      try rig.ask(
        "GET", "/api/boards/bedside-clock/form", query: "file=board", from: .network(port: 80)
      ).document["fields"] as? [Object]
    #expect(network?.first { $0["path"] as? [String] == ["display", "device"] }?["isReadOnly"] as? Bool == true)
  }

  // MARK: packages

  @Test func `a compiler's errors are found in its output, each once`() {
    let output = """
      Building for production...
      /home/ana/tides/Sources/Tides/Tides.swift:12:9: error: cannot find 'Txt' in scope
       10 |   var body: some View {
      /home/ana/tides/Sources/Tides/Tides.swift:12:9: error: cannot find 'Txt' in scope
      /home/ana/tides/Sources/Tides/Tides.swift:3:1: warning: unused
      error: fatalError
      """
    let problems = WidgetPackage.problems(in: output)
    #expect(
      problems.map(\.description) == ["/home/ana/tides/Sources/Tides/Tides.swift:12:9: cannot find 'Txt' in scope"])
  }

  @Test func `a folder without a package is refused`() {
    #expect(throws: Failure.self) { try PackageBuilds(paths: [NSTemporaryDirectory()]) }
  }
}
