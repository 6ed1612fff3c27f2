import AfterglowBoards
import AfterglowLinux
import Foundation

/// A board whose guard has a folder on this machine; whether the guard still answers, its socket tells.
struct RunningBoard {
  /// The folder of its socket and files, as it is called.
  let key: String
  /// How a person calls the board.
  let name: String
  /// Where the board lies; nil when nobody noted it, as for a service's guard.
  let source: String?
  let folder: String

  var socket: String { folder + "/control.sock" }
  var framebuffer: String { folder + "/panel.vfb" }

  /// After the key of a real display's board that is shown in a file.
  static let virtualMark = "-virtual"
  /// The file that says where the board lies.
  static let noteName = "board"

  private init(key: String, in root: String) {
    self.key = key
    folder = root + "/" + key
    source = (try? Files.read(folder + "/" + Self.noteName, limit: 4096))
      .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
    name = source.map(Files.name) ?? key
  }

  /// What tells it from another board of its name.
  var place: String { source.map { key.hasSuffix(Self.virtualMark) ? $0 + " (virtual)" : $0 } ?? folder }

  /// All that have a socket, or another file, this user's first. Throws where the folder that they are looked for in is
  /// somebody else's.
  static func all(withFile file: (RunningBoard) -> String = \.socket) throws -> [RunningBoard] {
    var seen: Set<String> = []
    let roots = [RuntimePaths.runtimeRoot, RuntimePaths.serviceRoot].filter { seen.insert($0).inserted }
    for root in roots { try RuntimePaths.requireTrusted(root) }
    return roots.flatMap { root in
      ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
        .map { RunningBoard(key: $0, in: root) }
        // One in a folder that this user may not enter is there for all that.
        .filter { access(file($0), F_OK) == 0 || errno == EACCES }
    }
  }

  /// Those that somebody means: the board of that folder, as `run` finds it; else what is kept under that key; else, for a plain
  /// name, all that are called so.
  static func meant(by argument: String, among boards: [RunningBoard]) -> [RunningBoard] {
    let isPath = argument.contains("/")
    let found = BoardLookup.standard.find(argument) ?? (isPath ? argument : nil)
    if let key = found.map({ BoardIdentity(folder: $0).key }) {
      for key in [key, key + virtualMark] {
        if let board = boards.first(where: { $0.key == key }) { return [board] }
      }
    }
    if isPath { return [] }
    if let board = boards.first(where: { $0.key == argument }) { return [board] }
    return boards.filter { $0.name == argument }
  }

  /// `hall, kitchen`; boards of one name with their folders, in the order of their names and not of their keys.
  static func list(_ boards: [RunningBoard]) -> String {
    boards.map { board in
      boards.filter { $0.name == board.name }.count == 1 ? board.name : board.place
    }.sorted().joined(separator: ", ")
  }
}

extension RunningBoard {
  /// The board whose picture lies in a file and whose guard answers: the one that somebody means, else the one that runs. A
  /// picture that nobody keeps right any more is not shown as if it were a panel's; the error says where it is.
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
      argument.map { "no panel of \($0) is running; start one with `afterglow run \($0)`" }
      ?? "no panel is running under \(RuntimePaths.runtimeRoot); start one with `afterglow run bedside-clock`"
    throw Failure(.unavailable, what + file)
  }

  /// Those that run without a file that could be looked at.
  private static func displayed(_ argument: String?) throws -> [RunningBoard] {
    let all = try all().filter { access($0.framebuffer, F_OK) != 0 && RunningGuard.answers($0.socket) }
    return argument.map { meant(by: $0, among: all) } ?? all
  }

  private var changed: Int {
    var status = stat()
    return stat(framebuffer, &status) == 0 ? status.st_mtim.tv_sec : 0
  }
}
