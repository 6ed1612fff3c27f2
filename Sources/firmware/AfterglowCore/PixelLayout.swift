/// The position of one channel in a pixel: `length` bits from bit `offset` upwards, as in `struct fb_bitfield` of the
/// kernel's `linux/fb.h`.
public struct BitField: Equatable, Sendable, BitwiseCopyable {
  /// The channel's lowest bit, 0 to 31.
  public var offset: UInt8
  /// 0 = the pixel has no such channel.
  public var length: UInt8

  @inlinable
  public init(offset: UInt8, length: UInt8) {
    self.offset = offset
    self.length = length
  }
}

/// The layout of a pixel in a display's memory, little-endian.
public struct PixelLayout: Equatable, Sendable, BitwiseCopyable {
  /// 2, 3 or 4.
  public var bytesPerPixel: UInt8
  public var red: BitField
  public var green: BitField
  public var blue: BitField
  /// Set in every pixel written, so that an alpha channel which a display takes into account is always full.
  public var opaqueBits: UInt32

  @inlinable
  public init(bytesPerPixel: UInt8, red: BitField, green: BitField, blue: BitField, opaqueBits: UInt32 = 0) {
    self.bytesPerPixel = bytesPerPixel
    self.red = red
    self.green = green
    self.blue = blue
    self.opaqueBits = opaqueBits
  }

  /// The layout of `PixelFormat.xrgb8888`.
  @inlinable public static var xrgb8888: PixelLayout {
    PixelLayout(
      bytesPerPixel: 4, red: BitField(offset: 16, length: 8), green: BitField(offset: 8, length: 8),
      blue: BitField(offset: 0, length: 8))
  }

  /// The layout of `PixelFormat.argb8888`, always opaque.
  @inlinable public static var argb8888: PixelLayout {
    var layout = xrgb8888
    layout.opaqueBits = 0xFF00_0000
    return layout
  }

  /// The layout of `PixelFormat.rgb565`.
  @inlinable public static var rgb565: PixelLayout {
    PixelLayout(
      bytesPerPixel: 2, red: BitField(offset: 11, length: 5), green: BitField(offset: 5, length: 6),
      blue: BitField(offset: 0, length: 5))
  }

  /// The layout of a board's format; nil for formats without colour.
  @inlinable
  public init?(_ format: PixelFormat) {
    switch format {
    case .xrgb8888: self = .xrgb8888
    case .argb8888: self = .argb8888
    case .rgb565: self = .rgb565
    case .gray8, .mono1, .spectra6, .gray2: return nil
    }
  }
}
