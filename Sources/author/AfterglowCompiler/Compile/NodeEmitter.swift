import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowRaster
import AfterglowTimeline
import AfterglowViews
import Foundation

/// Converts the drawing of one widget in one variant to the archive's nodes.
struct NodeEmitter {
  let sink: ArchiveSink
  let typesetter: Typesetter
  let palette: Palette
  let map: PixelMapping
  /// Index of the widget in the archive, and its slot.
  let widget: Int
  let slot: String?
  let date: Date

  /// Node indices in drawing order.
  ///
  /// - Parameter behind: what else lies behind them, for blend modes.
  func emit(_ items: [DrawItem], behind: [DrawItem] = []) throws -> [UInt32] {
    var drawn: [Drawn] = []
    var open: [Int] = []
    // Opacities of the groups that are open.
    var opacities = [1.0]
    let items = palette.hasFewInks ? legibleInInk(items) : palette.isOverWallpaper ? legibleInVibrant(items) : items
    drawn.reserveCapacity(items.count)
    for (position, item) in items.enumerated() {
      CompositionMark.step()
      for (node, layout) in try records(item, behind: { behind + items[..<position] }) {
        let opacity = opacities[opacities.count - 1] * Double(node.opacity) / 255
        var identifier = item.identifier
        switch NodeKind(rawValue: node.kind) {
        case .beginGroup, .beginClip:
          open.append(drawn.count)
          opacities.append(opacity)
          identifier = 0
        case .endGroup, .endClip:
          close(&drawn, open.removeLast())
          opacities.removeLast()
          identifier = 0
        default: break
        }
        var record = node
        record.region = item.toggle?.region ?? 0
        // The other look of a toggle is not what the widget shows.
        drawn.append((record, identifier, item.toggle?.isShown == false ? nil : layout))
        drawn[drawn.count - 1].layout?.opacity = opacity
      }
    }
    return drawn.map { node, identifier, layout in
      let index = sink.add(node, identifier: identifier)
      if var layout {
        layout.node = Int(index)
        sink.note(layout)
      }
      return index
    }
  }

  private typealias Drawn = (node: NodeRecord, identifier: UInt32, layout: LayoutNode?)

  /// The bounds of a group are those of its content.
  private func close(_ drawn: inout [Drawn], _ begin: Int) {
    var bounds = PixelRect.empty
    for inner in drawn[(begin + 1)...] { bounds = bounds.union(inner.node.bounds) }
    let group = drawn[begin].node
    if NodeKind(rawValue: group.kind) == .beginClip { bounds = bounds.intersection(group.bounds) }
    // Empty: the intersection of two separate boxes has negative size.
    if bounds.isEmpty { bounds = .empty }
    drawn[begin].node.setBounds(bounds)
  }

  private func records(
    _ item: DrawItem, behind: () -> [DrawItem]
  ) throws -> [(NodeRecord, LayoutNode?)] {
    // Glass or wallpaper is shown where a widget would cut out its background.
    if !palette.hasOpaqueBackground, !item.isBackground, case .background = item.style.storage { return [] }
    switch item.kind {
    case .shape(let path, let stroke):
      return Outline.geometry(path, stroke: stroke, by: map).flatMap { geometry in
        if isTrackInInk(item) { return hollow(geometry, item) }
        return [drawn(geometry, item)]
      }
    case .glyphs(let text): return glyphRun(text, item)
    case .tick(let tick): return try tickText(tick, item)
    case .hand(let unit, let center, let tip, let tail, let width, let sweeps, let zone):
      return try hand(item, unit, center, tip: tip, tail: tail, width: width, sweeps: sweeps, zone: zone)
    case .picture(let request): return picture(request, item)
    case .layer(let layer):
      if case .blend = layer.effect { return self.layer(layer, item, behind: behind()) }
      return self.layer(layer, item)
    case .beginGroup(let opacity): return [(bracket(.beginGroup, item, opacity: groupOpacity(opacity)), nil)]
    case .endGroup: return [(bracket(.endGroup, item), nil)]
    case .beginClip(let radius):
      let rect = map.snapped(item.frame)
      var node = bracket(.beginClip, item)
      node.a = rect.x0
      node.b = rect.y0
      node.c = rect.x1
      node.d = rect.y1
      node.e = map.length(radius)
      node.setBounds(rect.pixelBounds)
      return [(node, nil)]
    case .endClip: return [(bracket(.endClip, item), nil)]
    }
  }

