import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowLinux
import AfterglowPanelModels
import Foundation
import Testing

/// Firmware that gets an e-paper panel whose values could harm its glass.
@Suite(.enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing)) struct PanelPresetTests {
  private func paper(_ path: String, _ change: (inout PaperPanel) -> Void = { _ in }) throws -> Data {
    try TestArchive.clock(displayPath: path) { board in
      board.widthPx = 800
      board.heightPx = 480
      board.displayKind = DisplayKind.simulatedEPaper.rawValue
      board.panel = UC8179.Preset.inch7in5V2.panel
      board.pixelFormat = PixelFormat.mono1.rawValue
      board.isEmissive = 0
      change(&board.panel)
    }
  }

  @Test(arguments: FirmwareProgram.native)
  func `it is refused at the start`(_ program: FirmwareProgram) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = folder.appending(path: "paper.archive")
    try paper(folder.appending(path: "panel").path) { $0.booster = 0x2727_2727 }.write(to: archive)
    let run = try program.run([archive.path])
    #expect(run.status == 65)
    let words = "the e-paper panel's booster is 656877351, which its controller must not get"
    #expect(run.errors.contains(words), "\(run)")
  }

  @Test(arguments: FirmwareProgram.native)
  func `a running panel keeps its picture`(_ program: FirmwareProgram) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let panel = folder.appending(path: "panel").path
    let host = try TestPanelHost(.panel7in5V2, at: panel)
    defer { host.end() }
    let archive = folder.appending(path: "paper.archive")
    let socket = folder.appending(path: "control").path
    try paper(panel).write(to: archive)
    let running = try RunningFirmware(program, ["--control", socket, archive.path], in: folder)
    try #require(seconds(until: 20) { host.refreshCount > 0 } != nil, "\(running.errors)")
    let renderer = try #require(running.rendererIdentifier)
    let author = try ControlConnection(connectingTo: socket)
    let wrong = folder.appending(path: "wrong.archive")
    try paper(panel) { $0.drive = 0xFFFF }.write(to: wrong)
    let handle = try FileHandle(forReadingFrom: wrong)
    try author.send(ControlMessage(.newArchive), passing: handle.fileDescriptor)
    var refusal = ""
    for _ in 0..<20 where refusal.isEmpty {
      if let message = try author.receive(timeoutMs: 500), message.kind == .refused { refusal = message.text }
    }
    #expect(refusal.contains("the e-paper panel's drive is 65535"), "\(refusal)")
    #expect(running.rendererIdentifier == renderer)
    #expect(host.mistakes == [])
    #expect(try running.terminate() == 0)
  }
}
