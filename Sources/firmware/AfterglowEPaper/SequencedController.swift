import AfterglowCore

/// The sequences of one controller and its panel: pure data, in the order in which the maker or a measured driver sends
/// them. A `PanelSequencer` runs them.
public protocol SequencedController {
  /// Size of the panel in pixels.
  var size: PixelSize { get }
  /// Bits of a pixel in a picture: 1 or 4 as in the controller's RAM; 2 for four greys, which are two planes of one bit
  /// there.
  var bitsPerPixel: Int32 { get }
  /// The level of BUSY while the controller is busy.
  var busyLevel: Bool { get }
  /// BUSY must begin within this time after a refresh was started, in ms, or no controller is connected.
  var responseLimitMs: Int32 { get }
  /// The longest time from any step of a sequence to its end, every wait at its limit, in ms.
  var longestEndMs: Int32 { get }
  /// What the maker asks of this panel's refreshes.
  var rules: PanelRules { get }

  /// Whether this panel has a waveform for it.
  func supports(_ kind: RefreshKind) -> Bool

  /// The step with this index, from 0; nil after the last one.
  func step(_ index: Int32, of part: SequencePart, _ refresh: PanelRefresh) -> SequenceStep?

  /// A byte of a waveform that a step names.
  ///
  /// - Parameters:
  ///   - index: below the step's `count`.
  ///   - number: the step's own; controllers with one waveform ignore it.
  func tableByte(_ index: Int32, of number: UInt8) -> UInt8
}

extension SequencedController {
  /// Bytes of a row; the last one may be padding in part.
  public var rowByteCount: Int { (Int(size.width) * Int(bitsPerPixel) + 7) / 8 }

  /// Bytes of the whole panel.
  public var planeByteCount: Int { rowByteCount * Int(size.height) }

  /// 50 ms (docs/panels/ssd1680.md, Failures).
  public var responseLimitMs: Int32 { 50 }

  /// Those that all makers share (docs/panels/refresh.md, Rules).
  public var rules: PanelRules { supports(.partial) ? .maker : .makerOfDrives }

  /// For controllers whose sequences send no waveform.
  public func tableByte(_ index: Int32, of number: UInt8) -> UInt8 { 0 }

  /// The window that covers `area`, on whole bytes of a row and at least two rows high, because some controllers refuse
  /// one.
  public func window(covering area: PixelRect) -> PixelRect {
    let whole = PixelRect(size)
    let inside = area.intersection(whole)
    if inside.isEmpty { return whole }
    // On whole bytes of the controller's RAM.
    let step = 8 / (bitsPerPixel == 2 ? 1 : bitsPerPixel)
    var window = PixelRect(
      x0: inside.x0 / step * step, y0: inside.y0, x1: Swift.min(size.width, (inside.x1 + step - 1) / step * step),
      y1: inside.y1)
    if window.height < 2 {
      if window.y1 < size.height { window.y1 += 1 } else { window.y0 -= 1 }
    }
    return window
  }
}

/// Milliseconds that do not depend on the panel.
enum SequenceTiming {
  /// From deep sleep to removing the supply (Waveshare's drivers).
  static var supplyOffMs: Int32 { 100 }
  /// RST low when a panel is made safe.
  static var safeResetMs: Int32 { 2 }
  /// From a trigger to the first look at BUSY, where its rise is not required: it follows within 0.2 ms.
  static var triggerLagMs: Int32 { 2 }
  /// Between two looks at a BUSY whose changes are reported, in case that one is not: its chip may have gone.
  static var signalledLookMs: Int64 { 1_000 }
  /// Between two looks at BUSY: 1/64 of the time waited, so that at most 2 % of a waveform are lost.
  static func pollMs(waitedMs: Int64) -> Int64 { Swift.min(50, Swift.max(1, waitedMs / 64)) }
}
