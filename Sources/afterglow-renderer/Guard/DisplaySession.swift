import AfterglowLinux

/// When a panel's display is looked for and watched, and what was said of its absence.
struct DisplaySession {
  private let fileWatch: FileWatch
  private var watchNumber: Int32 = -1
  var backoff = DisplayBackoff()

  init(_ fileWatch: FileWatch) { self.fileWatch = fileWatch }

  /// A new file is watched, and the one before not any more; nil = the display is no file.
  mutating func watch(_ path: UnsafePointer<CChar>?) {
    fileWatch.remove(watchNumber)
    watchNumber = path.map { fileWatch.add($0) } ?? -1
  }
}
