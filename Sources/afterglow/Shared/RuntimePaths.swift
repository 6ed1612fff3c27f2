import Foundation

/// Where a board's files lie while it runs, and what outlives it (XDG base directories).
struct RuntimePaths {
  private(set) var folder: String
  let stateFolder: String
  /// The socket of a guard that somebody else started; nil = this program's own.
  var foreignSocket: String?
  /// Set when the state folder cannot be written.
  var keepsArchiveInRuntimeFolder = false

  var framebuffer: String { folder + "/panel.vfb" }
  var picture: String { folder + "/panel.png" }
  var controlSocket: String { foreignSocket ?? folder + "/control.sock" }
  var rendererLog: String { folder + "/renderer.log" }
  var archive: String { (keepsArchiveInRuntimeFolder ? folder : stateFolder) + "/scene.archive" }

  init(board name: String) {
    folder = Self.runtimeRoot + "/" + name
    stateFolder = Self.stateRoot + "/" + name
  }

  /// A real panel's guard may run at the same time.
  mutating func setApartForVirtual() { folder += "-virtual" }

  /// Where guards that run as services keep their folders.
  static let serviceRoot = "/run/afterglow"

  /// The sockets of guards that run, this user's first, by board; all of them when `name` is nil.
  static func sockets(of name: String?) -> [(board: String, path: String)] {
    var seen: Set<String> = []
    return [runtimeRoot, serviceRoot].filter { seen.insert($0).inserted }.flatMap { root in
      let names = name.map { [$0] } ?? (try? FileManager.default.contentsOfDirectory(atPath: root))?.sorted() ?? []
      return names.map { (board: $0, path: "\(root)/\($0)/control.sock") }
        // One in a folder that this user may not enter is there for all that.
        .filter { access($0.path, F_OK) == 0 || errno == EACCES }
    }
  }

  private static func variable(_ name: String) -> String? {
    // The specification ignores relative paths.
    ProcessInfo.processInfo.environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static var runtimeRoot: String {
    if let folder = variable("XDG_RUNTIME_DIR"), access(folder, W_OK | X_OK) == 0 { return folder + "/afterglow" }
    return "/tmp/afterglow-\(getuid())"
  }

  private static var stateRoot: String {
    if let folder = variable("XDG_STATE_HOME") { return folder + "/afterglow" }
    return (variable("HOME") ?? NSHomeDirectory()) + "/.local/state/afterglow"
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
          .unavailable, "\(path) belongs to somebody else; set XDG_RUNTIME_DIR to a folder of your own")
      }
      chmod(path, 0o700)
    }
  }

  /// The framebuffer of the board that runs; of the one whose picture changed last when several do.
  static func framebufferOfRunningBoard() throws -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: runtimeRoot)) ?? []
    let found = names.sorted().compactMap { name -> (path: String, isRunning: Bool, changed: Int)? in
      let paths = RuntimePaths(board: name)
      var status = stat()
      guard stat(paths.framebuffer, &status) == 0 else { return nil }
      return (paths.framebuffer, access(paths.controlSocket, F_OK) == 0, status.st_mtim.tv_sec)
    }
    let best = found.max { ($0.isRunning ? 1 : 0, $0.changed) < ($1.isRunning ? 1 : 0, $1.changed) }
    guard let best else {
      throw Failure(
        .unavailable,
        "no panel is running under \(runtimeRoot); start one with `afterglow run bedside-clock`, or name a file")
    }
    return best.path
  }
}
