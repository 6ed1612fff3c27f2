import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowRaster
import AfterglowViews

/// Pixels that were painted by the author, and where they lie in the scene.
struct LayerPicture {
  var bounds: PixelRect
  /// Premultiplied 0xAARRGGBB, row by row.
  var pixels: [UInt32]

  var size: PixelSize { PixelSize(width: bounds.width, height: bounds.height) }

  init(bounds: PixelRect, pixels: [UInt32]) {
    self.bounds = bounds
    self.pixels = pixels
  }

  /// Transparent.
  init(_ bounds: PixelRect) {
    self.bounds = bounds
    pixels = [UInt32](repeating: 0, count: Int(bounds.width) * Int(bounds.height))
  }

  /// 0 outside of its bounds.
  subscript(x: Int, y: Int) -> UInt32 {
    guard x >= Int(bounds.x0), x < Int(bounds.x1), y >= Int(bounds.y0), y < Int(bounds.y1) else { return 0 }
    return pixels[(y - Int(bounds.y0)) * Int(bounds.width) + x - Int(bounds.x0)]
  }

  /// In other bounds, transparent where it has no pixels.
  func filling(_ other: PixelRect) -> LayerPicture {
    var result = LayerPicture(other)
    let both = bounds.intersection(other)
    if both.isEmpty { return result }
    let count = Int(both.width)
    for y in both.y0..<both.y1 {
      let from = Int(y - bounds.y0) * Int(bounds.width) + Int(both.x0 - bounds.x0)
      let to = Int(y - other.y0) * Int(other.width) + Int(both.x0 - other.x0)
      result.pixels.replaceSubrange(to..<to + count, with: pixels[from..<from + count])
    }
    return result
  }
}

/// Paints part of a widget's drawing as the panel would, with the alpha that it has on nothing.
struct LayerPainter {
  let emitter: NodeEmitter
  /// Nothing beyond is painted.
  let limit: PixelRect

  /// Pixels of a picture: half of a large panel's.
  static let maximumPixelCount = FieldPicture.maximumPixelCount

  /// nil if nothing of it is visible, or it is too large to be painted.
  func paint(_ items: [DrawItem]) -> LayerPicture? {
    let steps = steps(items)
    guard let bounds = bounds(of: steps) else { return nil }
    var picture = LayerPicture(bounds)
    for part in steps.split(whereSeparator: \.isBlend, keeping: true) {
      if case .blend(let source, let mode) = part.first {
        picture.blend(source, mode)
      } else {
        paint(Array(part).balanced, on: &picture)
      }
    }
    return picture
  }

  func picture(of layer: DrawLayer, behind: [DrawItem] = []) -> LayerPicture? {
    if case .blur(let radius) = layer.effect {
      // What lies outside of the panel shines into it.
      return grown(by: radius).paint(layer.items)?.blurred(sigma: radius * scale, within: limit)
    }
    if case .shadow(let color, let radius, let dx, let dy) = layer.effect {
      let reach = max(abs(dx), abs(dy)) / 3 + radius
      return grown(by: reach).paint(layer.items)?
        .moved(x: dx * scale, y: dy * scale).silhouette(color).blurred(sigma: radius * scale, within: limit)
    }
    if case .transform(let map) = layer.effect {
      let inner = LayerPainter(emitter: emitter, limit: PixelRect(x0: -4096, y0: -4096, x1: 20_480, y1: 20_480))
      return inner.paint(layer.items)?.mapped(by: onPixels(map), within: limit)
    }
    guard var own = paint(layer.items) else { return nil }
    switch layer.effect {
    case .mask(let mask): own.keep(paint(mask))
    case .luminanceToAlpha: own.takeLuminanceAsAlpha()
    case .innerShadow(let color, let radius, let dx, let dy):
      own = own.innerShadow(color, sigma: radius * scale, x: dx * scale, y: dy * scale)
    case .blend(let mode):
      guard let ground = LayerPainter(emitter: emitter, limit: own.bounds).paint(behind.filter { !$0.isLive }) else {
        break
      }
      own.mix(over: ground, mode, hole: emitter.palette.background.argb)
    case .group, .blur, .shadow, .transform: break
    }
    return own
  }

  private var scale: Double { emitter.map.scale }

  private func grown(by radius: Double) -> LayerPainter {
    let reach = Int32(pixels: (3 * radius * scale).rounded(.up)) + 1
    return LayerPainter(
      emitter: emitter,
      limit: PixelRect(x0: limit.x0 - reach, y0: limit.y0 - reach, x1: limit.x1 + reach, y1: limit.y1 + reach))
  }

