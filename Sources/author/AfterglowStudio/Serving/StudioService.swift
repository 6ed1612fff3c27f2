import AfterglowServer
import Foundation

/// Answers the page: its files to everybody, the rest to who has a token.
final class StudioService: HTTPService {
  private let gate: StudioGate
  private let files = PageFiles()
  private let boards: [StudioBoard]
  private let builds: PackageBuilds
  private let version: String
  private let panels: (any PanelAccess)?
  /// Shortens paths in answers over the network.
  private let veil: PathVeil
  /// Reports to all pages that a board has another revision.
  var changed: @Sendable (String, Int) -> Void = { _, _ in }
  /// Hands an answer that comes later to the server.
  var deliver: @Sendable (HTTPTicket, HTTPAnswer) -> Void = { _, _ in }

  /// Of a request's body, in bytes.
  private static let maximumByteCount = 1 << 20

  /// - Parameter panels: those that run here.
  init(
    _ boards: [StudioBoard], _ builds: PackageBuilds, gate: StudioGate, version: String,
    panels: (any PanelAccess)? = nil
  ) {
    self.panels = panels
    veil = PathVeil(boards.flatMap(\.source.ownPaths) + builds.paths)
    self.boards = boards
    self.builds = builds
    self.gate = gate
    self.version = version
  }

  func admit(_ head: HTTPHead, from origin: HTTPListener.Origin) throws(HTTPRefusal) -> Int {
    try gate.checkHost(head)
    guard head.path.hasPrefix("/api/") else {
      guard files.answer(to: head) != nil else { throw HTTPRefusal(404, "expected a file of the page") }
      guard ["GET", "HEAD"].contains(head.method) else {
        throw HTTPRefusal(405, "expected GET").with("Allow", "GET, HEAD")
      }
      return 0
    }
    let rights = try gate.rights(head, from: origin)
    let route = try StudioRoute(head)
    if route.isAction && !rights.editsCommands {
      throw HTTPRefusal(403, "Running panels are controlled on their own machine only.")
    }
    if route.isChange && !rights.edits { throw HTTPRefusal(403, "This token is for looking only.") }
    return head.method == "POST" ? Self.maximumByteCount : 0
  }

  func answer(_ request: HTTPRequest) -> HTTPAnswer? {
    if !request.head.path.hasPrefix("/api/") { return files.answer(to: request.head) ?? HTTPAnswer(404) }
    do {
      let route = try StudioRoute(request.head)
      return try answer(route, request, gate.rights(request.head, from: request.origin)).map(
        shown(route, request.origin))
    } catch let refusal as HTTPRefusal {
      return refusal.answer
    } catch let error as DecodingError {
      return StudioRefusal(400, "expected another document: \(error)").answer
    } catch {
      return shown(nil, request.origin)(StudioRefusal(error).answer)
    }
  }

  /// Hides this machine's paths from clients of the network, except in the values of a form, which a page sends back.
  private func shown(_ route: StudioRoute?, _ origin: HTTPListener.Origin) -> @Sendable (HTTPAnswer) -> HTTPAnswer {
    guard case .network = origin else { return { $0 } }
    let veil = veil
    let isForm = route?.isForm ?? false
    return { $0.status < 400 && isForm ? $0 : veil.veiled($0) }
  }

  /// - Returns: nil = the board answers.
  private func answer(
    _ route: StudioRoute, _ request: HTTPRequest, _ rights: StudioRights
  ) throws -> HTTPAnswer? {
    let deliver = deliver
    let shown = shown(route, request.origin)
    let reply: StudioBoard.Reply = { deliver(request.ticket, shown($0)) }
    func decoded<Document: Decodable>(_ type: Document.Type) throws -> Document {
      try JSONDecoder().decode(type, from: Data(request.body))
    }
    switch route {
    case .start: start(rights, reply)
    case .events: return .events
    case .firstFrame:
      guard let board = boards.first else { throw StudioRefusal(404, "there is no board") }
      try board.frame(decoded(FrameRequest.self), reply)
    case .board(let id, let part):
      let board = try board(id)
      switch part {
      case .frame: try board.frame(decoded(FrameRequest.self), reply)
      case .picture: try board.picture(FrameRequest(query: request.head.queryValues), reply)
      case .touch: try board.touch(decoded(TouchRequest.self), reply)
      case .layout: try board.layout(decoded(FrameRequest.self), reply)
      case .findings: try board.findings(decoded(FrameRequest.self), reply)
      case .paper: try board.paper(decoded(FrameRequest.self), reply)
      case .trial: try board.trial(decoded(TrialRequest.self), rights, reply)
      case .scene: board.scene(reply)
      case .timeline: try board.timeline(request.head.queryValues, reply)
      case .edit, .undo, .redo:
        let action: StudioBoard.Action = part == .edit ? .edit : part == .undo ? .undo : .redo
        let changed = changed
        try board.change(action, decoded(EditRequest.self), rights, reply: reply) { changed(id, $0) }
      case .panel: board.panel(panels, reply)
      case .override: try board.setPanelMode(panels, decoded(PanelRequest.self), reply)
      case .panelPicture: board.panelPicture(panels, reply)
      case .kinds: board.kinds(reply)
      case .variants: board.variants(of: request.head.queryValues["widget"] ?? "", reply)
      case .form:
        let query = request.head.queryValues
        board.form(of: query["widget"], query["file"] == "board" ? .board : .scene, rights, reply)
      case .files:
        let query = request.head.queryValues
        board.files(matching: query["query"] ?? "", query["kind"] ?? "", count: query["count"], reply)
      }
    case .picture(let id, let kind, let family):
      try board(id).widgetPicture(kind, family, request.head.queryValues, reply: reply)
    case .traces:
      guard let traces = boards.first?.traces else { throw StudioRefusal(404, "there is no board") }
      return .compact(try traces.add(decoded(TraceShelf.Request.self)))
    case .find(let table):
      let query = request.head.queryValues
      return .compact(try FoundItems(table.items(query["query"] ?? ""), count: query["count"]))
    }
    return nil
  }

