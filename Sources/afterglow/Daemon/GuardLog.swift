import Foundation

/// What the guard says on standard error, line by line as it comes. It goes to a file, because the guard outlives this
/// program and a pipe would not.
final class GuardLog {
  private let path: String
  /// To wait on; −1 where the kernel gives none: then lines come with the next thing that happens.
  private(set) var descriptor: Int32 = -1
  /// The file itself, which the guard writes on even when somebody has removed its name.
  private var file: Int32 = -1
  private var offset: off_t = 0

  /// More than any burst of complaints; what is beyond it comes next time.
  private static let maximumByteCount = 65_536

  init(path: String) { self.path = path }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if file >= 0 { close(file) }
  }

  /// Call when a guard was started, whose log begins anew.
  func begin() { follow(from: 0) }

  /// Call when a guard was found that runs: what it said before was told by whoever started it.
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

  /// Whole lines that were not told before.
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
