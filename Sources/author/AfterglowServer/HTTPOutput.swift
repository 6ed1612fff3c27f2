import Foundation

/// What a client has yet to take.
struct HTTPOutput {
  enum Sending {
    /// Bytes; the client takes no more now, or has all.
    case some(Int)
    /// The client is gone.
    case failed
  }

  private var bytes: [UInt8] = []
  private var sentCount = 0
  /// Events that are not part of `bytes` yet.
  private var events: [HTTPEvent] = []

  var isEmpty: Bool { sentCount == bytes.count }

  mutating func add(_ more: [UInt8]) {
    bytes.removeFirst(sentCount)
    sentCount = 0
    bytes += more
  }

  /// Keeps an event until the client has those before it; of one key the newest.
  ///
  /// - Returns: the bytes of all that wait.
  mutating func keep(_ event: HTTPEvent) -> Int {
    if let key = event.key { events.removeAll { $0.key == key } }
    events.append(event)
    return events.reduce(0) { $0 + $1.bytes.count }
  }

  /// Makes the kept events what is sent next.
  ///
  /// - Returns: whether there are any.
  mutating func takeEvents() -> Bool {
    if events.isEmpty { return false }
    bytes = events.flatMap(\.bytes)
    sentCount = 0
    events = []
    return true
  }

  /// Sends as much as the client takes.
  mutating func send(to descriptor: Int32) -> Sending {
    let before = sentCount
    while !isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress! + sentCount, $0.count - sentCount, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { break }
      guard count > 0 else { return .failed }
      sentCount += count
    }
    return .some(sentCount - before)
  }

  /// Whether the last `count` bytes passed a multiple of a step.
  func hasProgressed(by step: Int, after count: Int) -> Bool { sentCount / step > (sentCount - count) / step }
}
