import AfterglowBoards
import AfterglowKit
import Foundation

/// The run that holds the lock of a board's state folder, whichever runtime folder it has.
package struct StateHolder {
  package let process: Int32
  /// Control socket of the run's guard; nil where that leads to no run, as after its runtime folder was removed.
  private let socket: String?

  /// - Parameter path: the lock's file, which this process has not locked.
  /// - Returns: nil if no run holds it.
  init?(of path: String) {
    guard let process = RunLock.holder(of: path) else { return nil }
    self.process = process
    let note = (try? Files.head(path, count: RunDeaths.maximumByteCount)) ?? []
    let lines = String(decoding: note, as: UTF8.self).split(separator: "\n")
    guard lines.count == 2, lines[0] == "\(process)" else {
      socket = nil
      return
    }
    let control = String(lines[1])
    let lock = Files.parent(of: control) + "/" + RuntimePaths.authorLockName
    socket = RunLock.holder(of: lock) == process ? control : nil
  }

  /// The runs of a user's boards.
  ///
  /// - Parameter roots: the folders that contain the boards' state folders.
  package static func all(in roots: [String]) -> [StateHolder] {
    roots.flatMap { root in
      ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
        .flatMap { key in holders(in: "\(root)/\(key)") }
    }
  }

  /// The run of a board; nil if none is known.
  ///
  /// - Parameter argument: the board's folder or name.
  package static func run(of argument: String) -> StateHolder? {
    guard let folder = BoardLookup.standard.find(argument) else { return nil }
    return holders(in: RuntimePaths(board: BoardIdentity(folder: folder)).stateFolder).first
  }

  private static func holders(in folder: String) -> [StateHolder] {
    [RuntimePaths.stateLockName, RuntimePaths.virtualStateLockName].compactMap { StateHolder(of: "\(folder)/\($0)") }
  }

  /// The content of the lock's file while this process holds it.
  static func note(socket: String) -> String { "\(getpid())\n\(socket)\n" }

  /// Runtime folder of the run; nil if it is unknown.
  package var folder: String? { socket.map { Files.parent(of: $0) } }

  /// The command that ends the run.
  package var command: String { socket.map { "afterglow stop --control \($0.shellWord)" } ?? "kill \(process)" }
}
