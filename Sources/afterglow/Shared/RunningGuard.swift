import AfterglowLinux
import Foundation

/// The guard that shows a board, whoever started it.
struct RunningGuard {
  /// How a person calls the board.
  let board: String
  let socket: String

  /// - Parameters:
  ///   - board: a folder or name; may be left out when one board alone is shown.
  ///   - control: the guard's own socket, instead of looking for it.
  init(board: String?, control: String?) throws {
    if let control {
      self.board = board ?? control
      socket = control
      return
    }
    let all = try RunningBoard.all().filter { Self.answers($0.socket) }
    let found = board.map { RunningBoard.meant(by: $0, among: all) } ?? all
    let places = "its own runtime folder and \(RuntimePaths.serviceRoot)"
    guard let first = found.first else {
      throw Failure(
        .unavailable, "no guard shows \(board ?? "any board") (looked in \(places)); start one with `afterglow run`")
    }
    guard found.count == 1 else {
      let advice = board == nil ? "name one" : "give the folder of the one that is meant"
      throw Failure(.usage, "several boards are shown (\(RunningBoard.list(found))); \(advice)")
    }
    self.board = first.name
    socket = first.socket
  }

  /// Tells it something, and waits until it has taken it. Throws what the guard says when that does not count there.
  func send(_ message: ControlMessage) throws {
    var why: String?
    do throws(SystemError) {
      let connection = try ControlConnection(connectingTo: socket)
      try connection.send(message)
      // Packets are read in order: an answer to this one means that the other was taken.
      try connection.send(ControlMessage(.ping, value: Self.mark))
      why = try Self.waitForAnswer(connection)
    } catch {
      throw failure(error)
    }
    if let why { throw Failure(.badInput, "\(board): \(why)") }
  }

  private static let mark: Int64 = 0x706F_7765
  private static let patienceMs: Int64 = 2_000

  /// Why the guard does not heed what it was told; nil = it does.
  private static func waitForAnswer(_ connection: borrowing ControlConnection) throws(SystemError) -> String? {
    var why: String?
    // A guard that talks of other things meanwhile is not waited for without end.
    for _ in 0..<64 {
      guard let message = try connection.receive(timeoutMs: patienceMs) else { break }
      if message.kind == .ignored { why = message.text }
      if message.kind == .pong && message.value == mark { return why }
    }
    throw SystemError("hear from the guard", errno: ETIMEDOUT)
  }

  private func failure(_ error: SystemError) -> Failure {
    let reason = String(cString: strerror(error.errno))
    let advice =
      switch error.errno {
      case EACCES: "; run it as the user of the guard, or with sudo"
      case ECONNREFUSED: "; the guard has ended, start it again"
      case EPERM: "; another user's program listens there, and nothing was sent to it"
      default: ""
      }
    return Failure(.unavailable, "cannot \(error.operation) \(socket): \(reason)\(advice)")
  }

  /// A socket that this user may not connect to, or should not, is there all the same: the error then says so.
  static func answers(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try ControlConnection(connectingTo: path)
      return true
    } catch {
      return error.errno == EACCES || error.errno == EPERM
    }
  }
}
