import AfterglowCore

/// Panel memory that a plane is encoded into.
public struct EncodeTarget {
  public var base: UnsafeMutableRawPointer
  /// Bytes from one panel row to the next.
  public var strideBytes: Int
  /// In panel pixels, before `rotation` maps the scene to them.
  public var size: PixelSize
  public var format: PixelFormat
  public var rotation: Rotation
  /// Keeps only the red field (law 2). Panels of grey, bits or inks do not emit light and ignore it.
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

/// What `encode` changed.
public struct EncodeResult: Equatable, Sendable {
  /// Pixels whose encoded value differs.
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

/// Writes a part of the scene like `encode`, without comparing, counting or hashing.
public func store(_ plane: PixelPlane, _ rect: PixelRect, into target: EncodeTarget) {
  guard let walk = PanelWalk(plane, rect.intersection(PixelRect(plane.size)), target) else { return }
  switch target.format {
  case .xrgb8888:
    storeRows(walk, target, WordCode(mask: target.isRedOnly ? 0x00FF_0000 : 0x00FF_FFFF))
  case .argb8888:
    storeRows(walk, target, WordCode(mask: target.isRedOnly ? 0xFFFF_0000 : 0xFFFF_FFFF))
  case .rgb565:
    storeRows(walk, target, RGB565Code(mask: target.isRedOnly ? 0x00FF_0000 : 0x00FF_FFFF))
  case .gray8, .mono1, .spectra6, .gray2:
    var whole = target
    whole.isFirstFrame = true
    _ = encode(plane, rect, into: whole)
  }
}

/// Encodes a part of the scene into panel memory in one pass: night mask, pixel format, rotation, compare, write, hash.
///
/// `rect` is in scene pixels and is clipped to the plane. Only pixels that differ are counted, hashed and included in
/// the bounds; on a first frame all of them do. Nothing outside the rectangle is touched, including other bits of a
/// shared byte.
///
/// The encoded value of a pixel, which is also what `pixelHash` takes (index = y · panel width + x):
///
/// | format | value |
/// |---|---|
/// | xrgb8888 | 0x00RRGGBB |
/// | argb8888 | 0xAARRGGBB, alpha as drawn |
/// | rgb565 | the upper 5, 6 and 5 bits: R in bits 11 ... 15 |
/// | gray8 | luma, (54 R + 183 G + 19 B + 128) / 256 |
/// | mono1 | 1 when that luma is at least 128 |
/// | spectra6 | `PaperInk.nearestCode` |
/// | gray2 | `PaperGray.code` |
///
/// A red-only target keeps red and alpha in the first three and ignores the mask in the others: those panels do not
/// emit light.
public func encode(_ plane: PixelPlane, _ rect: PixelRect, into target: EncodeTarget) -> EncodeResult {
  let part = rect.intersection(PixelRect(plane.size))
  guard let walk = PanelWalk(plane, part, target) else { return EncodeResult() }
  switch target.format {
  case .xrgb8888:
    return encodeWords(walk, target, WordCode(mask: target.isRedOnly ? 0x00FF_0000 : 0x00FF_FFFF))
  case .argb8888:
    return encodeWords(walk, target, WordCode(mask: target.isRedOnly ? 0xFFFF_0000 : 0xFFFF_FFFF))
  case .rgb565:
    return encodeRows(walk, target, RGB565Code(mask: target.isRedOnly ? 0x00FF_0000 : 0x00FF_FFFF))
  case .gray8:
    return encodeRows(walk, target, GrayCode())
  case .mono1:
    return encodeBits(walk, target)
  case .spectra6:
    return encodeInks(walk, target, SixInks())
  case .gray2:
    return encodeInks(walk, target, FourGrays())
  }
}
