import AfterglowKit
import AfterglowServer
import Foundation
import Synchronization

/// The page that shows boards and changes them, served until it is ended.
package final class Studio: @unchecked Sendable {
  /// Where and for whom it is served.
  package struct Settings {
    /// Folders of boards, or names of some under `boards/`.
    package var boards: [String]
    /// The file of a scene that every board shows instead of its own; nil = each its own.
    package var scenePath: String?
    /// On loopback; 0 = any free one.
    package var port: UInt16 = 0
    /// Another address of this machine that it listens on, with its port (0 = any free one), and the password that is asked
    /// there; nil = loopback only.
    package var network: (address: String, port: UInt16, password: String)?
    /// Other names by which browsers reach it, such as that of a reverse proxy.
    package var hostNames: [String] = []
    /// Folders of Swift packages of widgets, which are built again whenever they change.
    package var packages: [String] = []
    /// The program's version, for the page.
    package var version = ""
    /// Panels that run on this machine.
    package var panels: (any PanelAccess)?
    /// What pages know of a studio before this one, which has died; nil = there was none.
    package var session: Session?
    /// Gets each line about a board that cannot be shown, for a person at the terminal; nil = only pages say it.
    package var report: (@Sendable (String) -> Void)?
    /// Gets what another process would go on with, whenever it changes.
    package var keep: (@Sendable (Session) -> Void)?

    package init(boards: [String]) { self.boards = boards }
  }

  /// What pages go on with when another process takes this one's place.
  package struct Session: Codable, Sendable {
    fileprivate var port: UInt16
    fileprivate var networkPort: UInt16?
    fileprivate var token: String
    fileprivate var lookToken: String
    /// Of the boards' files, by the boards' names.
    fileprivate var revisions: [String: Int] = [:]
  }

  /// With the token for everything, and with the one for looking.
  package let address: String
  package let lookAddress: String
  /// Without the password; nil = it does not listen on the network.
  package let networkAddress: String?
  private let server: HTTPServer
  private let watch: BoardWatch
  private let builds: PackageBuilds
  private let thread = WorkThread("studio")
  private let lock = NSLock()
  private var isEnding = false
  /// Signalled when the board that pages begin with has been compiled, or cannot be.
  private let isReady = DispatchSemaphore(value: 0)

  /// - Throws: `Failure` where a board or the address cannot be used.
  package init(_ settings: Settings) throws {
    let known = settings.session
    let gate = StudioGate(
      token: known.map { HTTPToken($0.token) } ?? HTTPToken(),
      lookToken: known.map { HTTPToken($0.lookToken) } ?? HTTPToken(),
      password: settings.network.map { HTTPToken($0.password) },
      hostNames: StudioGate.ownNames.union(settings.hostNames.map { $0.lowercased() }))
    let boards = try Self.boards(
      settings.boards, scenePath: settings.scenePath, revisions: known?.revisions ?? [:])
    builds = try PackageBuilds(paths: settings.packages)
    let service = StudioService(
      boards, builds, gate: gate, version: settings.version, panels: settings.panels)
    let listener: HTTPListener
    let network: HTTPListener?
    do throws(HTTPListener.Failure) {
      listener = try HTTPListener(loopbackPort: known?.port ?? settings.port)
      network =
        if let asked = settings.network {
          try HTTPListener(address: asked.address, port: known?.networkPort ?? asked.port)
        } else { nil }
    } catch {
      throw Failure(.unavailable, error.description)
    }
    guard case .loopback(let port) = listener.origin else { preconditionFailure() }
    var networkPort: UInt16?
    if case .network(let port)? = network?.origin { networkPort = port }
    let session = Mutex(
      Session(
        port: port, networkPort: networkPort, token: gate.token.text, lookToken: gate.lookToken.text,
        revisions: known?.revisions ?? [:]))
    let note: @Sendable (String, Int) -> Void = { [keep = settings.keep] id, revision in
      let now = session.withLock { session in
        session.revisions[id] = revision
        return session
      }
      keep?(now)
    }
    settings.keep?(session.withLock { $0 })
    if let asked = settings.network, case .network(let port)? = network?.origin {
      let host = asked.address.contains(":") ? "[\(asked.address)]" : asked.address
      networkAddress = "http://\(host):\(port)/"
    } else {
      networkAddress = nil
    }
    address = "http://127.0.0.1:\(port)/#token=\(gate.token.text)"
    lookAddress = "http://127.0.0.1:\(port)/#token=\(gate.lookToken.text)"
    var limits = HTTPLimits()
    limits.connectionCount = 128
    server = HTTPServer([listener] + (network.map { [$0] } ?? []), service: service, limits: limits) {
      Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000)
    }
    // A board's thread or a build may deliver something after the end, when the server is gone.
    service.deliver = { [weak server] in server?.answer($0, with: $1) }
    service.changed = { [weak server] in
      note($0, $1)
      server?.broadcast(.board($0, revision: $1))
    }
    let errors = BoardErrors(settings.report)
    watch = Self.watch(boards, server, note, errors: errors)
    for (index, board) in boards.enumerated() {
      board.warm(draws: index == 0) { [isReady] lines in
        errors.note(lines, of: board.id)
        if index == 0 { isReady.signal() }
      }
    }
    let veil = PathVeil(builds.paths)
    builds.changed = { [weak server] in server?.broadcast(.build($0, veil)) }
    builds.added = { [weak server] in
      for board in boards {
        board.forget { [weak server] in
          note(board.id, $0)
          server?.broadcast(.board(board.id, revision: $0))
        }
      }
    }
    builds.start()
    thread.async { [self] in
      var hadPages = false
      while !lock.withLock({ isEnding }) {
        server.turn(maximumWaitMs: nil)
        let hasPages = server.eventClientCount > 0
        if hadPages && !hasPages { for board in boards { board.shrink() } }
        hadPages = hasPages
      }
    }
  }

  /// Waits until a page has its first picture as soon as it asks for it, at most so long: some content takes its time.
  ///
  /// - Returns: whether it is so.
  @discardableResult
  package func waitForFirstPicture(atMostMs limit: Int) -> Bool {
    isReady.wait(timeout: .now() + .milliseconds(limit)) == .success
  }

  /// Asks it to end.
  package func end() {
    lock.withLock { isEnding = true }
    server.wake()
    watch.end()
    builds.end()
    thread.finish(withinMs: 2_000)
  }

  /// Reads a board again when one of its files has changed, and reports it to the pages.
  private static func watch(
    _ boards: [StudioBoard], _ server: HTTPServer, _ note: @escaping @Sendable (String, Int) -> Void,
    errors: BoardErrors
  ) -> BoardWatch {
    let box = WatchBox()
    let watch = BoardWatch { [weak server] id in
      guard let board = boards.first(where: { $0.id == id }) else { return }
      let begun = Date()
      board.reread { [weak server] revision, files in
        box.watch?.follow(id, files, readSince: begun)
        if let revision {
          note(id, revision)
          server?.broadcast(.board(id, revision: revision))
        }
      }
      board.errors { errors.note($0, of: id) }
    }
    box.watch = watch
    for board in boards {
      let begun = Date()
      board.files { watch.follow(board.id, $0, readSince: begun) }
    }
    return watch
  }

  private static func boards(
    _ arguments: [String], scenePath: String?, revisions: [String: Int]
  ) throws -> [StudioBoard] {
    if let scenePath { _ = try Files.read(scenePath, limit: SettingsFile.maximumByteCount) }
    var taken: Set<String> = []
    let traces = TraceShelf()
    return try arguments.map { argument in
      let name = argument.split(separator: "/").last.map(String.init) ?? "board"
      let plain = String(name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
      let id = (1...).lazy.map { $0 == 1 ? plain : "\(plain)-\($0)" }.first { !taken.contains($0) } ?? plain
      taken.insert(id)
      return try StudioBoard(
        id: id, argument: argument, scenePath: scenePath, traces: traces, revision: revisions[id] ?? 1)
    }
  }
}

/// Reports each error of a board's files once, as long as it lasts.
private final class BoardErrors: Sendable {
  private let known = Mutex<[String: [String]]>([:])
  private let report: (@Sendable (String) -> Void)?

  init(_ report: (@Sendable (String) -> Void)?) { self.report = report }

  /// - Parameter lines: why the board cannot be shown now; empty if it can be.
  func note(_ lines: [String], of board: String) {
    let isNew = known.withLock { known in
      defer { known[board] = lines }
      return known[board, default: []] != lines
    }
    if isNew, let report { lines.forEach(report) }
  }
}

/// The watch, for the work that its own news cause.
private final class WatchBox: @unchecked Sendable {
  weak var watch: BoardWatch?
}

extension HTTPEvent {
  private struct Board: Encodable {
    var board: String
    var revision: Int
  }

  /// A board's files have another revision.
  static func board(_ id: String, revision: Int) -> HTTPEvent {
    let data = (try? JSONEncoder().encode(Board(board: id, revision: revision))) ?? Data()
    return HTTPEvent("board", String(decoding: data, as: UTF8.self), key: "board \(id)")
  }
}
