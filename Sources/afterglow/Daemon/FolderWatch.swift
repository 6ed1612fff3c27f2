import AfterglowLinux
import Foundation

/// Notices that a file in a board's folder, or one that its scene names elsewhere, was changed, added or removed.
///
/// inotify where the kernel gives it; where not (a used-up limit, a network disk), a look every two seconds.
final class FolderWatch {
  private let folders: [String]
  /// To wait on; −1 while polling.
  private(set) var descriptor: Int32 = -1
  private var lastLook: [String: FileMark] = [:]
  private var nextLookMs: Int64 = 0

  private struct FileMark: Equatable {
    var seconds: Int
    var nanoseconds: Int
    var size: Int
    var inode: UInt64
  }

  static let pollIntervalMs: Int64 = 2_000
  /// A board's folder is small; a mistaken `/` must not become a million watches.
  private static let maximumFolders = 64

  init(folder: String, otherFiles: [String] = []) {
    var all = [folder] + Self.subfolders(of: folder)
    for file in otherFiles {
      // Of a folder of pictures what is in it counts, not what lies beside it.
      let folder = Self.isFolder(file) ? file : Files.parent(of: file)
      if !all.contains(folder) { all.append(folder) }
    }
    folders = Array(all.prefix(Self.maximumFolders))
    lastLook = look()
    startNotifying()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func startNotifying() {
    let notifier = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard notifier >= 0 else { return }
    let events =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
    for folder in folders where inotify_add_watch(notifier, folder, events) < 0 {
      close(notifier)
      return
    }
    descriptor = notifier
  }

  /// When to call `hasChanged` although nothing is to be read; nil = only then.
  func nextLook(nowMs: Int64) -> Int64? { descriptor >= 0 ? nil : max(nowMs, nextLookMs) }

  /// Whether anything changed since the last call.
  func hasChanged(nowMs: Int64) -> Bool {
    guard descriptor >= 0 || nowMs >= nextLookMs else { return false }
    if descriptor >= 0 && !drain() { return false }
    nextLookMs = nowMs + Self.pollIntervalMs
    // Whatever was reported, only a file that really differs counts: editors create and remove files of their own.
    let now = look()
    defer { lastLook = now }
    return now != lastLook
  }

  private func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isAny = false
    while read(descriptor, &buffer, buffer.count) > 0 { isAny = true }
    return isAny
  }

  private func look() -> [String: FileMark] {
    var marks: [String: FileMark] = [:]
    for folder in folders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names.prefix(1_000) where !name.hasPrefix(".") && !name.hasSuffix("~") {
        var status = stat()
        guard stat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        marks[folder + "/" + name] = FileMark(
          seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size),
          inode: UInt64(status.st_ino))
      }
    }
    return marks
  }

  private static func subfolders(of folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { !$0.hasPrefix(".") }.map { folder + "/" + $0 }.filter(isFolder)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