  /// A map of a widget's points as one of the scene's pixels.
  private func onPixels(_ map: CGAffineTransform) -> CGAffineTransform {
    let toPixels = CGAffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: emitter.map.originX, ty: emitter.map.originY)
    return toPixels.inverted().concatenating(map).concatenating(toPixels)
  }
}

// MARK: steps

extension LayerPainter {
  /// One call of the painter.
  fileprivate enum Step {
    case shape(NodeGeometry, ItemInk)
    case glyph(NodeEmitter.GlyphPlace, ItemInk)
    case picture(LayerPicture)
    case beginGroup(opacity: UInt8)
    case endGroup
    case beginClip(SubpixelRect, radius: Int32)
    case endClip
    case blend(LayerPicture, BlendMode)

    var isBlend: Bool { if case .blend = self { true } else { false } }

    var bounds: PixelRect {
      switch self {
      case .shape(let geometry, _): geometry.pixelBounds
      case .glyph(let glyph, _): glyph.bounds
      case .picture(let picture), .blend(let picture, _): picture.bounds
      default: .empty
      }
    }
  }

  private func steps(_ items: [DrawItem]) -> [Step] { items.flatMap(steps) }

  private func steps(_ item: DrawItem) -> [Step] {
    switch item.kind {
    case .shape(let path, let stroke):
      return Outline.geometry(path, stroke: stroke, by: emitter.map).map { geometry in
        if case .field(let field) = item.style.storage,
          emitter.palette.renderingMode != .accented || item.isBackground,
          let baked = FieldPicture(
            geometry, field, colors: emitter.colors(field.colors, item).map(\.argb), room: item.frame, by: emitter.map)
        {
          return .picture(LayerPicture(bounds: baked.bounds, pixels: baked.pixels))
        }
        return .shape(geometry, emitter.ink(item, isShape: true))
      }
    case .glyphs(let text): return steps(text, item)
    case .picture(let request):
      return picture(request, at: emitter.map.snapped(item.frame).pixelBounds, item).map { [.picture($0)] } ?? []
    case .layer(let layer):
      if case .blend(let mode) = layer.effect { return paint(layer.items).map { [.blend($0, mode)] } ?? [] }
      return picture(of: layer).map { [.picture($0)] } ?? []
    case .beginGroup(let opacity): return [.beginGroup(opacity: emitter.groupOpacity(opacity))]
    case .endGroup: return [.endGroup]
    case .beginClip(let radius):
      return [.beginClip(emitter.map.snapped(item.frame), radius: emitter.map.length(radius))]
    case .endClip: return [.endClip]
    case .tick, .hand: return []
    }
  }

  private func steps(_ text: ShapedText, _ item: DrawItem) -> [Step] {
    let (x, y) = (emitter.map.x(item.frame.minX), emitter.map.y(item.frame.minY))
    let font = emitter.typesetter.library.emoji
    let ink = emitter.ink(item, isShape: false)
    let words = text.glyphs.filter { $0.face != font?.face }.compactMap { glyph in
      emitter.placed(glyph, x: x + glyph.x, y: y + glyph.y, font: text.font).map { Step.glyph($0, ink) }
    }
    let emoji = font.map { emitter.emojiPictures(text, $0, x: x, y: y) } ?? []
    return words + emoji.compactMap { picture($0.request, at: $0.place, item).map { .picture($0) } }
  }

  private func picture(_ request: PictureRequest, at place: PixelRect, _ item: DrawItem) -> LayerPicture? {
    let size = PixelSize(width: place.width, height: place.height)
    guard let pixels = emitter.typesetter.pictures.pixels(request, size: size) else { return nil }
    // In ink the whole layer is made of dots, not its parts.
    let treatment =
      emitter.palette.hasFewInks
      ? .untouched : emitter.palette.treatment(of: request, isAccentable: item.isAccentable).treatment
    let treated = request.prepared(pixels).treated(treatment)
    return LayerPicture(bounds: place, pixels: treated.pixels)
  }

  /// What the steps paint inside of their clips; nil for nothing, and for more than can be painted.
  private func bounds(of steps: [Step]) -> PixelRect? {
    var clips = [limit]
    var bounds = PixelRect.empty
    for step in steps {
      switch step {
      case .beginClip(let rect, _): clips.append(clips[clips.count - 1].intersection(rect.pixelBounds))
      case .endClip: if clips.count > 1 { clips.removeLast() }
      default:
        let own = step.bounds.intersection(clips[clips.count - 1])
        if !own.isEmpty { bounds = bounds.union(own) }
      }
    }
    if bounds.isEmpty { return nil }
    guard PixelSize(width: bounds.width, height: bounds.height).area <= Self.maximumPixelCount else {
      emitter.sink.problems.append(
        LayoutProblem(
          severity: .error, path: "",
          message: "an effect on \(bounds.width)×\(bounds.height) pixels is left out, with what it is on; "
            + "at most \(Self.maximumPixelCount) can be painted"))
      return nil
    }
    return bounds
  }