  /// Ink has no half tones.
  func groupOpacity(_ opacity: UInt8) -> UInt8 { palette.hasFewInks ? (opacity < 96 ? 0 : 255) : opacity }

  private func bracket(_ kind: NodeKind, _ item: DrawItem, opacity: UInt8 = 255) -> NodeRecord {
    NodeRecord(kind: kind, condition: item.condition, opacity: opacity, paint: 0, bounds: .empty)
  }

  // MARK: shapes

  private func node(_ geometry: NodeGeometry, _ item: DrawItem, _ paint: Paint) -> NodeRecord {
    func node(
      _ kind: NodeKind, _ bounds: PixelRect, a: Int32, b: Int32, c: Int32 = 0, d: Int32 = 0, e: Int32 = 0, f: Int32 = 0,
      g: Int32 = 0
    ) -> NodeRecord {
      NodeRecord(
        kind: kind, condition: item.condition, opacity: paint.opacity, paint: paint.index, bounds: bounds,
        a: a, b: b, c: c, d: d, e: e, f: f, g: g)
    }
    switch geometry {
    case .rectangle(let r): return node(.rectangle, r.pixelBounds, a: r.x0, b: r.y0, c: r.x1, d: r.y1)
    case .roundedRectangle(let r, let radius):
      return node(.roundedRectangle, r.pixelBounds, a: r.x0, b: r.y0, c: r.x1, d: r.y1, e: radius)
    case .arc(let center, let radius, let width, let start, let sweep, let hasRoundCaps):
      return node(
        .arc, Bounds.arc(centre: center, radius: radius, width: width), a: center.x, b: center.y, c: radius, d: width,
        e: start, f: sweep, g: hasRoundCaps ? 1 : 0)
    case .polygon(let points):
      let range = sink.add(points)
      let bounds = points.withUnsafeBufferPointer { Bounds.polygon($0, offset: SubpixelPoint(x: 0, y: 0)) }
      return node(.polygon, bounds, a: Int32(range.first), b: Int32(range.count))
    case .line(let points, let width):
      let range = sink.add(points)
      let bounds = points.withUnsafeBufferPointer { Bounds.strokedLine($0, width: width) }
      return node(.strokedLine, bounds, a: Int32(range.first), b: Int32(range.count), c: width)
    }
  }

  private func drawn(_ geometry: NodeGeometry, _ item: DrawItem) -> (NodeRecord, LayoutNode?) {
    if let baked = baked(geometry, item) { return baked }
    let color = paint(item, isShape: true)
    return (node(geometry, item, color), layout(item, color, kind: nil, geometry: geometry))
  }

  /// Whether a shape is a grey that inks do not have; hairlines are black.
  func isTrackInInk(_ item: DrawItem) -> Bool {
    guard palette.hasFewInks, !item.isBackground, case .hierarchical(let level) = item.style.storage else {
      return false
    }
    return level >= 2 && !isHairline(item)
  }

  private func isHairline(_ item: DrawItem) -> Bool {
    min(item.frame.width, item.frame.height) * map.scale <= 2
  }

  private func hollow(_ geometry: NodeGeometry, _ item: DrawItem) -> [(NodeRecord, LayoutNode?)] {
    geometry.hollow.enumerated().map { index, part in
      let color = solid(part.isPaper ? palette.background : palette.color(of: 2), item, isShape: true)
      return (node(part.geometry, item, color), index == 0 ? layout(item, color, kind: nil, geometry: geometry) : nil)
    }
  }

  /// A shape with an angular or radial gradient; nil for any other, and where a single colour is visible.
  private func baked(_ geometry: NodeGeometry, _ item: DrawItem) -> (NodeRecord, LayoutNode?)? {
    guard case .field(let field) = item.style.storage, palette.renderingMode != .accented || item.isBackground,
      let baked = FieldPicture(
        geometry, field, colors: colors(field.colors, item).map(\.argb), room: item.frame, by: map)
    else { return nil }
    return store(LayerPicture(bounds: baked.bounds, pixels: baked.pixels), item, kind: geometry.name)
  }

