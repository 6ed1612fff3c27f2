import AfterglowKit
import CLinux

/// A file written line by line, buffered.
final class LineFile {
  let path: String
  private let descriptor: Int32
  private var pending: [UInt8] = []
  /// The first failed write; later lines are dropped.
  private(set) var failure: FileFailure?

  init(creating path: String) throws {
    self.path = path
    descriptor = path.withCString { ag_create($0, 0o644) }
    guard descriptor >= 0 else { throw FileFailure(operation: .create, path: path, code: -descriptor) }
  }

  deinit { _ = ag_close(descriptor) }

  /// `line` ends with a line feed.
  func add(_ line: String) {
    pending += Array(line.utf8)
    if pending.count > 1 << 16 { flush() }
  }

  func flush() {
    var sent = 0
    while sent < pending.count && failure == nil {
      let count = pending.withUnsafeBytes { ag_write(descriptor, $0.baseAddress! + sent, Int64($0.count - sent)) }
      if count <= 0 {
        failure = FileFailure(operation: .write, path: path, code: count < 0 ? Int32(-count) : ENOSPC)
      } else {
        sent += Int(count)
      }
    }
    pending.removeAll(keepingCapacity: true)
  }
}
