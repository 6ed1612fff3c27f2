import AfterglowCore

/// Memory that a graphics device scans out, now or after the next flip.
public struct ScanOutTarget {
  public var base: UnsafeMutableRawPointer
  /// Bytes from one panel row to the next.
  public var strideBytes: Int
  /// In panel pixels, before `rotation` maps the scene to them.
  public var size: PixelSize
  /// Pixel layout of this memory: 2, 3 or 4 bytes, fields of at most 16 bits.
  public var layout: PixelLayout
  /// The board's format. Colours that it cannot distinguish are equal here, however fine `layout` is, so that the panel
  /// shows what a simulation of the board shows.
  public var format: PixelFormat
  public var rotation: Rotation
  /// Keep only the red field (law 2).
  public var isRedOnly: Bool

  public init(
    base: UnsafeMutableRawPointer, strideBytes: Int, size: PixelSize, layout: PixelLayout, format: PixelFormat,
    rotation: Rotation, isRedOnly: Bool
  ) {
    self.base = base
    self.strideBytes = strideBytes
    self.size = size
    self.layout = layout
    self.format = format
    self.rotation = rotation
    self.isRedOnly = isRedOnly
  }
}

/// Copies a part of the scene into scan-out memory in one pass: night mask, pixel layout, rotation.
///
/// The target is never read and each byte is written once, in ascending addresses per row: such memory is mapped
/// write-combined or not cached at all, and reading it costs more than painting. `part` is in panel pixels and is
/// clipped to the panel.
///
/// A field of up to eight bits gets the channel's upper bits, as `encode` does; a wider one repeats them below. All
/// `opaqueBits` are set; every other bit outside the channels is 0 or, in xrgb8888, may be anything. A board format
/// without colours is shown as the greys that it encodes, with the night mask.
///
/// Returns the bytes written; 0 if the panel's size differs from the rotated plane's or the layout is not possible.
public func transfer(_ plane: PixelPlane, _ part: PixelRect, into target: ScanOutTarget) -> Int64 {
  let layout = target.layout
  guard layout.isPossible, let walk = PanelWalk(plane, panel: part, size: target.size, target.rotation)
  else { return 0 }
  let isExact = target.format == .xrgb8888 || target.format == .argb8888
  if layout == .rgb565 && (isExact || target.format == .rgb565) {
    return copy(walk, target, RGB565ScanOut(isRedOnly: target.isRedOnly))
  }
  if isExact && layout == .xrgb8888 && !target.isRedOnly && walk.columnStep == 1 { return copyPlain(walk, target) }
  if isExact && layout.isBytes(red: 16, green: 8, blue: 0) {
    return copyBytes(walk, target, SameOrder(layout, isRedOnly: target.isRedOnly))
  }
  if isExact && layout.isBytes(red: 0, green: 8, blue: 16) {
    return copyBytes(walk, target, SwappedOrder(layout, isRedOnly: target.isRedOnly))
  }
  let map = AnyFields(layout, target.format, isRedOnly: target.isRedOnly)
  if layout.bytesPerPixel == 2 { return copy(walk, target, TwoByteScanOut(map: map)) }
  return copyBytes(walk, target, map)
}

/// Copies the plane's rows unchanged; the display ignores their alpha.
private func copyPlain(_ walk: PanelWalk, _ target: ScanOutTarget) -> Int64 {
  let byteCount = Int(walk.rect.width) &* 4
  var source = UnsafeRawPointer(walk.first)
  for y in Int(walk.rect.y0)..<Int(walk.rect.y1) {
    (target.base + (y &* target.strideBytes &+ Int(walk.rect.x0) &* 4)).copyMemory(from: source, byteCount: byteCount)
    source += walk.rowStep &* 4
  }
  return walk.rect.area * 4
}

private func copyBytes<Map: ScanOutMap>(_ walk: PanelWalk, _ target: ScanOutTarget, _ map: Map) -> Int64 {
  if target.layout.bytesPerPixel == 4 { return copy(walk, target, FourByteScanOut(map: map)) }
  return copy(walk, target, ThreeByteScanOut(map: map))
}

private func copy<Code: ScanOutCode>(_ walk: PanelWalk, _ target: ScanOutTarget, _ code: Code) -> Int64 {
  switch walk.columnStep {
  case 1: copyRows(walk, target, code, isBackward: false)
  case -1: copyRows(walk, target, code, isBackward: true)
  default: copyTurned(walk, target, code)
  }
  return walk.rect.area * Int64(Code.byteCount)
}
