import AfterglowBoards
import Foundation
import Testing

@testable import afterglow_command

/// A folder for the files of a run, and the run's warnings.
final class RunFolder {
  let folder: URL
  private(set) var reported: [(tone: Tone, text: String)] = []

  init() throws {
    // Short, because a control socket's path is limited to 107 bytes.
    folder = FileManager.default.temporaryDirectory.appending(path: "ag-\(UInt32.random(in: 0...UInt32.max))")
    for name in ["board", "run", "state"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }

  /// - Parameter socket: the name of another guard's socket; nil = the run has its own.
  func paths(socket: String? = nil) -> RuntimePaths {
    RuntimePaths(
      board: BoardIdentity(folder: path("board")), foreignSocket: socket.map(path), runtimeRoot: path("run"),
      stateRoot: path("state"))
  }

  var reporter: StatusReporter { StatusReporter { [self] in reported.append(($0, $1)) } }

  var texts: [String] { reported.map(\.text) }
}
