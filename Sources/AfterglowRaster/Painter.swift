import AfterglowCore

/// 32-bit premultiplied ARGB pixels (0xAARRGGBB, sRGB-encoded) in scene orientation; memory not owned.
public struct PixelPlane {
  public let base: UnsafeMutablePointer<UInt32>
  /// Pixels from one row to the next.
  public let stridePx: Int
  public let size: PixelSize

  @inlinable
  public init(base: UnsafeMutablePointer<UInt32>, stridePx: Int, size: PixelSize) {
    self.base = base
    self.stridePx = stridePx
    self.size = size
  }
}

/// What fills a coverage. Alpha is not multiplied in; a node's opacity is already folded into it.
public enum Ink {
  case solid(Color)
  /// 64 colours (0xAARRGGBB, not premultiplied) along the line from `start` to `end`.
  case gradient(start: SubpixelPoint, end: SubpixelPoint, colors: UnsafePointer<UInt32>)
}

/// Draws into a plane, cut to a clip; allocates nothing and bounds the work of every call.
public struct Painter: ~Copyable {
  public static var maximumGroupDepth: Int { 4 }
  public static var maximumGroupAreaPx: Int { 16384 }
  public static func bandHeight(forWidth width: Int32) -> Int32 {
    width <= 0 ? Int32(maximumGroupAreaPx) : Swift.max(1, Int32(maximumGroupAreaPx) / width)
  }
  public static func scratchByteCount(for size: PixelSize) -> Int { 512 << 10 }
  public init(target: PixelPlane, scratch: UnsafeMutableRawBufferPointer) {}
  public mutating func setClip(_ rect: PixelRect) {}
  public mutating func clear(_ color: Color) {}
  public mutating func fillRectangle(_ r: SubpixelRect, _ ink: Ink) {}
  public mutating func fillRoundedRectangle(_ r: SubpixelRect, radius: Subpixels, _ ink: Ink) {}
  public mutating func fillArc(
    centre: SubpixelPoint, radius: Subpixels, width: Subpixels, start: Int32, sweep: Int32, roundCaps: Bool, _ ink: Ink
  ) {}
  public mutating func fillPolygon(_ points: UnsafeBufferPointer<SubpixelPoint>, offset: SubpixelPoint, _ ink: Ink) {}
  public mutating func fillRotatedPolygon(
    _ points: UnsafeBufferPointer<SubpixelPoint>, about centre: SubpixelPoint, angle: Int32, _ ink: Ink
  ) {}
  public mutating func strokeLine(_ points: UnsafeBufferPointer<SubpixelPoint>, width: Subpixels, _ ink: Ink) {}
  public mutating func drawGlyph(
    _ code: UnsafeRawBufferPointer, width: Int32, height: Int32, atX: Int32, y: Int32, _ ink: Ink
  ) {}
  public mutating func drawPicture(
    _ pixels: UnsafePointer<UInt32>, size: PixelSize, atX: Int32, y: Int32, opacity: UInt8
  ) {}
  public mutating func beginGroup(bounds: PixelRect) {}
  public mutating func endGroup(opacity: UInt8) {}
  public mutating func beginClip(_ r: SubpixelRect, radius: Subpixels) {}
  public mutating func endClip() {}
}