  /// A picture that was painted here, as a node.
  func store(_ picture: LayerPicture, _ item: DrawItem, kind: String, text: String? = nil) -> (NodeRecord, LayoutNode?)
  {
    let role: PaintRole = item.isBackground ? .background : .picture
    let index = sink.add(
      PaintRecord(kind: .picture, role: role, color: .black, index: sink.add(picture)),
      group: item.isAccentable ? 1 : 0)
    let record = NodeRecord(
      kind: .picture, condition: item.condition, paint: index, bounds: picture.bounds,
      a: picture.bounds.x0, b: picture.bounds.y0)
    let paint = Paint(index: index, role: role, group: item.isAccentable ? 1 : 0)
    return (record, layout(item, paint, kind: kind, text: text))
  }

  private func hand(
    _ item: DrawItem, _ unit: ClockHand.Unit, _ center: Point, tip: Double, tail: Double, width: Double,
    sweeps: Bool, zone: TimeZone
  ) throws -> [(NodeRecord, LayoutNode?)] {
    let points = Outline.hand(tip: tip, tail: tail, width: width, by: map)
    let range = sink.add(points)
    let pixel = map.point(center)
    let color = paint(item, isShape: true)
    let bounds = points.withUnsafeBufferPointer { Bounds.rotatedPolygon($0, about: pixel) }
    let record = NodeRecord(
      kind: .tickHand, condition: item.condition, opacity: color.opacity, paint: color.index, bounds: bounds,
      a: pixel.x, b: pixel.y, c: Int32(range.first), d: Int32(range.count), e: unit.rawValue,
      f: Int32(try sink.add(zone)), g: sweeps ? 1 : 0)
    return [
      (record, layout(item, color, kind: "tickHand", tick: "\(unit) hand in \(zone.identifier)"))
    ]
  }

  // MARK: pictures

  /// Aligned to whole pixels and scaled to exactly its frame; a plain shape if there is nothing to show.
  private func picture(_ request: PictureRequest, _ item: DrawItem) -> [(NodeRecord, LayoutNode?)] {
    if let (record, paint) = picture(request, at: map.snapped(item.frame).pixelBounds, item) {
      return [(record, layout(item, paint, kind: "picture"))]
    }
    let color = paint(item, isShape: true)
    let geometry = NodeGeometry.rectangle(map.snapped(item.frame))
    return [(node(geometry, item, color), layout(item, color, kind: nil, geometry: geometry))]
  }

  /// Pictures of files and views that would be added to the archive, except emoji, which are small.
  func pictures(in items: [DrawItem]) -> Set<ArchiveSink.PictureKey> {
    var keys: Set<ArchiveSink.PictureKey> = []
    for item in items {
      guard case .picture(let request) = item.kind, typesetter.pictures.size(of: request.source) != nil else {
        continue
      }
      let place = map.snapped(item.frame).pixelBounds
      let treatment = palette.treatment(
        of: request, isAccentable: item.isAccentable, at: PixelPoint(x: place.x0, y: place.y0)
      ).treatment
      keys.insert(.init(request: request, width: place.width, height: place.height, treatment: treatment))
    }
    return keys
  }

  /// Bytes of the pictures that layers become, at most.
  func layerByteCount(in items: [DrawItem]) -> Int {
    items.reduce(0) { sum, item in
      guard case .layer = item.kind else { return sum }
      let box = map.snapped(item.frame).pixelBounds.intersection(sink.panel)
      return sum + Int(box.area) * 4
    }
  }

