import AfterglowCore

/// The current target of drawing: the plane, or a layer that holds part of it. Positions are always the scene's.
struct Surface {
  var base: UnsafeMutablePointer<UInt32>
  var stridePx: Int
  /// The scene's pixel that `base` holds.
  var x0: Int
  var y0: Int

  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> { base + ((y &- y0) &* stridePx &+ (x &- x0)) }
}

/// What `endGroup` or `endClip` returns to.
struct OpenLayer {
  enum Kind { case group, roundedClip, rectangularClip }

  var kind: Kind
  /// Surface and clip outside.
  var surface: Surface
  var clip: PixelRect
  /// The layer's own pixels; nil memory for a rectangular clip, which needs none.
  var rect: PixelRect
  var shape: SubpixelRect
  var radius: Subpixels
}

/// Where the parts of a painter's scratch lie, in bytes.
struct ScratchPlan {
  /// Stored in scratch by a painter: the next one that finds it can rely on zeroed cells.
  static var mark: UInt64 { 0x4146_5445_5247_4C57 }

  let cellCount: Int
  let markCount: Int
  let layerPixels: Int
  let marksOffset: Int
  let cellsOffset: Int
  let pointsOffset: Int
  let layersOffset: Int
  let byteCount: Int

  init(_ size: PixelSize) {
    cellCount = Scanner.cellCount(for: size)
    markCount = Scanner.markCount(forCells: cellCount)
    layerPixels = Int(Swift.min(size.area, Int64(Swift.max(Painter.maximumGroupAreaPx, Int(size.width))))) + 16
    marksOffset = 64
    cellsOffset = ScratchPlan.aligned(marksOffset + markCount * 8)
    pointsOffset = ScratchPlan.aligned(cellsOffset + cellCount * 4)
    layersOffset = ScratchPlan.aligned(pointsOffset + Outline.capacity * 8)
    byteCount = layersOffset + Painter.maximumGroupDepth * ScratchPlan.aligned(layerPixels * 4)
  }

  var layerByteCount: Int { ScratchPlan.aligned(layerPixels * 4) }

  private static func aligned(_ count: Int) -> Int { (count + 63) & ~63 }
}
