/// A plane of memory as a refresh reads it: which bit is a pixel's, and what it means.
struct PlaneView {
  let plane: RAMPlane
  /// The bit of a row that is the leftmost pixel's.
  var firstBit = 0
  /// Rows run from this one upwards; nil = from 0 downwards.
  var lastRow: Int?
  var isInverted = false
  /// All bits read as 0.
  var isBlank = false

  /// The bits of a row's pixels; beyond the memory bits read as 1.
  func row(_ y: Int, _ pixels: Range<Int>) -> [Bool] {
    if isBlank { return [Bool](repeating: false, count: pixels.count) }
    let row = lastRow.map { $0 - y } ?? y
    guard row >= 0, row < plane.rows else { return [Bool](repeating: true, count: pixels.count) }
    return plane.bytes.withUnsafeBufferPointer { bytes in
      pixels.map { pixel in
        let column = pixel + firstBit
        if column >= plane.rowBytes * 8 { return true }
        return (bytes[row * plane.rowBytes + column >> 3] >> UInt8(7 - column & 7) & 1 == 1) != isInverted
      }
    }
  }
}
