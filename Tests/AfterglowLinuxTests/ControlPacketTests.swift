import AfterglowLinux
import Testing

@Suite struct ControlPacketTests {
  @Test func `what an author said before it left is heard, though it left our words unread`() throws {
    let (author, guardian) = try SocketPair.make()
    defer { closeDescriptor(guardian) }
    #expect(sendPacket(ControlMessage(.hello), to: guardian, waits: false) > 0)
    #expect(sendPacket(ControlMessage(.modeOverride, value: 2), to: author, waits: false) > 0)
    closeDescriptor(author)
    guard case .message(let message, _) = receivePacket(from: guardian) else {
      Issue.record("the author's last word is lost")
      return
    }
    #expect(message.kind == .modeOverride && message.value == 2)
    guard case .closed = receivePacket(from: guardian) else {
      Issue.record("the end is not seen")
      return
    }
  }
}
