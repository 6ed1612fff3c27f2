/// A panel on its way to a renderer that was started before there was one; its card goes along as a descriptor.
public enum PanelPacket {
  /// A panel of a whole card: a lease would be a second descriptor. False when the receiver is gone.
  public static func send(_ panel: DRMPanel, to socket: Int32) -> Bool {
    precondition(!panel.isLeased)
    return ForkPacket.send(panel, passing: panel.card, to: socket)
  }

  /// Waits for the panel; nil when the sender is gone, or says anything else, as it does when there will be none.
  public static func receive(from socket: Int32) -> DRMPanel? {
    guard var (panel, card) = ForkPacket<DRMPanel>.receive(from: socket), card >= 0 else { return nil }
    panel.descriptor = card
    panel.card = card
    return panel
  }
}

extension DRMPanel: ForkPayload {
  public static var packetMagic: UInt32 { 0x3150_4741 }
}