  /// nil if there is nothing to show.
  private func picture(_ request: PictureRequest, at place: PixelRect, _ item: DrawItem) -> (NodeRecord, Paint)? {
    let size = PixelSize(width: place.width, height: place.height)
    guard let pixels = typesetter.pictures.pixels(request, size: size) else { return nil }
    let (treatment, isAccented) = palette.treatment(
      of: request, isAccentable: item.isAccentable, at: PixelPoint(x: place.x0, y: place.y0))
    guard let picture = sink.add(pixels, request: request, treatment: treatment) else { return nil }
    let group: UInt8 = isAccented ? 1 : 0
    let role: PaintRole = item.isBackground ? .background : .picture
    let index = sink.add(PaintRecord(kind: .picture, role: role, color: .black, index: picture), group: group)
    let record = NodeRecord(
      kind: .picture, condition: item.condition, paint: index, bounds: place,
      a: place.x0, b: place.y0)
    return (record, Paint(index: index, role: role, group: group))
  }

  /// A picture of the panel's size behind everything else.
  func emit(_ backdrop: ScaledPicture) -> UInt32 {
    let picture = sink.add(backdrop)
    let paint = sink.add(PaintRecord(kind: .picture, role: .background, color: .black, index: picture))
    return sink.add(NodeRecord(kind: .picture, paint: paint, bounds: PixelRect(backdrop.size)))
  }

  /// The grain of paper: one small picture, tiled inside the widget's outline.
  func emitGrain(in placement: SlotPlacement) -> [UInt32] {
    let place = placement.framePx
    let tile = PaperGrain.tile
    let picture = sink.add(tile)
    let paint = sink.add(PaintRecord(kind: .picture, role: .background, color: .black, index: picture))
    var clip = NodeRecord(kind: .beginClip, paint: 0, bounds: place)
    (clip.a, clip.b, clip.c, clip.d) = (place.x0 << 8, place.y0 << 8, place.x1 << 8, place.y1 << 8)
    clip.e = map.length(placement.cornerRadius)
    var nodes = [clip]
    for y in stride(from: place.y0, to: place.y1, by: Int(tile.size.height)) {
      for x in stride(from: place.x0, to: place.x1, by: Int(tile.size.width)) {
        let bounds = PixelRect(x0: x, y0: y, x1: x + tile.size.width, y1: y + tile.size.height)
        nodes.append(NodeRecord(kind: .picture, paint: paint, bounds: bounds, a: x, b: y))
      }
    }
    nodes.append(NodeRecord(kind: .endClip, paint: 0, bounds: .empty))
    return nodes.map { sink.add($0) }
  }

  /// The emoji of a text whose corner is at `x`, `y`; each in the size of the text, on whole pixels.
  private func emoji(_ text: ShapedText, _ font: EmojiFont, x: Double, y: Double, _ item: DrawItem) -> [(
    NodeRecord, Paint
  )] {
    emojiPictures(text, font, x: x, y: y).compactMap { picture($0, at: $1, item) }
  }

  func emojiPictures(
    _ text: ShapedText, _ font: EmojiFont, x: Double, y: Double
  ) -> [(request: PictureRequest, place: PixelRect)] {
    text.glyphs.filter { $0.face == font.face }.compactMap { glyph in
      guard let png = font.png(glyph.glyph), let box = font.box(glyph.glyph) else { return nil }
      func pixels(_ ems: Double) -> Int32 { max(1, Int32(pixels: ems * text.font.sizePx)) }
      let left = Int32(pixels: x + glyph.x + box.minX * text.font.sizePx)
      let top = Int32(pixels: y + glyph.y + box.minY * text.font.sizePx)
      let place = PixelRect(x0: left, y0: top, x1: left + pixels(box.width), y1: top + pixels(box.height))
      return (PictureRequest(source: .data(png)), place)
    }
  }

  // MARK: text

  private func glyphRun(_ text: ShapedText, _ item: DrawItem) -> [(NodeRecord, LayoutNode?)] {
    var bounds = PixelRect.empty
    var placements: [PlacementRecord] = []
    placements.reserveCapacity(text.glyphs.count)
    let x = map.x(item.frame.minX)
    let y = map.y(item.frame.minY)
    let font = typesetter.library.emoji
    let pictures = font.map { emoji(text, $0, x: x, y: y, item) } ?? []
    for glyph in text.glyphs where glyph.face != font?.face {
      guard let placed = place(glyph, x: x + glyph.x, y: y + glyph.y, font: text.font) else { continue }
      placements.append(placed.record)
      bounds = bounds.union(placed.bounds)
    }
    if placements.isEmpty {
      return pictures.enumerated().map { index, drawn in
        (drawn.0, index == 0 ? layout(item, drawn.1, kind: "picture", text: text.text) : nil)
      }
    }
    let range = sink.add(placements)
    let color = paint(item, isShape: false)
    let record = NodeRecord(
      kind: .glyphRun, condition: item.condition, opacity: color.opacity, paint: color.index, bounds: bounds,
      a: Int32(range.first), b: Int32(range.count))
    return [(record, layout(item, color, kind: "glyphRun", text: text.text))] + pictures.map { ($0.0, nil) }
  }

