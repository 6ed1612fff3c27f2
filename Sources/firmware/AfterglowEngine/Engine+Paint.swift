import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowRaster
import AfterglowTimeline

extension Engine {
  /// Paints everything that the steps since the last `encode` have damaged, in the state of the last step.
  ///
  /// Callers that use `encode`'s report of a first picture in scan-out memory, or the light that a picture emits, call
  /// `lookBack` as well.
  public mutating func paint() {
    if scanOut.isUsed { paintComparing() } else { paintDamage() }
  }

  /// Computes what a frame's report needs and its picture does not, after the frame was submitted, so that the first
  /// one is on the panel sooner.
  public mutating func lookBack(at report: inout FrameReport) {
    lookBack()
    if scanOut.isUsed { report.frameHash = scanOut.hash }
  }

  /// The same for a frame that was painted and is not shown.
  mutating func lookBack() {
    if scanOut.isUsed { hashFirstPicture() }
    if isPictureNew { notePicturesLight() }
  }

  mutating func paintDamage() {
    for index in 0..<damage.count {
      let rect = damage[index]
      if needsLayers(rect) { paintBands(rect) } else { paint(rect) }
    }
  }

  /// Whether a group or clip reaches into `rect`: those are painted in bands that the painter's layers can hold.
  func needsLayers(_ rect: PixelRect) -> Bool {
    guard let archive else { return false }
    for index in 0..<archive.widgetCount
    where widgets[index].hasLayers && widgets[index].bounds.intersects(rect) { return true }
    return false
  }

  private mutating func paintBands(_ rect: PixelRect) {
    let height = Swift.max(1, Painter.bandHeight(forWidth: rect.width))
    var y = rect.y0
    while y < rect.y1 {
      let end = Swift.min(rect.y1, y + height)
      paint(PixelRect(x0: rect.x0, y0: y, x1: rect.x1, y1: end))
      y = end
    }
  }

  mutating func paint(_ rect: PixelRect) {
    painter.setClip(rect)
    if !isBackgroundOpaque(rect) { painter.clear(.black) }
    guard let archive else { return }
    for index in 0..<archive.widgetCount where widgets[index].bounds.intersects(rect) {
      let look = pressLook(of: widgets[index], archive)
      paint(widgets[index], archive, rect, look: look)
      if touch != nil { paintTouches(widgets[index], archive, look) }
    }
    paintDots(archive, in: rect)
    paintTrail()
    if mode == .alwaysOn { dim(rect) }
  }

  /// Applies always-on's curve to the painted picture, so that blended colours and anti-aliased edges follow it too.
  private func dim(_ rect: PixelRect) {
    let part = rect.intersection(scene)
    if part.isEmpty || curve.isIdentity { return }
    curve.dim(
      plane.base + (Int(part.y0) * plane.stridePx + Int(part.x0)), width: Int(part.width), height: Int(part.height),
      stridePx: plane.stridePx, lightCodes)
  }

  /// Whether the first node drawn covers everything: then nothing needs to be cleared.
  private func isBackgroundOpaque(_ rect: PixelRect) -> Bool {
    guard let archive else { return false }
    for index in 0..<archive.widgetCount where widgets[index].bounds.intersects(rect) {
      let state = widgets[index]
      if state.count == 0 || isPressed(state) || state.isUnknown { return false }
      let node = archive.nodes.baseAddress! + Int(archive.nodeList[Int(state.first)])
      return node.pointee.kind == NodeKind.rectangle.rawValue && node.pointee.box.covers(rect)
        && holds(node.pointee, in: state) && isOpaque(node, archive)
    }
    return false
  }

  private func isOpaque(_ node: UnsafePointer<NodeRecord>, _ archive: Archive) -> Bool {
    let paint = Int(node.pointee.paint)
    return node.pointee.opacity == 255 && archive.paints[paint].kind == PaintKind.solid.rawValue
      && resolvedPaints[paint] >> 24 == 255
  }

