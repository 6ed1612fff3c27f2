import AfterglowPictures
import Foundation
import PixelSupport
import Testing

/// Widgets that are programs of their own: added, shown, and kept from harming anything but their own tile.
@Suite(.serialized) struct CommandLineWidgetTests {
  private static let sample = CommandLineProgram.programs.appending(path: "sample-widget").path
  private static let at = ["--at", "2026-11-21T09:41:00+01:00", "--lux", "300"]

  private func program() throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.copyBoard("bedside-clock")
    return program
  }

  private func scene(_ kind: String, _ more: String = "") -> String {
    "context: standBy\nwidgets:\n  - kind: clock\n  - kind: \(kind)\n\(more)"
  }

  @Test func `an added widget is shown beside the others`() throws {
    let program = try program()
    let added = try program.run(["widgets", "add", Self.sample])
    #expect(added.status == 0, "\(added.text)")
    #expect(added.text.contains("added tides in \(program.path("widgets/tides"));"), "\(added.text)")
    #expect(try program.run(["widgets", "list"]).text.contains("tides (added): See how high the water stands."))
    try program.write(
      scene("tides", "    configuration: {harbour: Porto}\n"), to: "boards/bedside-clock/scene.yaml")
    let drawn = try program.run(["render", "bedside-clock", "--out", "a.png", "--layout", "a.json"] + Self.at)
    #expect(drawn.status == 0, "\(drawn.text)")
    let layout = try program.text("a.json")
    #expect(
      layout.contains("\"Porto\"") && layout.contains("\"2.5 m\"") && layout.contains("hourMinute in Europe/Berlin"))
    #expect(try program.run(["widgets", "remove", "tides"]).status == 0)
    #expect(!(try program.run(["widgets", "list"]).text.contains("tides")))
  }

  @Test func `a widget as written for iOS is configured by its parameters`() throws {
    let program = try program()
    let added = try program.run(["widgets", "add", Self.sample]).text
    #expect(added.contains("added ported") && !added.contains("added ;"), "an activity is no widget of a scene")
    let listed = try program.run(["widgets", "list"]).text
    #expect(listed.contains("  hours (integer): 1 to 24, by default 12\n"), "\(listed)")
    #expect(listed.contains("  style (choice): one of plain, loud\n"))
    try program.write(
      scene("ported", "    configuration: {hours: 24, style: loud}\n"), to: "boards/bedside-clock/scene.yaml")
    let drawn = try program.run(["render", "bedside-clock", "--out", "a.png", "--layout", "a.json"] + Self.at)
    #expect(drawn.status == 0, "\(drawn.text)")
    #expect(try program.text("a.json").contains("\"24 hours, loud\""))
    for (values, told) in [
      ("{hours: 25}", #"5:28: error: expected 1 to 24 for "configuration.hours", found 25"#),
      ("{style: big}", #"5:28: error: expected one of plain, loud for "configuration.style", found "big""#),
      (
        "{hour: 3}",
        #"5:21: error: expected one of "hours", "style" in "configuration", found "hour"; did you mean "hours"?"#
      ),
    ] {
      try program.write(scene("ported", "    configuration: \(values)\n"), to: "boards/bedside-clock/scene.yaml")
      let checked = try program.run(["check", "bedside-clock"])
      #expect(checked.status != 0 && checked.text.contains(told), "\(checked.text)")
    }
  }

  @Test func `resources next to a program are added and replaced with it`() throws {
    let program = try program()
    let build = URL(fileURLWithPath: program.path("build"))
    let resources = build.appending(path: "tides_Tides.resources/Assets.xcassets")
    try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: resources.appending(path: "Contents.json"))
    let copy = build.appending(path: "Tides")
    try FileManager.default.copyItem(at: URL(fileURLWithPath: Self.sample), to: copy)
    let added = program.path("widgets/tides/tides_Tides.resources/Assets.xcassets/Contents.json")
    for _ in 1...2 {
      #expect(try program.run(["widgets", "add", copy.path]).status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: added)) == Data("{}".utf8))
    }
    try FileManager.default.removeItem(at: resources.deletingLastPathComponent())
    #expect(try program.run(["widgets", "add", copy.path]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: added))
  }

  @Test func `the widgets of a program share one copy of it, without symbols`() throws {
    let program = try program()
    #expect(try program.run(["widgets", "add", Self.sample]).status == 0)
    func file(_ path: String) throws -> (number: UInt64, size: Int) {
      var status = stat()
      try #require(stat(path, &status) == 0)
      return (UInt64(status.st_ino), Int(status.st_size))
    }
    let copies = try ["tides", "crashing", "hanging"].map { kind -> (number: UInt64, size: Int) in
      let names = try FileManager.default.contentsOfDirectory(atPath: program.path("widgets/\(kind)"))
      let name = try #require(names.first { $0.hasPrefix("afterglow-") })
      return try file(program.path("widgets/\(kind)/\(name)"))
    }
    #expect(Set(copies.map(\.number)).count == 1)
    let whole = try file(Self.sample).size
    #expect(copies[0].size <= whole)
    if access("/usr/bin/strip", X_OK) == 0 { #expect(copies[0].size < whole) }
    // Without the first, the others are there.
    #expect(try program.run(["widgets", "remove", "tides"]).status == 0)
    let drawn = try program.run(["render", "--widget", "ported", "--out", "a.png"] + Self.at)
    #expect(drawn.status == 0, "\(drawn.text)")
  }

  @Test func `the previews of a program are drawn in the families that they name`() throws {
    let program = try program()
    let vitality = CommandLineProgram.programs.appending(path: "ported-vitality").path
    let command = ["widgets", "previews", vitality, "--out", "previews", "--density", "1", "--at", Self.at[1]]
    let drawn = try program.run(command + ["--look", "light"])
    #expect(drawn.status == 0 && drawn.text.contains("previews/light.png"), "\(drawn.text)")
    #expect(!program.exists("previews/dark.png"))
    let sheet = try picture(program.path("previews/light.png"))
    // A large widget on the wall of the sheet.
    #expect(sheet.pixels.count { $0 & 0xFF_FFFF != 0x2B_2D31 } > 50_000)
    let unknown = try program.run(command + ["--look", "lihgt"])
    #expect(unknown.status == 64 && unknown.text.contains("did you mean \"light\"?"), "\(unknown.text)")
    let none = try program.run(["widgets", "previews", Self.sample, "--out", "none"])
    #expect(none.status == 65 && none.text.contains("expected #Preview(as:) of a widget"), "\(none.text)")
    #expect(!program.exists("none"))
  }

  @Test func `its configuration is checked with its place`() throws {
    let program = try program()
    try program.run(["widgets", "add", Self.sample])
    try program.write(
      scene("tides", "    configuration: {harbor: Porto}\n"), to: "boards/bedside-clock/scene.yaml")
    let checked = try program.run(["check", "bedside-clock"])
    #expect(checked.status == 1)
    #expect(checked.text.contains("scene.yaml:5:21"), "\(checked.text)")
    #expect(checked.text.contains("did you mean \"harbour\"?"), "\(checked.text)")
  }

  /// The clock next to it is drawn to the last pixel as without it. The exit status shows that a program has ended.
  @Test(arguments: [
    ("crashing", 1, "its program crashed with signal"), ("hanging", 1, "its view took longer than 5 s to draw"),
    ("failing", 0, "the gauge is dry"),
  ])
  func `an ailing widget costs its own tile`(_ kind: String, _ status: Int, _ words: String) throws {
    let program = try program()
    try program.run(["widgets", "add", Self.sample])
    try program.write(scene("note"), to: "boards/bedside-clock/scene.yaml")
    try program.run(["render", "bedside-clock", "--out", "well.png"] + Self.at)
    try program.write(scene(kind), to: "boards/bedside-clock/scene.yaml")
    let drawn = try program.run(["render", "bedside-clock", "--out", "ill.png"] + Self.at)
    #expect(Int(drawn.status) == status, "\(drawn.text)")
    #expect(drawn.text.contains(words), "\(drawn.text)")
    let (well, ill) = (try picture(program.path("well.png")), try picture(program.path("ill.png")))
    let differing = well.pixels.differingIndices(from: ill.pixels).first { $0 % 800 < 400 }
    #expect(differing == nil, "the clock differs at \((differing ?? 0) % 800), \((differing ?? 0) / 800)")
  }

  /// Draws a widget whose program crashes, and asks that program the same once more.
  ///
  /// - Parameter backtrace: value of the variable by which Swift's runtime writes a backtrace or none.
  private func askedAgain(
    _ kind: String, backtrace: String
  ) throws -> (drawn: CommandLineProgram.Result, message: String) {
    let program = try program()
    try program.run(["widgets", "add", Self.sample])
    let drawn = try program.finish(
      program.start(
        ["render", "--widget", kind, "--out", "ill.png"] + Self.at,
        environment: ["AFTERGLOW_WIDGET_REQUESTS": program.path("requests")]), within: 60)
    #expect(drawn.status == 1 && drawn.text.contains("requests has what was asked of it"), "\(drawn.text)")
    #expect(program.exists("ill.png"))
    let again = Process()
    again.executableURL = URL(fileURLWithPath: Self.sample)
    again.arguments = ["--afterglow-widget"]
    again.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": backtrace]) { $1 }
    again.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: program.path("requests")))
    again.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    again.standardError = errors
    try again.run()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    again.waitUntilExit()
    #expect(again.terminationReason == .uncaughtSignal, "\(message)")
    return (drawn, message)
  }

  @Test func `what was asked of a program that crashed makes it crash again, with its own message`() throws {
    let message = try askedAgain("crashing", backtrace: "enable=no").message
    #expect(message.contains("as asked"), "\(message)")
  }

  /// Whether the runtime of these programs has the program next to it that writes backtraces.
  private static let hasBacktraces: Bool = {
    let maps = String(decoding: FileManager.default.contents(atPath: "/proc/self/maps") ?? Data(), as: UTF8.self)
    let path = maps.split(separator: "\n").compactMap { $0.split(separator: " ").last }
      .first { $0.hasSuffix("/lib/swift/linux/libswiftCore.so") }
    guard let root = path?.dropLast("/lib/swift/linux/libswiftCore.so".count) else { return false }
    return access("\(root)/libexec/swift/linux/swift-backtrace", X_OK) == 0
  }()

  /// By the way that docs/coming-from-widgetkit.md describes under "When a widget crashes".
  @Test(.enabled(if: hasBacktraces, "Swift's runtime is linked statically, or comes without swift-backtrace"))
  func `a widget that traps without a message gets a backtrace that names its function`() throws {
    let page = try RepositoryText.read("docs/coming-from-widgetkit.md")
    let line = try #require(
      page.split(separator: "\n").first {
        $0.hasPrefix("SWIFT_BACKTRACE=") && $0.contains(" --afterglow-widget < requests")
      })
    let setting = line.dropFirst("SWIFT_BACKTRACE=".count).prefix { $0 != " " }
    // Lines of the source take longer to find than names.
    let (drawn, message) = try askedAgain("trapping", backtrace: "\(setting),symbolicate=fast,color=no")
    #expect(drawn.text.contains("its program crashed with signal"), "\(drawn.text)")
    #expect(drawn.text.contains("docs/coming-from-widgetkit.md, When a widget crashes"), "\(drawn.text)")
    #expect(!drawn.text.contains("Fatal error"), "\(drawn.text)")
    #expect(message.contains("overflowingTank"), "\(message)")
  }

  @Test(.enabled(if: hasBacktraces, "Swift's runtime is linked statically, or comes without swift-backtrace"))
  func `a program that was added for debugging is asked again for its backtrace`() throws {
    let program = try program()
    let question = "is asked the same once more, for a backtrace"
    let render = ["render", "--widget", "trapping", "--out", "ill.png"] + Self.at
    #expect(try program.run(["widgets", "add", "--debug", Self.sample]).status == 0)
    #expect(try program.run(["widgets", "list"]).text.contains("trapping (added, for debugging): "))
    // The lines of the source take long to find.
    let drawn = try program.run(render, within: 300)
    #expect(drawn.status == 1 && drawn.errors.contains(question), "\(drawn.text)")
    #expect(drawn.errors.contains("overflowingTank") && program.exists("ill.png"), "\(drawn.text)")
    #expect(try program.run(["widgets", "add", Self.sample]).status == 0)
    let plain = try program.run(render)
    #expect(plain.status == 1 && !plain.errors.contains(question), "\(plain.text)")
  }

  @Test(arguments: [("crashing", "its program crashed with signal"), ("hanging", "its view took longer than 5 s")])
  func `the status of a run tells why a widget is not shown`(_ kind: String, _ words: String) throws {
    let program = try program()
    try program.run(["widgets", "add", Self.sample])
    try program.write(scene(kind), to: "boards/bedside-clock/scene.yaml")
    let running = try program.start(["run", "bedside-clock", "--virtual"])
    var status = ""
    let isTold = program.wait(30) {
      status = (try? program.run(["status", "bedside-clock"]).output) ?? ""
      return status.contains("failing")
    }
    #expect(isTold && status.contains(words), "\(status)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a run shows a widget that is added while it runs, and then its new program`() throws {
    let program = try program()
    try program.write(scene("note"), to: "boards/bedside-clock/scene.yaml")
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(30) { program.frameCount() > 0 }, "\(running.errors)")
    func status() -> String { (try? program.run(["status", "bedside-clock", "--json"]).output) ?? "" }
    // The scene names it first, and is refused.
    try program.write(scene("tides"), to: "boards/bedside-clock/scene.yaml")
    #expect(program.wait(30) { running.errors.contains("found \"tides\"") }, "\(running.errors)")
    #expect(!status().contains("\"tides\""))
    try program.run(["widgets", "add", Self.sample])
    #expect(program.wait(30) { status().contains("\"tides\"") }, "\(running.output)\(running.errors)")
    #expect(!status().contains("content changed"))
    try program.run(["widgets", "add", Self.sample])
    #expect(program.wait(30) { status().contains("content changed") }, "\(running.output)\(running.errors)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  private func picture(_ path: String) throws -> Picture {
    try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { try PNG.decode($0) }
  }

  @Test func `what is no widget is refused`() throws {
    let program = try program()
    let other = try program.run(["widgets", "add", "/bin/true"])
    #expect(other.status == 65 && other.text.contains("/bin/true"), "\(other.text)")
    let nothing = try program.run(["widgets", "add", "nowhere"])
    #expect(nothing.status == 64 && nothing.text.contains("found nothing"), "\(nothing.text)")
  }
}
