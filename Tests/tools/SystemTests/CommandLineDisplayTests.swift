import AfterglowArchive
import AfterglowBoards
import AfterglowPictures
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Boards of real displays on a machine that has none, guards of another user, and power.
@Suite(.serialized) struct CommandLineDisplayTests {
  /// The shipped boards of real screens.
  static let boards = CommandLineProgram.shippedBoards.filter { name in
    let (folder, _) = BoardFolder.load(
      CommandLineProgram.root.appending(path: "boards/\(name)").path, readsContent: false)
    let kind = folder.flatMap { DisplayKind(rawValue: $0.board.record.displayKind) }
    return [.drm, .framebuffer, .automatic].contains(kind)
  }

  private func program(with board: String) throws -> CommandLineProgram {
    let program = try CommandLineProgram()
    try program.copyBoard(board)
    return program
  }

  @Test(arguments: boards)
  func `a real display's board is checked, drawn and played without it`(board: String) throws {
    let program = try program(with: board)
    let check = try program.run(["check", board])
    #expect(check.status == 0, "\(check.text)")
    #expect(check.output.contains("\(board): no problems"))
    let night = ["--at", "2026-11-21T22:07:00+01:00", "--lux", "0.5", "--out", "night.png"]
    #expect(try program.run(["render", board] + night).status == 0)
    let picture = try Data(contentsOf: program.folder.appending(path: "night.png")).withUnsafeBytes {
      try PNG.decode($0)
    }
    #expect(picture.pixels.isRedAlone && picture.pixels.litCount > 0)
    let hour = ["--from", "2026-11-21T22:00:00Z", "--to", "2026-11-21T22:05:00Z", "--out", "hour"]
    let played = try program.run(["simulate", board] + hour)
    #expect(played.status == 0 && played.output.contains("5 updates"), "\(played.text)")
  }

  @Test func `a real display's board is shown virtually on request`() throws {
    let program = try program(with: "rpi-dsi-720x1280")
    let result = try program.run(["run", "rpi-dsi-720x1280", "--virtual", "--once"])
    #expect(result.status == 0, "\(result.text)")
    let path = program.runFolder("rpi-dsi-720x1280") + "-virtual/panel.png"
    let picture = try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { try PNG.decode($0) }
    #expect(picture.size.width == 720 && picture.size.height == 1280)
    #expect(result.output.contains(path))
  }

  @Test func `a display that is not there is named in the guard's own message`() throws {
    let program = try program(with: "rpi-hdmi-1080p")
    let board = try program.text("boards/rpi-hdmi-1080p/board.yaml")
    try program.write(
      board.replacing("kind: drm", with: "kind: drm\n  device: /dev/dri/card987"),
      to: "boards/rpi-hdmi-1080p/board.yaml")
    let result = try program.run(["run", "rpi-hdmi-1080p", "--once"])
    #expect(result.status == 69, "\(result.text)")
    #expect(result.errors.contains("/dev/dri/card987"), "\(result.errors)")
    #expect(result.errors.contains("`afterglow run boards/rpi-hdmi-1080p --virtual`"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: "/dev/dri/card987"))
    #expect(program.wait(3) { program.guards.isEmpty })
  }

  @Test func `a socket that is not there is named at the end`() throws {
    let program = try CommandLineProgram()
    let socket = program.path("nowhere.sock")
    let result = try program.run(["run", "bedside-clock", "--once", "--control", socket])
    #expect(result.status == 69)
    let last = try #require(result.errors.split(separator: "\n").last)
    #expect(last.contains("no frame was shown") && last.contains("no guard answers at \(socket)"), "\(result.errors)")
  }

  /// A guard that no author started, as a service runs one.
  private func startGuard(_ program: CommandLineProgram) throws -> Process {
    let process = Process()
    process.executableURL = CommandLineProgram.programs.appending(path: "afterglow-renderer")
    process.arguments = ["--control", program.path("service.sock"), "--display", program.path("service.vfb")]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    #expect(program.wait(5) { program.exists("service.sock") })
    return process
  }

  @Test func `a service's guard is taken over and left running`() throws {
    let program = try CommandLineProgram()
    let arguments = ["run", "bedside-clock", "--headless", "--control", program.path("service.sock")]
    // The author may come first.
    let running = try program.start(arguments)
    #expect(program.wait(10) { running.errors.contains("waiting for it") }, "\(running.errors)")
    let service = try startGuard(program)
    defer {
      kill(service.processIdentifier, SIGKILL)
      service.waitUntilExit()
    }
    #expect(program.wait(10) { running.output.contains("px changed") }, "\(running.output)\(running.errors)")
    running.signal(SIGTERM)
    let result = try program.finish(running)
    #expect(result.status == 0)
    #expect(result.output.contains("the panel keeps running"))
    #expect(try program.run(["power", "off", "--control", program.path("service.sock")]).status == 0)
    #expect(service.isRunning)
  }

  @Test func `power is sent to the guard that shows the board`() throws {
    let program = try CommandLineProgram()
    let none = try program.run(["power", "off", "bedside-clock"])
    #expect(none.status == 69)
    #expect(none.errors.contains("bedside-clock is not running"))
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { running.output.contains("px changed") })
    for arguments in [["off", "bedside-clock"], ["on", "boards/bedside-clock/"], ["off"], ["on"]] {
      let result = try program.run(["power"] + arguments)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "bedside-clock: \(arguments[0] == "on" ? "woken" : "darkened")\n")
    }
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }
}
