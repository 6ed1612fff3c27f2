import AfterglowCore
import AfterglowLight

/// A panel's picture for viewers: opaque pixels 0x00RRGGBB in rows, the scene upright.
package struct PanelPicture: Equatable {
  package var width: Int
  package var height: Int
  package var pixels: [UInt32]

  package init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The picture with more of its ground on all sides.
  ///
  /// - Parameter ground: nil = in each row the colour that most of its pixels have.
  package func extended(across: Int, down: Int, by ground: UInt32? = nil) -> PanelPicture {
    let rows = (0..<height).map { Array(pixels[($0 * width)..<(($0 + 1) * width)]) }
    let grounds = rows.map { row in
      ground ?? Dictionary(grouping: row, by: \.self).max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
        ?? 0
    }
    let wide = width + 2 * across
    let top = Array(repeating: grounds.first ?? 0, count: wide * down)
    let bottom = Array(repeating: grounds.last ?? 0, count: wide * down)
    let middle = zip(rows, grounds).flatMap { row, ground in
      let side = Array(repeating: ground, count: across)
      return side + row + side
    }
    return PanelPicture(width: wide, height: height + 2 * down, pixels: top + middle + bottom)
  }

  /// The light of all pixels together, as a share of what white pixels would give: 0 to 1.
  package var meanLuminance: Double {
    var light = PictureLight()
    pixels.withUnsafeBufferPointer { light.add($0) }
    return light.mean(of: pixels.count)
  }

  /// A darkened panel of the same size.
  package init(darkLike other: PanelPicture) {
    self.init(width: other.width, height: other.height, pixels: Array(repeating: 0, count: other.pixels.count))
  }

  /// Equal for equal pictures within this process.
  package var contentHash: Int {
    var hasher = Hasher()
    hasher.combine(width)
    pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// Converts a panel's memory from its format and rotates it from the panel to the scene.
  package init(
    panel base: UnsafeRawPointer, strideBytes: Int, size: PixelSize, format: PixelFormat, rotation: Rotation
  ) {
    let columns = Int(size.width)
    let rows = Int(size.height)
    let upright = rotation.swapsAxes ? (rows, columns) : (columns, rows)
    var result = [UInt32](repeating: 0, count: columns * rows)
    for y in 0..<rows {
      let row = base + y * strideBytes
      for x in 0..<columns {
        let color = Self.color(row, x, format)
        // The position of the scene's pixel that `Rotation` maps to (x, y) of the panel.
        let index =
          switch rotation {
          case .none: y * columns + x
          case .clockwise90: (columns - 1 - x) * rows + y
          case .clockwise180: (rows - 1 - y) * columns + (columns - 1 - x)
          case .clockwise270: x * rows + (rows - 1 - y)
          }
        result[index] = color
      }
    }
    self.init(width: upright.0, height: upright.1, pixels: result)
  }

  /// 0x00RRGGBB of a pixel in a row of a panel's memory.
  package static func color(_ row: UnsafeRawPointer, _ x: Int, _ format: PixelFormat) -> UInt32 {
    switch format {
    case .xrgb8888, .argb8888:
      // Premultiplied on a black panel: the colour components are the emitted light.
      return UInt32(littleEndian: row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)) & 0xFF_FFFF
    case .rgb565:
      let value = UInt32(UInt16(littleEndian: row.loadUnaligned(fromByteOffset: x * 2, as: UInt16.self)))
      let red = value >> 11
      let green = value >> 5 & 63
      let blue = value & 31
      return (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)
    case .gray8:
      return UInt32(row.load(fromByteOffset: x, as: UInt8.self)) * 0x01_0101
    case .mono1, .gray2, .spectra6:
      return format.appearance(ofCode: format.code(in: row, x)) ?? 0
    }
  }
}
