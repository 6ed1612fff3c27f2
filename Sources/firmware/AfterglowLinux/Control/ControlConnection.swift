import CLinux

/// One end of a control socket, which carries whole packets, each with at most one descriptor. Closed when the value
/// ends.
public struct ControlConnection: ~Copyable {
  public let descriptor: Int32

  /// Takes ownership of a connected SOCK_SEQPACKET socket.
  public init(owning descriptor: Int32) { self.descriptor = descriptor }

  /// Connects to a guard's socket.
  ///
  /// - Throws: `SystemError`: ECONNREFUSED or ENOENT when no guard is running, EPERM when another user's program
  ///   listens there, ETIMEDOUT when the guard does not accept.
  public init(connectingTo path: UnsafePointer<CChar>) throws(SystemError) {
    descriptor = try checked("connect to the control socket", ag_connect(path, 1))
  }

  deinit { _ = ag_close(descriptor) }

  /// Sends one message; blocks while the other side is busy.
  ///
  /// - Throws: `SystemError`: EPIPE when the other side has closed, ETIMEDOUT when it does not read.
  public func send(_ message: ControlMessage, passing passed: Int32 = -1) throws(SystemError) {
    _ = try checked("send a control message", sendPacket(message, passing: passed, to: descriptor, waits: true))
  }

  /// The next message, waiting at most `timeoutMs`; nil when none arrived. Packets that are not messages are skipped.
  ///
  /// - Throws: `SystemError`; EPIPE when the other side has closed.
  public func receive(timeoutMs: Int64) throws(SystemError) -> ControlMessage? {
    let deadline = ag_boottime_ms() + timeoutMs
    while true {
      switch receivePacket(from: descriptor) {
      case .message(let message, let passed):
        if passed >= 0 { _ = ag_close(passed) }
        return message
      case .closed: throw SystemError("read from the control socket", errno: EPIPE)
      case .foreign: if ag_boottime_ms() >= deadline { return nil }
      case .failed(let errno): throw SystemError("read from the control socket", errno: errno)
      case .nothing:
        let left = deadline - ag_boottime_ms()
        if left <= 0 { return nil }
        var entry = ag_poll_entry(fd: descriptor, events: Int16(AG_READABLE), revents: 0)
        _ = try checked("wait on the control socket", ag_poll(&entry, 1, left))
      }
    }
  }
}

/// The result of one attempt to read a packet.
public enum ReceivedPacket {
  /// `passed` is a descriptor that the receiver now owns, or −1.
  case message(ControlMessage, passed: Int32)
  /// A packet of another size or kind, or with more than one descriptor; discarded with all its descriptors.
  case foreign
  case nothing
  case closed
  case failed(errno: Int32)
}

/// Sends one packet and returns the bytes sent or −errno. Without `waits`, −EAGAIN when the other side does not read.
public func sendPacket(_ message: ControlMessage, passing passed: Int32 = -1, to socket: Int32, waits: Bool) -> Int64 {
  var copy = message
  return ag_send(socket, &copy, Int64(ControlMessage.byteCount), passed, waits ? 1 : 0)
}

/// Reads one packet if there is one; never waits.
public func receivePacket(from socket: Int32) -> ReceivedPacket {
  var message = ControlMessage(.ping)
  var passed: Int32 = -1
  let count = ag_receive(socket, &message, Int64(ControlMessage.byteCount), &passed)
  if count == Int64(ControlMessage.byteCount) && message.kind != nil { return .message(message, passed: passed) }
  if passed >= 0 { _ = ag_close(passed) }
  if count == 0 { return .closed }
  if count == -Int64(EAGAIN) { return .nothing }
  if count == -Int64(EBADMSG) { return .foreign }
  return count < 0 ? .failed(errno: Int32(truncatingIfNeeded: -count)) : .foreign
}