  private func board(_ id: String) throws -> StudioBoard {
    guard let board = boards.first(where: { $0.id == id }) else { throw StudioRefusal(404, "there is no board \(id)") }
    return board
  }
}

/// What a request of the page asks for.
enum StudioRoute: Equatable {
  /// What is asked of a board.
  enum Part: String, CaseIterable {
    case frame
    case picture = "frame.png"
    case panelPicture = "panel.png"
    case panel, override, touch, layout, findings, paper, timeline, scene, edit, trial, undo, redo, kinds, variants
    case form, files

    var method: String {
      switch self {
      case .frame, .touch, .layout, .findings, .paper, .edit, .trial, .undo, .redo, .override: "POST"
      case .picture, .panel, .panelPicture, .timeline, .scene, .kinds, .variants, .form, .files: "GET"
      }
    }
  }

  case start, events
  /// Of the board that a page begins with, which it has not been sent yet.
  case firstFrame
  /// Takes a trace of light.
  case traces
  case board(String, Part)
  /// Of a board's style: a widget's kind in a family.
  case picture(String, kind: String, family: String)
  case find(FoundItem.Table)

  /// - Throws: `HTTPRefusal` where there is no such thing, or another method.
  init(_ head: HTTPHead) throws(HTTPRefusal) {
    guard let parts = head.pathParts?.dropFirst(), let found = Self.find(Array(parts)) else {
      throw HTTPRefusal(404, "there is nothing at \(head.path)")
    }
    guard head.method == found.method else {
      throw HTTPRefusal(405, "expected \(found.method), found \(head.method)").with("Allow", found.method)
    }
    self = found.route
  }

  private static func find(_ parts: [String]) -> (route: StudioRoute, method: String)? {
    switch (parts.first, parts.count) {
    case ("start", 1): return (.start, "GET")
    case ("events", 1): return (.events, "GET")
    case ("frame", 1): return (.firstFrame, "POST")
    case ("traces", 1): return (.traces, "POST")
    case ("boards", 3): return Part(rawValue: parts[2]).map { (.board(parts[1], $0), $0.method) }
    case ("boards", 5) where parts[2] == "pictures":
      return (.picture(parts[1], kind: parts[3], family: parts[4]), "GET")
    case (let name?, 1): return FoundItem.Table(rawValue: name).map { (.find($0), "GET") }
    default: return nil
    }
  }

  /// Whether it changes what a running panel does.
  var isAction: Bool { if case .board(_, .override) = self { true } else { false } }

  /// Whether it asks for values that a page may send back.
  var isForm: Bool { if case .board(_, .form) = self { true } else { false } }

  /// Whether it changes a file, or tries out a change.
  var isChange: Bool {
    if case .board(_, let part) = self { return [.edit, .trial, .undo, .redo].contains(part) }
    return false
  }
}

extension StudioService {
  private struct Start: Encodable {
    struct Rights: Encodable {
      var edit: Bool
      var commands: Bool
    }

    var version: String
    var rights: Rights
    var shown: [String]
    var boards: [BoardDocument]
    var trials: TrialsDocument
    var builds: [PackageBuild]
  }

  /// Asks each board, whose thread may be busy, and answers when all have.
  private func start(_ rights: StudioRights, _ reply: @escaping StudioBoard.Reply) {
    let version = version
    let builds = builds.all
    let order = boards.map(\.id)
    let collected = Collected<BoardDocument>(count: order.count) { found in
      let sorted = found.sorted { order.firstIndex(of: $0.id)! < order.firstIndex(of: $1.id)! }
      reply(
        .compact(
          Start(
            version: version, rights: .init(edit: rights.edits, commands: rights.editsCommands),
            shown: Array(order.prefix(1)), boards: sorted, trials: TrialsDocument(), builds: builds)))
    }
    for board in boards { board.describe(collected.add) }
  }
}

/// Waits for a number of parts that come from several threads.
final class Collected<Part: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var parts: [Part] = []
  private let count: Int
  private let finish: @Sendable ([Part]) -> Void

  init(count: Int, _ finish: @escaping @Sendable ([Part]) -> Void) {
    self.count = count
    self.finish = finish
  }

  func add(_ part: Part) {
    let all = lock.withLock { () -> [Part]? in
      parts.append(part)
      return parts.count == count ? parts : nil
    }
    if let all { finish(all) }
  }
}
