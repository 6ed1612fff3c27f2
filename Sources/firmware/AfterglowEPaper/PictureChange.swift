import AfterglowCore

/// Where a picture differs from the shown one.
public struct PictureChange: Equatable, Sendable {
  /// The smallest rectangle of whole bytes of a row around all that differs, in panel pixels; empty if nothing does.
  public var box: PixelRect
  /// Pixels that differ.
  public var pixelCount: Int64
  /// Pixels of the panel.
  public let panelPixelCount: Int64
  /// Whether the new picture has greys that are neither black nor white: only a grey refresh shows them.
  public var hasGreys = false
  /// Whether the new picture or the shown one has them where it changes: no partial refresh drives them.
  public var touchesGreys = false

  /// No change on a panel of this size.
  public init(none size: PixelSize) {
    box = .empty
    pixelCount = 0
    panelPixelCount = Swift.max(1, Int64(size.width) * Int64(size.height))
  }

  /// Whether the pictures are equal.
  public var isEmpty: Bool { pixelCount == 0 }
  /// Changed pixels of a thousand.
  public var permille: Int32 { Int32(clamping: pixelCount * 1_000 / panelPixelCount) }

  /// Adds a byte that differs.
  mutating func insert(_ pixels: PixelRect, count: Int64) {
    box = box.union(pixels)
    pixelCount += count
  }
}

/// Two planes of one panel.
public struct PlanePair {
  let old: UnsafePointer<UInt8>
  let new: UnsafePointer<UInt8>
  let size: PixelSize
  let bitsPerPixel: Int32

  /// Planes of whole bytes per row, which stay valid.
  public init(old: UnsafePointer<UInt8>, new: UnsafePointer<UInt8>, size: PixelSize, bitsPerPixel: Int32) {
    self.old = old
    self.new = new
    self.size = size
    self.bitsPerPixel = bitsPerPixel
  }

  /// Calls `body` with the pixels of each byte that differs, its old and its new value.
  func forEachDifference(_ body: (PixelRect, UInt8, UInt8) -> Void) {
    let rowByteCount = (Int(size.width) * Int(bitsPerPixel) + 7) / 8
    for y in 0..<size.height {
      let start = Int(y) * rowByteCount
      var index = 0
      while index < rowByteCount {
        if index + 8 <= rowByteCount && word(old, start + index) == word(new, start + index) {
          index += 8
          continue
        }
        if old[start + index] != new[start + index] {
          body(pixels(ofByte: Int32(index), y), old[start + index], new[start + index])
        }
        index += 1
      }
    }
  }

  /// What differs as a whole.
  public var change: PictureChange {
    var change = PictureChange(none: size)
    forEachDifference { pixels, old, new in change.insert(pixels, count: Int64(differing(old, new))) }
    if bitsPerPixel == 2 {
      change.hasGreys = newHasGreys
      // A window is at least two rows high.
      var box = change.box
      if box.height == 1 { box = PixelRect(x0: box.x0, y0: box.y0 - 1, x1: box.x1, y1: box.y1 + 1) }
      change.touchesGreys = hasGreys(in: box.intersection(PixelRect(size)))
    }
    return change
  }

  /// As if nothing were known of the panel.
  public var changeOfUnknown: PictureChange {
    var change = PictureChange(none: size)
    change.hasGreys = bitsPerPixel == 2 && newHasGreys
    change.touchesGreys = change.hasGreys
    return change
  }

  private var newHasGreys: Bool {
    PictureGreys.exist(in: new, count: Int(size.height) * ((Int(size.width) * 2 + 7) / 8))
  }

  /// Whether either picture has a pixel that is neither black nor white in a window on whole bytes.
  func hasGreys(in window: PixelRect) -> Bool {
    if bitsPerPixel != 2 { return false }
    let rowByteCount = (Int(size.width) * 2 + 7) / 8
    for y in Int(window.y0)..<Int(Swift.max(window.y0, window.y1)) {
      let start = y * rowByteCount + Int(window.x0) / 4
      let count = Int(window.x1 - window.x0) / 4
      if PictureGreys.exist(in: old + start, count: count) || PictureGreys.exist(in: new + start, count: count) {
        return true
      }
    }
    return false
  }

  /// Pixels of one byte that differ.
  private func differing(_ old: UInt8, _ new: UInt8) -> Int {
    let bits = old ^ new
    if bitsPerPixel == 1 { return bits.nonzeroBitCount }
    if bitsPerPixel == 2 { return ((bits | bits >> 1) & 0x55).nonzeroBitCount }
    return (bits & 0xF0 == 0 ? 0 : 1) + (bits & 0x0F == 0 ? 0 : 1)
  }

  private func pixels(ofByte index: Int32, _ y: Int32) -> PixelRect {
    // Two bytes of greys are one byte of each plane.
    let (index, count) = bitsPerPixel == 2 ? (index / 2, 8) : (index, 8 / bitsPerPixel)
    return PixelRect(x0: index * count, y0: y, x1: Swift.min(size.width, (index + 1) * count), y1: y + 1)
  }

  private func word(_ plane: UnsafePointer<UInt8>, _ index: Int) -> UInt64 {
    UnsafeRawPointer(plane + index).loadUnaligned(as: UInt64.self)
  }
}

/// Greys that are neither black nor white in the bytes of a picture in four greys.
enum PictureGreys {
  static func exist(in bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    var index = 0
    while index + 8 <= count {
      let word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
      if (word ^ word >> 1) & 0x5555_5555_5555_5555 != 0 { return true }
      index += 8
    }
    while index < count {
      if PaperGray.hasMiddle(bytes[index]) { return true }
      index += 1
    }
    return false
  }
}
