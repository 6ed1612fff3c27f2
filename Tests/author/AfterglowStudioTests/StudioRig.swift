import AfterglowServer
import Foundation

@testable import AfterglowStudio

/// A studio of copies of shipped boards, asked without a network.
final class StudioRig {
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let folder: URL
  let gate = StudioGate(token: HTTPToken("full"), lookToken: HTTPToken("look"), hostNames: ["localhost"])
  let service: StudioService
  let boards: [StudioBoard]

  /// What comes later from a board's thread.
  private final class Late: @unchecked Sendable {
    private let condition = NSCondition()
    private var answers: [HTTPTicket: HTTPAnswer] = [:]

    func put(_ ticket: HTTPTicket, _ answer: HTTPAnswer) {
      condition.withLock { answers[ticket] = answer }
      condition.broadcast()
    }

    func has(_ ticket: HTTPTicket) -> Bool { condition.withLock { answers[ticket] != nil } }

    func take(_ ticket: HTTPTicket) -> HTTPAnswer {
      let end = Date(timeIntervalSinceNow: 300)
      return condition.withLock {
        while answers[ticket] == nil {
          guard condition.wait(until: end) else { return HTTPAnswer(504, "no answer in five minutes") }
        }
        return answers.removeValue(forKey: ticket)!
      }
    }
  }

  private let late = Late()
  private var ticketCount: UInt64 = 0

  /// - Parameter scene: the text of a file `scene.yaml` next to the boards' folders, which all of them show; nil = each its
  ///   own.
  init(_ names: String..., scene: String? = nil, panels: (any PanelAccess)? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "studio-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let folder = folder
    let shared = scene.map { _ in folder.appending(path: "scene.yaml") }
    if let scene, let shared { try scene.write(to: shared, atomically: true, encoding: .utf8) }
    boards = try names.map { name in
      let copy = folder.appending(path: name)
      try FileManager.default.copyItem(at: Self.repository.appending(path: "boards/\(name)"), to: copy)
      return try StudioBoard(id: name, argument: copy.path, scenePath: shared?.path)
    }
    let builds = try PackageBuilds(paths: [])
    service = StudioService(boards, builds, gate: gate, version: "test", panels: panels)
    service.deliver = { [late] in late.put($0, $1) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ board: String, _ file: String = "") -> String { folder.appending(path: "\(board)/\(file)").path }

  /// The answer to a request; that of a refusal where it is not admitted.
  func ask(
    _ method: String, _ path: String, _ body: Any? = nil, query: String = "", token: String? = "full",
    from origin: HTTPListener.Origin = .loopback(port: 80), fields: [String: String] = [:]
  ) throws -> HTTPAnswer {
    let (head, bytes) = try Self.request(method, path, body, query: query, token: token, fields: fields)
    return ask(head, bytes, from: origin)
  }

  /// Asks with the full token, and goes on: `isAnswered` and `answer` have what comes.
  func begin(_ method: String, _ path: String, _ body: Any? = nil, query: String = "") throws -> HTTPTicket {
    let (head, bytes) = try Self.request(method, path, body, query: query, token: "full", fields: [:])
    _ = try service.admit(head, from: .loopback(port: 80))
    ticketCount += 1
    let ticket = HTTPTicket(number: ticketCount)
    if let answer = service.answer(HTTPRequest(head, body: bytes, from: .loopback(port: 80), ticket: ticket)) {
      late.put(ticket, answer)
    }
    return ticket
  }

  func isAnswered(_ ticket: HTTPTicket) -> Bool { late.has(ticket) }

  /// Waits for the answer.
  func answer(_ ticket: HTTPTicket) -> HTTPAnswer { late.take(ticket) }

  private static func request(
    _ method: String, _ path: String, _ body: Any?, query: String, token: String?, fields: [String: String]
  ) throws -> (HTTPHead, [UInt8]) {
    let bytes = try body.map { Array(try JSONSerialization.data(withJSONObject: $0)) } ?? []
    var head = HTTPHead(method: method, path: path)
    head.query = query
    head.bodyByteCount = bytes.count
    head["host"] = "127.0.0.1:80"
    if let token { head["authorization"] = "Bearer \(token)" }
    for (name, value) in fields { head[name] = value }
    return (head, bytes)
  }

  func ask(_ head: HTTPHead, _ body: [UInt8] = [], from origin: HTTPListener.Origin = .loopback(port: 80)) -> HTTPAnswer
  {
    do throws(HTTPRefusal) {
      guard try service.admit(head, from: origin) >= body.count else { return HTTPAnswer(413) }
    } catch {
      return error.answer
    }
    ticketCount += 1
    let ticket = HTTPTicket(number: ticketCount)
    return service.answer(HTTPRequest(head, body: body, from: origin, ticket: ticket)) ?? late.take(ticket)
  }
}

extension HTTPAnswer {
  /// The document of a JSON answer.
  var document: [String: Any] {
    get throws { try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:] }
  }
}
