import AfterglowDaemon
import AfterglowKit
import Foundation

/// Asks the run of a board by its socket.
struct AuthorClient {
  /// The board's name for users.
  let board: String
  private let socket: String

  /// Longest wait for an answer, in seconds.
  private static let patienceSeconds = 5

  /// - Parameter board: a folder or name; nil if only one board is shown.
  /// - Throws: `Failure` if there is none, or more than one.
  init(board: String?) throws {
    let all = try Self.running()
    let found = board.map { RunningBoard.meant(by: $0, among: all) } ?? all
    guard let first = found.first else {
      let silent = try Self.unreachable()
      if let lost = (board.map { RunningBoard.meant(by: $0, among: silent) } ?? silent).first {
        throw Failure(.unavailable, "\(Self.absenceOfSocket(lost)), so try again then")
      }
      throw RunningBoard.absence(
        board, Self.roots.joined(separator: " and "), ", or use the user that it runs as")
    }
    guard found.count == 1 else {
      throw Failure(.usage, "several boards are shown (\(RunningBoard.list(found))); name one")
    }
    self.init(first)
  }

  private init(_ running: RunningBoard) { self.init(board: running.name, socket: running.authorSocket) }

  /// - Parameters:
  ///   - board: the board's name for users.
  ///   - socket: where its run is reached.
  init(board: String, socket: String) { (self.board, self.socket) = (board, socket) }

  /// The runs of all boards that answer this user.
  ///
  /// - Throws: `Failure` if a folder of theirs cannot be read.
  static func all() throws -> [AuthorClient] { try running().map(AuthorClient.init) }

  /// The runs that hold their lock and whose sockets are missing.
  ///
  /// - Throws: `Failure` if a folder of theirs cannot be read.
  static func unreachable() throws -> [RunningBoard] {
    try RunningBoard.all(withFile: \.authorLock, in: roots).filter { board in
      access(board.authorSocket, F_OK) != 0 && RunLock.holder(of: board.authorLock) != nil
    }
  }

  /// Why a run cannot be reached, up to what can be done.
  static func absenceOfSocket(_ board: RunningBoard) -> String {
    "\(board.name) runs, but its socket \(board.authorSocket) is missing; it makes another one within a minute"
  }

  private static var roots: [String] {
    [RuntimePaths.runtimeRoot, RuntimePaths.stateRoot, RuntimePaths.serviceStateRoot]
  }

  private static func running() throws -> [RunningBoard] {
    try RunningBoard.all(withFile: \.authorSocket, in: roots).filter { connect($0.authorSocket) != nil }
  }

  /// The process that listens at a run's socket, 0 if it is unknown; a negative errno if none does.
  static func listener(at path: String) -> Int32 {
    let (connection, code) = open(path)
    guard let connection else { return -code }
    return SocketPeer.process(of: connection.fileDescriptor) ?? 0
  }

  private static func connect(_ path: String) -> FileHandle? { open(path).connection }

  /// - Returns: a connection, or nil with errno.
  private static func open(_ path: String) -> (connection: FileHandle?, code: Int32) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return (nil, ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    let code = errno
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if result != 0 { return (nil, code) }
    return (handle, 0)
  }

  /// Sends a request without a body.
  ///
  /// - Returns: the answer's body.
  /// - Throws: `Failure` if there is no answer, or with the words of a refusal.
  func ask(_ method: String, _ path: String) throws -> String {
    let (status, body) = try send(method, path)
    guard status < 300 else {
      throw Failure(.unavailable, "the run of \(board) refuses: \(body.isEmpty ? "it gave no answer" : body)")
    }
    return body
  }

  /// The answer of a run to content that is handed over.
  enum Taking {
    /// A widget of the board shows it.
    case taken
    /// No widget uses the name. With the run's words, which are empty for a path that it does not know.
    case unused(String)
  }

  /// Hands over content.
  ///
  /// - Throws: `Failure` if none of the widgets that would take it can read it, and if there is no answer.
  func put(_ bytes: [UInt8], name: String) throws -> Taking {
    let (status, body) = try send("PUT", "/push/\(name)", bytes)
    switch status {
    case ..<300: return .taken
    case 404: return .unused(body)
    case 413, 422: throw Failure(.badInput, "push \(name): \(board) cannot show it: \(body)")
    default: throw Failure(.unavailable, "the run of \(board) refuses: \(body)")
    }
  }

  private func send(_ method: String, _ path: String, _ content: [UInt8]? = nil) throws -> (status: Int, body: String) {
    guard let connection = Self.connect(socket) else {
      throw Failure(.unavailable, "the run of \(board) has ended")
    }
    let length = content.map { "Content-Length: \($0.count)\r\n" } ?? ""
    let request = "\(method) \(path) HTTP/1.1\r\nHost: afterglow\r\n\(length)\r\n"
    var answer = ""
    do {
      try connection.write(contentsOf: Data(request.utf8))
      // A refusal may come, and the connection end, before all of it was taken.
      if let content { try? connection.write(contentsOf: Data(content)) }
      answer = String(decoding: try connection.readToEnd() ?? Data(), as: UTF8.self)
    } catch {
      throw Failure(.unavailable, "the run of \(board) does not answer within \(Self.patienceSeconds) s")
    }
    let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let body = parts.count == 2 ? parts[1].trimmingCharacters(in: .newlines) : ""
    guard let status = answer.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure(.unavailable, "the run of \(board) refuses: it gave no answer")
    }
    return (status, body)
  }
}
