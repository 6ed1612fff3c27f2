import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowLinux
import Foundation
import PixelSupport
import Testing

/// A system call fails once, by strace, and the run must not differ. `make test-syscalls` fails every call, the rig's
/// SystemCallTests on real drivers.
@Suite(
  .serialized, .enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
struct FailedCallTests {
  let folder: URL
  let archive: URL
  let display: String
  let socket: String

  init() throws {
    folder = try temporaryFolder()
    archive = folder.appending(path: "clock.archive")
    display = folder.appending(path: "panel").path
    socket = folder.appending(path: "control").path
  }

  /// The program under strace; its filters are off, because they would see the call that strace takes away.
  private func failing(_ call: String, error: String, of program: FirmwareProgram) -> FirmwareProgram {
    let wrapper = [
      "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=\(call):error=\(error):when=1",
    ]
    return FirmwareProgram(name: program.name, command: wrapper + program.command + ["--unconfined"])
  }

  private func connect() throws -> ControlConnection {
    for _ in 0..<500 {
      do throws(SystemError) { return try ControlConnection(connectingTo: socket) } catch { usleep(10_000) }
    }
    return try ControlConnection(connectingTo: socket)
  }

  /// The first packet of a renderer that the kernel has no memory for reports its first frame. No
  /// other report follows: the picture never changes.
  @Test(arguments: FirmwareProgram.native, ["ENOBUFS", "ENOMEM", "EINTR"])
  func `a guard learns of the first frame when the kernel has no memory for a packet`(
    program: FirmwareProgram, error: String
  ) throws {
    try TestArchive.clock(displayPath: display, hasHands: false).write(to: archive)
    let running = try RunningFirmware(
      failing("sendmsg", error: error, of: program), ["--control", socket, archive.path], in: folder)
    defer { _ = try? running.terminate() }
    let shown = try #require(seconds(until: 10) { (DisplayFileState(display)?.frames ?? 0) > 0 }, "\(running.errors)")
    let author = try connect()
    defer { try? author.send(ControlMessage(.stop)) }
    var isShowing = false
    for _ in 0..<20 where !isShowing {
      guard let message = try author.receive(timeoutMs: 3_000) else { break }
      isShowing = message.kind == .showing || message.kind == .updated
    }
    #expect(isShowing, "the guard knows of no frame, \(shown) s after it was shown: \(running.errors)")
  }

  /// The bus of an e-paper panel on a device that is none: the first call that sets it up is interrupted, and it is the
  /// refusal that ends the program.
  @Test(arguments: FirmwareProgram.native)
  func `an interrupted call that sets up a bus is repeated`(program: FirmwareProgram) throws {
    let paper = try TestArchive.clock(displayPath: "/dev/null") { board in
      board.displayKind = DisplayKind.epaper.rawValue
      board.panel = SSD1680.Preset.inch2in13V4.panel
      board.pixelFormat = PixelFormat.mono1.rawValue
      board.isEmissive = 0
      board.widthPx = 250
      board.heightPx = 122
      board.rotation = Rotation.clockwise90.rawValue
      board.dataCommandLine = 1
      board.resetLine = 2
      board.busyLine = 3
    }
    try paper.write(to: archive)
    let run = try failing("ioctl", error: "EINTR", of: program).run([archive.path])
    #expect(run.status == 69)
    #expect(run.errors.contains("cannot set mode, word size and clock of the bus (errno 25,"), "\(run.errors)")
  }
}