  private mutating func paint(_ state: WidgetState, _ archive: Archive, _ rect: PixelRect, look: PressLook) {
    let list = archive.nodeList
    let nodes = archive.nodes
    let end = Int(state.first) + Int(state.count)
    var index = Int(state.first)
    // Opacity of each open group; clips keep their place in it.
    var opacities = InlineArray<8, UInt8>(repeating: 255)
    var depth = 0
    // The depth of the group that fades with all that it holds.
    var fadedDepth = Int.max
    while index < end {
      let node = nodes.baseAddress! + Int(list[index])
      let kind = node.pointee.kind
      if index == look.cellIndex { tint(look) }
      let fades = look.faded.contains(index) && depth < fadedDepth
      index += 1
      if kind == NodeKind.endGroup.rawValue {
        depth -= 1
        painter.endGroup(opacity: opacities[depth])
        if depth < fadedDepth { fadedDepth = Int.max }
      } else if kind == NodeKind.endClip.rawValue {
        depth -= 1
        painter.endClip()
      } else if !node.pointee.bounds.intersects(rect)
        || !holds(node.pointee, in: state)
      {
        if isLayer(kind) {
          let next = indexAfterLayer(index, end, archive)
          if look.cellIndex >= index && look.cellIndex < next { tint(look) }
          index = next
        }
      } else if kind == NodeKind.beginGroup.rawValue {
        painter.beginGroup(bounds: node.pointee.bounds.intersection(rect))
        opacities[depth] = fades ? PressLook.faded(node.pointee.opacity) : node.pointee.opacity
        depth += 1
        if fades { fadedDepth = depth }
      } else if kind == NodeKind.beginClip.rawValue {
        painter.beginClip(node.pointee.box, radius: node.pointee.e)
        depth += 1
      } else if fades {
        var node = node.pointee
        node.opacity = PressLook.faded(node.opacity)
        draw(node, archive, rect)
      } else {
        draw(node.pointee, archive, rect)
      }
    }
    if look.cellIndex == end { tint(look) }
  }

  /// The list index after the end of a group or clip whose content begins at `start`.
  private func indexAfterLayer(_ start: Int, _ end: Int, _ archive: Archive) -> Int {
    var depth = 1
    var index = start
    while index < end && depth > 0 {
      let kind = archive.nodes[Int(archive.nodeList[index])].kind
      if kind == NodeKind.beginGroup.rawValue || kind == NodeKind.beginClip.rawValue { depth += 1 }
      if kind == NodeKind.endGroup.rawValue || kind == NodeKind.endClip.rawValue { depth -= 1 }
      index += 1
    }
    return index
  }

  private mutating func draw(_ node: NodeRecord, _ archive: Archive, _ rect: PixelRect) {
    if node.kind == NodeKind.picture.rawValue {
      drawPicture(node, archive, rect)
      return
    }
    let ink = ink(for: node, archive)
    switch NodeKind(rawValue: node.kind) {
    case .rectangle: painter.fillRectangle(node.box, ink)
    case .roundedRectangle: painter.fillRoundedRectangle(node.box, radius: node.e, ink)
    case .arc:
      painter.fillArc(
        centre: SubpixelPoint(x: node.a, y: node.b), radius: node.c, width: node.d, start: node.e, sweep: node.f,
        roundCaps: node.g != 0, ink)
    case .polygon:
      painter.fillPolygon(archive.points(first: node.a, count: node.b), offset: SubpixelPoint(x: 0, y: 0), ink)
    case .strokedLine: painter.strokeLine(archive.points(first: node.a, count: node.b), width: node.c, ink)
    case .glyphRun: drawGlyphs(archive, first: Int(node.a), count: Int(node.b), atX: 0, y: 0, in: rect, ink)
    case .tickText: drawTickText(node, archive, in: rect, ink)
    case .tickHand:
      if isHidden(node) { return }
      let hand = hand(node)
      painter.fillRotatedPolygon(
        archive.points(first: node.c, count: node.d), about: SubpixelPoint(x: node.a, y: node.b),
        angle: hand.angle(at: instant(of: node), in: archive.zone(Int(node.f))), ink)
    default: break
    }
  }

  /// The node's paint in the current mode, its opacity folded in.
  private func ink(for node: NodeRecord, _ archive: Archive) -> Ink {
    let paint = archive.paints[Int(node.paint)]
    if paint.kind != PaintKind.gradient.rawValue {
      return .solid(faded(resolvedPaints[Int(node.paint)], node.opacity))
    }
    let record = archive.gradients.baseAddress! + Int(paint.index)
    let role = PaintRole(rawValue: paint.role) ?? .primary
    let colors = archive.gradientColors(Int(paint.index))
    if !mode.isNight && node.opacity == 255 {
      return .gradient(start: record.pointee.start, end: record.pointee.end, colors: colors)
    }
    for index in 0..<64 {
      let color = stage.painted(Color(argb: colors[index]), role: role, mode: mode)
      gradient[index] = faded(color.argb, node.opacity).argb
    }
    return .gradient(
      start: record.pointee.start, end: record.pointee.end, colors: UnsafePointer(gradient.baseAddress!))
  }

