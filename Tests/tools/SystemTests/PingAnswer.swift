import AfterglowLinux
import Testing

/// The answer to a ping, after at most 100,000 other messages.
///
/// - Parameter timeoutMs: the longest time between two messages.
/// - Throws: an expectation's error when no message comes in time, `SystemError` when only others come.
func pong(on connection: borrowing ControlConnection, timeoutMs: Int64 = 5_000) throws -> ControlMessage {
  for _ in 0..<100_000 {
    let message = try #require(
      try connection.receive(timeoutMs: timeoutMs), "no answer to a ping within \(timeoutMs) ms")
    if message.kind == .pong { return message }
  }
  throw SystemError("find the answer to a ping", errno: 0)
}
