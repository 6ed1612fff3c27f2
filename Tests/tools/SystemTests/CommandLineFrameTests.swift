import AfterglowPictures
import Foundation
import PixelSupport
import Testing

/// `render`, `build`, `check` and `view`: one moment of a board.
@Suite struct CommandLineFrameTests {
  static let day = ["--at", "2026-11-21T09:41:00+01:00", "--lux", "300"]

  func picture(_ program: CommandLineProgram, _ name: String) throws -> Picture {
    let data = try Data(contentsOf: program.folder.appending(path: name))
    return try data.withUnsafeBytes { try PNG.decode($0) }
  }

  @Test func `a frame is the panel as its viewer sees it`() throws {
    let program = try CommandLineProgram()
    #expect(try program.run(["render", "bedside-clock", "--out", "day.png"] + Self.day).status == 0)
    let day = try picture(program, "day.png")
    #expect(day.size.width == 800 && day.size.height == 480)
    #expect(day.pixels.colors.count > 16)
    #expect(try program.run(["render", "epaper-2in13-v4", "--out", "ink.png"] + Self.day).status == 0)
    let ink = try picture(program, "ink.png")
    #expect(ink.size.width == 250 && ink.size.height == 122)
    #expect(ink.pixels.withoutAlpha.colors == [0, 0xFF_FFFF])
  }

  /// What the viewer sees does not depend on how the panel hangs. Odd sizes have rows that end within a byte.
  @Test(arguments: [("rgb565", 383, 241), ("mono1", 251, 119), ("xrgb8888", 251, 119)])
  func `a panel of an odd size shows the same picture, whichever way it is turned`(
    format: String, width: Int, height: Int
  ) throws {
    let program = try CommandLineProgram()
    try program.write(
      "context: standBy\nzone: Europe/Lisbon\nlocale: en-GB\nwidgets: [{kind: clock, configuration: {face: slab}}]\n",
      to: "boards/bedside-clock/scene.yaml")
    for rotation in [0, 90, 180, 270] {
      try program.write(
        """
        name: Odd
        display: {kind: virtual-framebuffer}
        size: {width: \(width), height: \(height)}
        physicalSize: {width: \(Double(width) / 5), height: \(Double(height) / 5)}
        rotation: \(rotation)
        pixelFormat: \(format)
        light: {sensor: constant, lux: 300}
        clock: {trust: always}

        """, to: "boards/bedside-clock/board.yaml")
      let result = try program.run(["render", "bedside-clock", "--out", "\(rotation).png"] + Self.day)
      #expect(result.status == 0, "\(result.text)")
      let shown = try picture(program, "\(rotation).png")
      #expect(shown.size.width == width && shown.size.height == height && shown.pixels.colors.count > 1)
      #expect(try shown == picture(program, "0.png"), "\(rotation)")
    }
  }

  @Test func `the same instant gives the same bytes`() throws {
    let program = try CommandLineProgram()
    for name in ["a.png", "b.png"] { try program.run(["render", "bedside-clock", "--out", name] + Self.day) }
    let files = try ["a.png", "b.png"].map { try Data(contentsOf: program.folder.appending(path: $0)) }
    #expect(files[0] == files[1])
  }

  @Test func `night lights only red`() throws {
    let program = try CommandLineProgram()
    let arguments = ["render", "bedside-clock", "--at", "2026-11-21T22:07:00+01:00", "--lux", "0.5"]
    #expect(try program.run(arguments + ["--out", "night.png"]).status == 0)
    let night = try picture(program, "night.png")
    #expect(night.pixels.isRedAlone && night.pixels.litCount > 0)
  }

