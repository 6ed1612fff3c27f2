import AfterglowDaemon
import AfterglowErrors
import AfterglowKit
import AfterglowLinux
import Foundation

/// Ends the processes of a board that `afterglow run` has started.
struct BoardStop {
  private let place: StatusPlace

  /// An e-paper panel finishes its refresh first; its run allows 15 s and the longest refresh for that.
  private static let limitMs: Int64 = 120_000
  /// After this time the user is informed that it takes longer.
  private static let patienceMs: Int64 = 2_000
  private static let lookMs: Int64 = 20

  /// - Throws: `Failure` for a board of a service manager, which would start it again.
  init(_ place: StatusPlace) throws {
    guard !place.isService else {
      let key = place.board.key
      throw Failure(
        .unavailable,
        "\(place.board.name) is run by services, which would start it again; stop it with "
          + "`sudo systemctl stop afterglow@\(key) afterglow-renderer@\(key)`")
    }
    self.place = place
  }

  /// Ends the author, which ends its guard; then a guard whose author was killed.
  ///
  /// - Throws: `Failure` if a process does not end, or belongs to another user.
  func perform() throws {
    if let author = place.author {
      // One that has ended since is no failure.
      guard kill(author.identifier, SIGTERM) == 0 || errno == ESRCH else {
        throw Failure(
          .unavailable,
          "\(place.board.name) is run by another user (process \(author.identifier)); stop it as that user, or "
            + "with sudo")
      }
      try waitForEnd(of: author, "author")
    }
    // A run with --control is the guest of a guard that others have started.
    if let control = place.control, control == place.board.socket, let guardian = try askToStop(at: control) {
      try waitForEnd(of: guardian, "guard")
    }
  }

  /// - Returns: the guard's process; nil if none is there.
  /// - Throws: `Failure` if the guard cannot be reached, or belongs to another user.
  private func askToStop(at control: String) throws -> ProcessEntry? {
    do throws(SystemError) {
      let connection = try ControlConnection(connectingTo: control)
      let process = SocketPeer.process(of: connection.descriptor)
      try connection.send(ControlMessage(.stop))
      return process.flatMap { ProcessEntry($0) }
    } catch {
      switch error.errno {
      // There is none, or it ends already.
      case ENOENT, ECONNREFUSED, EPIPE, ECONNRESET: return nil
      default:
        throw Failure(
          .unavailable,
          "the guard of \(place.board.name) cannot be stopped at \(control): \(ErrnoWords.sentence(error.errno))")
      }
    }
  }

  private func waitForEnd(of process: ProcessEntry, _ name: String) throws {
    // One that a signal has stopped ends once it continues.
    kill(process.identifier, SIGCONT)
    let begunMs = SystemTime.boottimeMs
    var isAnnounced = false
    while let entry = ProcessEntry(process.identifier), entry.startedMs == process.startedMs {
      let waitedMs = SystemTime.boottimeMs - begunMs
      guard waitedMs < Self.limitMs else {
        throw Failure(
          .unavailable,
          "the \(name) of \(place.board.name) (process \(process.identifier)) has not ended within "
            + "\(Self.limitMs / 1_000) s; `kill -9 \(process.identifier)` ends it")
      }
      if waitedMs > Self.patienceMs && !isAnnounced {
        Report.progress("waiting for the \(name) of \(place.board.name); e-paper finishes its refresh first")
        isAnnounced = true
      }
      SystemTime.sleep(milliseconds: Self.lookMs)
    }
  }
}

extension StatusPlace {
  /// The author's process; nil if none is there.
  var author: ProcessEntry? {
    let holder = RunLock.holder(of: authorFolder + "/" + RuntimePaths.authorLockName)
    return ProcessEntry(holder ?? AuthorClient.listener(at: authorFolder + "/" + RuntimePaths.authorSocketName))
  }

  /// A run that is found by the socket of its guard, whichever runtime folder it has.
  ///
  /// - Parameter control: the socket, or the folder that it is in.
  /// - Throws: `Failure` if none runs there.
  init(control: String) throws {
    let path = URL(fileURLWithPath: control).path
    let folder = Files.name(of: path) == RuntimePaths.socketName ? Files.parent(of: path) : path
    board = RunningBoard(folder: folder)
    self.control = board.socket
    authorFolder = folder
    guard author != nil || RunningGuard.answers(board.socket) else {
      throw Failure(
        .unavailable,
        "no board that `afterglow run` has started is running at \(control); expected its runtime folder, or its "
          + "\(RuntimePaths.socketName)")
    }
  }

  /// The one board that runs, or the given one.
  ///
  /// - Throws: `Failure` if there is none, or more than one.
  static func running(_ argument: String?) throws -> StatusPlace {
    let places = try Self.all().filter { place in
      place.author != nil || place.control.map { RunningGuard.answers($0) } ?? false
    }
    let found = argument.map { meant(by: $0, among: places) } ?? places
    guard let first = found.first else {
      let words = argument.map { "\($0) is not running" } ?? "no board is running"
      throw Failure(.unavailable, "\(words) as this user, or as a service")
    }
    guard found.count == 1 else {
      throw Failure(.usage, "several boards are running (\(RunningBoard.list(found.map(\.board)))); name one")
    }
    return first
  }
}