  /// A glyph at a quarter-pixel pen position; nil for spaces.
  private func place(
    _ glyph: PlacedGlyph, x: Double, y: Double, font: ShapingFont
  ) -> (record: PlacementRecord, bounds: PixelRect)? {
    guard let placed = placed(glyph, x: x, y: y, font: font) else { return nil }
    let record = PlacementRecord(
      glyph: sink.add(placed.image, key: placed.key), x: Int16(clamping: placed.left), y: Int16(clamping: placed.top))
    return (record, placed.bounds)
  }

  /// The same before it is added to the archive.
  struct GlyphPlace {
    var key: GlyphKey
    var image: GlyphImage
    /// The pen.
    var left: Int
    var top: Int

    var bounds: PixelRect {
      PixelRect(
        x0: Int32(left + image.left), y0: Int32(top + image.top), x1: Int32(left + image.left + image.width),
        y1: Int32(top + image.top + image.height))
    }
  }

  func placed(_ glyph: PlacedGlyph, x: Double, y: Double, font: ShapingFont) -> GlyphPlace? {
    CompositionMark.step()
    let quarters = font.isInk ? Int(pixels: x) * 4 : Int(pixels: x * 4)
    // Baselines are rounded to whole pixels; rotated text is not, because its letters would be uneven.
    let rows = glyph.turn.tenths == 0 || font.isInk ? Int(pixels: y) * 4 : Int(pixels: y * 4)
    let key = GlyphKey(
      face: glyph.face, glyph: glyph.glyph, size26Dot6: font.size26Dot6, quarter: quarters & 3, downQuarter: rows & 3,
      turn: glyph.turn, isInk: font.isInk)
    let image = typesetter.glyphs.image(key)
    return image.isEmpty ? nil : GlyphPlace(key: key, image: image, left: quarters >> 2, top: rows >> 2)
  }

  private func tickText(_ tick: TickLayout, _ item: DrawItem) throws -> [(NodeRecord, LayoutNode?)] {
    let frame = map.framePx(item.frame)
    let baseline = Int(pixels: frame.minY + tick.baseline)
    let anchor: Int
    switch tick.alignment {
    case .leading: anchor = Int(pixels: frame.minX) - tick.leadingTrim
    case .center: anchor = Int(pixels: frame.midX + Double(tick.trailingTrim - tick.leadingTrim) / 2)
    case .trailing: anchor = Int(pixels: frame.maxX) + tick.trailingTrim
    }
    var ink = PixelRect.empty
    let template = sink.add(tick) { glyph, x in
      guard let placed = place(glyph, x: glyph.x, y: glyph.y, font: tick.font) else { return nil }
      ink = ink.union(placed.bounds.translated(x: Int32(x), y: 0))
      return placed.record
    }
    let color = paint(item, isShape: false)
    // Ink may extend beyond its cell by a bearing; digits may be anywhere in the widest value.
    let overhang = ink.isEmpty ? 0 : Swift.max(0, Int(-ink.x0)) + 1
    let width = tick.widestWidth
    let left =
      tick.alignment == .leading ? anchor : tick.alignment == .center ? anchor - (width + 1) / 2 : anchor - width
    let bounds = PixelRect(
      x0: Int32(left - overhang), y0: Int32(baseline) + ink.y0, x1: Int32(left + width + overhang + 1),
      y1: Int32(baseline) + ink.y1)
    let reference = NodeRecord.split(
      reference: tick.pattern.reference.map(Instant.init(date:)) ?? Instant(milliseconds: 0))
    let record = NodeRecord(
      kind: .tickText, condition: item.condition, opacity: color.opacity, paint: color.index, bounds: bounds,
      a: Int32(template), b: Int32(anchor), c: Int32(baseline), d: Int32(try sink.add(tick.zone)), e: reference.e,
      f: reference.f)
    let name = tick.pattern.kind == .civil ? "\(tick.pattern.name) in \(tick.zone.identifier)" : tick.pattern.name
    let text = tick.pattern.kind == .civil ? tick.value(at: date).text : tick.pattern.words
    var node = layout(item, color, kind: "tickText", text: text, tick: name)
    if let span = tick.visibleSpan(at: date) {
      // Parts of one line share its place: each reports where it is at first.
      let start = Double(anchor - span.width / 2 + span.left)
      let (width, scale) = (Double(span.right - span.left), item.frame.width / max(frame.width, 1))
      node.framePt.origin.x += (start - frame.minX) * scale
      node.framePt.size.width = width * scale
      node.framePx = Rect(x: start, y: frame.minY, width: width, height: frame.height)
    }
    return [(record, node)]
  }