  /// The clock and the weather next to it. In another zone the same hour has the same picture: the sample's days are those of
  /// the zone.
  @Test(arguments: [("UTC", "Z"), ("Asia/Tokyo", "+09:00")])
  func `the README's command draws the README's night in every zone`(zone: String, offset: String) throws {
    let page = try RepositoryText.read("README.md")
    let line = try #require(page.split(separator: "\n").first { $0.hasPrefix("afterglow render ") })
    try #require(line.contains(":00Z "), "\(line)")
    let arguments = line.replacing(":00Z ", with: ":00\(offset) ").split(separator: " ").dropFirst().map(String.init)
    let program = try CommandLineProgram()
    let drawn = try program.finish(program.start(arguments, environment: ["TZ": zone]), within: 60)
    #expect(drawn.status == 0, "\(drawn.text)")
    let night = try picture(program, "night.png")
    let shown = try Data(contentsOf: CommandLineProgram.root.appending(path: "docs/pictures/night.png"))
      .withUnsafeBytes { try PNG.decode($0) }
    try #require(night.size == shown.size)
    let differing = night.pixels.differingCount(from: shown.pixels)
    #expect(differing == 0, "\(differing) pixels differ")
  }

  @Test(arguments: [["--lux", "0.5"], ["--lux", "0.5", "--always-on"]])
  func `a panel of pixels on or off is never black`(light: [String]) throws {
    let program = try CommandLineProgram()
    let board = try program.text("boards/bedside-clock/board.yaml")
    try program.write(
      board.replacing("pixelFormat: xrgb8888", with: "pixelFormat: mono1"), to: "boards/bedside-clock/board.yaml")
    let instant = ["--at", "2026-11-21T09:41:00+01:00"]
    #expect(try program.run(["render", "bedside-clock", "--out", "dark.png"] + instant + light).status == 0)
    #expect(try picture(program, "dark.png").pixels.litCount > 0)
  }

  @Test func `always-on is dimmer than day and not red`() throws {
    let program = try CommandLineProgram()
    try program.run(["render", "bedside-clock", "--out", "day.png"] + Self.day)
    #expect(try program.run(["render", "bedside-clock", "--out", "dim.png", "--always-on"] + Self.day).status == 0)
    let dim = try picture(program, "dim.png").pixels
    #expect(try dim.channelSum < picture(program, "day.png").pixels.channelSum)
    #expect(!dim.isRedAlone)
  }

  @Test func `an expected picture that is equal says nothing`() throws {
    let program = try CommandLineProgram()
    try program.run(["render", "bedside-clock", "--out", "golden.png"] + Self.day)
    let result = try program.run(["render", "bedside-clock", "--out", "now.png", "--expect", "golden.png"] + Self.day)
    #expect(result.status == 0)
    #expect(!program.exists("now.difference.png"))
  }

  @Test func `an expected picture that differs ends with 1 and is shown`() throws {
    let program = try CommandLineProgram()
    try program.run(["render", "bedside-clock", "--out", "golden.png"] + Self.day)
    let later = ["--at", "2026-11-21T09:42:00+01:00", "--lux", "300"]
    let result = try program.run(["render", "bedside-clock", "--out", "now.png", "--expect", "golden.png"] + later)
    #expect(result.status == 1)
    let golden = try picture(program, "golden.png")
    let now = try picture(program, "now.png")
    let different = golden.pixels.differingIndices(from: now.pixels)
    #expect(result.errors.contains("\(different.count) of 384000 px differ"))
    #expect(result.errors.contains("x \(different[0] % 800), y \(different[0] / 800)"))
    #expect(result.errors.contains("shaped by the same fonts"))
    let marked = try picture(program, "now.difference.png")
    #expect(different.allSatisfy { marked.pixels[$0] & 0xFF_0000 > 0x40_0000 && marked.pixels[$0] & 0xFFFF == 0 })
  }

  @Test func `an expected picture of another size or none at all is named`() throws {
    let program = try CommandLineProgram()
    try program.run(["render", "epaper-2in13-v4", "--out", "ink.png"] + Self.day)
    let size = try program.run(["render", "bedside-clock", "--out", "now.png", "--expect", "ink.png"] + Self.day)
    #expect(size.status == 1)
    #expect(size.errors.contains("expected 250×122 px, found 800×480"))
    let none = try program.run(["render", "bedside-clock", "--out", "now.png", "--expect", "no.png"] + Self.day)
    #expect(none.status == 65)
    try program.write("not a picture", to: "torn.png")
    let torn = try program.run(["render", "bedside-clock", "--out", "now.png", "--expect", "torn.png"] + Self.day)
    #expect(torn.status == 65)
    #expect(torn.errors.contains("torn.png"))
  }

