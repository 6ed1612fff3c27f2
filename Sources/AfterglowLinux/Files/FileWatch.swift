import CLinux

/// News of files that the guard has in the file system for others to find: somebody deletes one, moves it or cuts it short.
/// What has become of it is for the owner to look at. Where the kernel gives no such news there is none.
public struct FileWatch {
  /// To wait on for something to read; −1 = there is no news.
  public let descriptor: Int32

  public init() { descriptor = Swift.max(-1, ag_file_watch_open()) }

  /// Watches the file at `path`. A number to remove it by; negative = it cannot be watched.
  public func add(_ path: UnsafePointer<CChar>) -> Int32 { descriptor < 0 ? -1 : ag_file_watch_add(descriptor, path) }

  public func remove(_ file: Int32) { if file >= 0 { ag_file_watch_remove(descriptor, file) } }

  /// Takes what has come, a bounded part at a time; true when there was something.
  public func take() -> Bool { descriptor >= 0 && ag_file_watch_take(descriptor) != 0 }
}
