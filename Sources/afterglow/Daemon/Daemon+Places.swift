/// What others find of this run in the file system: made anew where somebody has removed it.
extension Daemon {
  /// The folders of what this run keeps, and the note of which board it is.
  func makeFolders() throws {
    if renderer != nil || isShownInFile { try paths.makeRuntimeFolder() }
    if options.controlSocket != nil { try Files.makeFolder(paths.stateFolder, mode: 0o700) }
  }

  /// A lock that nobody finds any more keeps no other run away. The new one is had before the old one is let go.
  func keepPlaces() {
    guard let lock, !lock.isInPlace else { return }
    do {
      try makeFolders()
      self.lock = try RunLock(paths.authorLock, board: source.name)
    } catch {
      warn("the run's lock was removed: \(error)", about: "lock")
    }
  }
}
