import Foundation
import Testing

/// What `afterglow check` says of panels that are lit by the same picture for years.
@Suite struct CommandLineWearTests {
  /// The bedside clock, with more in its board file, or another scene.
  private func check(board more: String, scene: String? = nil) throws -> (status: Int32, text: String) {
    let program = try CommandLineProgram()
    try program.copyBoard("bedside-clock")
    let path = "boards/bedside-clock/board.yaml"
    let board = try String(contentsOfFile: program.path(path), encoding: .utf8)
    try program.write(board + more, to: path)
    if let scene { try program.write(scene, to: "boards/bedside-clock/scene.yaml") }
    let run = try program.run(["check", "bedside-clock"])
    return (run.status, run.text)
  }

  @Test func `an orbit as wide as the widest stroke of always-on is enough, a narrower one is reported`() throws {
    let narrow = try check(board: "\nwear: {orbit: 6}\n")
    #expect(narrow.status == 0)
    // Where strokes of digits meet they are thicker: by the digits of the minute.
    let words = try #require(
      narrow.text.firstMatch(of: /always-on has strokes of (\d+) px, and wear.orbit is 6 px/), "\(narrow.text)")
    #expect(try (12...20).contains(#require(Int(words.1))))
    let wide = try check(board: "\nwear: {orbit: 20}\n")
    #expect(wide.status == 0)
    #expect(!wide.text.contains("always-on"), "\(wide.text)")
  }

  @Test func `an orbit beyond the margins is an error that says how far it may go`() throws {
    let far = try check(board: "\nwear: {orbit: 50}\n")
    #expect(far.status != 0)
    #expect(
      far.text.contains("wear.orbit of 50 px would move what is shown off the panel; at most 26 px"), "\(far.text)")
  }
}
