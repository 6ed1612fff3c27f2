import AfterglowBoards
import AfterglowCompiler
import AfterglowDaemon
import AfterglowKit
import AfterglowPreview
import AfterglowSources
import Foundation

/// Where the processes of one board are reached.
struct StatusPlace {
  let board: RunningBoard
  /// The guard's socket; nil = only its author knows it.
  let control: String?
  /// The folder of the author's lock and socket.
  let authorFolder: String

  /// All boards whose processes have left a socket, this user's first.
  ///
  /// - Throws: `Failure` if a folder of theirs belongs to another user.
  static func all(
    own: String = RuntimePaths.runtimeRoot, services: String = RuntimePaths.serviceRoot,
    states: [String] = [RuntimePaths.stateRoot, RuntimePaths.serviceStateRoot]
  ) throws -> [StatusPlace] {
    let guards: (RunningBoard) -> String = { $0.socket }
    let authors: (RunningBoard) -> String = { $0.authorSocket }
    let own = try found([guards, authors], in: [own])
    // Two of the folders may be one, as where XDG_RUNTIME_DIR is XDG_STATE_HOME.
    let owned = Set(own.map(\.folder))
    let services = try found([guards], in: [services]).filter { !owned.contains($0.folder) }
    let apart = try found([authors], in: states).filter { !owned.contains($0.folder) }
    let ofServices = services.map { board in
      // One that was started by hand and killed has left its socket, too.
      let author = apart.first { $0.key == board.key && AuthorAnswer.isThere(in: $0.folder) }?.folder
      return StatusPlace(
        board: board, control: board.socket,
        authorFolder: author ?? (states.last ?? RuntimePaths.serviceStateRoot) + "/" + board.key)
    }
    let others = apart.filter { board in
      // A folder that this user may not enter need not be a board's.
      access(board.authorSocket, F_OK) == 0 && !services.contains { $0.key == board.key }
    }
    return own.map { StatusPlace(board: $0, control: $0.socket, authorFolder: $0.folder) } + ofServices
      + others.map { StatusPlace(board: $0, control: nil, authorFolder: $0.folder) }
      + elsewhere(than: owned, states)
  }

  /// This user's runs with other runtime folders, which have left theirs in the state folders.
  ///
  /// - Parameter owned: the folders that are known.
  private static func elsewhere(than owned: Set<String>, _ states: [String]) -> [StatusPlace] {
    var seen = Set(owned.map(resolved))
    let folders = StateHolder.all(in: states).compactMap(\.folder)
    return folders.filter { seen.insert(resolved($0)).inserted }.map { folder in
      let board = RunningBoard(folder: folder)
      return StatusPlace(board: board, control: board.socket, authorFolder: folder)
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Each folder once.
  private static func found(_ files: [(RunningBoard) -> String], in roots: [String]) throws -> [RunningBoard] {
    var seen: Set<String> = []
    var boards: [RunningBoard] = []
    for file in files {
      for board in try RunningBoard.all(withFile: file, in: roots) where seen.insert(board.folder).inserted {
        boards.append(board)
      }
    }
    return boards
  }

  /// The places that an argument refers to, as for `RunningBoard.meant`.
  static func meant(by argument: String, among places: [StatusPlace]) -> [StatusPlace] {
    let folders = Set(RunningBoard.meant(by: argument, among: places.map(\.board)).map(\.folder))
    return places.filter { folders.contains($0.board.folder) }
  }

  /// The reports of the places that an argument refers to. Of places with the same key, those with processes are meant: a
  /// run that was killed has left its files.
  static func reports(of argument: String, among places: [StatusPlace]) -> [BoardReport] {
    var rest = places
    var first: [BoardReport] = []
    while true {
      let found = meant(by: argument, among: rest)
      if found.isEmpty { return first }
      let reports = found.map { $0.report() }
      if reports.contains(where: \.isRunning) { return reports }
      if first.isEmpty { first = reports }
      let folders = Set(found.map(\.board.folder))
      rest.removeAll { folders.contains($0.board.folder) }
    }
  }

  /// Whether a service manager has started the guard.
  var isService: Bool { control?.hasPrefix(RuntimePaths.serviceRoot + "/") ?? false }

  /// The state of the board now.
  func report(at moment: StatusMoment = .now) -> BoardReport {
    let answer = AuthorAnswer(board: board.name, in: authorFolder, at: moment)
    var report = BoardReport(board: answer.status?.board ?? board.name, at: BoardStatus.text(moment.wallMs))
    report.place = board.place
    report.author = answer.author
    if let path = control ?? answer.status?.controlSocket {
      let seen = GuardAnswer(of: path, at: moment)
      (report.guard, report.renderer, report.panel) = (seen.guard, seen.renderer, seen.panel)
    } else if answer.author.state != .notRunning {
      (report.guard, report.renderer) = (.hidden, .hidden)
    }
    report.widgets = answer.status?.widgets ?? []
    report.refused = answer.status?.refused ?? []
    report.pages = answer.status?.pages
    let atRest = answer.status == nil ? board.source.flatMap { BoardStatus(atRest: $0, moment) } : nil
    report.sources = (answer.status ?? atRest)?.sources ?? []
    report.setAside = (answer.status ?? atRest)?.setAside ?? []
    report.judge()
    return report
  }
}

extension BoardReport {
  /// The report of a board that has no process.
  ///
  /// - Parameter argument: its folder or name.
  /// - Throws: `Failure` if there is no such board, or if its files have errors.
  init(notRunning argument: String, at moment: StatusMoment = .now) throws {
    let (board, problems) = BoardFolder.atRest(argument)
    guard let board else { throw Failure(problems) }
    self.init(board: argument, at: BoardStatus.text(moment.wallMs))
    let status = BoardStatus(atRest: board, moment)
    (sources, setAside) = (status.sources, status.setAside)
    judge()
  }
}

extension BoardStatus {
  /// The status of a board whose author does not answer; nil if its files cannot be read.
  ///
  /// - Parameter folder: the board's.
  fileprivate init?(atRest folder: String, _ moment: StatusMoment) {
    guard let board = BoardFolder.atRest(folder).folder else { return nil }
    self.init(atRest: board, moment)
  }

  fileprivate init(atRest board: BoardFolder, _ moment: StatusMoment) {
    self.init(BoardListing(board, name: board.path), .standard, wallMs: moment.wallMs)
    sources = sources.map { source in
      // No process asks for it.
      var source = source
      source.nextAt = nil
      return source
    }
  }
}

extension BoardFolder {
  /// Loads a board without its content, which may end the process that reads it, but with what is known of content that did.
  fileprivate static func atRest(_ name: String) -> (folder: BoardFolder?, problems: [Problem]) {
    if let folder = BoardLookup.standard.find(name) {
      let paths = RuntimePaths(board: BoardIdentity(folder: folder))
      SetAsideShelf.put([paths.virtualSetAside, paths.setAside].flatMap { SetAsideFile.contents(at: $0) })
    }
    return load(name, readsContent: false)
  }
}
