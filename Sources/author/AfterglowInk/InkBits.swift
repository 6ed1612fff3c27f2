import AfterglowCore
import AfterglowPictures

/// A picture of one bit per pixel, as controllers of black and white panels take it: rows of whole bytes, the first pixel in
/// the highest bit, 1 = white. Bits after a row's end are 1.
public struct InkBits: Equatable, Sendable {
  /// Of the picture, in pixels.
  public let size: PixelSize
  /// Row by row from the top: `rowByteCount` times the height.
  public internal(set) var bytes: [UInt8]

  /// Bytes of a row: an eighth of the width, rounded up.
  public var rowByteCount: Int { InkBits.rowByteCount(width: Int(size.width)) }

  static func rowByteCount(width: Int) -> Int { (width + 7) / 8 }

  init(size: PixelSize) {
    self.size = size
    bytes = [UInt8](repeating: 0xFF, count: InkBits.rowByteCount(width: Int(size.width)) * Int(size.height))
  }

  /// Whether the pixel in column `x` of row `y`, which must be inside `size`, is white.
  public subscript(x: Int, y: Int) -> Bool { bytes[y * rowByteCount + x / 8] & 0x80 >> (x % 8) != 0 }
}

extension ScaledPicture {
  /// Opaque black and white.
  public init(_ bits: InkBits) {
    let (width, height) = (Int(bits.size.width), Int(bits.size.height))
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { pixels.append(bits[x, y] ? 0xFFFF_FFFF : 0xFF00_0000) }
    }
    self.init(size: bits.size, pixels: pixels)
  }
}

extension InkBits {
  /// - Parameter indices: 0 = black, 1 = white.
  init(_ indices: InkIndices) {
    self.init(size: indices.size)
    let width = Int(size.width)
    for (index, ink) in indices.indices.enumerated() where ink == 0 {
      let (x, y) = (index % width, index / width)
      bytes[y * rowByteCount + x / 8] &= ~(0x80 >> UInt8(x % 8))
    }
  }
}
