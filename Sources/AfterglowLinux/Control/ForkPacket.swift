import CLinux

/// What a process sends to its own fork. The two are one program, so a value travels as it lies in memory.
public protocol ForkPayload: BitwiseCopyable {
  /// Tells packets of this kind from all others on the line.
  static var packetMagic: UInt32 { get }
}

/// A value on its way from the guard to a renderer that was forked before there was one.
public struct ForkPacket<Payload: ForkPayload>: BitwiseCopyable {
  private let magic: UInt32
  private let payload: Payload

  /// False when the receiver is gone. A descriptor of 0 or more goes along.
  public static func send(_ payload: Payload, passing descriptor: Int32 = -1, to socket: Int32) -> Bool {
    var packet = ForkPacket(magic: Payload.packetMagic, payload: payload)
    return ag_send(socket, &packet, Int64(MemoryLayout<ForkPacket>.size), descriptor, 1) > 0
  }

  /// Waits for the value; nil when the sender is gone, or says anything else, as it does when there will be none. The
  /// descriptor that came along is the receiver's; −1 = none.
  public static func receive(from socket: Int32) -> (payload: Payload, passed: Int32)? {
    var entry = ag_poll_entry(fd: socket, events: Int16(AG_READABLE), revents: 0)
    _ = ag_poll(&entry, 1, -1)
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

  /// As large as the largest payload, and aligned like any.
  private typealias Room = InlineArray<160, UInt64>
}
