/// A run's files that other programs look for: its folders, and the lock that makes it the only run of its board. They
/// are created anew when they were removed.
final class RunPlaces {
  let paths: RuntimePaths
  private let hasRuntimeFolder: Bool
  /// nil where none is possible: where nothing can be written, the panel is still shown.
  private var lock: RunLock?

  /// - Parameters:
  ///   - hasRuntimeFolder: whether this run's guard or picture is in the runtime folder, and not only another's.
  ///   - warn: called when no lock is possible.
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

  /// Makes the runtime folder, with a note of the board's folder.
  ///
  /// - Throws: `Failure` where it cannot be made.
  func makeFolder() throws {
    if hasRuntimeFolder { try paths.makeRuntimeFolder() }
  }

  /// Renews a lock whose file was removed, which would no longer keep other runs away. The new one is acquired before
  /// the old one is released.
  ///
  /// - Throws: `Failure.busy` where another run shows the board.
  func keep() throws {
    guard let lock, !lock.isInPlace else { return }
    try makeFolder()
    self.lock = try RunLock(paths.authorLock, board: paths.board.name)
  }
}
