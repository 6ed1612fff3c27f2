import AfterglowKit
import CLinux
import Foundation

/// Held by the one run that shows a board: a second one would take over the guard, and stop it on exit.
///
/// A record lock (fcntl(2), F_SETLK), which the kernel releases when the run exits for any reason.
package final class RunLock {
  private let descriptor: Int32
  private let path: String
  private let isEmptiedAtEnd: Bool
  /// Whether this run has acquired the lock.
  private var isHeld = false

  /// Acquires a lock and writes a note into its file.
  ///
  /// - Parameters:
  ///   - isEmptiedAtEnd: whether the note is removed when the run ends.
  ///   - note: the text of the file while the lock is held, derived from the text that an earlier run has left.
  ///   - refusal: the message where another process holds the lock; its identifier is nil if it is unknown.
  /// - Throws: `Failure.busy` with the refusal; `FileFailure` if no lock is possible.
  private init(
    _ path: String, isEmptiedAtEnd: Bool, note: (String) -> String, refusal: (Int32?) -> String
  ) throws {
    self.path = path
    self.isEmptiedAtEnd = isEmptiedAtEnd
    try Files.makeFolder(Files.parent(of: path), mode: 0o700)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw FileFailure(operation: .create, path: path, code: errno) }
    var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    if fcntl(descriptor, F_SETLK, &lock) == 0 {
      isHeld = true
      begin(note)
      return
    }
    guard errno == EACCES || errno == EAGAIN else { throw FileFailure(operation: .create, path: path, code: errno) }
    let isKnown = fcntl(descriptor, F_GETLK, &lock) == 0 && Int32(lock.l_type) != F_UNLCK && lock.l_pid > 0
    throw Failure(.busy, refusal(isKnown ? lock.l_pid : nil))
  }

  /// Acquires the lock that other programs look up next to the run's socket.
  ///
  /// - Throws: `Failure.busy` with the other's process id; other failures if no lock is possible.
  convenience init(_ path: String, board: String) throws {
    try self.init(
      path, isEmptiedAtEnd: true, note: { RunDeaths($0, nowMs: ag_boottime_ms()).text },
      refusal: { holder in
        "\(board) is run by \(RunLock.name(of: holder)) already; end that one with `afterglow stop \(board.shellWord)`, "
          + "or edit the board's files, which it watches"
      })
  }

  /// Whether another run would find it: false once its file was removed.
  var isInPlace: Bool {
    var own = stat()
    var found = stat()
    return fstat(descriptor, &own) == 0 && lstat(path, &found) == 0 && own.st_dev == found.st_dev
      && own.st_ino == found.st_ino
  }

  private static func name(of holder: Int32?) -> String { holder.map { "process \($0)" } ?? "another process" }

  /// Leaves in the file that a run has begun.
  private func begin(_ note: (String) -> String) {
    var bytes = [UInt8](repeating: 0, count: RunDeaths.maximumByteCount)
    let got = pread(descriptor, &bytes, bytes.count, 0)
    let text = note(String(decoding: bytes[..<max(0, got)], as: UTF8.self))
    guard ftruncate(descriptor, 0) == 0 else { return }
    // On a full disk the next run does not know of this one's death, and another run names no command that ends it.
    _ = pwrite(descriptor, Array(text.utf8), text.utf8.count, 0)
  }

  deinit {
    if isHeld && isEmptiedAtEnd { _ = ftruncate(descriptor, 0) }
    close(descriptor)
  }
}

extension RunLock {
  /// Acquires the lock of a board's state folder, which a run with another runtime folder finds.
  ///
  /// - Returns: nil for a guest of a service's guard, whose only lock is in that folder, and where no lock is possible: a
  ///   folder in which nothing can be created is not spoilt by two runs.
  /// - Throws: `Failure.busy` with the command that ends the other run.
  static func ofState(_ paths: RuntimePaths) throws -> RunLock? {
    guard let path = paths.stateLock else { return nil }
    let note = StateHolder.note(socket: paths.controlSocket)
    do {
      // The note is of no use without the lock, and a disk that hangs must not delay the end of the run.
      return try RunLock(
        path, isEmptiedAtEnd: false, note: { _ in note },
        refusal: { holder in
          let end = StateHolder(of: path).map { "end it with `\($0.command)`" } ?? "end it where it was started"
          return "\(paths.board.name) is run by \(RunLock.name(of: holder)) already, with another runtime folder "
            + "(XDG_RUNTIME_DIR); edit the board's files, which it watches, or \(end)"
        })
    } catch is FileFailure { return nil }
  }

  /// The process that holds the lock of a run; nil if none does, or if this user may not read the file. Call it only in
  /// a process that has no run itself: closing the file gives up its own lock on it (fcntl(2)).
  package static func holder(of path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    guard fcntl(descriptor, F_GETLK, &lock) == 0, Int32(lock.l_type) != F_UNLCK, lock.l_pid > 0 else { return nil }
    return lock.l_pid
  }
}
