import Foundation

/// What a server answers.
public protocol HTTPService: AnyObject {
  /// Decides on a request before its body is read.
  ///
  /// - Returns: the most bytes that its body may have.
  /// - Throws: `HTTPRefusal`, which becomes the answer.
  func admit(_ head: HTTPHead, from origin: HTTPListener.Origin) throws(HTTPRefusal) -> Int
  /// Answers a request that was admitted. The server waits for it.
  func answer(_ head: HTTPHead, body: [UInt8]) -> HTTPAnswer
}

/// A small HTTP/1.1 server for programs of the same machine, with limits for everything that a client can use up: bytes of
/// heads and bodies, connections, and time. Belongs to one thread, except for `wake`.
public final class HTTPServer {
  private let listeners: [HTTPListener]
  private let service: any HTTPService
  private let limits: HTTPLimits
  private let nowMs: () -> Int64
  private let bell: (read: Int32, write: Int32)
  private var connections: [HTTPConnection] = []
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
      guard head.bodyByteCount <= most else {
        throw HTTPRefusal(413, "expected at most \(most) bytes, found \(head.bodyByteCount)")
      }
      guard head.bodyByteCount <= limits.bodiesByteCount - reserved else {
        throw HTTPRefusal(503, "others are handing over content; try again").with("Retry-After", "1")
      }
    }
    if let request {
      connections[index].answer(service.answer(request.head, body: request.body), nowMs: now)
    } else {
      connections[index].write(nowMs: now)
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
