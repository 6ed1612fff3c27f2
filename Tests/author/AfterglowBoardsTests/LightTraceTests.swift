import Foundation
import Testing

@testable import AfterglowBoards

/// `light.file`, checked before a renderer reads it.
@Suite struct LightTraceTests {
  private static let board = goodBoard + "\nlight:\n  sensor: trace\n  file: evening.csv\n"

  @Test func `a trace that can be read is no problem`() {
    for text in ["0,300\n60,0.5\n", "seconds,lux\n0,300\n60,\n"] {
      #expect(load(board: Self.board, files: ["evening.csv": text]).problems == [])
    }
  }

  @Test(arguments: [
    ("", "evening.csv:1:1: the trace holds no sample"),
    ("0,1\n0,2\n", "evening.csv:2:1: seconds must be greater than in the line before"),
    ("0;1\n", "evening.csv:1:1: expected `seconds,lux`, found no comma"),
  ])
  func `a trace that cannot be played is reported with its line`(text: String, expected: String) {
    let (folder, problems) = load(board: Self.board, files: ["evening.csv": text])
    #expect(problems == [expected])
    // Board and scene are valid: the scene can be compiled.
    #expect(folder != nil)
  }

  @Test func `a trace that is missing is reported where it is named`() throws {
    let line =
      try #require(
        Self.board.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("file:") }) + 1
    #expect(
      load(board: Self.board).problems == [
        "board.yaml:\(line):9: \"light.file\": evening.csv: the file does not exist"
      ])
  }

  /// Opening a pipe for reading waits for a writer, of which there is none.
  @Test func `a pipe or folder in its place is refused at once`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, found) in [(pipe, "a device, pipe or socket"), (folder.path, "a folder")] {
      let board = Self.board.replacing("evening.csv", with: path)
      #expect(load(board: board).problems.map { $0.hasSuffix("expected a regular file, found \(found)") } == [true])
    }
  }

  @Test func `a board with another sensor names no file`() {
    #expect(load(board: goodBoard + "\nlight: {sensor: constant, lux: 5}\n").problems == [])
  }
}
