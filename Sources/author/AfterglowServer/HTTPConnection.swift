import Foundation

/// One connection from its request to the end of its answer. It has one request: closing costs a local client nothing.
struct HTTPConnection {
  enum State {
    case head, body
    /// The service has the request and answers later.
    case waiting
    case answer
    /// The answer is a stream of events, which has no end.
    case events
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
  /// Of its request, once it is whole.
  private(set) var ticket: HTTPTicket?
  private var received: [UInt8] = []
  private var output = HTTPOutput()
  /// Whether the client sends nothing more.
  private var isEnded = false
  private let limits: HTTPLimits
  private let peer: HTTPPeer

  init(_ descriptor: Int32, _ origin: HTTPListener.Origin, _ limits: HTTPLimits, nowMs: Int64) {
    self.descriptor = descriptor
    self.origin = origin
    self.limits = limits
    peer = if case .network = origin { HTTPListener.peer(of: descriptor) } else { HTTPPeer() }
    deadlineMs = nowMs + limits.headMs
  }

  /// Not while it answers: the end of what the client sends stays readable.
  var wantsToRead: Bool { state != .answer && !isEnded }
  var wantsToWrite: Bool { !output.isEmpty }
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
        if count < 0 || state != .answer && state != .waiting { state = .closed }
        isEnded = true
        return nil
      }
      if [.waiting, .answer, .events, .lingering].contains(state) { continue }
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
      var head = try HTTPHead(parsing: received[..<(end - 4)], limits)
      head.peer = peer
      self.head = head
      try admit(head)
      received.removeFirst(end)
      state = .body
      deadlineMs = nowMs + limits.bodyMs
      if head.expectsContinue && received.isEmpty { output.add(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    }
    guard let head, received.count >= head.bodyByteCount else { return nil }
    // A second request would begin here; its client sees that the connection is closed.
    return (head, Array(received.prefix(head.bodyByteCount)))
  }

  private var tooLong: HTTPRefusal {
    HTTPRefusal(431, "expected at most \(limits.headByteCount) bytes of request line and header fields")
  }

  /// Its request is whole, and the answer follows.
  mutating func wait(as ticket: HTTPTicket, nowMs: Int64) {
    self.ticket = ticket
    received = []
    state = .waiting
    deadlineMs = nowMs + limits.workMs
  }

  /// Sets its answer.
  mutating func answer(_ answer: HTTPAnswer, nowMs: Int64) {
    output.add(answer.bytes(isForHead: head?.method == "HEAD"))
    received = []
    state = answer.isEvents ? .events : .answer
    deadlineMs = nowMs + limits.answerMs
    write(nowMs: nowMs)
  }

  /// Sends an event, or keeps it for a client that is slow; one that is too slow is left, and asks again.
  mutating func post(_ event: HTTPEvent, nowMs: Int64) {
    guard output.keep(event) <= limits.events.byteCount else {
      state = .closed
      return
    }
    if !wantsToWrite { write(nowMs: nowMs) }
  }

  /// Sends what the client takes.
  mutating func write(nowMs: Int64) {
    repeat {
      switch output.send(to: descriptor) {
      case .failed: state = .closed
      // A large answer takes its time, as long as it continues.
      case .some(let count) where output.hasProgressed(by: limits.progressByteCount, after: count):
        deadlineMs = nowMs + limits.answerMs
      case .some: break
      }
      if wantsToWrite || state != .events { break }
      deadlineMs = nowMs + limits.events.beatMs
    } while output.takeEvents()
    guard state == .answer, !wantsToWrite else { return }
    state = .lingering
    deadlineMs = nowMs + limits.lingerMs
    output = HTTPOutput()
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Ends what takes too long; a request that came in part gets a reason.
  mutating func expire(nowMs: Int64) {
    guard nowMs >= deadlineMs else { return }
    if state == .body || state == .head && !received.isEmpty {
      answer(HTTPAnswer(408, "the request took too long"), nowMs: nowMs)
    } else if state == .waiting {
      answer(HTTPAnswer(503, "the answer takes too long; try again"), nowMs: nowMs)
    } else if state == .events && !wantsToWrite {
      post(.beat, nowMs: nowMs)
    } else {
      state = .closed
    }
  }

  mutating func close() {
    state = .closed
    Foundation.close(descriptor)
  }
}
