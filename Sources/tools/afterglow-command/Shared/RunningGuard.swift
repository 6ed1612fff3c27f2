import AfterglowBoards
import AfterglowDaemon
import AfterglowErrors
import AfterglowKit
import AfterglowLinux
import CLinux
import Foundation

/// The guard that shows a board, regardless of which run started it.
struct RunningGuard {
  /// The board's name for users.
  let board: String
  let socket: String
  /// The board's folder; nil if it is unknown.
  let folder: String?

  /// - Parameters:
  ///   - board: a folder or name; optional if only one board is shown.
  ///   - control: the guard's socket, instead of searching for it.
  /// - Throws: `Failure` if there is none, or more than one.
  init(board: String?, control: String?) throws {
    if let control {
      self.board = board ?? control
      socket = control
      folder = board.flatMap(BoardLookup.standard.find)
      return
    }
    let all = try RunningBoard.all().filter { Self.answers($0.socket) }
    let found = board.map { RunningBoard.meant(by: $0, among: all) } ?? all
    let places = "its own runtime folder and \(RuntimePaths.serviceRoot)"
    guard let first = found.first else { throw RunningBoard.absence(board, places) }
    guard found.count == 1 else {
      let advice = board == nil ? "name one" : "give the folder of the one that is meant"
      throw Failure(.usage, "several boards are shown (\(RunningBoard.list(found))); \(advice)")
    }
    self.board = first.name
    socket = first.socket
    folder = first.source ?? BoardLookup.standard.find(first.key)
  }

  /// - Throws: `Failure` if there is none, or more than one.
  init(_ target: RunningTarget) throws { try self.init(board: target.board, control: target.control) }

  /// Sends a message and waits until the guard has processed it.
  ///
  /// - Throws: `Failure` with the guard's reason if it has no effect there.
  func send(_ message: ControlMessage) throws {
    var why: String?
    do throws(SystemError) {
      let connection = try ControlConnection(connectingTo: socket)
      try connection.send(message)
      // Packets are read in order: a reply to this one means that the other was processed.
      try connection.send(ControlMessage(.ping, value: Self.mark))
      why = try Self.waitForAnswer(connection)
    } catch {
      throw failure(error)
    }
    if let why { throw Failure(.badInput, "\(board): \(why)") }
  }

  private static let mark: Int64 = 0x706F_7765
  private static let patienceMs: Int64 = 2_000

  /// Why the guard ignores the message; nil = it does not.
  ///
  /// - Throws: `SystemError` when the guard is gone.
  private static func waitForAnswer(_ connection: borrowing ControlConnection) throws(SystemError) -> String? {
    var why: String?
    // Bounded, because a guard may send other messages continuously.
    for _ in 0..<64 {
      guard let message = try connection.receive(timeoutMs: patienceMs) else { break }
      if message.kind == .ignored { why = message.text }
      if message.kind == .pong && message.value == mark { return why }
    }
    throw SystemError("hear from the guard", errno: ETIMEDOUT)
  }

  func failure(_ error: SystemError) -> Failure {
    let reason = ErrnoWords.cause(error.errno)
    let advice =
      switch error.errno {
      case EACCES: "; run it as the user of the guard, or with sudo"
      case ECONNREFUSED: "; the guard has ended, start it again"
      case ETIMEDOUT: "; `afterglow status` says whether a signal has stopped the guard, and how it continues"
      case EPERM: "; another user's program listens there, and nothing was sent to it"
      default: ""
      }
    return Failure(.unavailable, "cannot \(error.operation) \(socket): \(reason)\(advice)")
  }

  /// Whether a guard accepts connections. True as well for a socket to which this user may not or should not connect,
  /// and for a guard that is stopped and whose queue is full: the error then explains it. Never waits.
  static func answers(_ path: String) -> Bool {
    let descriptor = path.withCString { ag_connect($0, 0) }
    if descriptor >= 0 { _ = ag_close(descriptor) }
    return descriptor >= 0 || [EACCES, EPERM, ETIMEDOUT].contains(-descriptor)
  }
}
