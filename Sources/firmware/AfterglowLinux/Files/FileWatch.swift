import CLinux

/// Watches the guard's files in the file system for deletion, renaming and truncation (inotify(7)). The owner of a file
/// then examines it. Nothing is reported if the kernel has no inotify.
public struct FileWatch {
  /// Readable when there is an event; −1 = no events.
  public let descriptor: Int32

  public init() { descriptor = Swift.max(-1, ag_file_watch_open()) }

  /// Watches the file at `path`. Returns a number for `remove`; negative = it cannot be watched.
  public func add(_ path: UnsafePointer<CChar>) -> Int32 { descriptor < 0 ? -1 : ag_file_watch_add(descriptor, path) }

  /// Ends the watch of a file; negative numbers are ignored.
  public func remove(_ file: Int32) { if file >= 0 { ag_file_watch_remove(descriptor, file) } }

  /// Discards pending events, a bounded number at a time; true if there were any.
  public func take() -> Bool { descriptor >= 0 && ag_file_watch_take(descriptor) != 0 }
}
