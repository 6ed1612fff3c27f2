import AfterglowCore

/// Maps panel pixels, in reading order, to pixels of the plane.
struct PanelWalk {
  /// In panel pixels.
  let rect: PixelRect
  /// The plane's pixel shown by the first panel pixel of `rect`.
  let first: UnsafePointer<UInt32>
  /// Pixels of the plane from one panel column, or row, to the next.
  let columnStep: Int
  let rowStep: Int

  /// The panel pixels that show `part` of the scene. nil if it is empty or if the panel's size differs from the rotated
  /// plane's.
  init?(_ plane: PixelPlane, _ part: PixelRect, _ target: EncodeTarget) {
    if part.isEmpty { return nil }
    self.init(
      plane, panel: target.rotation.panelRect(ofScene: part, in: plane.size), size: target.size, target.rotation)
  }

  /// A part in panel pixels, which is clipped to the panel.
  init?(_ plane: PixelPlane, panel part: PixelRect, size: PixelSize, _ rotation: Rotation) {
    rect = part.intersection(PixelRect(size))
    let turned =
      rotation.swapsAxes ? PixelSize(width: plane.size.height, height: plane.size.width) : plane.size
    if rect.isEmpty || turned != size { return nil }
    let right = Int(plane.size.width) - 1
    let bottom = Int(plane.size.height) - 1
    let x = Int(rect.x0)
    let y = Int(rect.y0)
    let stride = plane.stridePx
    let scene: (x: Int, y: Int)
    switch rotation {
    case .none:
      scene = (x, y)
      (columnStep, rowStep) = (1, stride)
    case .clockwise90:
      // The scene's top edge is on the panel's right: panel (x, y) shows scene (y, height - 1 - x).
      scene = (y, bottom - x)
      (columnStep, rowStep) = (-stride, 1)
    case .clockwise180:
      scene = (right - x, bottom - y)
      (columnStep, rowStep) = (-1, -stride)
    case .clockwise270:
      scene = (right - y, x)
      (columnStep, rowStep) = (stride, -1)
    }
    first = UnsafePointer(plane.base + (scene.y * stride + scene.x))
  }
}

extension Rotation {
  /// The panel rectangle that shows a part of a scene of `size`.
  public func panelRect(ofScene part: PixelRect, in size: PixelSize) -> PixelRect {
    let width = size.width
    let height = size.height
    switch self {
    case .none: return part
    case .clockwise90: return PixelRect(x0: height - part.y1, y0: part.x0, x1: height - part.y0, y1: part.x1)
    case .clockwise180:
      return PixelRect(x0: width - part.x1, y0: height - part.y1, x1: width - part.x0, y1: height - part.y0)
    case .clockwise270: return PixelRect(x0: part.y0, y0: width - part.x1, x1: part.y1, y1: width - part.x0)
    }
  }
}

/// Changes so far.
struct Changes {
  var pixels = 0
  var hash: UInt64 = 0
  var x0 = Int.max
  var x1 = Int.min
  var y0 = Int.max
  var y1 = Int.min

  /// Columns first ... last of row `y`.
  @inline(__always)
  mutating func widen(_ y: Int, _ first: Int, _ last: Int) {
    x0 = Swift.min(x0, first)
    x1 = Swift.max(x1, last &+ 1)
    y0 = Swift.min(y0, y)
    y1 = Swift.max(y1, y &+ 1)
  }

  var result: EncodeResult {
    if x0 >= x1 { return EncodeResult() }
    let bounds = PixelRect(
      x0: Int32(truncatingIfNeeded: x0), y0: Int32(truncatingIfNeeded: y0), x1: Int32(truncatingIfNeeded: x1),
      y1: Int32(truncatingIfNeeded: y1))
    return EncodeResult(changedPixels: Int64(pixels), changedBounds: bounds, hashDelta: hash)
  }
}