  @inline(__always)
  private func faded(_ argb: UInt32, _ opacity: UInt8) -> Color {
    if opacity == 255 { return Color(argb: argb) }
    return Color(argb: argb & 0xFF_FFFF | divideBy255((argb >> 24) * UInt32(opacity)) << 24)
  }

  private mutating func drawTickText(_ node: NodeRecord, _ archive: Archive, in rect: PixelRect, _ ink: Ink) {
    let text = tick(node, archive).evaluate(
      at: instant(of: node), zone: archive.zone(Int(node.d)), reference: node.referenceInstant)
    for index in 0..<Int(text.count) {
      let cell = text[index]
      let x = node.b &+ cell.x
      let y = node.c &+ cell.y
      if cell.isGlyph {
        drawGlyph(archive, Int(cell.source), atX: x, y: y, in: rect, ink)
      } else {
        drawGlyphs(
          archive, first: Int(cell.source), count: Int(cell.placementCount), atX: x, y: y, in: rect, ink)
      }
    }
  }

  private mutating func drawGlyphs(
    _ archive: Archive, first: Int, count: Int, atX x: Int32, y: Int32, in rect: PixelRect, _ ink: Ink
  ) {
    for index in first..<first + count {
      let placement = archive.placements[index]
      drawGlyph(
        archive, Int(placement.glyph), atX: x &+ Int32(placement.x), y: y &+ Int32(placement.y), in: rect, ink)
    }
  }

  private mutating func drawGlyph(
    _ archive: Archive, _ index: Int, atX penX: Int32, y penY: Int32, in rect: PixelRect, _ ink: Ink
  ) {
    let glyph = archive.glyphs[index]
    let box = inkBox(of: glyph, penX, penY)
    if !box.intersects(rect) { return }
    painter.drawGlyph(
      archive.glyphCode(index), width: Int32(glyph.width), height: Int32(glyph.height), atX: box.x0, y: box.y0, ink)
  }

  /// Draws a picture; at night its colours are converted row by row.
  private mutating func drawPicture(_ node: NodeRecord, _ archive: Archive, _ rect: PixelRect) {
    let paint = archive.paints[Int(node.paint)]
    let picture = archive.pictures[Int(paint.index)]
    let pixels = archive.picturePixels(Int(paint.index))
    let size = PixelSize(width: Int32(picture.width), height: Int32(picture.height))
    if !mode.isNight || board.isEmissive == 0 {
      painter.drawPicture(pixels, size: size, atX: node.a, y: node.b, opacity: node.opacity)
      return
    }
    let role = PaintRole(rawValue: paint.role) ?? .picture
    let visible = PixelRect(size).translated(x: node.a, y: node.b).intersection(rect)
    if visible.isEmpty { return }
    let count = Int(visible.width)
    var y = visible.y0
    while y < visible.y1 {
      let row = pixels + Int(y - node.b) * Int(size.width) + Int(visible.x0 - node.a)
      for x in 0..<count { pictureRow[x] = stage.paintedPicture(row[x], role: role, mode: mode) }
      painter.drawPicture(
        UnsafePointer(pictureRow.baseAddress!), size: PixelSize(width: visible.width, height: 1),
        atX: visible.x0, y: y, opacity: node.opacity)
      y += 1
    }
  }
}

extension NodeRecord {
  var box: SubpixelRect { SubpixelRect(x0: a, y0: b, x1: c, y1: d) }
}

extension SubpixelRect {
  /// Whether a painter that fills this fills all of `rect`, which lies in a scene.
  fileprivate func covers(_ rect: PixelRect) -> Bool {
    // The painter clamps coordinates beyond this.
    let limit: Int32 = 1 << 22
    return x0 <= rect.x0 << 8 && y0 <= rect.y0 << 8 && Swift.min(x1, limit) >= rect.x1 << 8
      && Swift.min(y1, limit) >= rect.y1 << 8
  }
}
