import CLinux

/// The folder of a running panel's display file or control socket, and its parent folder.
public struct RuntimeFolder {
  private let path: UnsafePointer<CChar>
  /// The owner of each when the panel started; −1 = it did not exist.
  private let owners: InlineArray<2, Int64>

  /// The folders of the file at `path`, which must stay valid. Their current owners are taken as the intended ones.
  public init(of path: UnsafePointer<CChar>) {
    self.path = path
    var owners = InlineArray<2, Int64>(repeating: -1)
    for level in 0..<Int(AG_FOLDER_LEVELS) { owners[level] = ag_folder_owner(path, Int32(level)) }
    self.owners = owners
  }

  /// Creates both folders again if they were removed, the outer one first.
  ///
  /// - Throws: `SystemError`; EPERM if one belongs to another user by now. Nothing is created in it then.
  public func restore() throws(SystemError) {
    var level = Int(AG_FOLDER_LEVELS)
    while level > 0 {
      level -= 1
      _ = try checked("make the folder anew", ag_restore_folder(path, Int32(level), owners[level]))
    }
  }
}
