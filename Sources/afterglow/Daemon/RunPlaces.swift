/// What others find of a run in the file system: its folders, and the lock that makes it the only run of its board. Made anew where
/// somebody has removed it.
final class RunPlaces {
  let paths: RuntimePaths
  private let hasRuntimeFolder: Bool
  /// nil where none could be had: where nothing can be written, the panel matters more.
  private var lock: RunLock?

  /// - Parameters:
  ///   - hasRuntimeFolder: whether this run's guard or picture lies there, and not another's alone.
  ///   - warn: is told that no lock can be had.
  /// - Throws: `Failure`: `busy` where another run shows the board, others where its folder cannot be made.
  init(_ paths: RuntimePaths, hasRuntimeFolder: Bool, warn: (String) -> Void) throws {
    self.paths = paths
    self.hasRuntimeFolder = hasRuntimeFolder
    try makeFolder()
    do {
      lock = try RunLock(paths.authorLock, board: paths.board.name)
    } catch let failure as FileFailure {
      warn("\(failure); a second run of this board would not be noticed")
    }
  }

  /// For what this run keeps while it runs, with the note of which board it is.
  func makeFolder() throws {
    if hasRuntimeFolder { try paths.makeRuntimeFolder() }
  }

  /// A lock that nobody finds any more keeps no other run away. The new one is had before the old one is let go.
  func keep() throws {
    guard let lock, !lock.isInPlace else { return }
    try makeFolder()
    self.lock = try RunLock(paths.authorLock, board: paths.board.name)
  }
}
