import AfterglowBoards
import AfterglowKit
import Foundation

/// Paths of a board's files while it runs, and of persistent ones (XDG base directories).
package struct RuntimePaths: Sendable {
  /// Name of the guard's socket.
  package static let socketName = "control.sock"
  /// Name of the run's socket.
  package static let authorSocketName = "author.sock"
  /// Name of the run's lock.
  package static let authorLockName = "author.lock"
  /// Name of the file that shows the panel, where no display does.
  package static let framebufferName = "panel.vfb"
  /// Name of the file with the run's lines.
  package static let runLogName = "run.log"
  /// Name of the file with the guard's lines.
  package static let rendererLogName = "renderer.log"
  /// Suffix of the key for a board with a real display that is shown in a file.
  package static let virtualMark = "-virtual"
  /// Name of the file that contains the path of the board's folder.
  package static let noteName = "board"

  private(set) var folder: String
  private var isApart = false
  let stateFolder: String
  let board: BoardIdentity
  /// The socket of a guard started by another program; nil = this program's own.
  let foreignSocket: String?

  var framebuffer: String { folder + "/" + Self.framebufferName }
  var picture: String { folder + "/panel.png" }
  /// Of a simulated e-paper panel, which a run hosts.
  var panelSocket: String { folder + "/panel.sock" }
  var controlSocket: String { foreignSocket ?? folder + "/" + Self.socketName }
  var rendererLog: String { folder + "/" + Self.rendererLogName }
  /// Of the run's own lines (`RunLog`).
  var runLog: String { folder + "/" + Self.runLogName }
  var archive: String { isApart ? virtualArchive : stateFolder + "/scene.archive" }
  var virtualArchive: String { stateFolder + "/virtual.archive" }
  /// What was used of the widgets' budgets.
  var reloads: String { stateFolder + "/reloads.json" }
  var virtualReloads: String { stateFolder + "/virtual-reloads.json" }
  /// What ended a composing process, and is not composed again.
  package var setAside: String { stateFolder + "/set-aside.json" }
  package var virtualSetAside: String { stateFolder + "/virtual-set-aside.json" }
  /// For a guard that starts while the state folder is read-only.
  var runtimeArchive: String { folder + "/scene.archive" }

  /// Held by the run that shows the board; for a service's guard, whose folder belongs to the service, next to the
  /// archive.
  var authorLock: String { authorFolder + "/" + Self.authorLockName }

  /// Held by the run that writes to the state folder, also where another run has another runtime folder; nil for a guest
  /// of a service's guard, whose `authorLock` is there.
  var stateLock: String? {
    foreignSocket == nil ? stateFolder + "/" + (isApart ? Self.virtualStateLockName : Self.stateLockName) : nil
  }

  static let stateLockName = "run.lock"
  static let virtualStateLockName = "virtual-run.lock"

  /// Where other programs reach the run; next to its lock.
  var authorSocket: String { authorFolder + "/" + Self.authorSocketName }

  private var authorFolder: String { foreignSocket == nil ? folder : stateFolder }

  package init(
    board: BoardIdentity, foreignSocket: String? = nil, runtimeRoot: String = Self.runtimeRoot,
    stateRoot: String = Self.stateRoot
  ) {
    self.board = board
    self.foreignSocket = foreignSocket
    folder = runtimeRoot + "/" + board.key
    stateFolder = stateRoot + "/" + board.key
  }

  /// Uses separate paths for a virtual run, so that a real panel's run may continue at the same time.
  mutating func setApartForVirtual() {
    folder += Self.virtualMark
    isApart = true
  }

  /// The folder of guards that run as services.
  package static let serviceRoot = "/run/afterglow"
  /// The state folder of authors that run as services (`StateDirectory` of the unit). It belongs to their user, whom
  /// root has chosen: only root may write to the folder around it.
  package static let serviceStateRoot = "/var/lib/afterglow"

  private static func variable(_ name: String) -> String? {
    // The specification ignores relative paths.
    ProcessInfo.processInfo.environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  package static var runtimeRoot: String {
    if let folder = variable("XDG_RUNTIME_DIR"), access(folder, W_OK | X_OK) == 0 { return folder + "/afterglow" }
    return "/tmp/afterglow-\(getuid())"
  }

  package static var stateRoot: String {
    if let folder = variable("XDG_STATE_HOME") { return folder + "/afterglow" }
    return (variable("HOME") ?? NSHomeDirectory()) + "/.local/state/afterglow"
  }

  /// Rejects a folder that another user has created in place of this user's, because /tmp is writable by all: its files
  /// are neither shown nor connected to. The owner of its parent folder may own it too, if no other user may write
  /// there.
  ///
  /// - Throws: `Failure`.
  package static func requireTrusted(_ path: String) throws {
    var status = stat()
    var around = stat()
    guard lstat(path, &status) == 0 else { return }
    let isShared = stat(Files.parent(of: path), &around) != 0 || around.st_mode & 0o022 != 0
    guard status.st_uid != getuid(), isShared || status.st_uid != around.st_uid else { return }
    let name = path == stateRoot ? "XDG_STATE_HOME" : "XDG_RUNTIME_DIR"
    throw Failure(.unavailable, "\(path) belongs to another user; set \(name) to a folder of your own")
  }

  /// Makes the runtime folder, for this user only, and rejects one that another user made first: /tmp is writable by
  /// all.
  ///
  /// - Throws: `Failure`.
  func makeRuntimeFolder() throws {
    do { try makeFolders() } catch let failure as FileFailure {
      throw Self.fullFolder(folder, failure) ?? failure
    }
  }

  /// How a runtime folder without room is reported; nil for another failure.
  static func fullFolder(_ folder: String, _ failure: FileFailure) -> (any Error)? {
    guard [ENOSPC, EDQUOT].contains(failure.code) else { return nil }
    return Failure(
      .cannotCreate,
      "the file system of the runtime folder \(folder) is full; free some space there, or set XDG_RUNTIME_DIR to a folder "
        + "that has some")
  }

  private func makeFolders() throws {
    // sun_path (unix(7)).
    guard controlSocket.utf8.count < 108 else {
      throw Failure(
        .unavailable, "\(controlSocket) is too long for a socket (107 bytes); set XDG_RUNTIME_DIR to a shorter folder")
    }
    for path in [Files.parent(of: folder), folder] {
      try Files.makeFolder(path, mode: 0o700)
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else {
        throw Failure(
          .unavailable, "\(path) belongs to another user; set XDG_RUNTIME_DIR to a folder of your own")
      }
      chmod(path, 0o700)
    }
    // Lets commands distinguish two boards of the same name.
    try Files.replace(folder + "/" + Self.noteName, with: Array((board.folder + "\n").utf8), isDurable: false)
  }
}
