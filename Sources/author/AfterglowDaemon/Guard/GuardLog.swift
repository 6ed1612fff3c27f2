import Foundation

/// Reads the guard's standard error line by line as it grows. It is a file, because the guard outlives this program and
/// a pipe would not.
final class GuardLog {
  private let path: String
  /// Readable when the file grows; −1 without a notifier: lines are then read with the next event.
  private(set) var descriptor: Int32 = -1
  /// The file itself, on which the guard writes even when its name was removed.
  private var file: Int32 = -1
  private var offset: off_t = 0

  /// The most bytes read at a time; the rest follows with the next read.
  private static let maximumByteCount = 65_536

  init(path: String) { self.path = path }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if file >= 0 { close(file) }
  }

  /// Call it when a guard was started, because its log is empty then.
  func begin() { follow(from: 0) }

  /// To be called when a running guard was found: its earlier lines were reported by the run that started it.
  func join() {
    var status = stat()
    follow(from: stat(path, &status) == 0 ? status.st_size : 0)
  }

  private func follow(from start: off_t) {
    offset = start
    if file >= 0 { close(file) }
    file = -1
    if descriptor < 0 { descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }
    if descriptor >= 0 { _ = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) }
  }

  /// Complete lines that were not read before.
  func newLines() -> [String] {
    drain()
    if file < 0 { file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard file >= 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: Self.maximumByteCount)
    let count = pread(file, &buffer, buffer.count, offset)
    guard count > 0, let end = buffer[..<count].lastIndex(of: 0x0A) else { return [] }
    offset += off_t(end + 1)
    return buffer[..<end].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  private func drain() {
    guard descriptor >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }
}
