import Foundation

/// What a server answers.
public protocol HTTPService: AnyObject {
  /// Decides on a request before its body is read.
  ///
  /// - Returns: the most bytes that its body may have.
  /// - Throws: `HTTPRefusal`, which becomes the answer.
  func admit(_ head: HTTPHead, from origin: HTTPListener.Origin) throws(HTTPRefusal) -> Int
  /// Answers a request that was admitted. The server waits for it.
  ///
  /// - Returns: nil = `HTTPServer.answer` is called with the ticket.
  func answer(_ request: HTTPRequest) -> HTTPAnswer?
}

/// A whole request.
public struct HTTPRequest: Sendable {
  public var head: HTTPHead
  public var body: [UInt8]
  public var origin: HTTPListener.Origin
  /// For an answer that comes later.
  public var ticket: HTTPTicket

  public init(_ head: HTTPHead, body: [UInt8] = [], from origin: HTTPListener.Origin, ticket: HTTPTicket) {
    self.head = head
    self.body = body
    self.origin = origin
    self.ticket = ticket
  }
}

/// A small HTTP/1.1 server with limits for everything that a client can use up: bytes of heads and bodies, connections,
/// and time. Belongs to one thread, except for `wake`, `answer`, `broadcast` and `replace`.
public final class HTTPServer: @unchecked Sendable {
  private var listeners: [HTTPListener]
  private let service: any HTTPService
  private let limits: HTTPLimits
  private let nowMs: () -> Int64
  private let bell: (read: Int32, write: Int32)
  private let inbox = HTTPInbox()
  private var connections: [HTTPConnection] = []
  private var ticketCount: UInt64 = 0
  /// While no connection can be accepted, such as without free descriptors; in ms of the clock.
  private var acceptsAgainMs: Int64 = .min

  /// - Parameters:
  ///   - service: called on the thread of `turn`.
  ///   - nowMs: a monotonic clock in ms.
  public init(
    _ listeners: [HTTPListener], service: any HTTPService, limits: HTTPLimits = HTTPLimits(),
    nowMs: @escaping () -> Int64
  ) {
    self.listeners = listeners
    self.service = service
    self.limits = limits
    self.nowMs = nowMs
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    bell = (ends[0], ends[1])
  }

  deinit {
    for index in connections.indices { connections[index].close() }
    close(bell.read)
    close(bell.write)
  }

  /// Ends a `turn`, from any thread.
  public func wake() { _ = write(bell.write, [1], 1) }

  /// Answers a request, from any thread; one whose client is gone is left alone.
  public func answer(_ ticket: HTTPTicket, with answer: HTTPAnswer) {
    inbox.put { $0.answers.append((ticket, answer)) }
    wake()
  }

  /// Sends an event to all clients that follow, from any thread.
  public func broadcast(_ event: HTTPEvent) {
    inbox.put { $0.events.append(event) }
    wake()
  }

  /// Accepts connections of a new listener in place of an old one's, from any thread.
  public func replace(_ old: HTTPListener, by new: HTTPListener) {
    inbox.put { $0.listeners.append((old, new)) }
    wake()
  }

  /// Clients that follow events. Belongs to the thread of `turn`.
  public var eventClientCount: Int { connections.count { $0.state == .events } }

  /// Connections that are open.
  var connectionCount: Int { connections.count }

