import AfterglowCore

extension Painter {
  /// Blends premultiplied pixels over the existing ones, with their top-left at a pixel; `opacity` 255 = opaque.
  public mutating func drawPicture(
    _ pixels: UnsafePointer<UInt32>, size: PixelSize, atX: Int32, y: Int32, opacity: UInt8
  ) {
    if size.width <= 0 || size.height <= 0 || opacity == 0 { return }
    let box = PixelRect(
      x0: atX, y0: y, x1: Int32(clamping: Int64(atX) + Int64(size.width)),
      y1: Int32(clamping: Int64(y) + Int64(size.height)))
    lay(
      PictureShader(
        pixels: pixels, stridePx: Int(size.width), x0: Int(atX), y0: Int(y), opacity: UInt32(opacity)),
      box.intersection(clip))
  }

  private func lay(_ picture: PictureShader, _ area: PixelRect) {
    if area.isEmpty { return }
    var shader = picture
    for y in Int(area.y0)..<Int(area.y1) {
      shader.startRow(y)
      shader.cover(surface.pixel(Int(area.x0), y), Int(area.x0), count: Int(area.width), 255)
    }
  }

  /// Redirects drawing into a separate transparent layer until `endGroup` blends it. Nothing outside `bounds` is
  /// visible.
  public mutating func beginGroup(bounds: PixelRect) {
    openLayer(.group, bounds, SubpixelRect(bounds.intersection(clip)), 0)
  }

  /// Blends the innermost open group; `opacity` 255 = opaque. Does nothing without an open group.
  public mutating func endGroup(opacity: UInt8) {
    guard let layer = closeLayer(isGroup: true) else { return }
    if layer.rect.isEmpty || opacity == 0 { return }
    lay(picture(of: layer, opacity: UInt32(opacity)), layer.rect)
  }

  /// Clips drawing to a rounded rectangle until `endClip`. A clip with whole-pixel edges and no radius is free; any
  /// other needs a layer.
  public mutating func beginClip(_ r: SubpixelRect, radius: Subpixels) {
    let rect = Painter.pulledBack(r)
    let isWhole = (rect.x0 | rect.y0 | rect.x1 | rect.y1) & 255 == 0
    let bounds = rect.x1 > rect.x0 && rect.y1 > rect.y0 ? rect.pixelBounds : .empty
    openLayer(isWhole && radius <= 0 ? .rectangularClip : .roundedClip, bounds, rect, radius)
  }

  /// Ends the innermost clip. Does nothing without an open clip.
  public mutating func endClip() {
    guard let layer = closeLayer(isGroup: false) else { return }
    if layer.kind == .rectangularClip || layer.rect.isEmpty { return }
    coverRounded(layer.shape, layer.radius, within: layer.rect, picture(of: layer, opacity: 255))
  }

  private mutating func openLayer(
    _ kind: OpenLayer.Kind, _ bounds: PixelRect, _ shape: SubpixelRect, _ radius: Subpixels
  ) {
    if depth == Painter.maximumGroupDepth {
      ignoredDepth += 1
      return
    }
    var rect = bounds.intersection(clip)
    if rect.isEmpty { rect = .empty }
    if kind != .rectangularClip && rect.area > Int64(layerPixels) {
      rect.x1 = Swift.min(rect.x1, rect.x0 + Int32(truncatingIfNeeded: layerPixels))
      rect.y1 = rect.y0 + Int32(truncatingIfNeeded: layerPixels) / rect.width
    }
    layers[depth] = OpenLayer(kind: kind, surface: surface, clip: clip, rect: rect, shape: shape, radius: radius)
    if kind != .rectangularClip && !rect.isEmpty {
      let memory = (layerMemory + depth * layerByteCount).bindMemory(to: UInt32.self, capacity: layerPixels)
      storePixels(memory, Int(rect.area), 0)
      surface = Surface(base: memory, stridePx: Int(rect.width), x0: Int(rect.x0), y0: Int(rect.y0))
    }
    clip = rect
    depth += 1
  }

  /// nil if no layer of this kind is open.
  private mutating func closeLayer(isGroup: Bool) -> OpenLayer? {
    if ignoredDepth > 0 {
      ignoredDepth -= 1
      return nil
    }
    if depth == 0 || (layers[depth - 1].kind == .group) != isGroup { return nil }
    depth -= 1
    let layer = layers[depth]
    surface = layer.surface
    clip = layer.clip
    return layer
  }

  private func picture(of layer: OpenLayer, opacity: UInt32) -> PictureShader {
    let memory = (layerMemory + depth * layerByteCount).assumingMemoryBound(to: UInt32.self)
    return PictureShader(
      pixels: memory, stridePx: Int(layer.rect.width), x0: Int(layer.rect.x0), y0: Int(layer.rect.y0), opacity: opacity)
  }
}
