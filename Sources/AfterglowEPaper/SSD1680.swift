import AfterglowCore
import AfterglowDevice

/// The SSD1680 with the 122×250 glass of the 2.13" V4 panel (panels.md 2.1), full refresh only.
///
/// Scenes are 250×122: the board's rotation turns them while encoding.
public struct SSD1680<Bus: PanelBus & ~Copyable>: ~Copyable, Display {
  /// Memory to lend: the back buffer and the picture that is on the glass.
  public static var byteCount: Int { 2 * 4000 }

  public var bus: Bus
  private let back: UnsafeMutableRawPointer
  private let minimumRefreshIntervalMs: Int64

  /// `minimumRefreshIntervalMs` below 180,000 leaves what the maker asks for (panels.md 5).
  public init(bus: consuming Bus, memory: UnsafeMutableRawBufferPointer, minimumRefreshIntervalMs: Int64 = 180_000) {
    self.bus = bus
    precondition(memory.count >= Self.byteCount)
    back = memory.baseAddress!
    self.minimumRefreshIntervalMs = minimumRefreshIntervalMs
  }

  public var properties: DisplayProperties {
    DisplayProperties(
      size: PixelSize(width: 122, height: 250), format: .mono1, isEmissive: false, bufferAge: 1,
      minimumRefreshIntervalMs: minimumRefreshIntervalMs)
  }

  public mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    body(BackBuffer(base: back, strideBytes: 16))
  }
  public mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {}
  public func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant { now }
  public mutating func close() {}
}
