import AfterglowDaemon
import Foundation

/// What an author says when it is asked, and what the kernel says of its process.
struct AuthorAnswer {
  let author: BoardReport.Program
  /// nil = it does not answer, or is of another release.
  let status: BoardStatus?

  /// Whether a process holds the lock of a run, or listens at its socket.
  ///
  /// - Parameter folder: the folder of both.
  static func isThere(in folder: String) -> Bool {
    RunLock.holder(of: folder + "/" + RuntimePaths.authorLockName) != nil
      || AuthorClient.listener(at: folder + "/" + RuntimePaths.authorSocketName) >= 0
  }

  /// Asks the author of a board.
  ///
  /// - Parameters:
  ///   - board: the board's name for users.
  ///   - folder: the folder of its lock and its socket.
  init(board: String, in folder: String, at moment: StatusMoment) {
    let socket = folder + "/" + RuntimePaths.authorSocketName
    // The lock shows a run whose socket was removed, the socket one whose lock was.
    let listener = AuthorClient.listener(at: socket)
    let entry = ProcessEntry(RunLock.holder(of: folder + "/" + RuntimePaths.authorLockName) ?? listener)
    // 0: a process of another container, which has no number here.
    guard entry != nil || listener == 0 else {
      author = listener == -EACCES ? BoardReport.Program.hidden : BoardReport.Program.notRunning
      status = nil
      return
    }
    if let entry, entry.isStopped {
      author = BoardReport.Program(entry, at: moment)
      status = nil
      return
    }
    let answer = try? AuthorClient(board: board, socket: socket).ask("GET", "/status")
    status = answer.flatMap { try? JSONDecoder().decode(BoardStatus.self, from: Data($0.utf8)) }
    let state: BoardReport.Program.State = answer == nil ? .hanging : status == nil ? .otherRelease : .running
    author = BoardReport.Program(state: state, entry, at: moment)
  }
}
