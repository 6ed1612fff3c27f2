/// A controller's memory of one picture, with a mark for each byte that was written since the memory was lost.
struct RAMPlane {
  let rowBytes: Int
  let rows: Int
  private(set) var bytes: [UInt8]
  private(set) var isWritten: [Bool]

  init(rowBytes: Int, rows: Int) {
    self.rowBytes = rowBytes
    self.rows = rows
    bytes = [UInt8](repeating: 0, count: rowBytes * rows)
    isWritten = [Bool](repeating: false, count: rowBytes * rows)
  }

  /// Lost memory holds noise and never zeros, so that a missing write shows.
  mutating func lose(_ noise: inout PanelNoise) {
    for index in bytes.indices {
      bytes[index] = UInt8(truncatingIfNeeded: noise.next() >> 24)
      isWritten[index] = false
    }
  }

  /// Several writes, with one access.
  mutating func change(_ body: (inout RAMPlane) -> Void) { body(&self) }

  subscript(_ x: Int, _ y: Int) -> UInt8 {
    get { bytes[y * rowBytes + x] }
    set {
      bytes[y * rowBytes + x] = newValue
      isWritten[y * rowBytes + x] = true
    }
  }

  /// Copies bytes and marks of a part of another plane of this shape.
  mutating func copy(_ other: RAMPlane, columns: Range<Int>, rows: Range<Int>) {
    for y in rows {
      for x in columns {
        bytes[y * rowBytes + x] = other.bytes[y * rowBytes + x]
        isWritten[y * rowBytes + x] = other.isWritten[y * rowBytes + x]
      }
    }
  }

  /// How many bytes of a part were never written since the memory was lost.
  func unwrittenCount(columns: Range<Int>, rows: Range<Int>) -> Int {
    var count = 0
    for y in rows {
      for x in columns where !isWritten[y * rowBytes + x] { count += 1 }
    }
    return count
  }
}
