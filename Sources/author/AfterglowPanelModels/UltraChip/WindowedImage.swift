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

  mutating func receive(_ bytes: ArraySlice<UInt8>, into plane: inout RAMPlane, _ context: PanelContext) {
    let taken = bytes.prefix(window.byteCount - received)
    let columns = window.columns.count
    for byte in taken {
      plane[window.columns.lowerBound + received % columns, window.rows.lowerBound + received / columns] = byte
      received += 1
      checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    if firstByte == nil { firstByte = taken.first }
    isUniform = isUniform && taken.allSatisfy { $0 == firstByte }
    if taken.count == bytes.count || hasNotedExcess { return }
    hasNotedExcess = true
    context.note(.long, expected: "\(window.byteCount) bytes for the window", found: "more")
  }
}
