/// The four greys of e-paper that has them. The raw values are those of `PixelFormat.gray2`.
public enum PaperGray: UInt8, Sendable, BitwiseCopyable {
  case black = 0
  case dark = 1
  case light = 2
  case white = 3

  /// The colour that stands for this grey in scenes and archives. The two in the middle are not neutral, so that no
  /// blend of black and white is one of them: the edges of text and shapes stay black and white, and only a picture that
  /// the author quantised has greys.
  @inlinable public var color: Color {
    switch self {
    case .black: Color(argb: 0xFF00_0000)
    case .dark: Color(argb: 0xFF55_5554)
    case .light: Color(argb: 0xFFAA_AAAB)
    case .white: Color(argb: 0xFFFF_FFFF)
    }
  }

  /// How the grey looks on the panel, 0xRRGGBB: equal steps of the sRGB code, because no measurement is published
  /// (docs/ink.md, Palettes).
  @inlinable public var appearance: UInt32 { UInt32(rawValue) * 0x55_5555 }

  /// The code of a pixel (0xAARRGGBB): that of a grey in the middle for its colour exactly, otherwise black or white by
  /// luma, (54 R + 183 G + 19 B + 128) / 256, as on a panel of one bit.
  @inlinable
  @inline(__always)
  public static func code(_ pixel: UInt32) -> UInt8 {
    let color = pixel & 0xFF_FFFF
    if color == 0x55_5554 { return 1 }
    if color == 0xAA_AAAB { return 2 }
    let luma = (pixel >> 16 & 255) &* 54 &+ (pixel >> 8 & 255) &* 183 &+ (pixel & 255) &* 19 &+ 128
    return luma >> 8 >= 128 ? 3 : 0
  }

  /// Whether a byte of four pixels has one that is neither black nor white.
  @inlinable
  @inline(__always)
  public static func hasMiddle(_ byte: UInt8) -> Bool { (byte ^ byte >> 1) & 0x55 != 0 }

  /// One bit of each of the four pixels of a byte, in the lower half: the high bit is 1 in the lighter two.
  @inlinable
  @inline(__always)
  public static func bits(_ byte: UInt8, high: Bool) -> UInt8 {
    let bits = high ? byte >> 1 : byte
    return (bits >> 3 & 8) | (bits >> 2 & 4) | (bits >> 1 & 2) | (bits & 1)
  }
}
