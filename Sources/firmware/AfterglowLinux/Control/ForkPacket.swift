import CLinux

/// A value that a process sends to its own fork. Both run the same program, so its memory is sent as is.
public protocol ForkPayload: BitwiseCopyable {
  /// Identifies packets of this type on the socket.
  static var packetMagic: UInt32 { get }
}

/// A value sent from the guard to a renderer that was forked before the value existed.
public struct ForkPacket<Payload: ForkPayload>: BitwiseCopyable {
  private let magic: UInt32
  private let payload: Payload

  /// Sends the value, with `descriptor` unless it is negative. False if the receiver has closed the socket.
  public static func send(_ payload: Payload, passing descriptor: Int32 = -1, to socket: Int32) -> Bool {
    var packet = ForkPacket(magic: Payload.packetMagic, payload: payload)
    return ag_send(socket, &packet, Int64(MemoryLayout<ForkPacket>.size), descriptor, 1) > 0
  }

  /// Waits for the value. The caller owns a descriptor that arrives with it; −1 = none.
  ///
  /// - Returns: nil if the sender has closed the socket, or sends another packet because there will be no value.
  public static func receive(from socket: Int32) -> (payload: Payload, passed: Int32)? {
    var entry = ag_poll_entry(fd: socket, events: Int16(AG_READABLE), revents: 0)
    // A signal is no packet.
    while ag_poll(&entry, 1, -1) == 0 {}
    precondition(MemoryLayout<ForkPacket>.size <= MemoryLayout<Room>.size)
    var room = Room(repeating: 0)
    return withUnsafeMutableBytes(of: &room) { bytes in
      let memory = bytes.baseAddress!
      var passed: Int32 = -1
      let count = ag_receive(socket, memory, Int64(bytes.count), &passed)
      let isOurs = memory.load(as: UInt32.self) == Payload.packetMagic
      if count == Int64(MemoryLayout<ForkPacket>.size) && isOurs {
        return (memory.load(as: ForkPacket.self).payload, passed)
      }
      closeDescriptor(passed)
      return nil
    }
  }

  /// As large as the largest payload, and aligned for any payload.
  private typealias Room = InlineArray<200, UInt64>
}
