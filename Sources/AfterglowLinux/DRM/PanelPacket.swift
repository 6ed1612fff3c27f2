import CLinux

/// A panel on its way to a renderer that was started before there was one; its card goes along as a descriptor. Sender and
/// receiver are one program, so the bytes are as they lie in memory.
public struct PanelPacket: BitwiseCopyable {
  private static var magic: UInt32 { 0x3150_4741 }

  private var magic = PanelPacket.magic
  private var panel: DRMPanel

  /// A panel of a whole card: a lease would be a second descriptor.
  public init(_ panel: DRMPanel) {
    precondition(!panel.isLeased)
    self.panel = panel
  }

  /// False when the receiver is gone.
  public func send(to socket: Int32) -> Bool {
    var copy = self
    return ag_send(socket, &copy, Int64(MemoryLayout<PanelPacket>.size), panel.card, 1) > 0
  }

  /// Waits for the panel; nil when the sender is gone, or says anything else, as it does when there will be none.
  public static func receive(from socket: Int32) -> DRMPanel? {
    var entry = ag_poll_entry(fd: socket, events: Int16(AG_READABLE), revents: 0)
    _ = ag_poll(&entry, 1, -1)
    var packet = PanelPacket(DRMPanel.none)
    packet.magic = 0
    var passed: Int32 = -1
    let count = ag_receive(socket, &packet, Int64(MemoryLayout<PanelPacket>.size), &passed)
    if count != Int64(MemoryLayout<PanelPacket>.size) || packet.magic != PanelPacket.magic || passed < 0 {
      if passed >= 0 { _ = ag_close(passed) }
      return nil
    }
    packet.panel.descriptor = passed
    packet.panel.card = passed
    return packet.panel
  }
}
