import AfterglowKit

/// A run's files that other programs look up: its folders, and the locks that make it the only run of its board. Those of
/// the runtime folder are created again if they were removed.
final class RunPlaces {
  let paths: RuntimePaths
  private let hasRuntimeFolder: Bool
  /// nil if none is possible: if nothing can be written, the panel is still shown.
  private var lock: RunLock?
  /// Lock of the state folder; nil if none is possible or needed. It is not renewed: no cleaner of temporary files removes
  /// it, and this run's loop waits for no disk.
  private let stateLock: RunLock?

  /// - Parameters:
  ///   - hasRuntimeFolder: whether this run's guard or picture is in the runtime folder.
  ///   - warn: called if no lock is possible.
  /// - Throws: `Failure`: `busy` if another run shows the board, others if its folder cannot be made.
  init(_ paths: RuntimePaths, hasRuntimeFolder: Bool, warn: (String) -> Void) throws {
    self.paths = paths
    self.hasRuntimeFolder = hasRuntimeFolder
    if hasRuntimeFolder { try paths.makeRuntimeFolder() }
    do {
      lock = try RunLock(paths.authorLock, board: paths.board.name)
    } catch let failure as FileFailure {
      warn("\(failure); a second run of this board would not be noticed")
    }
    stateLock = try RunLock.ofState(paths)
  }

  /// Makes the runtime folder, with a file that contains the path of the board's folder.
  ///
  /// - Throws: `Failure` if it cannot be made.
  func makeFolder() throws {
    if hasRuntimeFolder { try paths.makeRuntimeFolder() }
  }

  /// Renews a lock whose file was removed and that would no longer exclude other runs. The new one is acquired before
  /// the old one is released.
  ///
  /// - Throws: `Failure.busy` if another run shows the board.
  func keep() throws {
    guard let lock, !lock.isInPlace else { return }
    try makeFolder()
    self.lock = try RunLock(paths.authorLock, board: paths.board.name)
  }
}
