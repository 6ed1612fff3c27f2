import AfterglowBoards
import Foundation

/// Where a board's files lie while it runs, and what outlives it (XDG base directories).
struct RuntimePaths {
  private(set) var folder: String
  private var isApart = false
  let stateFolder: String
  let board: BoardIdentity
  /// The socket of a guard that somebody else started; nil = this program's own.
  let foreignSocket: String?

  var framebuffer: String { folder + "/panel.vfb" }
  var picture: String { folder + "/panel.png" }
  var controlSocket: String { foreignSocket ?? folder + "/control.sock" }
  var rendererLog: String { folder + "/renderer.log" }
  var archive: String { isApart ? virtualArchive : stateFolder + "/scene.archive" }
  var virtualArchive: String { stateFolder + "/virtual.archive" }
  /// For a guard that starts while the state folder cannot be written.
  var runtimeArchive: String { folder + "/scene.archive" }

  /// Held by the run that shows the board; of a service's guard, whose folder is not ours, beside the archive.
  var authorLock: String { (foreignSocket == nil ? folder : stateFolder) + "/author.lock" }

  init(
    board: BoardIdentity, foreignSocket: String? = nil, runtimeRoot: String = Self.runtimeRoot,
    stateRoot: String = Self.stateRoot
  ) {
    self.board = board
    self.foreignSocket = foreignSocket
    folder = runtimeRoot + "/" + board.key
    stateFolder = stateRoot + "/" + board.key
  }

  /// A real panel's run may go on at the same time: nothing of what is written is shared.
  mutating func setApartForVirtual() {
    folder += RunningBoard.virtualMark
    isApart = true
  }

  /// Where guards that run as services keep their folders.
  static let serviceRoot = "/run/afterglow"

  private static func variable(_ name: String) -> String? {
    // The specification ignores relative paths.
    ProcessInfo.processInfo.environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  static var runtimeRoot: String {
    if let folder = variable("XDG_RUNTIME_DIR"), access(folder, W_OK | X_OK) == 0 { return folder + "/afterglow" }
    return "/tmp/afterglow-\(getuid())"
  }

  static var stateRoot: String {
    if let folder = variable("XDG_STATE_HOME") { return folder + "/afterglow" }
    return (variable("HOME") ?? NSHomeDirectory()) + "/.local/state/afterglow"
  }

  /// Refuses a folder that another user has put in the place of this one's, since /tmp is everybody's: what lies there is
  /// neither shown nor told anything. Who owns the folder around it may own it too, where nobody else may write there.
  static func requireTrusted(_ path: String) throws {
    var status = stat()
    var around = stat()
    guard lstat(path, &status) == 0 else { return }
    let isShared = stat(Files.parent(of: path), &around) != 0 || around.st_mode & 0o022 != 0
    guard status.st_uid != getuid(), isShared || status.st_uid != around.st_uid else { return }
    throw Failure(.unavailable, "\(path) belongs to another user; set XDG_RUNTIME_DIR to a folder of your own")
  }

  /// Makes the runtime folder, for this user alone, and refuses one that somebody else made first: /tmp is everybody's.
  func makeRuntimeFolder() throws {
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
    // So that commands know which of two boards of one name this is.
    try Files.replace(folder + "/" + RunningBoard.noteName, with: Array((board.folder + "\n").utf8), isDurable: false)
  }
}
