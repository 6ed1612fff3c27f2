/// The controller's RAM: plane 0 is written by `24` ("new"), plane 1 by `26` ("old"). Tracks which bytes were written
/// since the RAM lost its content.
struct SSD1680Memory {
  static var rowBytes: Int { 22 }
  static var rows: Int { 296 }
  private static var planeByteCount: Int { rowBytes * rows }
  static var byteCount: Int { 4 * planeByteCount }

  /// Both planes, then a flag for each of their bytes.
  private let bytes: UnsafeMutablePointer<UInt8>

  init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

  private func index(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    plane * SSD1680Memory.planeByteCount + y * SSD1680Memory.rowBytes + x
  }

  /// `x` in bytes.
  subscript(plane: Int, x: Int, y: Int) -> UInt8 { bytes[index(plane, x, y)] }

  /// Bytes outside the planes are ignored.
  func write(_ byte: UInt8, plane: Int, x: Int, y: Int) {
    if x >= SSD1680Memory.rowBytes || y >= SSD1680Memory.rows { return }
    bytes[index(plane, x, y)] = byte
    bytes[index(2 + plane, x, y)] = 1
  }

  func fill(_ plane: Int, _ byte: UInt8) {
    for y in 0..<SSD1680Memory.rows { for x in 0..<SSD1680Memory.rowBytes { write(byte, plane: plane, x: x, y: y) } }
  }

  func swapPlanes() {
    for index in 0..<SSD1680Memory.planeByteCount {
      let new = bytes[index]
      bytes[index] = bytes[SSD1680Memory.planeByteCount + index]
      bytes[SSD1680Memory.planeByteCount + index] = new
    }
  }

  /// Fills the RAM with seeded noise, never zeros, so that a missing write is visible.
  func lose(_ noise: inout SimulatedNoise) {
    for index in 0..<2 * SSD1680Memory.planeByteCount {
      bytes[index] = UInt8(truncatingIfNeeded: noise.next() >> 24)
      bytes[2 * SSD1680Memory.planeByteCount + index] = 0
    }
  }

  /// How many of the panel's bytes were written.
  func writtenCount(_ plane: Int) -> Int32 {
    var count: Int32 = 0
    for y in 0..<250 { for x in 0..<SSD1680Pixels.rowBytes where self[2 + plane, x, y] != 0 { count += 1 } }
    return count
  }
}

/// Unpredictable behaviour of a real part, derived from a seed.
struct SimulatedNoise {
  private var state: UInt64

  init(seed: UInt64) { state = seed | 1 << 63 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
