import AfterglowCore

/// Panel memory that a plane is encoded into.
public struct EncodeTarget {
  public var base: UnsafeMutableRawPointer
  /// Bytes from one panel row to the next.
  public var strideBytes: Int
  /// Panel pixels, before `rotation` turns the scene onto them.
  public var size: PixelSize
  public var format: PixelFormat
  public var rotation: Rotation
  /// Mask everything to the red field (law 2). Grey and mono panels do not emit light and ignore it.
  public var isRedOnly: Bool
  /// The target's content is unknown: everything counts as changed.
  public var isFirstFrame: Bool

  public init(
    base: UnsafeMutableRawPointer, strideBytes: Int, size: PixelSize, format: PixelFormat, rotation: Rotation,
    isRedOnly: Bool, isFirstFrame: Bool
  ) {
    self.base = base
    self.strideBytes = strideBytes
    self.size = size
    self.format = format
    self.rotation = rotation
    self.isRedOnly = isRedOnly
    self.isFirstFrame = isFirstFrame
  }
}

public struct EncodeResult: Equatable, Sendable {
  public var changedPixels: Int64
  /// Smallest rectangle of panel pixels that holds every changed one.
  public var changedBounds: PixelRect
  /// What to add (wrapping) to the frame's hash: Σ pixelHash(new) − Σ pixelHash(old) over changed pixels.
  public var hashDelta: UInt64

  public init(changedPixels: Int64 = 0, changedBounds: PixelRect = .empty, hashDelta: UInt64 = 0) {
    self.changedPixels = changedPixels
    self.changedBounds = changedBounds
    self.hashDelta = hashDelta
  }
}

public func encode(_ plane: PixelPlane, _ rect: PixelRect, into target: EncodeTarget) -> EncodeResult {
  EncodeResult()
}
