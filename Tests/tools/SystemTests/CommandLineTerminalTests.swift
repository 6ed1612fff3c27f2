import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The panel as a person at a terminal sees it.
@Suite(.serialized) struct CommandLineTerminalTests {
  /// The far side of a terminal of 100 by 40 cells.
  final class Screen {
    let near: FileHandle
    private let far: Int32
    private var bytes: [UInt8] = []

    init() throws {
      far = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      // TIOCSPTLCK and TIOCGPTN, macros that Swift does not import: unlock the near side, and its number.
      var (lock, number) = (Int32(0), UInt32(0))
      try #require(far >= 0 && ioctl(far, 0x4004_5431, &lock) == 0 && ioctl(far, 0x8004_5430, &number) == 0)
      let file = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(file >= 0)
      near = FileHandle(fileDescriptor: file, closeOnDealloc: true)
      var size = winsize(ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(file, UInt(TIOCSWINSZ), &size)
      _ = fcntl(far, F_SETFL, O_NONBLOCK)
    }

    deinit { close(far) }

    func type(_ keys: String) { _ = keys.withCString { write(far, $0, strlen($0)) } }

    /// Everything that was written so far.
    var text: String {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(far, &buffer, buffer.count)
        if count <= 0 { break }
        bytes += buffer[..<count]
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// What was written since the screen was cleared last.
    var shown: Substring {
      let text = text
      return text.range(of: "\u{1B}[2J", options: .backwards).map { text[$0.upperBound...] } ?? text[...]
    }
  }

  private func start(_ program: CommandLineProgram) throws -> (Screen, CommandLineProgram.Running) {
    let screen = try Screen()
    let running = try program.start(["run", "bedside-clock"], input: screen.near, output: screen.near)
    #expect(program.wait(20) { screen.text.contains("▀") && screen.shown.contains("px changed") }, "\(screen.text)")
    return (screen, running)
  }

  @Test func `keys and paths are shown below the picture`() throws {
    let program = try CommandLineProgram()
    let (screen, running) = try start(program)
    let shown = screen.shown
    for line in ["q quit", program.framebuffer(), program.picture(), "next reload", "bedside-clock: 800×480 px"] {
      #expect(shown.contains(line), "\(line) is not to be seen")
    }
    screen.type("q")
    #expect(program.wait(10) { !running.process.isRunning })
  }

  @Test func `a panel that is darkened is dark in the terminal, and lit again`() throws {
    let program = try CommandLineProgram()
    let (screen, running) = try start(program)
    func colors(since mark: Int) -> Set<Substring> {
      Set(screen.text.dropFirst(mark).matches(of: #/[34]8;2;(\d+;\d+;\d+)m/#).map { $0.1 })
    }
    let lit = screen.text.count
    screen.type("p")
    #expect(program.wait(5) { colors(since: lit) == ["0;0;0"] }, "\(colors(since: lit))")
    // A frame of the guard's does not light it either; a dark panel shows none, so that there is nothing to wait for.
    screen.type("n")
    usleep(500_000)
    #expect(colors(since: lit) == ["0;0;0"])
    screen.type("d")
    let dark = screen.text.count
    screen.type("p")
    #expect(program.wait(5) { colors(since: dark).count > 2 }, "\(colors(since: dark))")
    screen.type("q")
    #expect(program.wait(10) { !running.process.isRunning })
  }

  @Test func `the picture of a panel that has gone is not shown as if it were there`() throws {
    let program = try CommandLineProgram()
    #expect(try program.run(["run", "bedside-clock", "--once"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: program.framebuffer()))
    let stale = try program.run(["view"])
    #expect(stale.status == 69)
    #expect(stale.errors.contains("no panel is running") && stale.errors.contains(program.framebuffer()))
    #expect(try program.run(["view", program.framebuffer()]).status == 0)
    // One whose guard was killed has left its socket.
    let running = try program.start(["run", "bedside-clock", "--headless"])
    #expect(program.wait(15) { running.output.contains("px changed") })
    #expect(try program.run(["view"]).output.contains("▀"))
    running.signal(SIGKILL)
    for identifier in program.guards { kill(identifier, SIGKILL) }
    #expect(program.wait(5) { program.guards.isEmpty })
    #expect(FileManager.default.fileExists(atPath: program.runFolder() + "/control.sock"))
    #expect(try program.run(["view"]).status == 69)
  }

  @Test func `a key shows one clock face after another, and leaves the scene's file as it is`() throws {
    let program = try CommandLineProgram()
    let scene = try program.text("boards/bedside-clock/scene.yaml")
    let (screen, running) = try start(program)
    for face in ["thin", "rounded", "analogue"] {
      screen.type("c")
      let words = "clock face \(face) (to keep it: configuration: {face: \(face)} in the scene)"
      #expect(program.wait(20) { screen.text.contains(words) }, "\(screen.shown)")
    }
    screen.type("q")
    #expect(program.wait(10) { !running.process.isRunning })
    #expect(try program.text("boards/bedside-clock/scene.yaml") == scene)
  }
}
