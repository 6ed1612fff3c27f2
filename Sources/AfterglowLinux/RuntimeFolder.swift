import CLinux

/// The folder of what a running panel has in the file system, display file and control socket.
public enum RuntimeFolder {
  /// Makes the folder of the file at `path` anew, and the one around it, after somebody has removed them. EPERM where it
  /// is somebody else's by now.
  public static func restore(for path: UnsafePointer<CChar>) throws(SystemError) {
    _ = try checked("make the folder anew", ag_restore_folder(path))
  }
}
