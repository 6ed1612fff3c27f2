import AfterglowCore
import Testing

@testable import AfterglowLinux

/// Sending a panel to a renderer that was started before the panel existed.
@Suite struct PanelPacketTests {
  private static func panel(of card: Int32) -> DRMPanel {
    var panel = DRMPanel(
      descriptor: card, card: card, size: PixelSize(width: 64, height: 16), format: .rgb565,
      name: FixedText("card HDMI-A-1"), isAtomic: true,
      buffers: InlineArray(repeating: DRMBuffer(byteCount: 2048, strideBytes: 128, handle: 3, framebuffer: 9)))
    panel.route.crtc = 41
    return panel
  }

  @Test func `a panel arrives with a descriptor of its own for the card`() throws {
    let line = try SocketPair.make()
    let card = try SocketPair.make()
    defer { for end in [line.0, line.1, card.0, card.1] { closeDescriptor(end) } }
    #expect(PanelPacket.send(Self.panel(of: card.0), to: line.0))
    let received = try #require(PanelPacket.receive(from: line.1))
    defer { closeDescriptor(received.descriptor) }
    #expect(received.descriptor != card.0 && received.card == received.descriptor)
    #expect(received.size == PixelSize(width: 64, height: 16) && received.format == .rgb565)
    #expect(received.route.crtc == 41)
    #expect(received.buffers[1].framebuffer == 9 && received.buffers[1].base == nil)
    // It is the same card: a packet sent at the other end arrives here.
    _ = sendPacket(ControlMessage(.ping), to: card.1, waits: true)
    guard case .message(let message, _) = receivePacket(from: received.descriptor) else {
      Issue.record("another descriptor")
      return
    }
    #expect(message.kind == .ping)
  }

  @Test func `anything else means that there will be no panel`() throws {
    let line = try SocketPair.make()
    defer { closeDescriptor(line.1) }
    _ = sendPacket(ControlMessage(.stop), to: line.0, waits: true)
    #expect(PanelPacket.receive(from: line.1) == nil)
    closeDescriptor(line.0)
    #expect(PanelPacket.receive(from: line.1) == nil)
  }

  @Test func `a panel without its card is none`() throws {
    let line = try SocketPair.make()
    defer {
      closeDescriptor(line.0)
      closeDescriptor(line.1)
    }
    #expect(PanelPacket.send(Self.panel(of: -1), to: line.0))
    #expect(PanelPacket.receive(from: line.1) == nil)
  }
}
