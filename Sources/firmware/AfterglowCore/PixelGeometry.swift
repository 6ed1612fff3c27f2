/// A position on a panel in whole pixels. Layout units (pt) exist in the author only.
public struct PixelPoint: Equatable, Sendable, BitwiseCopyable {
  public var x: Int32
  public var y: Int32

  @inlinable
  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}

/// Width and height of a surface in whole pixels.
public struct PixelSize: Equatable, Sendable, BitwiseCopyable {
  public var width: Int32
  public var height: Int32

  @inlinable
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  @inlinable public var area: Int64 { Int64(width) * Int64(height) }

  /// Longest side of a panel or a picture, in pixels: more than any display has, and small enough that the product of
  /// two sides fits 32 bits.
  @inlinable public static var maximumSide: Int32 { 16_384 }
}

/// A rectangle of whole pixels. The second corner is exclusive, as in the kernel's `struct drm_mode_rect`.
public struct PixelRect: Equatable, Sendable, BitwiseCopyable {
  public var x0: Int32
  public var y0: Int32
  public var x1: Int32
  public var y1: Int32

  @inlinable
  public init(x0: Int32, y0: Int32, x1: Int32, y1: Int32) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
  }

  /// The rectangle of `size` whose first corner is the origin.
  @inlinable
  public init(_ size: PixelSize) { self.init(x0: 0, y0: 0, x1: size.width, y1: size.height) }

  /// A rectangle without pixels, at the origin.
  @inlinable public static var empty: PixelRect { PixelRect(x0: 0, y0: 0, x1: 0, y1: 0) }

  @inlinable public var width: Int32 { x1 - x0 }
  @inlinable public var height: Int32 { y1 - y0 }
  /// Whether it covers no pixel, reversed corners included.
  @inlinable public var isEmpty: Bool { x1 <= x0 || y1 <= y0 }
  /// Pixels covered; 0 for an empty rectangle.
  @inlinable public var area: Int64 { isEmpty ? 0 : Int64(width) * Int64(height) }

  /// What both cover; an empty rectangle, possibly with reversed corners, where they do not meet.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      x0: Swift.max(x0, other.x0), y0: Swift.max(y0, other.y0), x1: Swift.min(x1, other.x1),
      y1: Swift.min(y1, other.y1))
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      x0: Swift.min(x0, other.x0), y0: Swift.min(y0, other.y0), x1: Swift.max(x1, other.x1),
      y1: Swift.max(y1, other.y1))
  }

  /// Whether both cover at least one pixel in common.
  @inlinable
  public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  /// Whether every pixel of `other` is covered; always true for an empty one.
  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (x0 <= other.x0 && y0 <= other.y0 && x1 >= other.x1 && y1 >= other.y1)
  }

  /// The rectangle moved by `x` and `y` pixels.
  @inlinable
  public func translated(x: Int32, y: Int32) -> PixelRect {
    PixelRect(x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y)
  }
}

/// A coordinate in 1/256 px: geometry finer than a pixel stays in integers, so that every architecture rounds the same
/// way.
public typealias Subpixels = Int32

/// A position in 1/256 px. Stored in archives in this form.
public struct SubpixelPoint: Equatable, Sendable {
  public var x: Subpixels
  public var y: Subpixels

  @inlinable
  public init(x: Subpixels, y: Subpixels) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in 1/256 px; the second corner is exclusive.
public struct SubpixelRect: Equatable, Sendable {
  public var x0: Subpixels
  public var y0: Subpixels
  public var x1: Subpixels
  public var y1: Subpixels

  @inlinable
  public init(x0: Subpixels, y0: Subpixels, x1: Subpixels, y1: Subpixels) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
  }

  /// The same rectangle in 1/256 px. Coordinates must be within ±2^23.
  @inlinable
  public init(_ rect: PixelRect) {
    self.init(x0: rect.x0 << 8, y0: rect.y0 << 8, x1: rect.x1 << 8, y1: rect.y1 << 8)
  }

  /// The whole pixels that this rectangle touches.
  @inlinable public var pixelBounds: PixelRect {
    PixelRect(x0: x0 >> 8, y0: y0 >> 8, x1: (x1 + 255) >> 8, y1: (y1 + 255) >> 8)
  }
}

/// How the picture is turned clockwise between the scene and the panel.
public enum Rotation: UInt8, Sendable, BitwiseCopyable {
  case none = 0
  case clockwise90 = 1
  case clockwise180 = 2
  case clockwise270 = 3

  /// Whether width and height are swapped.
  @inlinable public var swapsAxes: Bool { self == .clockwise90 || self == .clockwise270 }
}
