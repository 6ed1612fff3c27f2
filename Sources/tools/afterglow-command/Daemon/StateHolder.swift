import AfterglowKit
import Foundation

/// The run that holds the lock of a board's state folder, whichever runtime folder it has.
struct StateHolder {
  let process: Int32
  /// Control socket of its guard; nil where that leads to no run, as after its runtime folder was removed.
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
    let lock = Files.parent(of: control) + "/" + RunningBoard.authorLockName
    socket = RunLock.holder(of: lock) == process ? control : nil
  }

  /// The content of the lock's file while this process holds it.
  static func note(socket: String) -> String { "\(getpid())\n\(socket)\n" }

  /// The command that ends the run.
  var command: String { socket.map { "afterglow stop --control \($0.shellWord)" } ?? "kill \(process)" }
}
