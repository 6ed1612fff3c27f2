import Foundation

/// Names a request whose answer follows.
public struct HTTPTicket: Hashable, Sendable {
  let number: UInt64

  /// - Parameter number: unlike that of any other request of a server.
  public init(number: UInt64) { self.number = number }
}

/// A message to all who follow a server's events (the HTML standard, Server-sent events).
public struct HTTPEvent: Sendable {
  /// A newer event with the same key takes the place of one that a client has not got yet; nil = each is sent.
  let key: String?
  let bytes: [UInt8]

  /// - Parameters:
  ///   - name: of letters.
  ///   - data: a document on one line.
  public init(_ name: String, _ data: String, key: String? = nil) {
    self.key = key
    let lines = data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }.joined()
    bytes = Array("event: \(name)\n\(lines)\n".utf8)
  }

  /// No content: it keeps a connection open on its way, and shows whether the client is there.
  static let beat = HTTPEvent(bytes: Array(":\n\n".utf8))

  private init(bytes: [UInt8]) {
    key = "beat"
    self.bytes = bytes
  }
}

/// What other threads have for a server's connections.
final class HTTPInbox: @unchecked Sendable {
  struct Content {
    var answers: [(ticket: HTTPTicket, answer: HTTPAnswer)] = []
    var events: [HTTPEvent] = []
    /// Listeners, and those that take their places.
    var listeners: [(old: HTTPListener, new: HTTPListener)] = []
  }

  private let lock = NSLock()
  private var content = Content()

  func put(_ change: (inout Content) -> Void) { lock.withLock { change(&content) } }

  /// Everything since the last time.
  func take() -> Content {
    lock.withLock {
      defer { content = Content() }
      return content
    }
  }
}
