import AfterglowCore

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

/// Black or white, by error diffusion in linear light (docs/ink.md, Error diffusion): from afar an area has the luminance
/// of the picture.
public enum MonochromeDiffusion {
  /// The picture in two colours, as large as it was. It is the same on every machine.
  ///
  /// - Parameter picture: at its final size; transparent parts are paper, which is white.
  public static func bits(of picture: ScaledPicture) -> InkBits {
    var bits = InkBits(size: picture.size)
    let (width, height) = (Int(picture.size.width), Int(picture.size.height))
    if width == 0 || height == 0 { return bits }
    let lights = LightTables()
    let values = ErrorDiffusion.Skewed(width: width)
    var masks = [UInt8](repeating: 0xFF, count: values.steps + 16)
    let line = ErrorDiffusion.Line(width: width)
    var top = 0
    while top < height {
      let rows = min(ErrorDiffusion.laneCount, height - top)
      picture.pixels.withUnsafeBufferPointer { pixels in
        for row in 0..<rows { lights.fill(values, row: row, from: pixels, at: (top + row) * width, width) }
      }
      for row in rows..<ErrorDiffusion.laneCount { values.clear(row: row, width: width) }
      diffuse(values, line, width, &masks)
      pack(masks, rows: rows, top: top, into: &bits)
      top += ErrorDiffusion.laneCount
    }
    return bits
  }

  /// Eight rows: bit `row` of each step's mask is the pixel.
  private static func diffuse(
    _ values: borrowing ErrorDiffusion.Skewed, _ line: borrowing ErrorDiffusion.Line, _ width: Int,
    _ masks: inout [UInt8]
  ) {
    let inner = ErrorDiffusion.innerSteps(width: width)
    masks.withUnsafeMutableBufferPointer { masks in
      var errors = ErrorDiffusion.Passing(line)
      for step in 0..<values.steps {
        let wanted = values[step] + errors.incoming
        let isWhite = wanted .>= 0.5
        var left = wanted - ErrorDiffusion.Lanes.zero.replacing(with: 1, where: isWhite)
        if !inner.contains(step) {
          left *= ErrorDiffusion.inside(step: step, width: width)
        }
        errors.pass(left, step: step)
        let bits = SIMD8<Int32>.zero.replacing(with: SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128), where: isWhite)
        masks[step] = UInt8(truncatingIfNeeded: bits.wrappedSum())
      }
      errors.end()
    }
  }

  /// From one byte a step, with a bit per row, to a byte for eight pixels of a row.
  private static func pack(_ masks: [UInt8], rows: Int, top: Int, into bits: inout InkBits) {
    let (width, rowByteCount) = (Int(bits.size.width), bits.rowByteCount)
    masks.withUnsafeBytes { masks in
      bits.bytes.withUnsafeMutableBufferPointer { bytes in
        for row in 0..<rows {
          for index in 0..<rowByteCount {
            // Column `x` was decided at step `x + 2 · row`. The product moves the lowest bits of eight bytes together.
            let steps = masks.loadUnaligned(fromByteOffset: index * 8 + 2 * row, as: UInt64.self).littleEndian
            let packed = (((steps >> UInt64(row)) & 0x0101_0101_0101_0101) &* 0x8040_2010_0804_0201) >> 56
            bytes[(top + row) * rowByteCount + index] = UInt8(truncatingIfNeeded: packed)
          }
          if width % 8 != 0 { bytes[(top + row) * rowByteCount + rowByteCount - 1] |= 0xFF >> UInt8(width % 8) }
        }
      }
    }
  }
}

/// The share of each code of each channel in the light of a pixel.
private struct LightTables {
  private let red: [Float]
  private let green: [Float]
  private let blue: [Float]

  init() {
    func table(_ weight: Double) -> [Float] { (0...255).map { Float(LinearLight.decode(UInt8($0)) * weight) } }
    red = table(LuminanceWeight.red)
    green = table(LuminanceWeight.green)
    blue = table(LuminanceWeight.blue)
  }

  func fill(
    _ values: borrowing ErrorDiffusion.Skewed, row: Int, from pixels: UnsafeBufferPointer<UInt32>, at start: Int,
    _ width: Int
  ) {
    red.withUnsafeBufferPointer { red in
      green.withUnsafeBufferPointer { green in
        blue.withUnsafeBufferPointer { blue in
          for x in 0..<width {
            let pixel = pixels[start &+ x].onPaper
            values[row, x] =
              red[Int(pixel >> 16 & 255)] + green[Int(pixel >> 8 & 255)] + blue[Int(pixel & 255)]
          }
        }
      }
    }
  }
}

extension UInt32 {
  /// A premultiplied pixel over white, opaque.
  @inline(__always)
  var onPaper: UInt32 {
    if self >= 0xFF00_0000 { return self }
    let paper = 255 &- (self >> 24)
    func channel(_ shift: UInt32) -> UInt32 { Swift.min((self >> shift & 255) &+ paper, 255) << shift }
    return 0xFF00_0000 | channel(16) | channel(8) | channel(0)
  }
}
