import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowPanelModels
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Firmware of which guard and renderer are killed together while they drive a simulated panel.
@Suite(.enabled(if: FirmwareProgram.x86 != nil, FirmwareProgram.missing)) struct KilledPanelTests {
  /// The moments are counted in packets to the panel after the trigger of its refresh: none, and some looks at BUSY.
  @Test(arguments: [0, 1, 6])
  func `a refresh that outlives guard and renderer is not reset by the next start`(_ packets: Int) throws {
    let program = try #require(FirmwareProgram.x86)
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let display = folder.appending(path: "panel").path
    var description = PanelDescription.panel2in13V4
    description.times.full = 1_000
    let host = try TestPanelHost(description, at: display)
    defer { host.end() }
    host.killClients(afterPackets: packets)
    let archive = folder.appending(path: "paper.archive")
    try TestArchive.clock(displayPath: display, hasHands: false) { board in
      (board.widthPx, board.heightPx) = (250, 122)
      board.rotation = Rotation.clockwise90.rawValue
      board.displayKind = DisplayKind.simulatedEPaper.rawValue
      board.panel = SSD1680.Preset.inch2in13V4.panel
      board.pixelFormat = PixelFormat.mono1.rawValue
      board.isEmissive = 0
      board.minimumRefreshIntervalMs = 1_000
    }.write(to: archive)
    let killed = try RunningFirmware(program, [archive.path], in: folder)
    #expect(try killed.finish(within: 20) == 128 + SIGKILL, "\(killed.errors)")
    #expect(host.refreshCount == 0, "the panel's time did not stand")
    let next = try RunningFirmware(program, [archive.path], in: folder)
    #expect(CountedWait.holds(within: 30) { host.refreshCount == 2 }, "\(host.refreshCount) refreshes; \(next.errors)")
    next.process.terminate()
    #expect(try next.finish(within: 20) == 0)
    #expect(host.refreshCount == 2)
    #expect(!host.mistakes.contains { $0.contains("mid-refresh") }, "\(host.mistakes)")
  }
}