  private func paint(_ steps: [Step], on picture: inout LayerPicture) {
    let bounds = picture.bounds
    let size = picture.size
    Painter.draw(size, on: &picture.pixels) { painter in
      var opacities: [UInt8] = []
      for step in steps {
        switch step {
        case .shape(let geometry, let ink):
          ink.withInk(relativeTo: bounds) { painter.fill(geometry.relative(to: bounds), $0) }
        case .glyph(let glyph, let ink):
          let box = glyph.bounds
          ink.withInk(relativeTo: bounds) { ink in
            glyph.image.code.withUnsafeBytes {
              painter.drawGlyph(
                $0, width: box.width, height: box.height, atX: box.x0 - bounds.x0, y: box.y0 - bounds.y0, ink)
            }
          }
        case .picture(let inner):
          inner.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            painter.drawPicture(
              base, size: inner.size, atX: inner.bounds.x0 - bounds.x0, y: inner.bounds.y0 - bounds.y0, opacity: 255)
          }
        case .beginGroup(let opacity):
          opacities.append(opacity)
          painter.beginGroup(bounds: PixelRect(size))
        case .endGroup: painter.endGroup(opacity: opacities.popLast() ?? 255)
        case .beginClip(let rect, let radius): painter.beginClip(rect.relative(to: bounds), radius: radius)
        case .endClip: painter.endClip()
        case .blend: break
        }
      }
    }
  }
}

extension ItemInk {
  /// As the painter takes it, in a picture with this corner.
  fileprivate func withInk(relativeTo corner: PixelRect, _ body: (Ink) -> Void) {
    switch fill {
    case .solid:
      let alpha = ((argb >> 24) * UInt32(opacity) + 127) / 255
      body(.solid(PixelColor(argb: alpha << 24 | argb & 0xFF_FFFF)))
    case .gradient(let start, let end, let colors):
      func moved(_ point: SubpixelPoint) -> SubpixelPoint {
        SubpixelPoint(x: point.x - corner.x0 * 256, y: point.y - corner.y0 * 256)
      }
      let stops = (0..<64).map { colors[$0] }
      stops.withUnsafeBufferPointer { body(.gradient(start: moved(start), end: moved(end), colors: $0.baseAddress!)) }
    }
  }
}

extension [LayerPainter.Step] {
  /// Divided at the separators, which are parts of their own.
  fileprivate func split(whereSeparator isSeparator: (Element) -> Bool, keeping: Bool) -> [ArraySlice<Element>] {
    var parts: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices where isSeparator(self[index]) {
      if start < index { parts.append(self[start..<index]) }
      parts.append(self[index...index])
      start = index + 1
    }
    if start < endIndex { parts.append(self[start...]) }
    return parts
  }

  /// Without beginnings and ends that have no counterpart: those of groups and clips around a blend mode.
  fileprivate var balanced: [Element] {
    var kept = [Bool](repeating: true, count: count)
    var open: [Int] = []
    for (index, step) in enumerated() {
      switch step {
      case .beginGroup, .beginClip: open.append(index)
      case .endGroup, .endClip: if open.popLast() == nil { kept[index] = false }
      default: break
      }
    }
    for index in open { kept[index] = false }
    return zip(self, kept).filter(\.1).map(\.0)
  }
}

// MARK: emission

extension NodeEmitter {
  private var layerPainter: LayerPainter { LayerPainter(emitter: self, limit: sink.panel) }

  /// The picture that a layer becomes.
  func layer(_ layer: DrawLayer, _ item: DrawItem, behind: [DrawItem] = []) -> [(NodeRecord, LayoutNode?)] {
    guard var picture = layerPainter.picture(of: layer, behind: behind) else { return [] }
    if palette.hasFewInks {
      let treatment = palette.treatment(of: PictureRequest(source: .data(Data())), isAccentable: false).treatment
      picture.pixels = ScaledPicture(size: picture.size, pixels: picture.pixels).treated(treatment).pixels
    }
    guard sink.admits(picture, named: "of an effect") else { return [] }
    return [store(picture, item, kind: "picture", text: layer.words)]
  }
}
