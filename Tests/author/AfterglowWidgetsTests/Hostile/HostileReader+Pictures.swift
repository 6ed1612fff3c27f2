import Foundation

@testable import AfterglowWidgets

extension HostileReader {
  /// Whole files whose bytes are changed.
  static let pictures: [[UInt8]] = {
    let boards = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "boards")
    let photo = (try? Data(contentsOf: boards.appending(path: "wall-display-1080p/dunes.jpg"))).map(Array.init) ?? []
    return [photo, goodPicture, TinyPNG(side: 64, colorType: 2).bytes].filter { !$0.isEmpty }
  }()

  /// The picture that must be shown.
  static let goodPicture = TinyPNG(side: 32, colorType: 6).bytes

  /// A PNG in which chunks claim what they like.
  static func picture(_ writer: inout HostileWriter) -> [UInt8] {
    var png = TinyPNG(side: writer.number(1...80), colorType: writer.one([0, 2, 3, 4, 6]))
    png.claimedSize =
      writer.chance(40) ? (writer.one([0, 1, 65_535, 1 << 31 - 1, 8000]), writer.one([0, 1, 70_000, 8000])) : nil
    png.isInterlaced = writer.chance(30)
    for _ in 0..<writer.number(0...4) {
      let name = writer.one([
        "tEXt", "zTXt", "iTXt", "iCCP", "eXIf", "gAMA", "sPLT", "PLTE", "tRNS", "acTL", "IDAT", "xyZa",
      ])
      png.extra.append(
        TinyPNG.Chunk(
          name: name, bytes: Array(writer.text().utf8),
          claim: writer.chance(30) ? UInt32(writer.one([0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, 100_000])) : nil))
    }
    return png.bytes
  }
}

/// Writes a PNG byte by byte, whatever sense it makes.
struct TinyPNG {
  struct Chunk {
    var name: String
    var bytes: [UInt8]
    /// The length that it claims; nil = its own.
    var claim: UInt32?
  }

  var side: Int
  var colorType: Int
  var claimedSize: (width: Int, height: Int)?
  var isInterlaced = false
  var extra: [Chunk] = []

  init(side: Int, colorType: Int) { (self.side, self.colorType) = (side, colorType) }

  var bytes: [UInt8] {
    let size = claimedSize ?? (side, side)
    let header =
      Self.word(UInt32(size.width)) + Self.word(UInt32(size.height)) + [
        8, UInt8(colorType), 0, 0, isInterlaced ? 1 : 0,
      ]
    var result: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    result += Self.chunk(Chunk(name: "IHDR", bytes: header))
    if colorType == 3 { result += Self.chunk(Chunk(name: "PLTE", bytes: (0..<48).map { UInt8($0 * 5) })) }
    for chunk in extra { result += Self.chunk(chunk) }
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
    let row = [0] + (0..<(side * channels)).map { UInt8($0 * 7 & 15) }
    let data = (0..<side).flatMap { _ in row }
    return result + Self.chunk(Chunk(name: "IDAT", bytes: Self.stored(data)))
      + Self.chunk(Chunk(name: "IEND", bytes: []))
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func chunk(_ chunk: Chunk) -> [UInt8] {
    let body = Array(chunk.name.utf8) + chunk.bytes
    return word(chunk.claim ?? UInt32(chunk.bytes.count)) + body + word(checksum(body))
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  /// A zlib stream of blocks that are not compressed (RFC 1950, RFC 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let part = rest.prefix(65_535)
      rest = rest.dropFirst(part.count)
      let count = UInt16(part.count)
      result += [rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      result += part
    } while !rest.isEmpty
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return result + word(b << 16 | a)
  }
}
