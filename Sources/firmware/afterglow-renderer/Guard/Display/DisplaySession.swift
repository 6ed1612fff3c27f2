import AfterglowLinux

/// When a panel's display is searched for and checked, and whether its absence was reported. Part of a
/// `PanelSupervisor`.
struct DisplaySession {
  private let fileWatch: FileWatch
  private var watchNumber: Int32 = -1
  var backoff = DisplayBackoff()

  init(_ fileWatch: FileWatch) { self.fileWatch = fileWatch }

  /// Watches the display's file instead of the previous one; nil = the display is not a file.
  mutating func watch(_ path: UnsafePointer<CChar>?) {
    fileWatch.remove(watchNumber)
    watchNumber = path.map { fileWatch.add($0) } ?? -1
  }
}
