import AfterglowArchive
import AfterglowErrors
import AfterglowKit
import AfterglowLinux
import CLinux
import Foundation

/// An archive as a descriptor, which can be passed to a guard without opening anything: a memory file, or once it is
/// saved, the file on disk. Created by the composer, used by the daemon's thread; a lock protects the descriptor.
package final class ArchiveFile: @unchecked Sendable {
  let byteCount: Int
  /// Equal for equal content, regardless of when it was compiled.
  let contentHash: UInt64
  private let lock = NSLock()
  private var descriptor: Int32

  /// - Throws: `Failure` when there is no memory or descriptor for it.
  package init(_ bytes: [UInt8], contentHash: UInt64) throws {
    byteCount = bytes.count
    self.contentHash = contentHash
    descriptor = ag_memory_file()
    guard descriptor >= 0 else { throw Self.failure(-descriptor) }
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes { ag_write(descriptor, $0.baseAddress! + done, Int64($0.count - done)) }
      guard put > 0 else { throw Self.failure(put == 0 ? ENOSPC : Int32(-put)) }
      done += Int(put)
    }
  }

  /// Takes over a descriptor.
  package init(descriptor: Int32, byteCount: Int, contentHash: UInt64) {
    self.byteCount = byteCount
    self.contentHash = contentHash
    self.descriptor = descriptor
  }

  /// Opens a saved archive; nil for one that is missing. Its bytes may be anything.
  convenience init?(savedAt path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    self.init(descriptor: file, byteCount: Int(max(0, ag_file_size(file))), contentHash: 0)
  }

  /// Closes replaced files: freeing their blocks may block on the disk, and the last reference may be in the daemon's
  /// loop.
  private static let closer = WorkThread("closer")

  deinit {
    let descriptor = descriptor
    if descriptor >= 0 { Self.closer.async { _ = ag_close(descriptor) } }
  }

  private static func failure(_ code: Int32) -> Failure {
    Failure(.unavailable, "cannot keep an archive in memory: \(ErrnoWords.sentence(code))")
  }

  /// Passes the descriptor to `body`, which must not block.
  ///
  /// - Throws: what `body` throws.
  package func withDescriptor<R>(_ body: (Int32) throws -> R) rethrows -> R {
    try lock.withLock { try body(descriptor) }
  }

  package func bytes() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var done = 0
    while done < byteCount {
      let got = bytes.withUnsafeMutableBytes { bytes in
        withDescriptor { ag_pread($0, bytes.baseAddress! + done, Int64(bytes.count - done), Int64(done)) }
      }
      guard got > 0 else { throw Self.failure(got == 0 ? EIO : Int32(-got)) }
      done += Int(got)
    }
    return bytes
  }

  /// Passes its bytes to `body`, without a copy.
  ///
  /// - Returns: nil where they cannot be mapped, or are fewer.
  func withMapping<R>(_ body: (UnsafeRawBufferPointer) throws -> R?) rethrows -> R? {
    let size = Int64(byteCount)
    let memory = withDescriptor { ag_file_size($0) == size ? ag_map_for_reading($0, size) : nil }
    guard let memory else { return nil }
    defer { _ = ag_unmap(memory, size) }
    return try body(UnsafeRawBufferPointer(start: memory, count: byteCount))
  }

  /// Replaces the memory file by the file at `path` with the same bytes.
  func settle(on path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return }
    let isWhole = ag_file_size(file) == Int64(byteCount)
    let other = lock.withLock {
      defer { if isWhole { descriptor = file } }
      return isWhole ? descriptor : file
    }
    _ = ag_close(other)
  }
}
