import AfterglowGeometry
import Foundation

/// The pixels of a running board's panel, read from its framebuffer.
public struct PanelPixels: Equatable, Sendable {
  /// Size in pixels.
  public let width: Int
  public let height: Int
  /// Rows of 0x00RRGGBB.
  private let rows: [[UInt32]]

  /// Reads a framebuffer of 32 bits per pixel; nil before its first frame, and while a frame is written.
  public init?(_ path: String) {
    guard let state = DisplayFileState(path), state.frames > 0, state.sequence % 2 == 0,
      DisplayFileState(path)?.sequence == state.sequence,
      state.pixels.count >= state.height * state.strideBytes, state.strideBytes >= state.width * 4
    else { return nil }
    (width, height) = (state.width, state.height)
    rows = state.pixels.withUnsafeBytes { bytes in
      (0..<state.height).map { row in
        (0..<state.width).map { column in
          let place = row * state.strideBytes + column * 4
          return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)) & 0xFF_FFFF
        }
      }
    }
  }

  /// Returns the whole pixels of an area, in rows.
  public func part(_ area: Rect) -> [[UInt32]] {
    let columns = max(0, Int(area.minX.rounded(.up)))..<min(width, Int(area.maxX.rounded(.down)))
    let lines = max(0, Int(area.minY.rounded(.up)))..<min(height, Int(area.maxY.rounded(.down)))
    return rows[lines].map { Array($0[columns]) }
  }

  /// Returns the number of pixels of an area that have a clear hue.
  public func coloredCount(_ area: Rect) -> Int { part(area).reduce(0) { $0 + $1.coloredCount } }

  /// Returns the number of rows from the first to the last in which an area differs from that of another picture.
  public func differingHeight(_ area: Rect, from other: PanelPixels) -> Int {
    let (own, others) = (part(area), other.part(area))
    guard own.count == others.count else { return max(own.count, others.count) }
    let different = own.indices.filter { own[$0] != others[$0] }
    return different.isEmpty ? 0 : different[different.count - 1] - different[0] + 1
  }
}
