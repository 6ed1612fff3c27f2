import AfterglowCore
import AfterglowRaster

// Drawing by the panel's painter into pictures of the author's, so that their edges are as smooth as any.

extension NodeGeometry {
  var pixelBounds: PixelRect {
    switch self {
    case .rectangle(let rect), .roundedRectangle(let rect, _): rect.pixelBounds
    case .arc(let center, let radius, let width, _, _, _): Bounds.arc(centre: center, radius: radius, width: width)
    case .polygon(let points):
      points.withUnsafeBufferPointer { Bounds.polygon($0, offset: SubpixelPoint(x: 0, y: 0)) }
    case .line(let points, let width): points.withUnsafeBufferPointer { Bounds.strokedLine($0, width: width) }
    }
  }

  /// Relative to the corner of a picture.
  func relative(to corner: PixelRect) -> NodeGeometry {
    let (left, top) = (corner.x0 * 256, corner.y0 * 256)
    func moved(_ point: SubpixelPoint) -> SubpixelPoint {
      point.x == Int32.min ? point : SubpixelPoint(x: point.x - left, y: point.y - top)
    }
    switch self {
    case .rectangle(let rect): return .rectangle(rect.relative(to: corner))
    case .roundedRectangle(let rect, let radius): return .roundedRectangle(rect.relative(to: corner), radius: radius)
    case .arc(let center, let radius, let width, let start, let sweep, let hasRoundCaps):
      return .arc(
        center: moved(center), radius: radius, width: width, start: start, sweep: sweep, hasRoundCaps: hasRoundCaps)
    case .polygon(let points): return .polygon(points.map(moved))
    case .line(let points, let width): return .line(points.map(moved), width: width)
    }
  }
}

extension SubpixelRect {
  func relative(to corner: PixelRect) -> SubpixelRect {
    let (left, top) = (corner.x0 * 256, corner.y0 * 256)
    return SubpixelRect(x0: x0 - left, y0: y0 - top, x1: x1 - left, y1: y1 - top)
  }
}

extension Painter {
  mutating func fill(_ geometry: NodeGeometry, _ ink: Ink) {
    switch geometry {
    case .rectangle(let rect): fillRectangle(rect, ink)
    case .roundedRectangle(let rect, let radius): fillRoundedRectangle(rect, radius: radius, ink)
    case .arc(let center, let radius, let width, let start, let sweep, let hasRoundCaps):
      fillArc(
        centre: center, radius: radius, width: width, start: start, sweep: sweep, roundCaps: hasRoundCaps, ink)
    case .polygon(let points):
      points.withUnsafeBufferPointer { fillPolygon($0, offset: SubpixelPoint(x: 0, y: 0), ink) }
    case .line(let points, let width): points.withUnsafeBufferPointer { strokeLine($0, width: width, ink) }
    }
  }

  /// Draws into a transparent picture of this size, band by band, as deep as groups and clips need.
  static func draw(
    _ size: PixelSize, on pixels: inout [UInt32], _ body: (inout Painter) -> Void
  ) {
    // Aligned to eight bytes, as a painter requires.
    var scratch = [UInt64](repeating: 0, count: scratchByteCount(for: size) / 8 + 1)
    pixels.withUnsafeMutableBufferPointer { plane in
      scratch.withUnsafeMutableBytes { memory in
        var painter = Painter(
          target: PixelPlane(base: plane.baseAddress!, stridePx: Int(size.width), size: size), scratch: memory)
        let height = bandHeight(forWidth: size.width)
        var y: Int32 = 0
        while y < size.height {
          let end = Swift.min(size.height, y + height)
          painter.setClip(PixelRect(x0: 0, y0: y, x1: size.width, y1: end))
          body(&painter)
          y = end
        }
      }
    }
  }
}
