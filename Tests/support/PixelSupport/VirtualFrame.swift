import AfterglowCore
import Foundation

/// A whole frame of a virtual framebuffer file (docs/virtual-framebuffer.md), as 0xFFRRGGBB.
public struct VirtualFrame: Sendable {
  public let size: PixelSize
  public let pixels: [UInt32]

  /// The number of a pixel format that the page does not list.
  public struct UnknownFormat: Error { let number: Int }

  /// - Throws: `UnknownFormat`, or an error of Foundation if there is no such file.
  public init(_ path: String) throws {
    let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(data[offset + $1]) << ($1 * 8) }
    }
    let (width, height, stride) = (number(16), number(20), number(24))
    let formats = [0x3432_5258: 32, 0x3631_4752: 16, 0x2020_3852: 8, 0x2020_3152: 1, 0x2020_3252: 2, 0x2020_3443: 4]
    guard let bitsPerPixel = formats[number(28)] else { throw UnknownFormat(number: number(28)) }
    var pixels: [UInt32] = []
    for y in 0..<height {
      for x in 0..<width {
        let offset = 4096 + y * stride + x * bitsPerPixel / 8
        let value =
          switch bitsPerPixel {
          case 32: number(offset) & 0xFF_FFFF
          case 16: Self.color(ofRGB565: Int(data[offset]) | Int(data[offset + 1]) << 8)
          case 8: Int(data[offset]) * 0x01_0101
          case 2: Int(data[offset] >> (6 - 2 * (x % 4)) & 3) * 0x55_5555
          case 4: Int(PaperInk.appearance(ofCode: data[offset] >> (x % 2 == 0 ? 4 : 0) & 15))
          default: (data[offset] >> (7 - x % 8) & 1) == 1 ? 0xFF_FFFF : 0
          }
        pixels.append(0xFF00_0000 | UInt32(value))
      }
    }
    size = PixelSize(width: Int32(width), height: Int32(height))
    self.pixels = pixels
  }

  private static func color(ofRGB565 value: Int) -> Int {
    let (red, green, blue) = (value >> 11, value >> 5 & 63, value & 31)
    return (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | blue << 3 | blue >> 2
  }
}
