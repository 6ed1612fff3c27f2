import Foundation

/// One connection from its request to the end of its answer. It has one request: closing costs a local client nothing.
struct HTTPConnection {
  enum State {
    case head, body, answer
    /// The answer is sent; what the client still sends is dropped, because closing before would drop the answer too.
    case lingering
    case closed
  }

  let descriptor: Int32
  let origin: HTTPListener.Origin
  private(set) var state = State.head
  /// When it is closed, in ms of the server's clock.
  private(set) var deadlineMs: Int64
  private(set) var head: HTTPHead?
  private var received: [UInt8] = []
  private var outgoing: [UInt8] = []
  private var sentCount = 0
  private let limits: HTTPLimits

  init(_ descriptor: Int32, _ origin: HTTPListener.Origin, _ limits: HTTPLimits, nowMs: Int64) {
    self.descriptor = descriptor
    self.origin = origin
    self.limits = limits
    deadlineMs = nowMs + limits.headMs
  }

  /// Not while it answers: the end of what the client sends stays readable.
  var wantsToRead: Bool { state != .answer }
  var wantsToWrite: Bool { sentCount < outgoing.count }
  /// Bytes that its body may take.
  var reservedByteCount: Int { state == .body ? head?.bodyByteCount ?? 0 : 0 }

  /// A whole request.
  typealias Request = (head: HTTPHead, body: [UInt8])

  /// Takes what has arrived.
  ///
  /// - Parameter admit: decides on a request before its body is read.
  /// - Returns: a request once it is complete.
  mutating func read(nowMs: Int64, admit: (HTTPHead) throws(HTTPRefusal) -> Void) -> Request? {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while state != .closed {
      // Not more than is wanted of it.
      let room = state == .body ? min(chunk.count, max(1, head!.bodyByteCount - received.count)) : chunk.count
      let count = recv(descriptor, &chunk, room, 0)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return nil }
      guard count > 0 else {
        // A client that only stops sending still reads its answer.
        if count < 0 || state != .answer { state = .closed }
        return nil
      }
      if state == .answer || state == .lingering { continue }
      received += chunk[..<count]
      do throws(HTTPRefusal) {
        if let request = try take(count, nowMs, admit) { return request }
      } catch {
        answer(error.answer, nowMs: nowMs)
        return nil
      }
    }
    return nil
  }

  private mutating func take(_ count: Int, _ nowMs: Int64, _ admit: (HTTPHead) throws(HTTPRefusal) -> Void)
    throws(HTTPRefusal) -> Request?
  {
    if state == .head {
      guard let end = HTTPHead.end(in: received, from: received.count - count) else {
        guard received.count < limits.headByteCount else { throw tooLong }
        return nil
      }
      guard end <= limits.headByteCount else { throw tooLong }
      let head = try HTTPHead(parsing: received[..<(end - 4)], limits)
      self.head = head
      try admit(head)
      received.removeFirst(end)
      state = .body
      deadlineMs = nowMs + limits.bodyMs
      if head.expectsContinue && received.isEmpty { outgoing = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) }
    }
    guard let head, received.count >= head.bodyByteCount else { return nil }
    // A second request would begin here; its client sees that the connection is closed.
    return (head, Array(received.prefix(head.bodyByteCount)))
  }

  private var tooLong: HTTPRefusal {
    HTTPRefusal(431, "expected at most \(limits.headByteCount) bytes of request line and header fields")
  }

  /// Sets its answer.
  mutating func answer(_ answer: HTTPAnswer, nowMs: Int64) {
    outgoing.removeFirst(sentCount)
    sentCount = 0
    outgoing += answer.bytes(isForHead: head?.method == "HEAD")
    received = []
    state = .answer
    deadlineMs = nowMs + limits.answerMs
    write(nowMs: nowMs)
  }

  /// Sends what the client takes.
  mutating func write(nowMs: Int64) {
    while wantsToWrite {
      let count = outgoing.withUnsafeBytes {
        send(descriptor, $0.baseAddress! + sentCount, $0.count - sentCount, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return }
      guard count > 0 else {
        state = .closed
        return
      }
      sentCount += count
    }
    guard state == .answer else { return }
    state = .lingering
    deadlineMs = nowMs + limits.lingerMs
    outgoing = []
    sentCount = 0
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Ends what takes too long; a request that came in part gets a reason.
  mutating func expire(nowMs: Int64) {
    guard nowMs >= deadlineMs else { return }
    if state == .body || state == .head && !received.isEmpty {
      answer(HTTPAnswer(408, "the request took too long"), nowMs: nowMs)
    } else {
      state = .closed
    }
  }

  mutating func close() {
    state = .closed
    Foundation.close(descriptor)
  }
}
