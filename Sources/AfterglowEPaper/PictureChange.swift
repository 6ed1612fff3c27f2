import AfterglowCore

/// Where a picture differs from the shown one.
public struct PictureChange: Equatable, Sendable {
  /// The smallest rectangle of whole bytes of a row around all that differs, in panel pixels; empty if nothing does.
  public var box: PixelRect
  /// Pixels that differ.
  public var pixelCount: Int64
  /// Pixels of the panel.
  public let panelPixelCount: Int64

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
    return change
  }

  /// Pixels of one byte that differ.
  private func differing(_ old: UInt8, _ new: UInt8) -> Int {
    let bits = old ^ new
    if bitsPerPixel == 1 { return bits.nonzeroBitCount }
    return (bits & 0xF0 == 0 ? 0 : 1) + (bits & 0x0F == 0 ? 0 : 1)
  }

  private func pixels(ofByte index: Int32, _ y: Int32) -> PixelRect {
    let count = 8 / bitsPerPixel
    return PixelRect(x0: index * count, y0: y, x1: Swift.min(size.width, (index + 1) * count), y1: y + 1)
  }

  private func word(_ plane: UnsafePointer<UInt8>, _ index: Int) -> UInt64 {
    UnsafeRawPointer(plane + index).loadUnaligned(as: UInt64.self)
  }
}
