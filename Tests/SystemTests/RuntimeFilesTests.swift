import AfterglowLinux
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Display file, control socket and their folder, cut short or removed while a panel runs: all of it comes back.
@Suite(.serialized, .enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing))
struct RuntimeFilesTests {
  let folder: URL
  let runtime: String
  let display: String
  let socket: String
  let archive: String

  init() throws {
    folder = try temporaryFolder()
    runtime = folder.appending(path: "run/panel").path
    display = runtime + "/panel.vfb"
    socket = runtime + "/control.sock"
    archive = folder.appending(path: "archive").path
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
    try TestArchive.clock(displayPath: display).write(to: URL(fileURLWithPath: archive))
  }

  private func start(_ program: FirmwareProgram) throws -> RunningFirmware {
    let running = try RunningFirmware(program, ["--control", socket, archive], in: folder)
    try #require(seconds(until: 5) { showsAnything } != nil, "\(running.errors)")
    return running
  }

  private var showsAnything: Bool { (DisplayFileState(display)?.pixels.contains { $0 != 0 }) ?? false }

  /// Whether frames go on, and are whole.
  private func goesOn() -> Bool {
    guard seconds(until: 5, { showsAnything }) != nil, let before = DisplayFileState(display)?.frames else {
      return false
    }
    return seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > before } != nil
  }

  private func answers() -> Bool {
    seconds(until: 5) {
      do throws(SystemError) {
        let author = try ControlConnection(connectingTo: socket)
        try author.send(ControlMessage(.ping, value: 9))
        while let message = try author.receive(timeoutMs: 1_000) { if message.kind == .pong { return true } }
      } catch {}
      return false
    } != nil
  }

  private func lines(_ running: RunningFirmware) -> [String] {
    running.errors.split(separator: "\n").map(String.init)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a display file that is cut short is made anew, with one line about it`(_ program: FirmwareProgram) throws {
    let running = try start(program)
    for size: off_t in [0, 4_096, 100_000] {
      try #require(truncate(display, size) == 0)
      #expect(goesOn(), "cut to \(size): \(running.errors)")
    }
    let told = lines(running)
    #expect(told.count { $0.contains("is gone or was cut short") } == 3 && told.count <= 6, "\(told)")
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a display file that is emptied and made as long again holds a whole picture again`(
    _ program: FirmwareProgram
  ) throws {
    let running = try start(program)
    let size = try #require(try FileManager.default.attributesOfItem(atPath: display)[.size] as? Int)
    try #require(truncate(display, 0) == 0 && truncate(display, off_t(size)) == 0)
    #expect(goesOn(), "\(running.errors)")
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native)
  func `one who cuts the file short again and again fills no log, and the picture is back when he stops`(
    _ program: FirmwareProgram
  ) throws {
    let running = try start(program)
    let end = Date().addingTimeInterval(4)
    while Date() < end {
      _ = truncate(display, 0)
      usleep(20_000)
    }
    #expect(goesOn(), "\(running.errors)")
    #expect(lines(running).count <= 8, "\(running.errors)")
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a runtime folder that is removed is made anew, with its display and its socket`(
    _ program: FirmwareProgram
  ) throws {
    let running = try start(program)
    for removed in [runtime, folder.appending(path: "run").path] {
      try FileManager.default.removeItem(atPath: removed)
      #expect(goesOn(), "\(running.errors)")
      #expect(answers(), "\(running.errors)")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: runtime)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    // Nor is it deaf.
    try Data("broken".utf8).write(to: URL(fileURLWithPath: archive))
    kill(running.process.processIdentifier, SIGHUP)
    #expect(seconds(until: 3) { running.errors.contains("the picture stays as it is") } != nil)
    #expect(lines(running).count <= 8, "\(running.errors)")
    #expect(try running.terminate() == 0)
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test(arguments: FirmwareProgram.native)
  func `a control socket that is removed is made anew, and a connected author stays`(
    _ program: FirmwareProgram
  ) throws {
    let running = try start(program)
    let author = try ControlConnection(connectingTo: socket)
    try FileManager.default.removeItem(atPath: socket)
    #expect(answers(), "\(running.errors)")
    try author.send(ControlMessage(.ping, value: 5))
    var answer = try #require(try author.receive(timeoutMs: 3_000))
    while answer.kind != .pong { answer = try #require(try author.receive(timeoutMs: 3_000)) }
    #expect(lines(running).count == 1, "\(running.errors)")
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a guard whose socket another one has by now leaves that one alone`(_ program: FirmwareProgram) throws {
    let first = try start(program)
    // Nothing of the first one can be made anew meanwhile.
    kill(first.process.processIdentifier, SIGSTOP)
    try FileManager.default.removeItem(atPath: socket)
    let second = try RunningFirmware(
      program, ["--control", socket, "--display", runtime + "/other.vfb", archive], in: folder)
    #expect(answers(), "\(second.errors)")
    kill(first.process.processIdentifier, SIGCONT)
    #expect(seconds(until: 3) { first.errors.contains("tried again") } != nil, "\(first.errors)")
    #expect(try first.terminate() == 0)
    #expect(answers(), "the second one's socket was removed")
    #expect(try second.terminate() == 0)
  }
}

/// The same from the author's side.
@Suite(.serialized) struct RuntimeFilesOfADaemonTests {
  @Test func `a daemon whose runtime files are cut short or removed shows panel and picture again, and says little`()
    throws
  {
    let program = try CommandLineProgram()
    let running = try program.start(["run", "bedside-clock", "--headless"])
    func shows() -> Bool {
      program.frameCount() > 0 && FileManager.default.fileExists(atPath: program.picture())
    }
    #expect(program.wait(20, shows), "\(running.errors)")
    #expect(truncate(program.framebuffer(), 0) == 0)
    #expect(program.wait(5, shows), "\(running.errors)")
    let folder = URL(fileURLWithPath: program.framebuffer()).deletingLastPathComponent().path
    try FileManager.default.removeItem(atPath: folder)
    #expect(program.wait(5, shows), "\(running.errors)")
    // The picture is that of the new file.
    usleep(500_000)
    #expect(running.process.isRunning)
    #expect(running.errors.split(separator: "\n").count <= 10, "\(running.errors)")
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
  }
}
