import AfterglowCore

/// The card, connector and mode that a board requests.
public struct DRMRequest: BitwiseCopyable, @unchecked Sendable {
  /// Device file such as /dev/dri/card1; "" = the first card with a connected display. All three strings outlive the card.
  public var path: UnsafePointer<CChar>
  /// Name such as HDMI-A-1; "" = the connected one.
  public var connector: UnsafePointer<CChar>
  /// Name such as 1920x1080 or 1920x1080@50; "" = the display's preferred one of `size`.
  public var mode: UnsafePointer<CChar>
  /// The panel's pixels before any rotation, which is the mode's size.
  public var size: PixelSize
  public var format: PixelFormat
  /// False forces the legacy interface, which is otherwise used only for drivers without atomic commits.
  public var allowsAtomic = true

  public init(
    path: UnsafePointer<CChar>, connector: UnsafePointer<CChar>, mode: UnsafePointer<CChar>, size: PixelSize,
    format: PixelFormat
  ) {
    self.path = path
    self.connector = connector
    self.mode = mode
    self.size = size
    self.format = format
  }
}
