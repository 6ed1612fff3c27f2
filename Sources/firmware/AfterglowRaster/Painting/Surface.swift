import AfterglowCore

/// The current drawing target: the plane, or a layer that covers part of it. Positions are always in scene pixels.
struct Surface {
  var base: UnsafeMutablePointer<UInt32>
  var stridePx: Int
  /// The scene pixel at `base`.
  var x0: Int
  var y0: Int

  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> { base + ((y &- y0) &* stridePx &+ (x &- x0)) }
}

/// The state that `endGroup` or `endClip` restores.
struct OpenLayer {
  enum Kind { case group, roundedClip, rectangularClip }

  var kind: Kind
  /// The surface and clip before this layer was opened.
  var surface: Surface
  var clip: PixelRect
  /// The layer's own pixels; nil memory for a rectangular clip, which needs none.
  var rect: PixelRect
  var shape: SubpixelRect
  var radius: Subpixels
}

/// Byte offsets of the parts of a painter's scratch memory.
struct ScratchPlan {
  /// Stored in scratch by a painter; the next one that finds it can rely on zeroed cells.
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
