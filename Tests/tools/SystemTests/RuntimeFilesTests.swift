import AfterglowLinux
import AfterglowPictures
import Foundation
import PixelSupport
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

  private var showsAnything: Bool { DisplayFileState(display)?.isLit ?? false }

  /// Whether frames go on, and are whole.
  private func goesOn() -> Bool {
    guard seconds(until: 5, { showsAnything }) != nil, let before = DisplayFileState(display)?.frames else {
      return false
    }
    return seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > before } != nil
  }

  private func inode() -> UInt64? {
    (try? FileManager.default.attributesOfItem(atPath: display))?[.systemFileNumber] as? UInt64
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
  func `cutting the file short again and again fills no log, and the picture is back when it stops`(
    _ program: FirmwareProgram
  ) throws {
    let running = try start(program)
    var losses = 0
    var file = inode()
    // Cut as soon as it is there again: losses in a row, of which the later ones are not reported.
    while losses < 6 {
      _ = truncate(display, 0)
      try #require(seconds(until: 5) { inode() != nil && inode() != file } != nil, "\(losses): \(running.errors)")
      file = inode()
      losses += 1
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
      try removeWhole(removed)
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
  func `a control socket that is removed is made anew, and a connected author stays connected`(
    _ program: FirmwareProgram
  ) throws {
    let running = try start(program)
    let author = try ControlConnection(connectingTo: socket)
    try FileManager.default.removeItem(atPath: socket)
    #expect(answers(), "\(running.errors)")
    try author.send(ControlMessage(.ping, value: 5))
    _ = try pong(on: author, timeoutMs: 3_000)
    #expect(lines(running).count == 1, "\(running.errors)")
    #expect(try running.terminate() == 0)
  }

  /// An update in a dead renderer's line sends the guard looking for its files, while it reaps that renderer: what it
  /// closes then must be its own.
  @Test(arguments: FirmwareProgram.native)
  func `a renderer that dies while the runtime folder is removed costs no author its connection`(
    _ program: FirmwareProgram
  ) throws {
    let running = try start(program)
    let renderer = try #require(running.rendererIdentifier)
    kill(running.process.processIdentifier, SIGSTOP)
    let author = try ControlConnection(connectingTo: socket)
    let frames = try #require(DisplayFileState(display)).frames
    try #require(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) >= frames + 2 } != nil)
    try removeWhole(runtime)
    kill(renderer, SIGKILL)
    kill(running.process.processIdentifier, SIGCONT)
    try author.send(ControlMessage(.ping, value: 5))
    #expect(try pong(on: author).value == 5, "\(running.errors)")
    #expect(goesOn(), "\(running.errors)")
    for _ in 0..<20 { #expect(answers(), "\(running.errors)") }
    try author.send(ControlMessage(.ping, value: 6))
    _ = try pong(on: author)
    #expect(running.children.count == 1)
    #expect(try running.terminate() == 0)
  }

  /// As in a service: root with a group whose members may connect.
  @Test(.enabled(if: geteuid() == 0, "only root runs a service"), arguments: FirmwareProgram.native)
  func `a service's folder is made anew for its group as well`(_ program: FirmwareProgram) throws {
    let service = FirmwareProgram(
      name: program.name, command: ["/usr/bin/setpriv", "--regid=12345", "--clear-groups"] + program.command)
    let running = try start(service)
    try removeWhole(folder.appending(path: "run").path)
    #expect(goesOn(), "\(running.errors)")
    #expect(answers(), "\(running.errors)")
    let found = try FileManager.default.attributesOfItem(atPath: runtime)
    #expect(found[.posixPermissions] as? Int == 0o770 && found[.groupOwnerAccountID] as? Int == 12_345)
    let around = try FileManager.default.attributesOfItem(atPath: folder.appending(path: "run").path)
    #expect(around[.posixPermissions] as? Int == 0o750)
    #expect(try running.terminate() == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"), arguments: FirmwareProgram.native)
  func `a display file that is removed from another user's folder is back`(_ program: FirmwareProgram) throws {
    try #require(chown(runtime, 65_534, 12_345) == 0 && chmod(runtime, 0o770) == 0)
    let service = FirmwareProgram(
      name: program.name, command: ["/usr/bin/setpriv", "--regid=12345", "--clear-groups"] + program.command)
    let running = try start(service)
    try FileManager.default.removeItem(atPath: display)
    #expect(goesOn(), "\(running.errors)")
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native)
  func `a guard whose socket another one has by now leaves that one alone`(_ program: FirmwareProgram) throws {
    let first = try start(program)
    // Nothing of the first one can be made again meanwhile.
    kill(first.process.processIdentifier, SIGSTOP)
    try FileManager.default.removeItem(atPath: socket)
    let second = try RunningFirmware(
      program, ["--control", socket, "--display", runtime + "/other.vfb", archive], in: folder)
    #expect(answers(), "\(second.errors)")
    kill(first.process.processIdentifier, SIGCONT)
    #expect(seconds(until: 3) { first.errors.contains("retried until it works") } != nil, "\(first.errors)")
    #expect(try first.terminate() == 0)
    #expect(answers(), "the second one's socket was removed")
    #expect(try second.terminate() == 0)
  }
}

/// The same from the author's side.
@Suite(.serialized) struct RuntimeFilesOfADaemonTests {
  @Test func `a daemon whose runtime files are cut short or removed shows panel and picture again, and logs little`()
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
    try removeWhole(folder)
    #expect(program.wait(5, shows), "\(running.errors)")
    #expect(program.wait(5) { picture(of: program) == pixels(of: program) }, "the picture is not that of the new file")
    #expect(running.process.isRunning)
    #expect(running.errors.split(separator: "\n").count <= 10, "\(running.errors)")
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `an author's socket that a cleaner removed is made again, and the run is reached by it`() throws {
    let program = try CommandLineProgram()
    let running = try program.start(["run", "bedside-clock", "--headless"])
    let socket = program.runFolder() + "/author.sock"
    #expect(program.wait(20) { FileManager.default.fileExists(atPath: socket) }, "\(running.errors)")
    for _ in 0..<2 {
      try FileManager.default.removeItem(atPath: socket)
      // It is looked for with every event, at the latest with the next minute.
      running.signal(SIGHUP)
      #expect(program.wait(20) { FileManager.default.fileExists(atPath: socket) }, "\(running.errors)")
      #expect(program.wait(10) { (try? program.run(["reload", "bedside-clock"]).status) == 0 }, "\(running.errors)")
    }
    // While it is stopped it makes none.
    running.signal(SIGSTOP)
    try FileManager.default.removeItem(atPath: socket)
    let words = "bedside-clock runs, but its socket \(socket) is missing; it makes another one within a minute, so "
    let reload = try program.run(["reload", "bedside-clock"])
    #expect(reload.status == 69 && reload.errors.contains("\(words)try again then"), "\(reload.text)")
    try program.write("{\"now\": 40}", to: "boiler.json")
    let push = try program.run(["push", "boiler", "boiler.json"])
    #expect(push.status == 0 && push.errors.contains("\(words)push the content again then"), "\(push.text)")
    running.signal(SIGCONT)
    running.signal(SIGINT)
    #expect(try program.finish(running).status == 0)
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  private func pixels(of program: CommandLineProgram) -> [UInt32]? {
    DisplayFileState(program.framebuffer())?.withoutAlpha
  }

  private func picture(of program: CommandLineProgram) -> [UInt32]? {
    let file = URL(fileURLWithPath: program.picture())
    return (try? Data(contentsOf: file).withUnsafeBytes { try PNG.decode($0) })?.pixels.withoutAlpha
  }

  @Test func `a daemon whose folder was removed is still found by its board, is the only run of it, and has a guard`()
    throws
  {
    let program = try CommandLineProgram()
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(20) { program.frameCount() > 0 }, "\(running.errors)")
    try removeWhole(program.runFolder())
    for name in ["board", "author.lock", "control.sock", "panel.vfb"] {
      #expect(
        program.wait(20) { FileManager.default.fileExists(atPath: program.runFolder() + "/" + name) },
        "\(name): \(running.errors)")
    }
    #expect(try program.run(["run", "bedside-clock", "--headless"]).status == 75)
    let status = try program.run(["view", "bedside-clock", "--once"])
    #expect(status.status == 0, "\(status.text)")
    // Nothing blocks another guard.
    try removeWhole(program.runFolder())
    for identifier in program.guards { kill(identifier, SIGKILL) }
    #expect(program.wait(20) { running.errors.contains("the guard is back") }, "\(running.errors)")
    #expect(program.frameCount() > 0)
    running.signal(SIGINT)
    #expect(try program.finish(running, within: 20).status == 0)
  }
}

/// Removes a file or folder in which a guard makes new files meanwhile: that is no reason to give up, as for `rm -rf` said
/// again.
private func removeWhole(_ path: String) throws {
  for attempt in 1... {
    do {
      return try FileManager.default.removeItem(atPath: path)
    } catch {
      guard FileManager.default.fileExists(atPath: path) else { return }
      if attempt == 100 { throw error }
    }
  }
}
