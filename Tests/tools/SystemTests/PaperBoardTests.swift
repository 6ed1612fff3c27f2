import Foundation
import Testing

/// The shipped boards of e-paper panels: on strict models of their panels, in simulation and over the wire.
@Suite struct PaperBoardTests {
  private static let panels = ["epaper-2in13-v4", "epaper-4in2-v2", "epaper-7in5-v2", "epaper-7in3-spectra6"]

  @Test(arguments: panels)
  func `six hours break no rule of the panel, and their recording neither`(board: String) throws {
    let program = try CommandLineProgram()
    try program.copyBoard(board)
    let result = try program.run([
      "simulate", board, "--from", "2026-11-21T05:00:00Z", "--to", "2026-11-21T11:00:00Z", "--out", "out",
      "--record", "wires.jsonl",
    ])
    #expect(result.status == 0, "\(result.errors)")
    // Lines of progress.
    let complaints = result.errors.split(separator: "\n").filter { !$0.contains(" %, ") }
    #expect(complaints.isEmpty, "\(result.errors)")
    #expect(result.output.contains(", 0 violations; wires.jsonl has what crossed its wires"), "\(result.output)")
    let replay = try program.run(
      ["panel-sim", "wires.jsonl", "--panel", board, "--strict", "--out", "panel.png"])
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
    #expect(replay.output.contains("0 errors, 0 warnings"), "\(replay.output)")
  }

  @Test(arguments: panels)
  func `a run shows the glass of its simulated panel`(board: String) throws {
    let program = try CommandLineProgram()
    try program.copyBoard(board)
    let running = try program.start(["run", board, "--headless"])
    #expect(program.wait(60) { running.output.contains("px changed") }, "\(running.output)\(running.errors)")
    #expect(
      program.wait(5) {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: program.path("run/afterglow"))) ?? []
        return folders.contains {
          $0.hasPrefix(board) && FileManager.default.fileExists(atPath: program.path("run/afterglow/\($0)/panel.png"))
        }
      })
    running.signal(SIGTERM)
    let end = try program.finish(running)
    #expect(end.status == 0)
    #expect(!running.errors.contains("violation") && !running.errors.contains("panel: "), "\(running.errors)")
  }

  @Test func `only e-paper has wires to record`() throws {
    let program = try CommandLineProgram()
    let result = try program.run([
      "simulate", "bedside-clock", "--from", "2026-11-21T05:00:00Z", "--to", "2026-11-21T05:01:00Z", "--out", "out",
      "--record", "wires.jsonl",
    ])
    #expect(result.status == 65 && result.errors.contains("only e-paper panels have wires to record"))
  }
}
