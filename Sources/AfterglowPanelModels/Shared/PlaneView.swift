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

  /// A pixel's bit; beyond the memory bits read as 1.
  func bit(_ x: Int, _ y: Int) -> Bool {
    if isBlank { return false }
    let row = lastRow.map { $0 - y } ?? y
    let column = x + firstBit
    if column >= plane.rowBytes * 8 || row < 0 || row >= plane.rows { return true }
    return plane.bit(column, row) != isInverted
  }
}