  @Test func `comparing counts what differs and says where`() throws {
    let program = try CommandLineProgram()
    try program.run(["render", "bedside-clock", "--out", "a.png"] + Self.day)
    let later = ["--at", "2026-11-21T09:42:00+01:00", "--lux", "300"]
    try program.run(["render", "bedside-clock", "--out", "b.png"] + later)
    let same = try program.run(["compare", "a.png", "a.png", "--out", "none.png"])
    #expect(same.status == 0)
    #expect(same.output.contains("none of 384000 px differs"))
    #expect(!program.exists("none.png"))
    let other = try program.run(["compare", "a.png", "b.png", "--out", "difference.png"])
    #expect(other.status == 1)
    let pictures = try ["a.png", "b.png"].map { try picture(program, $0) }
    let different = pictures[0].pixels.differingIndices(from: pictures[1].pixels)
    let columns = different.map { $0 % 800 }
    let rows = different.map { $0 / 800 }
    let box = "x \(columns.min()!), y \(rows.min()!), \(columns.max()! - columns.min()! + 1)×"
    #expect(other.output.contains("\(different.count) of 384000 px differ"))
    #expect(other.output.contains(box), "\(other.output)")
    let marked = try picture(program, "difference.png")
    #expect(different.allSatisfy { marked.pixels[$0] & 0xFF_0000 > 0x40_0000 && marked.pixels[$0] & 0xFFFF == 0 })
    #expect(try program.run(["compare", "a.png", "b.png", "--tolerance", "255"]).status == 0)
    try program.run(["render", "epaper-2in13-v4", "--out", "ink.png"] + Self.day)
    let size = try program.run(["compare", "a.png", "ink.png"])
    #expect(size.status == 1)
    #expect(size.errors.contains("expected 800×480 px, found 250×122 px"))
    #expect(try program.run(["compare", "a.png", "no.png"]).status == 65)
  }

  @Test func `the layout names every text with its place, size and colour`() throws {
    let program = try CommandLineProgram()
    let result = try program.run(["render", "bedside-clock", "--out", "day.png", "--layout", "day.json"] + Self.day)
    #expect(result.status == 0)
    let data = try Data(contentsOf: program.folder.appending(path: "day.json"))
    let layout = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let nodes = try #require(layout["nodes"] as? [[String: Any]])
    let texts = nodes.filter { ($0["isVisible"] as? Bool) == true }.compactMap { $0["text"] as? String }
    #expect(texts.contains("09") && texts.contains("41"), "\(texts)")
    for node in nodes {
      for key in ["id", "widget", "role", "framePx", "framePt", "color", "accentGroup", "isVisible"] {
        #expect(node[key] != nil, "a node without \(key)")
      }
      #expect((node["color"] as? String)?.wholeMatch(of: /#[0-9A-F]{6}([0-9A-F]{2})?/) != nil)
    }
    #expect(nodes.contains { ($0["fontSizePt"] as? Double ?? 0) > 20 })
  }

  @Test func `a place that cannot be written ends with 73`() throws {
    let program = try CommandLineProgram()
    let result = try program.run(["render", "bedside-clock", "--out", "missing/day.png"] + Self.day)
    #expect(result.status == 73)
    #expect(result.errors.hasSuffix("cannot write missing/day.png: its folder is missing; create it first\n"))
  }

  @Test func `a full disk ends with 74 and leaves nothing half`() throws {
    let program = try CommandLineProgram()
    let result = try program.run(["build", "bedside-clock", "--out", "/dev/full/clock.archive"])
    #expect(result.status == 73 || result.status == 74)
    #expect(result.errors.contains("/dev/full"))
  }

