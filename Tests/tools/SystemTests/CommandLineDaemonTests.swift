import AfterglowPictures
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `run`: the daemon, without a terminal.
@Suite(.serialized) struct CommandLineDaemonTests {
  func started(_ program: CommandLineProgram, _ more: [String] = []) throws -> CommandLineProgram.Running {
    let running = try program.start(["run", "bedside-clock", "--headless"] + more)
    let shows = program.wait(15) {
      (program.frameCount() > 0 && FileManager.default.fileExists(atPath: program.picture())
        && running.output.contains("px changed")) || !running.process.isRunning
    }
    #expect(shows && running.process.isRunning, "\(running.output)\(running.errors)")
    return running
  }

  func picture(_ program: CommandLineProgram) throws -> Picture {
    try Data(contentsOf: URL(fileURLWithPath: program.picture())).withUnsafeBytes { try PNG.decode($0) }
  }

  @Test func `it shows one frame and ends when asked for one`() throws {
    let program = try CommandLineProgram()
    let result = try program.run(["run", "bedside-clock", "--once"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try picture(program).size.width == 800)
    #expect(program.wait(3) { program.guards.isEmpty })
  }

  @Test func `it says what it shows and where`() throws {
    let program = try CommandLineProgram()
    let running = try started(program)
    let output = running.output
    #expect(output.contains("bedside-clock: 800×480 px, standBy: "))
    #expect(output.contains(program.framebuffer()))
    #expect(output.contains(program.picture()))
    #expect(output.contains("run/afterglow") && output.contains("state/afterglow/\(program.key())/scene.archive"))
    #expect(output.contains(/\d\d:\d\d:\d\d  start.*: \d+ px changed; next \d\d:\d\d:\d\d/))
    running.signal(SIGINT)
    _ = try program.finish(running)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it with the guard gone and the picture whole`(_ signal: Int32) throws {
    let program = try CommandLineProgram()
    let running = try started(program)
    running.signal(signal)
    let result = try program.finish(running)
    #expect(result.status == 0)
    #expect(result.output.contains("stopped"))
    #expect(program.wait(3) { program.guards.isEmpty })
    #expect(try picture(program).size.height == 480)
    let left = try FileManager.default.contentsOfDirectory(atPath: program.runFolder())
    #expect(!left.contains { $0.hasSuffix(".tmp") })
  }

  @Test func `the panel outlives its author and the next one takes it over`() throws {
    let program = try CommandLineProgram()
    let first = try started(program)
    let before = program.guards
    #expect(!before.isEmpty)
    first.signal(SIGKILL)
    _ = program.wait(2) { !first.process.isRunning }
    // Answered by the guard after its author's line was closed. The minute goes on without an author; waiting for it would
    // take up to one, so only the processes are looked at.
    #expect(try program.run(["power", "on", "bedside-clock"]).status == 0)
    #expect(Set(program.guards) == Set(before))
    let frames = program.frameCount()
    let second = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(10) { second.output.contains("framebuffer") })
    // The picture is the same, so that no line about it follows; the guard that answers is still the first one.
    #expect(try program.run(["power", "on", "bedside-clock"]).status == 0)
    #expect(Set(program.guards) == Set(before), "the guard was replaced")
    #expect(program.frameCount() >= frames)
    second.signal(SIGTERM)
    #expect(try program.finish(second).status == 0)
    #expect(program.wait(3) { program.guards.isEmpty })
  }

  @Test func `a guard that dies is started again within two seconds`() throws {
    let program = try CommandLineProgram()
    let running = try started(program)
    let before = program.guards
    for identifier in before { kill(identifier, SIGKILL) }
    let isBack = program.wait(4) { !program.guards.isEmpty && Set(program.guards).isDisjoint(with: before) }
    #expect(isBack, "\(running.errors)")
    #expect(program.wait(4) { running.errors.contains("the guard is back") })
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a changed scene is shown and a broken one is not`() throws {
    let program = try CommandLineProgram()
    let running = try started(program)
    let digital = try picture(program)
    let scene = try program.text("boards/bedside-clock/scene.yaml")
    try program.write(
      scene.replacing(/style: digital[^\n]*/, with: "style: analogue"), to: "boards/bedside-clock/scene.yaml")
    #expect(program.wait(10) { running.output.contains("files changed: compiled") }, "\(running.errors)")
    #expect(program.wait(5) { (try? picture(program)).map { $0 != digital } ?? false })
    let analogue = try picture(program)
    try program.write("context: [", to: "boards/bedside-clock/scene.yaml")
    #expect(program.wait(10) { running.errors.contains("the last good scene stays") })
    #expect(running.errors.contains("scene.yaml:"))
    #expect(running.process.isRunning)
    let now = try picture(program)
    #expect(now.pixels.differingCount(from: analogue.pixels) < 40_000, "the broken scene changed the panel")
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a hang-up reads everything again, and an invalid scene changes nothing until it is mended`() throws {
    let program = try CommandLineProgram()
    let running = try started(program)
    let (guards, before) = (Set(program.guards), try picture(program))
    running.signal(SIGHUP)
    #expect(program.wait(10) { running.output.contains("asked for: compiled") }, "\(running.output)\(running.errors)")
    let scene = try program.text("boards/bedside-clock/scene.yaml")
    try program.write("context: [", to: "boards/bedside-clock/scene.yaml")
    running.signal(SIGHUP)
    #expect(program.wait(10) { running.errors.contains("the last good scene stays") }, "\(running.errors)")
    #expect(running.errors.contains("scene.yaml:") && running.process.isRunning)
    let now = try picture(program)
    #expect(now.pixels.differingCount(from: before.pixels) < 40_000, "the invalid scene changed the panel")
    try program.write(
      scene.replacing(/style: digital[^\n]*/, with: "style: analogue"), to: "boards/bedside-clock/scene.yaml")
    let compiled = running.output.split(separator: ": compiled").count
    running.signal(SIGHUP)
    #expect(program.wait(10) { running.output.split(separator: ": compiled").count > compiled }, "\(running.errors)")
    #expect(program.wait(5) { (try? picture(program)).map { $0 != before } ?? false })
    #expect(Set(program.guards) == guards, "a reload needs no other guard")
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a scene that is broken at the start leaves the last good one`() throws {
    let program = try CommandLineProgram()
    #expect(try program.run(["run", "bedside-clock", "--once"]).status == 0)
    let scene = try program.text("boards/bedside-clock/scene.yaml")
    try program.write("context: [", to: "boards/bedside-clock/scene.yaml")
    try FileManager.default.removeItem(atPath: program.runFolder())
    let running = try started(program)
    #expect(running.errors.contains("scene.yaml:") && running.errors.contains("the last good scene stays"))
    try program.write(scene, to: "boards/bedside-clock/scene.yaml")
    #expect(program.wait(10) { running.output.contains("files changed: compiled") }, "\(running.errors)")
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `each line of the log is labelled once`() throws {
    let program = try CommandLineProgram()
    try program.write(
      "context: standBy\nwidgets:\n  - kind: clock\n  - {kind: weather, configuration: {file: none.json}}\n",
      to: "boards/bedside-clock/scene.yaml")
    let result = try program.run(["run", "bedside-clock", "--once"])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.errors.split(separator: "\n").filter { $0.contains("weather") || $0.contains("none.json") }
    #expect(!lines.isEmpty)
    for line in lines {
      let labels = ["warning: ", "error: "].map { line.components(separatedBy: $0).count - 1 }
      #expect(labels.reduce(0, +) == 1, "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("afterglow: error: ") && $0.contains("weather: ") }, "\(result.errors)")
  }

  @Test func `light from the command line reaches the panel`() throws {
    let program = try CommandLineProgram()
    let running = try started(program, ["--lux", "0.5"])
    let isRed = program.wait(5) { (try? picture(program))?.pixels.isRedAlone ?? false }
    #expect(isRed)
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a picture that cannot be written is reported once and the panel keeps running`() throws {
    let program = try CommandLineProgram()
    // A folder in the picture's place: not even root can replace it.
    try FileManager.default.createDirectory(
      atPath: program.picture() + "/x", withIntermediateDirectories: true)
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { program.frameCount() > 0 })
    #expect(program.wait(5) { running.errors.contains("the panel keeps running") })
    #expect(running.errors.components(separatedBy: "panel.png").count == 2)
    #expect(running.process.isRunning)
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a state folder that cannot be written is reported and the panel keeps running`() throws {
    let program = try CommandLineProgram()
    try FileManager.default.removeItem(atPath: program.path("state"))
    try program.write("in the way", to: "state")
    let running = try started(program)
    #expect(running.errors.contains("the panel keeps running"))
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `without a renderer it says how to get one`() throws {
    let program = try CommandLineProgram()
    let copy = program.folder.appending(path: "alone")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: CommandLineProgram.programs.appending(path: "afterglow"), to: copy.appending(path: "afterglow"))
    let process = Process()
    process.executableURL = copy.appending(path: "afterglow")
    process.arguments = ["run", "bedside-clock"]
    process.currentDirectoryURL = program.folder
    process.environment = ["PATH": "/nowhere", "HOME": program.folder.path]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 69)
    #expect(text.contains("AFTERGLOW_RENDERER"))
  }
}
