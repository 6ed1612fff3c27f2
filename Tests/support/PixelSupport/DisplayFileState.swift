import Foundation

/// What a display file says about itself (docs/virtual-framebuffer.md).
public struct DisplayFileState: Equatable, Sendable {
  /// Size in pixels.
  public let width: Int
  public let height: Int
  /// Bytes from one row to the next.
  public let strideBytes: Int
  public let sequence: UInt64
  public let frames: UInt64
  /// The instant that the picture shows, ms since 1970.
  public let realtimeMs: Int64
  public let pixels: Data

  /// Reads a display file; nil if there is none, or nothing of its picture.
  public init?(_ path: String) {
    guard let data = FileManager.default.contents(atPath: path), data.count > 4096,
      data.prefix(8) == Data("AGLOWFB\0".utf8)
    else { return nil }
    func number(_ offset: Int) -> UInt64 {
      data.subdata(in: offset..<offset + 8).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
    (width, height) = (Int(number(16) & 0xFFFF_FFFF), Int(number(16) >> 32))
    strideBytes = Int(number(24) & 0xFFFF_FFFF)
    sequence = number(40)
    frames = number(48)
    realtimeMs = Int64(bitPattern: number(64))
    pixels = data.subdata(in: 4096..<data.count)
  }

  /// Whether the picture has a byte that is not zero.
  public var isLit: Bool { pixels.contains { $0 != 0 } }

  /// Whether no pixel has any green or blue, in a file of 32 bits per pixel.
  public var isRedAlone: Bool {
    // Memory order of xrgb8888 is blue, green, red.
    stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 0 && pixels[$0 + 1] == 0 }
  }

  /// The pixels of a file of 32 bits per pixel without gaps between rows, as 0x00RRGGBB.
  public var withoutAlpha: [UInt32] {
    pixels.withUnsafeBytes { bytes in bytes.bindMemory(to: UInt32.self).map { $0 & 0xFF_FFFF } }
  }
}
