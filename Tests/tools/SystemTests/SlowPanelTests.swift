import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowLinux
import AfterglowPanelModels
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Firmware whose panel takes eight seconds for a refresh: nothing that happens meanwhile ends the renderer, which would
/// cut the panel's supply while it is driven.
@Suite(.enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing)) final class SlowPanelTests {
  let folder: URL
  /// The panel's socket.
  let display: String
  let socket: String
  private let host: TestPanelHost

  init() throws {
    folder = try temporaryFolder()
    display = folder.appending(path: "panel").path
    socket = folder.appending(path: "control").path
    var description = PanelDescription.panel2in13V4
    description.times.full = 8_000
    description.times.partial = 2_000
    host = try TestPanelHost(description, at: display)
  }

  deinit {
    host.end()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A clock whose second hand changes the picture each second, on a simulated panel.
  private func paper(isOther: Bool = false) throws -> Data {
    try TestArchive.clock(displayPath: display, isOther: isOther) { board in
      board.widthPx = 250
      board.heightPx = 122
      board.rotation = Rotation.clockwise90.rawValue
      board.displayKind = DisplayKind.simulatedEPaper.rawValue
      board.panel = SSD1680.Preset.inch2in13V4.panel
      board.pixelFormat = PixelFormat.mono1.rawValue
      board.isEmissive = 0
      board.minimumRefreshIntervalMs = 1_000
    }
  }

  /// Starts it, and waits until its first refresh has been under way for a second.
  private func start(_ program: FirmwareProgram) throws -> RunningFirmware {
    let archive = folder.appending(path: "paper.archive")
    try paper().write(to: archive)
    let running = try RunningFirmware(program, ["--control", socket, archive.path], in: folder)
    try #require(seconds(until: 5) { running.rendererIdentifier != nil && connects } != nil, "\(running.errors)")
    sleep(1)
    #expect(frames == 0)
    return running
  }

  private var connects: Bool {
    do throws(SystemError) {
      _ = try ControlConnection(connectingTo: socket)
      return true
    } catch { return false }
  }

  private var frames: Int { host.refreshCount }

  /// Whether a process runs. One without a parent stays in the table until someone asks for its status.
  private func isAlive(_ process: Int32) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return !status.contains(") Z ")
  }

  private func send(_ content: Data, over connection: borrowing ControlConnection) throws {
    let file = folder.appending(path: "sent-\(UUID().uuidString)")
    try content.write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    try connection.send(ControlMessage(.newArchive), passing: handle.fileDescriptor)
  }

  /// The next message of a kind; others are passed over.
  private func next(
    _ kind: ControlKind, within limit: Double, _ connection: borrowing ControlConnection
  ) throws -> ControlMessage? {
    let end = Date().addingTimeInterval(limit)
    while Date() < end {
      if let message = try connection.receive(timeoutMs: 200), message.kind == kind { return message }
    }
    return nil
  }

  @Test(arguments: FirmwareProgram.native)
  func `an archive, a ping and SIGTERM during a refresh are heard, and the refresh ends`(
    _ program: FirmwareProgram
  ) throws {
    let running = try start(program)
    let renderer = try #require(running.rendererIdentifier)
    let author = try ControlConnection(connectingTo: socket)
    try send(try paper(isOther: true), over: author)
    #expect(try next(.adopted, within: 2, author) != nil, "not adopted during the refresh; \(running.errors)")
    #expect(frames == 0)
    #expect(seconds(until: 12) { frames == 1 } != nil, "the first refresh did not end; \(running.errors)")
    // The next seconds are drawn in part, in two seconds each; the clock announced others, and the guard pings.
    sleep(5)
    #expect(running.rendererIdentifier == renderer, "ended during the next refreshes; \(running.errors)")
    let before = frames
    #expect(before == 2 || before == 3)
    running.process.terminate()
    #expect(try running.finish(within: 20) == 0)
    #expect(frames >= before)
    #expect(running.errors.isEmpty, "\(running.errors)")
  }

  @Test(arguments: FirmwareProgram.native)
  func `another board waits for the end of a refresh, and the guard for nothing`(_ program: FirmwareProgram) throws {
    let running = try start(program)
    let renderer = try #require(running.rendererIdentifier)
    let author = try ControlConnection(connectingTo: socket)
    let other = folder.appending(path: "other-panel").path
    try send(try TestArchive.clock(displayPath: folder.appending(path: "unused").path), over: author)
    try send(try TestArchive.clock(displayPath: other), over: author)
    try author.send(ControlMessage(.ping, value: 5))
    #expect(try next(.pong, within: 1, author)?.value == 5, "the guard waits for the panel")
    sleep(2)
    #expect(running.rendererIdentifier == renderer && frames == 0)
    #expect(seconds(until: 10) { frames == 1 } != nil, "the refresh was cut off; \(running.errors)")
    #expect(seconds(until: 3) { (DisplayFileState(other)?.frames ?? 0) > 0 } != nil, "\(running.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "unused").path))
    #expect(try running.terminate() == 0)
    #expect(running.errors.isEmpty, "\(running.errors)")
  }

  @Test(arguments: FirmwareProgram.native)
  func `a refresh ends even if its guard is killed`(_ program: FirmwareProgram) throws {
    let running = try start(program)
    let renderer = try #require(running.rendererIdentifier)
    kill(running.process.processIdentifier, SIGKILL)
    sleep(3)
    #expect(isAlive(renderer), "the renderer left its panel in the middle of a refresh")
    #expect(seconds(until: 10) { frames == 1 } != nil)
    #expect(seconds(until: 2) { !isAlive(renderer) } != nil, "it outlives its guard")
  }

  @Test(arguments: FirmwareProgram.native)
  func `an author that ends the panel waits for its refresh`(_ program: FirmwareProgram) throws {
    let running = try start(program)
    let author = try ControlConnection(connectingTo: socket)
    try author.send(ControlMessage(.stop))
    sleep(4)
    #expect(running.process.isRunning && frames == 0)
    #expect(try running.finish(within: 20) == 0)
    #expect(frames == 1, "the refresh was cut off")
  }

  @Test(arguments: FirmwareProgram.native)
  func `refreshes are counted over restarts, and saved at a stop`(_ program: FirmwareProgram) throws {
    let archive = folder.appending(path: "paper.archive")
    try paper().write(to: archive)
    let state = folder.appending(path: "state").path
    var totals: [UInt32] = []
    for _ in 0..<2 {
      let before = frames
      let running = try RunningFirmware(program, ["--state", state, archive.path], in: folder)
      #expect(seconds(until: 15) { frames > before } != nil, "\(running.errors)")
      // The driver looks at BUSY some time after the panel's end.
      sleep(1)
      running.process.terminate()
      #expect(try running.finish(within: 20) == 0)
      let record = try Data(contentsOf: URL(fileURLWithPath: state + ".refreshes"))
      #expect(record.count == 304)
      totals.append(record.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self) })
    }
    #expect(totals == [1, 2], "each start is a full refresh, and counts on")
  }
}
