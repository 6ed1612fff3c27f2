import AfterglowArchive
import Foundation

/// The archive that a panel showed last, from which widgets without content keep their pictures.
///
/// The file is read when the first widget needs it: most compiles need none of it.
package final class LastGoodArchive: @unchecked Sendable {
  private enum State {
    case unread(Int32)
    case read(UnsafeMutableRawBufferPointer, Archive)
    case unusable
  }

  private let lock = NSLock()
  private var state: State

  /// The alignment that an archive asks of its memory.
  private static let alignment = 64

  /// - Parameter descriptor: an archive's file, which is duplicated.
  package init(_ descriptor: Int32) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    state = own < 0 ? .unusable : .unread(own)
  }

  deinit {
    switch state {
    case .unread(let descriptor): close(descriptor)
    case .read(let bytes, _): bytes.deallocate()
    case .unusable: break
    }
  }

  /// Reads and validates the file, unless that is done. A copy, because a mapped file that is truncated, or lies on a
  /// failing disk, would end the process.
  package func load() {
    lock.withLock {
      guard case .unread(let descriptor) = state else { return }
      state = .unusable
      defer { close(descriptor) }
      guard let bytes = Self.bytes(of: descriptor) else { return }
      guard let archive = try? Archive.validate(UnsafeRawBufferPointer(bytes)) else { return bytes.deallocate() }
      state = .read(bytes, archive)
    }
  }

  private static func bytes(of descriptor: Int32) -> UnsafeMutableRawBufferPointer? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      status.st_size <= Archive.maximumByteCount
    else { return nil }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(status.st_size), alignment: alignment)
    var done = 0
    while done < bytes.count {
      let got = pread(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(done))
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else {
        bytes.deallocate()
        return nil
      }
      done += got
    }
    return bytes
  }

  /// Passes the archive to `body`.
  ///
  /// - Returns: nil for a file that cannot be read, or is no valid archive.
  package func withArchive<R>(_ body: (Archive) throws -> R) rethrows -> R? {
    load()
    guard case .read(_, let archive) = lock.withLock({ state }) else { return nil }
    return try withExtendedLifetime(self) { try body(archive) }
  }
}
