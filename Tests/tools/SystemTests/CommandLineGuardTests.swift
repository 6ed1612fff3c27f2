import AfterglowLinux
import AfterglowPictures
import Foundation
import PixelSupport
import SocketSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `run` and its guard: one that dies, hangs, refuses or never answers keeps neither the panel dark nor the program waiting.
@Suite(.serialized) struct CommandLineGuardTests {
  private func started(_ program: CommandLineProgram, _ more: [String] = []) throws -> CommandLineProgram.Running {
    let running = try program.start(["run", "bedside-clock", "--headless"] + more)
    try #require(
      program.wait(15) { running.output.contains("px changed") || !running.process.isRunning }
        && running.process.isRunning, "\(running.output)\(running.errors)")
    return running
  }

  private func killGuards(_ program: CommandLineProgram, _ signal: Int32 = SIGKILL) {
    for identifier in program.guards { kill(identifier, signal) }
  }

  /// Asks the kernel: the descriptor by which Foundation notices the end of a program is open in its guard as well.
  private func hasEnded(_ running: CommandLineProgram.Running) -> Bool {
    let file = "/proc/\(running.process.processIdentifier)/status"
    return (try? String(contentsOfFile: file, encoding: .utf8))?.contains("State:\tZ") ?? true
  }

  /// Seconds from its being asked to end until it has.
  private func end(_ program: CommandLineProgram, _ running: CommandLineProgram.Running) -> Double {
    running.signal(SIGTERM)
    let start = Date()
    #expect(program.wait(20) { hasEnded(running) })
    return Date().timeIntervalSince(start)
  }

  private func isRed(_ program: CommandLineProgram) -> Bool {
    let picture = try? Data(contentsOf: URL(fileURLWithPath: program.picture())).withUnsafeBytes { try PNG.decode($0) }
    return picture?.pixels.isRedAlone ?? false
  }

  @Test func `a guard that comes back has the archive although its file is gone`() throws {
    let program = try CommandLineProgram()
    let running = try started(program)
    try FileManager.default.removeItem(atPath: program.path("state/afterglow/\(program.key())/scene.archive"))
    killGuards(program)
    #expect(program.wait(6) { running.errors.contains("the guard is back") }, "\(running.errors)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
    #expect(program.exists("state/afterglow/\(program.key())/scene.archive"), "the next boot shows nothing")
  }

  /// A program in the firmware's place.
  private func renderer(_ program: CommandLineProgram, _ script: String) throws -> String {
    try program.write("#!/bin/sh\n\(script)\n", to: "afterglow-renderer")
    #expect(chmod(program.path("afterglow-renderer"), 0o755) == 0)
    return program.path("afterglow-renderer")
  }

  @Test func `while a guard does not answer the program ends when it is asked to`() throws {
    let program = try CommandLineProgram()
    let renderer = try renderer(program, "while :; do sleep 0.1; done")
    let running = try program.start(["run", "bedside-clock", "--headless"], renderer: renderer)
    #expect(program.wait(15) { !program.guards.isEmpty }, "\(running.errors)")
    #expect(end(program, running) < 1)
    #expect(program.guards.isEmpty, "it is left holding the display")
    #expect(try program.finish(running).status == 0)
  }

  @Test func `a guard that never answers is reported and ended`() throws {
    let program = try CommandLineProgram()
    let renderer = try renderer(program, "trap '' TERM; while :; do sleep 0.1; done")
    let running = try program.start(["run", "bedside-clock", "--headless"], renderer: renderer)
    let result = try program.finish(running, within: 20)
    #expect(result.status == 69 && result.errors.contains("its control socket does not answer"), "\(result.text)")
    #expect(program.guards.isEmpty, "it is left holding the display")
  }

  @Test func `a guard that hangs delays nothing, however many messages it is sent`() throws {
    let program = try CommandLineProgram()
    let lines = (10..<60).map { "1.\($0),\($0)" }
    try program.write(lines.joined(separator: "\n") + "\n", to: "trace.csv")
    let running = try started(program, ["--lux-trace", program.path("trace.csv")])
    killGuards(program, SIGSTOP)
    // All of the trace is due by then.
    usleep(1_800_000)
    #expect(end(program, running) < 4)
    killGuards(program)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `light of a trace is sent to a guard that comes back`() throws {
    let program = try CommandLineProgram()
    try program.write("0,0.5\n", to: "trace.csv")
    let running = try started(program, ["--lux-trace", program.path("trace.csv")])
    // The board holds a mode for ten seconds.
    #expect(program.wait(20) { isRed(program) }, "\(running.output)")
    killGuards(program)
    #expect(program.wait(6) { running.errors.contains("the guard is back") }, "\(running.errors)")
    #expect(program.wait(20) { isRed(program) }, "\(running.output)")
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `an archive that the guard refused is offered again`() throws {
    let program = try CommandLineProgram()
    let path = strdup(program.path("service.sock"))!
    defer { free(path) }
    ownUmask()
    let listener = try ControlListener(path: path)
    defer { listener.close() }
    let running = try program.start(
      ["run", "bedside-clock", "--headless", "--control", program.path("service.sock")])
    var socket: Int32 = -1
    defer { closeDescriptor(socket) }
    #expect(
      program.wait(15) {
        socket = listener.accept() ?? -1
        return socket >= 0
      })
    var archives = 0
    func hears(_ count: Int, within seconds: Double) -> Bool {
      program.wait(seconds) {
        while case .message(let message, let passed) = receivePacket(from: socket) {
          closeDescriptor(passed)
          if message.kind == .newArchive { archives += 1 }
        }
        return archives >= count
      }
    }
    #expect(hears(1, within: 5))
    _ = sendPacket(ControlMessage(.refused), to: socket, waits: false)
    #expect(program.wait(5) { running.errors.contains("the panel keeps its last archive") })
    let scene = try program.text("boards/bedside-clock/scene.yaml")
    try program.write(scene + "\n", to: "boards/bedside-clock/scene.yaml")
    #expect(hears(2, within: 10), "\(running.output)")
    // One that it took is not.
    try program.write(scene + "\n\n", to: "boards/bedside-clock/scene.yaml")
    #expect(program.wait(10) { running.output.components(separatedBy: ": compiled").count == 3 }, "\(running.output)")
    #expect(!hears(3, within: 0.3))
    running.signal(SIGTERM)
    #expect(try program.finish(running).status == 0)
  }

  @Test func `log lines that are not read keep neither a dead guard dead nor the program from its end`() throws {
    let program = try CommandLineProgram()
    let pipe = Pipe()
    let full = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(full, F_GETFL)
    _ = fcntl(full, F_SETFL, flags | O_NONBLOCK)
    let junk = [UInt8](repeating: 0x2E, count: 4096)
    while write(full, junk, junk.count) > 0 {}
    _ = fcntl(full, F_SETFL, flags)
    let running = try program.start(["run", "bedside-clock", "--headless"], errors: pipe.fileHandleForWriting)
    // Written once the program has received the report of a frame: a guard that dies before that has not started.
    #expect(program.wait(15) { FileManager.default.fileExists(atPath: program.picture()) })
    try program.write("context: [", to: "boards/bedside-clock/scene.yaml")
    let before = Set(program.guards)
    killGuards(program)
    #expect(program.wait(6) { !program.guards.isEmpty && before.isDisjoint(with: program.guards) })
    #expect(end(program, running) < 4)
    #expect(program.wait(3) { program.guards.isEmpty })
    #expect(try program.finish(running).status == 0)
  }

  @Test func `what a guard reported to its previous author is not repeated`() throws {
    let program = try CommandLineProgram()
    let first = try started(program)
    first.signal(SIGKILL)
    #expect(program.wait(5) { hasEnded(first) })
    let log = try #require(FileHandle(forUpdatingAtPath: program.runFolder() + "/renderer.log"))
    try log.seekToEnd()
    try log.write(contentsOf: Data("afterglow-renderer: an old story\n".utf8))
    let second = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { second.output.contains("framebuffer") })
    try log.write(contentsOf: Data("afterglow-renderer: a new story\n".utf8))
    #expect(program.wait(3) { second.errors.contains("guard: a new story") }, "\(second.errors)")
    #expect(!second.errors.contains("an old story"), "\(second.errors)")
    second.signal(SIGTERM)
    #expect(try program.finish(second).status == 0)
  }

  @Test func `a board on a display is not said to be shown nowhere`() throws {
    let program = try CommandLineProgram()
    try FileManager.default.createDirectory(atPath: program.runFolder(), withIntermediateDirectories: true)
    let path = strdup(program.runFolder() + "/control.sock")!
    defer { free(path) }
    ownUmask()
    let listener = try ControlListener(path: path)
    defer { listener.close() }
    for arguments in [["view", "bedside-clock"], ["view"]] {
      let result = try program.run(arguments)
      #expect(result.status == 69 && result.errors.contains("is shown on a display, not in a file"), "\(result.text)")
    }
  }
}
