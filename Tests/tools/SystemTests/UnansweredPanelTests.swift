import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowLinux
import AfterglowPanelModels
import Foundation
import Testing

/// Firmware on a panel with older glass than its board names.
@Suite(.enabled(if: FirmwareProgram.x86 != nil, FirmwareProgram.missing)) struct UnansweredPanelTests {
  private func connects(to socket: String) -> Bool {
    do throws(SystemError) {
      _ = try ControlConnection(connectingTo: socket)
      return true
    } catch { return false }
  }

  /// The next message of a kind; others are passed over.
  private func next(_ kind: ControlKind, _ author: borrowing ControlConnection) throws -> ControlMessage {
    for _ in 0..<200 {
      let message = try #require(try author.receive(timeoutMs: 20_000), "no \(kind) within 20 s")
      if message.kind == kind { return message }
    }
    throw SystemError("find the message", errno: 0)
  }

  @Test func `a partial refresh without an answer is reported with the panel's name, and counted`() throws {
    let program = try #require(FirmwareProgram.x86)
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (display, socket) = (folder.appending(path: "panel").path, folder.appending(path: "control").path)
    var description = PanelDescription.panel2in9V2Old
    description.times.full = 1_000
    let host = try TestPanelHost(description, at: display)
    defer { host.end() }
    let archive = folder.appending(path: "paper.archive")
    try TestArchive.clock(displayPath: display) { board in
      (board.widthPx, board.heightPx) = (296, 128)
      board.rotation = Rotation.clockwise90.rawValue
      board.displayKind = DisplayKind.simulatedEPaper.rawValue
      board.panel = SSD1680.Preset.inch2in9V2.panel
      board.pixelFormat = PixelFormat.mono1.rawValue
      board.isEmissive = 0
      board.minimumRefreshIntervalMs = 1_000
    }.write(to: archive)
    let running = try RunningFirmware(program, ["--control", socket, archive.path], in: folder)
    try #require(CountedWait.holds(within: 10) { connects(to: socket) }, "\(running.errors)")
    let author = try ControlConnection(connectingTo: socket)
    let failure = try next(.displayFailed, author)
    #expect(
      failure.text.hasSuffix("this glass has no partial waveform; is it waveshare-2in9-v2-old?"), "\(failure.text)")
    // The renderer reports its counts right after the failure, and the guard sends them to the next author.
    var record = RefreshCount()
    for _ in 0..<20 where record.failed == 0 {
      try author.send(ControlMessage(.ping, value: 7))
      _ = try next(.pong, author)
      let another = try ControlConnection(connectingTo: socket)
      record = RefreshCount(try next(.refreshes, another))
    }
    #expect(record.full >= 1 && record.failed >= 1 && record.partial == 0, "\(record)")
    #expect(running.errors.contains("is it waveshare-2in9-v2-old?"), "\(running.errors)")
    running.process.terminate()
    #expect(try running.finish(within: 20) == 0)
  }

  private struct RefreshCount {
    var full: UInt32 = 0
    var partial: UInt32 = 0
    var failed: UInt32 = 0

    init() {}

    init(_ message: ControlMessage) {
      let record = message.refreshes
      (full, partial, failed) = (record.full, record.partial, record.failed)
    }
  }
}
