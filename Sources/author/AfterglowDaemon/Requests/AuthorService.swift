import AfterglowFetch
import AfterglowKit
import AfterglowPreview
import AfterglowServer
import AfterglowSources
import Foundation

/// What other programs may ask of a running author: to put content, list widgets, reload, and read the status. It waits
/// for no source, widget or compile.
final class AuthorService: HTTPService, @unchecked Sendable {
  /// The name of the secret that requests over loopback must have.
  static let tokenName = "http-token"

  private let listing: SharedListing
  private let folder: SourceFolder
  private let secrets: SecretFiles
  private let controlSocket: String?
  private let reload: @Sendable () -> Void
  private let wallMs: () -> Int64
  /// Answers a request later; nil = each is answered at once. Set before the first request.
  var deliver: (@Sendable (HTTPTicket, HTTPAnswer) -> Void)?
  /// Content is checked by a process that may be busy, or about to be started.
  private let checking = WorkThread("pushes")

  /// - Parameters:
  ///   - controlSocket: of the guard that the author hands over to.
  ///   - reload: asks for a reload and returns at once.
  init(
    _ listing: SharedListing, folder: SourceFolder, secrets: SecretFiles, controlSocket: String? = nil,
    wallMs: @escaping () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) },
    reload: @escaping @Sendable () -> Void
  ) {
    self.listing = listing
    self.folder = folder
    self.secrets = secrets
    self.controlSocket = controlSocket
    self.reload = reload
    self.wallMs = wallMs
  }

  /// What is asked for.
  private enum Route {
    case status, widgets, reload
    case push(String)

    init?(_ path: String) {
      switch path {
      case "/status": self = .status
      case "/widgets": self = .widgets
      case "/reload": self = .reload
      default:
        guard path.hasPrefix("/push/") else { return nil }
        self = .push(String(path.dropFirst(6)))
      }
    }

    /// The arguments with which curl sends it by the right method.
    var curl: String {
      switch self {
      case .status, .widgets: "send no content, and no -X"
      case .reload: "with curl write -X POST"
      case .push: "with curl write -X PUT --data-binary @FILE"
      }
    }

    var methods: [String] {
      switch self {
      case .status, .widgets: ["GET", "HEAD"]
      case .reload: ["POST"]
      case .push: ["PUT"]
      }
    }
  }

  func admit(_ head: HTTPHead, from origin: HTTPListener.Origin) throws(HTTPRefusal) -> Int {
    switch origin {
    case .socketFile: break
    case .loopback(let port), .network(let port): try authorise(head, port)
    }
    guard let route = Route(head.path) else {
      throw HTTPRefusal(404, "expected /status, /widgets, /reload or /push/NAME, found \(head.path)")
    }
    guard route.methods.contains(head.method) else {
      throw HTTPRefusal(405, "expected \(route.methods[0]), found \(head.method); \(route.curl)")
        .with("Allow", route.methods.joined(separator: ", "))
    }
    guard case .push(let name) = route else { return 0 }
    guard head["content-length"] != nil || head["transfer-encoding"] != nil else {
      throw HTTPRefusal(411, "expected content with its length, found none; \(route.curl)")
    }
    return try request(name).maximumByteCount
  }

  /// A page of the web that a browser on this machine shows can reach loopback, by a name of its own as well.
  private func authorise(_ head: HTTPHead, _ port: UInt16) throws(HTTPRefusal) {
    guard let host = head["host"]?.lowercased(), ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host) else {
      throw HTTPRefusal(421, "expected the host 127.0.0.1:\(port)")
    }
    let token: String
    do throws(FetchFailure) { token = try secrets.text(Self.tokenName) } catch {
      throw HTTPRefusal(503, "no secret \(Self.tokenName) is set; without one nothing is answered here")
    }
    guard HTTPToken(token).isIn(head) else {
      throw HTTPRefusal(401, Self.refusal(head["authorization"] ?? "")).with("WWW-Authenticate", "Bearer")
    }
  }

  /// Why a request is not authorised, without anything of the secret or of what was sent.
  private static func refusal(_ sent: String) -> String {
    let words = sent.split(separator: " ", omittingEmptySubsequences: true)
    let found =
      switch (words.first?.lowercased() ?? "", words.count) {
      case ("", _): "a token is required"
      case ("bearer", 1): "the token is empty"
      case ("bearer", _): "the token is not the secret \(tokenName)"
      case ("basic", _): "expected a Bearer token, found a user and password (Basic)"
      default: "expected a Bearer token, found another kind of authorization"
      }
    return found
      + "; send the header `Authorization: Bearer TOKEN`, where TOKEN is the content of the secret \(tokenName)"
  }

  private func request(_ name: String) throws(HTTPRefusal) -> SourceRequest {
    let requests = listing.value.requests
    guard let request = requests.first(where: { $0.source.origin == .push(name) }) else {
      let names = Set(requests.compactMap { if case .push(let name) = $0.source.origin { name } else { nil } })
      let others = names.isEmpty ? "" : "; the names that are used are \(names.sorted().joined(separator: ", "))"
      throw HTTPRefusal(404, "no widget has `source: {push: \(name)}`\(others)")
    }
    return request
  }

  func answer(_ request: HTTPRequest) -> HTTPAnswer? {
    switch Route(request.head.path) {
    case .status:
      return .json(BoardStatus(listing.value, folder, controlSocket: controlSocket, wallMs: wallMs()))
    case .widgets: return .json(listing.value.widgets)
    case .reload:
      reload()
      return HTTPAnswer(202, "reload requested")
    case .push(let name):
      guard let deliver else { return answer(putting: request.body, name) }
      checking.async { [self] in deliver(request.ticket, answer(putting: request.body, name)) }
      return nil
    case nil: return HTTPAnswer(404)
    }
  }

  private func answer(putting body: [UInt8], _ name: String) -> HTTPAnswer {
    do throws(HTTPRefusal) { return try put(body, name) } catch { return error.answer }
  }

  private func put(_ body: [UInt8], _ name: String) throws(HTTPRefusal) -> HTTPAnswer {
    let request = try request(name)
    // Another program's output may have ended early.
    if let refusal = request.refusal(of: body, isEndKnown: false) {
      throw HTTPRefusal(refusal.pushStatus, refusal.words)
    }
    do throws(FetchFailure) {
      try SourceInbox(folder: folder).put(body, for: request.source, wallMs: wallMs())
    } catch {
      throw HTTPRefusal(507, error.description)
    }
    return HTTPAnswer(204)
  }
}

extension ContentRefusal {
  /// The status of the answer to a push.
  fileprivate var pushStatus: Int {
    switch self {
    case .unreadable: 422
    case .unchecked: 503
    }
  }
}
