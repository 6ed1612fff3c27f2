import AfterglowArchive
import AfterglowLinux
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Pipes, folders and devices where the firmware expects files: it says so, and never waits for a writer.
@Suite(.serialized, .enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing))
struct FifoTests {
  let folder: URL
  let fifo: String
  let display: String
  let archive: String

  init() throws {
    folder = try temporaryFolder()
    fifo = folder.appending(path: "fifo").path
    display = folder.appending(path: "panel").path
    archive = folder.appending(path: "archive").path
    try #require(mkfifo(fifo, 0o600) == 0)
    try TestArchive.clock(displayPath: display, orbitPx: 6).write(to: URL(fileURLWithPath: archive))
  }

  @Test(arguments: FirmwareProgram.native)
  func `an archive that is a pipe is refused at once, shown or simulated`(_ program: FirmwareProgram) throws {
    for arguments in [
      [fifo], ["--control", folder.appending(path: "control").path, fifo], ["--simulate", "0", "1", fifo],
    ] {
      let running = try RunningFirmware(program, arguments, in: folder)
      #expect(try running.finish() == 74, "\(arguments)")
      #expect(running.errors.contains("not a regular file"), "\(running.errors)")
    }
  }

  @Test(arguments: FirmwareProgram.native)
  func `a trace or state that is a pipe is reported, and the panel shows its picture`(_ program: FirmwareProgram) throws
  {
    for option in ["--lux-trace", "--state"] {
      let frames = DisplayFileState(display)?.frames ?? 0
      let running = try RunningFirmware(program, [option, fifo, archive], in: folder)
      #expect(
        seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > frames } != nil, "\(option): \(running.errors)")
      #expect(try running.terminate() == 0)
      #expect(running.errors.contains("not a regular file"), "\(option): \(running.errors)")
    }
    let run = try program.run(["--lux-trace", fifo, "--simulate", "0", "1", archive])
    #expect(run.status == 65)
  }

  @Test(arguments: FirmwareProgram.native)
  func `an archive that becomes a pipe changes nothing when it is read again`(_ program: FirmwareProgram) throws {
    let running = try RunningFirmware(program, [archive], in: folder)
    #expect(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > 0 } != nil, "\(running.errors)")
    try FileManager.default.removeItem(atPath: archive)
    try #require(mkfifo(archive, 0o600) == 0)
    kill(running.process.processIdentifier, SIGHUP)
    #expect(seconds(until: 5) { running.errors.contains("the picture stays as it is") } != nil, "\(running.errors)")
    let frames = try #require(DisplayFileState(display)).frames
    #expect(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > frames } != nil)
    #expect(try running.terminate() == 0)
  }
}
