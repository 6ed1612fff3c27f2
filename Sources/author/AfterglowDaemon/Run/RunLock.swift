import AfterglowKit
import CLinux
import Foundation

/// Held by the one run that shows a board: a second one would take over the guard, and stop it on exit.
///
/// A record lock (fcntl(2), F_SETLK), which the kernel releases when the run exits for any reason.
package final class RunLock {
  private let descriptor: Int32
  private let path: String
  /// Whether this run has acquired the lock.
  private var isHeld = false

  /// - Throws: `Failure.busy` with the other's process id; other failures if no lock is possible.
  init(_ path: String, board: String) throws {
    self.path = path
    try Files.makeFolder(Files.parent(of: path), mode: 0o700)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw FileFailure(operation: .create, path: path, code: errno) }
    var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    if fcntl(descriptor, F_SETLK, &lock) == 0 {
      isHeld = true
      begin(nowMs: ag_boottime_ms())
      return
    }
    guard errno == EACCES || errno == EAGAIN else { throw FileFailure(operation: .create, path: path, code: errno) }
    let isKnown = fcntl(descriptor, F_GETLK, &lock) == 0 && Int32(lock.l_type) != F_UNLCK && lock.l_pid > 0
    let holder = isKnown ? "process \(lock.l_pid)" : "another process"
    throw Failure(
      .busy,
      "\(board) is run by \(holder) already; end that one with `afterglow stop \(board.shellWord)`, or edit the "
        + "board's files, which it watches")
  }

  /// Whether another run would find it: false once its file was removed.
  var isInPlace: Bool {
    var own = stat()
    var found = stat()
    return fstat(descriptor, &own) == 0 && lstat(path, &found) == 0 && own.st_dev == found.st_dev
      && own.st_ino == found.st_ino
  }

  /// Leaves in the file that a run has begun (``RunDeaths``).
  private func begin(nowMs: Int64) {
    var bytes = [UInt8](repeating: 0, count: RunDeaths.maximumByteCount)
    let got = pread(descriptor, &bytes, bytes.count, 0)
    let text = RunDeaths(String(decoding: bytes[..<max(0, got)], as: UTF8.self), nowMs: nowMs).text
    guard ftruncate(descriptor, 0) == 0 else { return }
    // On a full disk the next run does not know of this one's death.
    _ = pwrite(descriptor, Array(text.utf8), text.utf8.count, 0)
  }

  deinit {
    if isHeld { _ = ftruncate(descriptor, 0) }
    close(descriptor)
  }
}

extension RunLock {
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
