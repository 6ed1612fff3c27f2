/// A colour as people write it: sRGB-encoded, alpha not multiplied in, packed 0xAARRGGBB.
public struct Color: Equatable, Sendable {
  public var argb: UInt32

  @inlinable
  public init(argb: UInt32) { self.argb = argb }

  /// Bytes. Disfavoured, so that numbers written out mean parts of 1 to those who write widgets.
  @_disfavoredOverload
  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    argb = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  @inlinable public var alpha: UInt8 { UInt8(truncatingIfNeeded: argb >> 24) }
  @inlinable public var red: UInt8 { UInt8(truncatingIfNeeded: argb >> 16) }
  @inlinable public var green: UInt8 { UInt8(truncatingIfNeeded: argb >> 8) }
  @inlinable public var blue: UInt8 { UInt8(truncatingIfNeeded: argb) }

  /// The same colour with alpha multiplied in, in sRGB-encoded values: what a frame holds.
  @inlinable public var premultiplied: UInt32 {
    let a = argb >> 24
    if a == 255 { return argb }
    return a << 24 | divideBy255((argb >> 16 & 255) * a) << 16 | divideBy255((argb >> 8 & 255) * a) << 8
      | divideBy255((argb & 255) * a)
  }

  @inlinable public static var black: Color { Color(argb: 0xFF00_0000) }
  @inlinable public static var white: Color { Color(argb: 0xFFFF_FFFF) }
}

/// x / 255 rounded to nearest, exact for 0...65025.
@inlinable
public func divideBy255(_ value: UInt32) -> UInt32 {
  let biased = value &+ 128
  return (biased &+ (biased >> 8)) >> 8
}

/// What a paint stands for. Night and always-on decide by role, not by colour: white on blue stays readable in red.
public enum PaintRole: UInt8, Sendable {
  /// Panel or container background: black at night.
  case background = 0
  /// Main content: the brightest level of red at night.
  case primary = 1
  /// Supporting content.
  case secondary = 2
  /// Separators, tracks, placeholders.
  case tertiary = 3
  /// Coloured marks whose colour means something; at night the level follows max(R, G, B) (docs/rules.md, Red light).
  case accent = 4
  /// A photograph: enters night by its luminance.
  case picture = 5
}

/// How the host asks widgets to draw (WidgetKit's words).
public enum RenderingMode: UInt8, Sendable {
  case fullColor = 0
  case accented = 1
  case vibrant = 2
}

/// Pixels as a display takes them.
public enum PixelFormat: UInt8, Sendable, BitwiseCopyable {
  case xrgb8888 = 0
  case argb8888 = 1
  case rgb565 = 2
  case gray8 = 3
  /// One bit a pixel, most significant bit leftmost, 1 = white.
  case mono1 = 4

  public var bitsPerPixel: Int32 {
    switch self {
    case .xrgb8888, .argb8888: 32
    case .rgb565: 16
    case .gray8: 8
    case .mono1: 1
    }
  }
}
