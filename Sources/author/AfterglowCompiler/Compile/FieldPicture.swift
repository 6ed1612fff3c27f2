import AfterglowCore
import AfterglowPictures
import AfterglowRaster
import AfterglowViews

/// A shape filled with an angular, radial or mesh gradient, as the picture that is stored in the archive.
struct FieldPicture {
  /// A larger shape, in pixels, gets a plain fill: the picture would take up a whole bank.
  static let maximumPixelCount: Int64 = 2 << 20

  let bounds: PixelRect
  /// Premultiplied 0xAARRGGBB, row by row.
  let pixels: [UInt32]

  /// nil if nothing would be visible, or the picture would be too large.
  init?(_ geometry: NodeGeometry, _ field: GradientField, colors: [UInt32], room: Rect, by map: PixelMapping) {
    // Content far outside of the panel is not visible; this bounds the memory.
    bounds = geometry.pixelBounds.intersection(PixelRect(x0: -4096, y0: -4096, x1: 20_480, y1: 20_480))
    let size = PixelSize(width: bounds.width, height: bounds.height)
    guard !bounds.isEmpty, size.area <= Self.maximumPixelCount, !colors.isEmpty else { return nil }
    let coverage = geometry.coverage(in: bounds)
    if case .mesh(let mesh) = field.course {
      let inside = map.framePx(room)
      pixels = zip(mesh.colors(colors, in: inside, isMirrored: field.isMirrored, over: bounds), coverage).map {
        Self.premultiplied($0, $1)
      }
      return
    }
    let ramp = (0..<256).map { LinearLight.color(at: Double($0) / 255, of: colors) }
    var pixels = coverage
    let width = Int(size.width)
    for index in coverage.indices where coverage[index] > 0 {
      let point = Point(
        x: (Double(Int(bounds.x0) + index % width) + 0.5 - map.originX) / map.scale,
        y: (Double(Int(bounds.y0) + index / width) + 0.5 - map.originY) / map.scale)
      let color = ramp[Int(clamping: (field.share(at: point, in: room) * 255).rounded())]
      pixels[index] = Self.premultiplied(color, coverage[index])
    }
    self.pixels = pixels
  }

  private static func premultiplied(_ color: UInt32, _ coverage: UInt32) -> UInt32 {
    let alpha = ((color >> 24) * coverage + 127) / 255
    // A shift has higher precedence than a division.
    func channel(_ shift: UInt32) -> UInt32 { (((color >> shift & 255) * alpha + 127) / 255) << shift }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}

extension NodeGeometry {
  /// 0 to 255 for each pixel: drawn white on black by the panel's painter, so that the edges of a baked shape are as
  /// smooth as any.
  fileprivate func coverage(in bounds: PixelRect) -> [UInt32] {
    let size = PixelSize(width: bounds.width, height: bounds.height)
    var pixels = [UInt32](repeating: 0, count: Int(size.area))
    let own = relative(to: bounds)
    Painter.draw(size, on: &pixels) { $0.fill(own, .solid(PixelColor(argb: 0xFFFF_FFFF))) }
    return pixels.map { $0 & 255 }
  }
}