  /// Waits for clients, at most so long, and serves those that are ready.
  ///
  /// - Parameter maximumWaitMs: 0 only looks; nil waits until there is something to do.
  public func turn(maximumWaitMs: Int64?) {
    let before = nowMs()
    let isAccepting = before >= acceptsAgainMs
    var entries = [pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0)]
    entries += listeners.map { pollfd(fd: isAccepting ? $0.descriptor : -1, events: Int16(POLLIN), revents: 0) }
    entries += connections.map {
      pollfd(
        fd: $0.descriptor, events: Int16(($0.wantsToRead ? POLLIN : 0) | ($0.wantsToWrite ? POLLOUT : 0)), revents: 0)
    }
    let deadlines = connections.map(\.deadlineMs) + (isAccepting ? [] : [acceptsAgainMs])
    let wait = [maximumWaitMs, deadlines.min().map { max(0, $0 - before) }].compactMap(\.self).min()
    let count = poll(&entries, nfds_t(entries.count), wait.map { Int32(min($0, 60_000)) } ?? -1)
    var rings = [UInt8](repeating: 0, count: 64)
    while read(bell.read, &rings, rings.count) > 0 {}
    if count > 0 {
      for index in connections.indices where entries[1 + listeners.count + index].revents != 0 { serve(index) }
    }
    deliver()
    for index in connections.indices { connections[index].expire(nowMs: nowMs()) }
    removeClosed()
    // Last, so that the entries above are those of the connections.
    for (index, listener) in listeners.enumerated() where count > 0 && entries[1 + index].revents != 0 {
      accept(listener)
    }
  }

  private func serve(_ index: Int) {
    let now = nowMs()
    let origin = connections[index].origin
    let reserved = connections.reduce(0) { $0 + $1.reservedByteCount }
    let request = connections[index].read(nowMs: now) { head throws(HTTPRefusal) in
      let most = try service.admit(head, from: origin)
      guard !head.hasBodyInChunks else {
        throw HTTPRefusal(
          411,
          most == 0
            ? "expected no content, found some"
            : "expected content with its length in Content-Length, found chunks; with curl send a file by -X "
              + "\(head.method) --data-binary @FILE, or a pipe by --data-binary @-")
      }
      guard head.bodyByteCount <= most else {
        let expected = most == 0 ? "no content" : "at most \(most) bytes"
        throw HTTPRefusal(413, "expected \(expected), found \(head.bodyByteCount) bytes")
      }
      guard head.bodyByteCount <= limits.bodiesByteCount - reserved else {
        throw HTTPRefusal(503, "others are handing over content; try again").with("Retry-After", "1")
      }
    }
    if let request {
      ticketCount += 1
      let ticket = HTTPTicket(number: ticketCount)
      let whole = HTTPRequest(request.head, body: request.body, from: origin, ticket: ticket)
      if let answer = service.answer(whole) {
        self.answer(index, answer)
      } else {
        connections[index].wait(as: ticket, nowMs: now)
      }
    } else {
      connections[index].write(nowMs: now)
    }
  }

  private func answer(_ index: Int, _ answer: HTTPAnswer) {
    let isFull = answer.isEvents && eventClientCount >= limits.events.clientCount
    connections[index].answer(
      isFull ? HTTPAnswer(503, "expected at most \(limits.events.clientCount) clients that follow events") : answer,
      nowMs: nowMs())
  }

  /// Hands out what other threads have put in.
  private func deliver() {
    let content = inbox.take()
    for (old, new) in content.listeners {
      if let index = listeners.firstIndex(where: { $0 === old }) { listeners[index] = new }
    }
    for (ticket, answer) in content.answers {
      if let index = connections.firstIndex(where: { $0.state == .waiting && $0.ticket == ticket }) {
        self.answer(index, answer)
      }
    }
    for event in content.events {
      for index in connections.indices where connections[index].state == .events {
        connections[index].post(event, nowMs: nowMs())
      }
    }
  }

  private func accept(_ listener: HTTPListener) {
    // As many as there is room for; the others wait in the kernel, where they cost nothing of ours.
    for _ in 0..<limits.connectionCount {
      do throws(HTTPListener.AcceptFailure) {
        guard let descriptor = try listener.accept() else { return }
        guard makeRoom() else {
          close(descriptor)
          return
        }
        connections.append(HTTPConnection(descriptor, listener.origin, limits, nowMs: nowMs()))
      } catch {
        acceptsAgainMs = nowMs() + 100
        return
      }
    }
  }

  /// - Returns: whether another connection can be held.
  private func makeRoom() -> Bool {
    guard connections.count >= limits.connectionCount else { return true }
    let idle = connections.indices.filter { connections[$0].state == .head || connections[$0].state == .lingering }
    guard let oldest = idle.min(by: { connections[$0].deadlineMs < connections[$1].deadlineMs }) else { return false }
    connections[oldest].close()
    connections.remove(at: oldest)
    return true
  }

  private func removeClosed() {
    for index in connections.indices where connections[index].state == .closed { connections[index].close() }
    connections.removeAll { $0.state == .closed }
  }
}