  // MARK: paint

  struct Paint {
    var index: UInt32
    var role: PaintRole
    var group: UInt8
    /// Opacity of the node.
    var opacity: UInt8 = 255
  }

  private func solid(_ color: RoleColor, _ item: DrawItem, isShape: Bool) -> Paint {
    add(solidInk(color, item, isShape: isShape), item)
  }

  private func paint(_ item: DrawItem, isShape: Bool) -> Paint { add(ink(item, isShape: isShape), item) }

  private func add(_ ink: ItemInk, _ item: DrawItem) -> Paint {
    let group: UInt8 = item.isAccentable ? 1 : 0
    let record: PaintRecord
    switch ink.fill {
    case .solid: record = PaintRecord(kind: .solid, role: ink.role, color: PixelColor(argb: ink.argb))
    case .gradient(let start, let end, let colors):
      let gradient = sink.add(GradientRecord(start: start, end: end, colors: colors))
      record = PaintRecord(kind: .gradient, role: ink.role, color: PixelColor(argb: ink.argb), index: gradient)
    }
    return Paint(index: sink.add(record, group: group), role: ink.role, group: group, opacity: ink.opacity)
  }

  func layout(
    _ item: DrawItem, _ paint: Paint, kind: String?, geometry: NodeGeometry? = nil, text: String? = nil,
    tick: String? = nil
  ) -> LayoutNode {
    var node = LayoutNode(
      node: 0, identifier: item.identifier, name: item.name, widget: widget, slot: slot,
      kind: kind ?? geometry?.name ?? "", role: paint.role.name, text: text, framePx: map.framePx(item.frame),
      framePt: item.frame, fontSizePt: item.fontSizePt, paint: Int(paint.index), accentGroup: Int(paint.group),
      tick: tick)
    if case .glyphs(let text) = item.kind { node.isCut = text.isTruncated }
    return node
  }
}

extension NodeGeometry {
  /// The name of the `NodeKind`.
  var name: String {
    switch self {
    case .rectangle: "rectangle"
    case .roundedRectangle: "roundedRectangle"
    case .arc: "arc"
    case .polygon: "polygon"
    case .line: "strokedLine"
    }
  }
}

extension PaintRole {
  fileprivate var name: String {
    switch self {
    case .background: "background"
    case .primary: "primary"
    case .secondary: "secondary"
    case .tertiary: "tertiary"
    case .accent: "accent"
    case .picture: "picture"
    }
  }
}

extension NodeRecord {
  mutating func setBounds(_ rect: PixelRect) {
    boundsX0 = Int16(clamping: rect.x0)
    boundsY0 = Int16(clamping: rect.y0)
    boundsX1 = Int16(clamping: rect.x1)
    boundsY1 = Int16(clamping: rect.y1)
  }
}

extension Instant {
  /// Rounded to the millisecond; clamped to the dates that archives can store.
  init(date: Date) {
    let limit = 9.0e15
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    self.init(milliseconds: Int64(clamping: min(max(milliseconds, -limit), limit)))
  }
}
