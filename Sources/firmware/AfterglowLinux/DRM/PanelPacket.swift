/// Sends a panel, with its card as a descriptor, to a renderer that was started before the panel existed.
public enum PanelPacket {
  /// Sends a panel of a whole card; a lease would need a second descriptor. False if the receiver has closed the
  /// socket.
  public static func send(_ panel: DRMPanel, to socket: Int32) -> Bool {
    precondition(!panel.isLeased)
    return ForkPacket.send(panel, passing: panel.card, to: socket)
  }

  /// Waits for the panel.
  ///
  /// - Returns: nil if the sender has closed the socket, or sends another packet because there will be no panel.
  public static func receive(from socket: Int32) -> DRMPanel? {
    guard case (var panel, let card)? = ForkPacket<DRMPanel>.receive(from: socket), card >= 0 else { return nil }
    panel.descriptor = card
    panel.card = card
    return panel
  }
}

extension DRMPanel: ForkPayload {
  public static var packetMagic: UInt32 { 0x3150_4741 }
}
