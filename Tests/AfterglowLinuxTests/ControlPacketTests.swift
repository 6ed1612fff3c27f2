import AfterglowCore
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

  @Test(arguments: [
    PanelWhite(alwaysOnMillinits: 100_000, alwaysOnWantedMillinits: 99_999, nightMillinits: 23_518),
    PanelWhite(alwaysOnMillinits: .max, alwaysOnWantedMillinits: .max, nightMillinits: .max),
    PanelWhite(alwaysOnMillinits: 1, alwaysOnWantedMillinits: 0, nightMillinits: 1),
  ])
  func `white goes through a packet as it is`(white: PanelWhite) {
    let message = ControlMessage(white)
    #expect(message.kind == .white)
    #expect(message.white == white)
  }
}