  @Test func `a link stays a link and a pipe a pipe`() throws {
    let program = try CommandLineProgram()
    let pipe = program.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let refused = try program.run(["render", "bedside-clock", "--out", pipe] + Self.day)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("found a device, pipe or socket"))
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    try program.write("old", to: "real.png")
    #expect(symlink(program.path("real.png"), program.path("link.png")) == 0)
    #expect(try program.run(["render", "bedside-clock", "--out", "link.png"] + Self.day).status == 0)
    #expect(lstat(program.path("link.png"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(try Data(contentsOf: program.folder.appending(path: "real.png")).count > 1000)
  }

  // MARK: build

  @Test func `building twice gives the same bytes`() throws {
    let program = try CommandLineProgram()
    for name in ["a.archive", "b.archive"] {
      let result = try program.run(["build", "bedside-clock", "--out", name, "--at", "2026-11-21T07:00:00Z"])
      #expect(result.status == 0)
      #expect(result.output.contains("glyph data"))
      #expect(result.output.contains("that the board allows"))
    }
    let files = try ["a.archive", "b.archive"].map { try Data(contentsOf: program.folder.appending(path: $0)) }
    #expect(files[0] == files[1])
    #expect(files[0].starts(with: Data("AFTERGLW".utf8)))
    let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    #expect(!left.contains { $0.hasSuffix(".tmp") })
  }

  @Test func `an archive over its budget is refused with what and by how much`() throws {
    let program = try CommandLineProgram()
    let board = try program.text("boards/bedside-clock/board.yaml")
    let small = board.replacing(/archive: \d+/, with: "archive: 64")
    try program.write(small, to: "boards/bedside-clock/board.yaml")
    let result = try program.run(["build", "bedside-clock", "--out", "clock.archive"])
    #expect(result.status == 65)
    #expect(result.errors.contains("board allows 65536;"), "\(result.errors)")
    #expect(!program.exists("clock.archive"))
  }

  // MARK: check

  @Test func `check finds nothing wrong with the boards that come`() throws {
    let result = try CommandLineProgram().run(["check", "bedside-clock", "epaper-2in13-v4"])
    #expect(result.status == 0, "\(result.text)")
    #expect(result.output.contains("no problems"))
  }

  @Test func `check lists every problem of every board with its place`() throws {
    let program = try CommandLineProgram()
    let board = try program.text("boards/bedside-clock/board.yaml")
    try program.write(
      board.replacing("pixelFormat: xrgb8888", with: "pixelFormt: xrgb8888").replacing(
        "rotation: 0", with: "rotation: 45"),
      to: "boards/bedside-clock/board.yaml")
    let scene = try program.text("boards/epaper-2in13-v4/scene.yaml")
    try program.write(scene.replacing("kind: weather", with: "kind: wether"), to: "boards/epaper-2in13-v4/scene.yaml")
    let result = try program.run(["check", "bedside-clock", "epaper-2in13-v4"])
    #expect(result.status == 1)
    #expect(result.output.contains("did you mean \"pixelFormat\"?"))
    #expect(result.output.contains("rotation"))
    #expect(result.output.contains("did you mean \"weather\"?"))
    #expect(result.output.contains(#/board\.yaml:\d+:\d+: /#))
    #expect(result.output.contains(/2 boards: \d+ errors\n/))
  }

  // MARK: view

  @Test func `view draws a picture in half blocks with true colours`() throws {
    let program = try CommandLineProgram()
    try program.run(["render", "bedside-clock", "--out", "day.png"] + Self.day)
    let result = try program.run(["view", "day.png"])
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count <= 24 && lines.count > 10)
    #expect(lines.allSatisfy { $0.filter { $0 == "▀" }.count <= 80 && $0.hasSuffix("\u{1B}[0m") })
    #expect(result.output.contains("\u{1B}[38;2;"))
  }

  @Test func `view names what it cannot show`() throws {
    let program = try CommandLineProgram()
    let missing = try program.run(["view", "no.png"])
    #expect(missing.status == 65)
    let folder = try program.run(["view", "boards"])
    #expect(folder.status == 65)
    try program.write("AGLOWFB\0 and then nothing", to: "torn.vfb")
    let torn = try program.run(["view", "torn.vfb"])
    #expect(torn.status == 65)
    #expect(torn.errors.contains("torn.vfb"))
    let nothing = try program.run(["view"])
    #expect(nothing.status == 69)
    #expect(nothing.errors.contains("afterglow run"))
  }
}
