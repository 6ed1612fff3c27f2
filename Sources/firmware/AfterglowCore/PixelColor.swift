/// An sRGB-encoded colour with straight (not premultiplied) alpha, packed 0xAARRGGBB.
public struct Color: Equatable, Sendable {
  /// 0xAARRGGBB.
  public var argb: UInt32

  @inlinable
  public init(argb: UInt32) { self.argb = argb }

  /// Makes a colour from bytes. Disfavoured in overload resolution, so that literals in widgets mean shares of 1.
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

/// `value` / 255 rounded to nearest, exact for 0 to 65,025 (255 · 255).
@inlinable
public func divideBy255(_ value: UInt32) -> UInt32 {
  let biased = value &+ 128
  return (biased &+ (biased >> 8)) >> 8
}

/// What a paint is for. Night and always-on decide by role, not by colour, so that white on blue stays legible in red.
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

/// How the host asks widgets to draw, by WidgetKit's `WidgetRenderingMode` (docs/rules.md, rules 25, 28 and 34).
public enum RenderingMode: UInt8, Sendable {
  /// Colours as the widget gives them.
  case fullColor = 0
  /// Two groups of one colour each.
  case accented = 1
  /// Greys whose brightness sets how strongly content stands out.
  case vibrant = 2
}

/// Pixel formats of displays, little-endian. The raw values are those of archives.
public enum PixelFormat: UInt8, Sendable, BitwiseCopyable {
  /// 32 bits per pixel, the highest byte unused; `XR24` of the kernel's `drm_fourcc.h`.
  case xrgb8888 = 0
  /// 32 bits per pixel, premultiplied alpha in the highest byte; `AR24`.
  case argb8888 = 1
  /// 16 bits per pixel, red in the highest five; `RG16`.
  case rgb565 = 2
  /// One byte per pixel, 0 black to 255 white.
  case gray8 = 3
  /// One bit per pixel, most significant bit leftmost, 1 = white.
  case mono1 = 4
  /// Four bits per pixel, the high half leftmost: the codes of `PaperInk`.
  case spectra6 = 5
  /// Two bits per pixel, the highest two leftmost, 0 black to 3 white: the codes of `PaperGray`.
  case gray2 = 6

  /// Whether the format is one of inks on paper, which emit no light.
  public var isInk: Bool { self == .spectra6 || self == .gray2 }

  /// The colour that a code of paper is seen in, 0xRRGGBB: of black and white, four greys or six inks; nil for the formats
  /// of screens, whose pixels are colours.
  @inlinable
  public func appearance(ofCode code: UInt8) -> UInt32? {
    switch self {
    case .mono1: code & 1 == 1 ? 0xFF_FFFF : 0
    case .gray2: (PaperGray(rawValue: code & 3) ?? .black).appearance
    case .spectra6: PaperInk.appearance(ofCode: code & 15)
    case .xrgb8888, .argb8888, .rgb565, .gray8: nil
    }
  }

  /// The code of a pixel in a row of packed codes; 0 for the formats of screens.
  @inlinable
  @inline(__always)
  public func code(in row: UnsafeRawPointer, _ x: Int) -> UInt8 {
    switch self {
    case .mono1: row.load(fromByteOffset: x >> 3, as: UInt8.self) >> UInt8(7 - x & 7) & 1
    case .gray2: row.load(fromByteOffset: x >> 2, as: UInt8.self) >> UInt8(6 - 2 * (x & 3)) & 3
    case .spectra6: row.load(fromByteOffset: x >> 1, as: UInt8.self) >> (x & 1 == 0 ? 4 : 0) & 15
    case .xrgb8888, .argb8888, .rgb565, .gray8: 0
    }
  }

  /// Without padding: 1, 2, 4, 8, 16 or 32.
  public var bitsPerPixel: Int32 {
    switch self {
    case .xrgb8888, .argb8888: 32
    case .rgb565: 16
    case .gray8: 8
    case .spectra6: 4
    case .gray2: 2
    case .mono1: 1
    }
  }
}
