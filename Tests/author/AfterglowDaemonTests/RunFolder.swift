import AfterglowBoards
import Foundation
import TestSupport

@testable import AfterglowDaemon

/// A folder for the files of a run, and the run's warnings.
final class RunFolder {
  private let scratch: ScratchFolder
  private(set) var reported: [(tone: Tone, text: String)] = []

  init() throws { scratch = try ScratchFolder(["board", "run", "state"]) }

  var folder: URL { scratch.folder }

  func path(_ name: String) -> String { scratch.path(name) }

  func write(_ text: String, to name: String) throws { try scratch.write(text, to: name) }

  /// - Parameter socket: the name of another guard's socket; nil = the run has its own.
  func paths(socket: String? = nil) -> RuntimePaths {
    RuntimePaths(
      board: BoardIdentity(folder: path("board")), foreignSocket: socket.map(path), runtimeRoot: path("run"),
      stateRoot: path("state"))
  }

  var reporter: StatusReporter { StatusReporter { [self] in reported.append(($0, $1)) } }

  var texts: [String] { reported.map(\.text) }
}
