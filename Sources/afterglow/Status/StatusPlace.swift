import AfterglowBoards
import AfterglowPreview
import AfterglowSources

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
  static func all() throws -> [StatusPlace] {
    let guards: (RunningBoard) -> String = { $0.socket }
    let authors: (RunningBoard) -> String = { $0.authorSocket }
    let own = try found([guards, authors], in: [RuntimePaths.runtimeRoot])
    let services = try found([guards], in: [RuntimePaths.serviceRoot])
    let apart = try found([authors], in: [RuntimePaths.stateRoot, RuntimePaths.serviceStateRoot])
    let ofServices = services.map { board in
      let author = apart.first { $0.key == board.key }?.folder
      return StatusPlace(
        board: board, control: board.socket,
        authorFolder: author ?? RuntimePaths.serviceStateRoot + "/" + board.key)
    }
    let others = apart.filter { board in !services.contains { $0.key == board.key } }
    return own.map { StatusPlace(board: $0, control: $0.socket, authorFolder: $0.folder) } + ofServices
      + others.map { StatusPlace(board: $0, control: nil, authorFolder: $0.folder) }
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

  /// Whether a service manager has started the guard.
  var isService: Bool { control?.hasPrefix(RuntimePaths.serviceRoot + "/") ?? false }

  /// The state of the board now.
  func report(at moment: StatusMoment = .now) -> BoardReport {
    let answer = AuthorAnswer(board: board.name, in: authorFolder, at: moment)
    var report = BoardReport(board: answer.status?.board ?? board.name, at: BoardStatus.text(moment.wallMs))
    report.author = answer.author
    if let path = control ?? answer.status?.controlSocket {
      let seen = GuardAnswer(of: path, at: moment)
      (report.guard, report.renderer, report.panel) = (seen.guard, seen.renderer, seen.panel)
    } else if answer.author.state != .notRunning {
      (report.guard, report.renderer) = (.hidden, .hidden)
    }
    report.widgets = answer.status?.widgets ?? []
    report.sources = answer.status?.sources ?? board.source.map { BoardReport.sources(ofBoardIn: $0, moment) } ?? []
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
    let (board, problems) = BoardFolder.load(argument)
    guard let board else { throw Failure(problems) }
    self.init(board: argument, at: BoardStatus.text(moment.wallMs))
    sources = Self.stored(board, moment)
    judge()
  }

  /// What is written down of a board's sources; empty if its files cannot be read.
  fileprivate static func sources(ofBoardIn folder: String, _ moment: StatusMoment) -> [BoardStatus.Source] {
    BoardFolder.load(folder).folder.map { stored($0, moment) } ?? []
  }

  private static func stored(_ board: BoardFolder, _ moment: StatusMoment) -> [BoardStatus.Source] {
    let listing = BoardListing(board, name: board.path)
    return BoardStatus(listing, .standard, wallMs: moment.wallMs).sources.map { source in
      // No process asks for it.
      var source = source
      source.nextAt = nil
      return source
    }
  }
}
