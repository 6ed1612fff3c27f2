import AfterglowCore
import AfterglowPictures

/// Why a PPM could not be read.
struct NotAPPM: Error {}

extension Picture {
  /// Rotated clockwise by 0, 90, 180 or 270 degrees: the scene's orientation on the panel's pixels.
  func turned(clockwise degrees: Int) -> Picture {
    let (width, height) = (Int(size.width), Int(size.height))
    let isTurned = degrees % 180 != 0
    let turnedSize = isTurned ? PixelSize(width: size.height, height: size.width) : size
    var result = Picture(size: turnedSize, pixels: pixels)
    if degrees == 0 { return result }
    let turnedWidth = Int(turnedSize.width)
    for y in 0..<height {
      for x in 0..<width {
        let (toX, toY) =
          switch degrees {
          case 90: (height - 1 - y, x)
          case 180: (width - 1 - x, height - 1 - y)
          default: (y, width - 1 - x)
          }
        result.pixels[toY * turnedWidth + toX] = pixels[y * width + x]
      }
    }
    return result
  }

  /// A plain PPM (P6) for the rig's comparison.
  var ppm: [UInt8] {
    var bytes = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    bytes.reserveCapacity(bytes.count + pixels.count * 3)
    for pixel in pixels {
      bytes.append(UInt8(pixel >> 16 & 255))
      bytes.append(UInt8(pixel >> 8 & 255))
      bytes.append(UInt8(pixel & 255))
    }
    return bytes
  }

  init(ppm bytes: [UInt8]) throws {
    let header = bytes.prefix(40).split(separator: UInt8(ascii: "\n"), maxSplits: 3)
    guard header.count == 4, header[0].elementsEqual("P6".utf8) else { throw NotAPPM() }
    let numbers = header[1].split(separator: UInt8(ascii: " ")).compactMap {
      Int32(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 2 else { throw NotAPPM() }
    let start = header[0].count + header[1].count + header[2].count + 3
    let count = Int(numbers[0]) * Int(numbers[1])
    guard bytes.count == start + count * 3 else { throw NotAPPM() }
    self.init(
      size: PixelSize(width: numbers[0], height: numbers[1]),
      pixels: (0..<count).map { index in
        let at = start + index * 3
        return 0xFF00_0000 | UInt32(bytes[at]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2])
      })
  }
}
