import AfterglowBoards
import AfterglowDaemon
import AfterglowKit
import AfterglowLinux
import Foundation

/// A board whose guard has a folder on this machine; its socket shows whether the guard still responds.
struct RunningBoard {
  /// Name of the folder with its socket and files.
  let key: String
  /// The board's name for users.
  let name: String
  /// The board's folder; nil if it was not recorded, as for a service's guard.
  let source: String?
  let folder: String

  var socket: String { folder + "/" + RuntimePaths.socketName }
  /// Of the run, which other programs ask.
  var authorSocket: String { folder + "/" + RuntimePaths.authorSocketName }
  /// The lock of the run.
  var authorLock: String { folder + "/" + RuntimePaths.authorLockName }
  var framebuffer: String { folder + "/" + RuntimePaths.framebufferName }
  var runLog: String { folder + "/" + RuntimePaths.runLogName }
  var rendererLog: String { folder + "/" + RuntimePaths.rendererLogName }

  private init(key: String, in root: String) { self.init(folder: root + "/" + key) }

  /// - Parameter folder: the folder of its guard.
  init(folder: String) {
    let key = Files.name(of: folder)
    self.key = key
    self.folder = folder
    source = (try? Files.read(folder + "/" + RuntimePaths.noteName, limit: 4096))
      .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
    name = source.map(Files.name) ?? key
  }

  /// Distinguishes it from another board of the same name.
  var place: String { source.map { key.hasSuffix(RuntimePaths.virtualMark) ? $0 + " (virtual)" : $0 } ?? folder }

  /// All boards that have a socket, or another file, this user's first.
  ///
  /// - Throws: `Failure` if the runtime folder belongs to another user.
  static func all(
    withFile file: (RunningBoard) -> String = \.socket,
    in roots: [String] = [RuntimePaths.runtimeRoot, RuntimePaths.serviceRoot]
  ) throws -> [RunningBoard] {
    var seen: Set<String> = []
    let roots = roots.filter { seen.insert($0).inserted }
    for root in roots where root != RuntimePaths.serviceStateRoot { try RuntimePaths.requireTrusted(root) }
    return roots.flatMap { root in
      ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
        .map { RunningBoard(key: $0, in: root) }
        // A file in a folder that this user may not enter exists nevertheless.
        .filter { access(file($0), F_OK) == 0 || errno == EACCES }
    }
  }

  /// The boards that an argument refers to: the board of that folder, as `run` finds it; otherwise the one with that
  /// key; otherwise, for a plain name, all with that name.
  static func meant(by argument: String, among boards: [RunningBoard]) -> [RunningBoard] {
    let isPath = argument.contains("/")
    let found = BoardLookup.standard.find(argument) ?? (isPath ? argument : nil)
    if let key = found.map({ BoardIdentity(folder: $0).key }) {
      for key in [key, key + RuntimePaths.virtualMark] {
        if let board = boards.first(where: { $0.key == key }) { return [board] }
      }
    }
    if isPath { return [] }
    if let board = boards.first(where: { $0.key == argument }) { return [board] }
    return boards.filter { $0.name == argument }
  }

  /// Why no running board is meant: there is no such board, it does not run, or none does.
  ///
  /// - Parameters:
  ///   - places: where it was looked for.
  ///   - advice: what else can be done, after a comma.
  static func absence(_ argument: String?, _ places: String, _ advice: String = "") -> Failure {
    guard let argument else {
      return Failure(
        .unavailable, "no board is running (looked in \(places)); start one with `afterglow run BOARD`\(advice)")
    }
    if let problem = BoardLookup.problem(withRuntimeFolder: argument) { return Failure([problem]) }
    if let run = StateHolder.run(of: argument) {
      let folder = run.folder.map { ", \($0)" } ?? ""
      return Failure(
        .unavailable,
        "\(argument) is not running here (looked in \(places)); process \(run.process) runs it with another runtime folder "
          + "(XDG_RUNTIME_DIR)\(folder)")
    }
    guard BoardLookup.standard.find(argument) == nil else {
      return Failure(
        .unavailable,
        "\(argument) is not running (looked in \(places)); "
          + "start it with `afterglow run \(argument.shellWord)`\(advice)")
    }
    var failure = Failure(BoardFolder.load(argument, readsContent: false).problems)
    failure.lines.append("no board of this name is running (looked in \(places))")
    return failure
  }

  /// `hall, kitchen`; boards of the same name with their folders, sorted by name.
  static func list(_ boards: [RunningBoard]) -> String {
    boards.map { board in
      boards.filter { $0.name == board.name }.count == 1 ? board.name : board.place
    }.sorted().joined(separator: ", ")
  }
}

extension RunningBoard {
  /// The board whose picture is in a file and whose guard responds: the given one, otherwise the running one. A picture
  /// without a running guard is refused; the error contains its path.
  ///
  /// - Throws: `Failure` if there is none, or more than one.
  static func shownInFile(_ argument: String?) throws -> RunningBoard {
    let shown = try all(withFile: \.framebuffer)
    let meant = argument.map { Self.meant(by: $0, among: shown) } ?? shown
    let running = meant.filter { RunningGuard.answers($0.socket) }
    if running.count > 1 {
      let advice = argument == nil ? "name one" : "give its folder"
      throw Failure(.usage, "several boards are shown (\(list(running))); \(advice)")
    }
    if let board = running.first { return board }
    let onDisplays = try displayed(argument)
    if !onDisplays.isEmpty {
      let verb = onDisplays.count == 1 ? "is shown on a display" : "are shown on displays"
      throw Failure(.unavailable, "\(list(onDisplays)) \(verb), not in a file; `--virtual` would show a board in one")
    }
    let last = meant.max { $0.changed < $1.changed }
    let file = last.map { ", or name the last picture, \($0.framebuffer)" } ?? ", or name a file"
    let what =
      argument.map { "no panel of \($0) is running; start one with `afterglow run \($0.shellWord)`" }
      ?? "no panel is running under \(RuntimePaths.runtimeRoot); start one with `afterglow run bedside-clock`"
    throw Failure(.unavailable, what + file)
  }

  /// Those that run without a readable file.
  ///
  /// - Throws: `Failure`, as `all`.
  private static func displayed(_ argument: String?) throws -> [RunningBoard] {
    let all = try all().filter { access($0.framebuffer, F_OK) != 0 && RunningGuard.answers($0.socket) }
    return argument.map { meant(by: $0, among: all) } ?? all
  }

  private var changed: Int {
    var status = stat()
    return stat(framebuffer, &status) == 0 ? status.st_mtim.tv_sec : 0
  }
}
