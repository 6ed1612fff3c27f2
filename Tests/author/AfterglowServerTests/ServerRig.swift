import Foundation
import SocketSupport
import Synchronization

@testable import AfterglowServer

/// A server on a thread of its own, at a path and on loopback, and clients that send any bytes.
final class ServerRig: @unchecked Sendable {
  /// Keeps what is put, and gives it back.
  final class Notes: HTTPService {
    var texts: [String: [UInt8]] = ["/big": [UInt8](repeating: 0x61, count: 24 << 20)]
    /// Requests for `/later`, which a test answers.
    let later = Later()

    func admit(_ head: HTTPHead, from origin: HTTPListener.Origin) throws(HTTPRefusal) -> Int {
      guard ["GET", "HEAD", "PUT"].contains(head.method) else { throw HTTPRefusal(405, "expected GET or PUT") }
      return head.method == "PUT" ? 1 << 20 : 0
    }

    func answer(_ request: HTTPRequest) -> HTTPAnswer? {
      let head = request.head
      if head.method == "PUT" {
        texts[head.path] = request.body
        return HTTPAnswer(204)
      }
      if head.path == "/events" { return .events }
      if head.path == "/later" {
        later.tickets.withLock { $0.append(request.ticket) }
        return nil
      }
      var answer = HTTPAnswer(texts[head.path] == nil ? 404 : 200)
      answer.body = texts[head.path] ?? []
      return answer
    }
  }

  final class Later: Sendable {
    let tickets = Mutex<[HTTPTicket]>([])
  }

  /// What a test adds to the server's clock.
  private final class Offset: Sendable {
    let ms = Atomic<Int64>(0)
  }

  let port: UInt16
  let path: String
  /// At `path`.
  let listener: HTTPListener
  let later: Later
  let server: HTTPServer
  private let ahead: Offset
  private let lock = NSLock()
  private var isEnding = false
  private var most = 0
  private let hasEnded = DispatchSemaphore(value: 0)

  /// The most connections that it held.
  var mostConnections: Int { lock.withLock { most } }

  /// - Parameter standsStill: whether the server's time passes only by `advance(ms:)`.
  init(standsStill: Bool = false, _ change: (inout HTTPLimits) -> Void = { _ in }) throws {
    path = "/tmp/server-\(UInt32.random(in: 0...UInt32.max)).sock"
    listener = try HTTPListener(path: path)
    let loopback = try HTTPListener(loopbackPort: 0)
    guard case .loopback(let port) = loopback.origin else { throw POSIXError(.EIO) }
    self.port = port
    var limits = HTTPLimits()
    change(&limits)
    let notes = Notes()
    later = notes.later
    let ahead = Offset()
    self.ahead = ahead
    server = HTTPServer(
      [listener, loopback], service: notes, limits: limits,
      nowMs: {
        ahead.ms.load(ordering: .acquiring)
          + (standsStill ? 0 : Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000))
      })
    Thread { [self] in
      while !lock.withLock({ isEnding }) {
        server.turn(maximumWaitMs: nil)
        lock.withLock { most = max(most, server.connectionCount) }
      }
      hasEnded.signal()
    }.start()
  }

  func end() {
    lock.withLock { isEnding = true }
    server.wake()
    hasEnded.wait()
  }

  /// Lets time pass for the server.
  func advance(ms: Int64) {
    ahead.ms.add(ms, ordering: .releasing)
    server.wake()
  }

  /// A connection; −1 if it is refused.
  func connect(to address: String = "127.0.0.1") -> Int32 { LoopbackClient.connect(port: port, address: address) }

  /// What a client gets that sends these bytes.
  func ask(_ bytes: some Sequence<UInt8>) -> String {
    let descriptor = connect()
    defer { close(descriptor) }
    guard LoopbackClient.put(bytes, descriptor) else { return "" }
    return String(decoding: LoopbackClient.rest(descriptor), as: UTF8.self)
  }

  func ask(_ text: String) -> String { ask(text.utf8) }

  /// The status of an answer; 0 = none came.
  func status(_ text: String) -> Int { ServerRig.status(ask(text)) }

  static func status(_ answer: String) -> Int {
    answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// Whether it still serves.
  var isWell: Bool { status("GET /none HTTP/1.1\r\nHost: a\r\n\r\n") == 404 }
}
