import CLinux

/// The folder of what a running panel has in the file system, display file or control socket, and the folder around that.
public struct RuntimeFolder {
  private let path: UnsafePointer<CChar>
  /// Whom each belonged to when the panel started; −1 = it was not there.
  private let owners: InlineArray<2, Int64>

  /// Of the file at `path`, which stays valid. What is there now has been chosen by whoever starts the panel.
  public init(of path: UnsafePointer<CChar>) {
    self.path = path
    var owners = InlineArray<2, Int64>(repeating: -1)
    for level in 0..<Int(AG_FOLDER_LEVELS) { owners[level] = ag_folder_owner(path, Int32(level)) }
    self.owners = owners
  }

  /// Makes both anew where somebody has removed them, the outer one first. EPERM where one is somebody else's by now: then
  /// nothing is made in it.
  public func restore() throws(SystemError) {
    var level = Int(AG_FOLDER_LEVELS)
    while level > 0 {
      level -= 1
      _ = try checked("make the folder anew", ag_restore_folder(path, Int32(level), owners[level]))
    }
  }
}
