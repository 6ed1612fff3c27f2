/// A part of a panel that pictures are written to: columns of bytes and rows.
struct MemoryWindow: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>

  var byteCount: Int { columns.count * rows.count }
  /// Columns of one-bit pixels.
  var pixels: Range<Int> { columns.lowerBound * 8..<columns.upperBound * 8 }
}

/// One picture's way into memory. The pointer begins at the window's start with each command, and what exceeds the
/// window is dropped.
struct WindowedImage {
  let window: MemoryWindow
  private(set) var received = 0
  private var hasNotedExcess = false
  /// Of the bytes, to recognise a picture that is sent again.
  private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var isUniform = true
  private var firstByte: UInt8?

  init(_ window: MemoryWindow) { self.window = window }

  var isShort: Bool { received < window.byteCount }

  mutating func receive(_ byte: UInt8, into plane: inout RAMPlane, _ context: PanelContext) {
    guard received < window.byteCount else {
      if hasNotedExcess { return }
      hasNotedExcess = true
      return context.note(.long, expected: "\(window.byteCount) bytes for the window", found: "more")
    }
    let x = window.columns.lowerBound + received % window.columns.count
    let y = window.rows.lowerBound + received / window.columns.count
    plane[x, y] = byte
    received += 1
    checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3
    if let firstByte { isUniform = isUniform && byte == firstByte } else { firstByte = byte }
  }
}
