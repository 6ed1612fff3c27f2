import Foundation

/// Scales, turns, mirrors or distorts a drawing, whose frame stays as it is. What an archive has no form for becomes a
/// picture; ticking text and clocks' hands can be moved and scaled only.
struct TransformElement: WrapperElement {
  let child: any Element
  /// For the view's rectangle.
  let map: (Rect) -> CGAffineTransform
  let identity: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let map = map(rect)
    guard map.isFinite else { return identity.fail("a transform has a value that is not a number or too large") }
    // Flat things are not seen.
    if abs(map.a * map.d - map.b * map.c) < 1e-9 { return }
    let drawn = canvas.taking { child.draw(in: rect, proposed: proposed, into: &$0) }
    canvas.append(drawn, mappedBy: map, at: identity)
  }
}

extension DrawCanvas {
  /// Adds what was drawn, moved by a map.
  mutating func append(_ drawn: [DrawItem], mappedBy map: CGAffineTransform, at identity: ResolveContext) {
    if map.isIdentity {
      items += drawn
      return
    }
    let mapper = DrawMapper(map: map, identity: identity)
    // Clips lie along the axes: one that does not any more is a picture with what is in it.
    guard mapper.keepsAxes || !drawn.contains(where: \.isClip) else {
      return append(layer: drawn, .transform(map), "a turned clip", at: identity)
    }
    for item in drawn {
      if let mapped = mapper.mapped(item) {
        items.append(mapped)
      } else {
        append(layer: [item], .transform(map), "a transform", at: identity)
      }
    }
  }
}

extension DrawItem {
  fileprivate var isClip: Bool {
    switch kind {
    case .beginClip: true
    case .layer(let layer): layer.flat.contains { $0.isClip }
    default: false
    }
  }
}

private struct DrawMapper {
  let map: CGAffineTransform
  let identity: ResolveContext

  var keepsAxes: Bool { map.b == 0 && map.c == 0 }
  /// nil where it distorts.
  private var similarity: Similarity? { Similarity(map) }

  /// nil for what only a picture can show.
  func mapped(_ item: DrawItem) -> DrawItem? {
    var result = item
    result.frame = item.frame.applying(map)
    switch item.kind {
    case .beginGroup, .endGroup, .endClip: break
    case .beginClip(let radius):
      result.kind = .beginClip(radius: radius * min(abs(map.a), abs(map.d)))
    case .shape(let geometry, let stroke):
      var path = Path()
      path.geometry = geometry
      result.kind = .shape(shape(path, stroke).geometry, stroke: line(path, stroke))
      result.style = item.style.mapped(by: map, from: item.frame, to: result.frame)
    case .glyphs(var text):
      guard let similarity else { return nil }
      text.move(by: map, similarity, from: item.frame, to: result.frame, scale: identity.scale)
      result.kind = .glyphs(text)
      result.fontSizePt = item.fontSizePt.map { $0 * similarity.scale }
    case .picture(var request):
      guard keepsAxes, map.d > 0 else { return nil }
      if map.a < 0 { request.isMirrored.toggle() }
      result.kind = .picture(request)
    case .layer(let layer):
      guard let similarity, let inner = mapped(layer, similarity) else { return nil }
      result.kind = .layer(inner)
    case .tick(let tick): return live(item) { .tick(tick.scaled(by: $0)) }
    case .hand(let unit, let center, let tip, let tail, let width, let sweeps, let zone):
      return live(item) { scale in
        .hand(
          unit: unit, center: center.applying(map), tip: tip * scale, tail: tail * scale, width: width * scale,
          sweeps: sweeps, zone: zone)
      }
    }
    return result
  }

  private func shape(_ path: Path, _ stroke: StrokeStyle?) -> Path {
    guard let stroke else { return path.applying(map) }
    guard let line = line(path, stroke) else { return path.strokedPath(stroke).applying(map) }
    let turned = path.applying(map)
    // A stroked rectangle has mitred corners; as lines they would be round.
    return line.isDrawnByRenderer(on: turned) ? turned : turned.strokedPath(line)
  }

  /// The line's style after the map; nil where it is an outline from then on.
  private func line(_ path: Path, _ stroke: StrokeStyle?) -> StrokeStyle? {
    guard var line = stroke, let similarity else { return nil }
    line.lineWidth *= similarity.scale
    line.dash = line.dash.map { $0 * similarity.scale }
    line.dashPhase *= similarity.scale
    return line.isDrawnByRenderer(on: path.applying(map)) ? line : nil
  }

  private func mapped(_ layer: DrawLayer, _ similarity: Similarity) -> DrawLayer? {
    func all(_ items: [DrawItem]) -> [DrawItem]? {
      let results: [DrawItem] = items.compactMap { (item: DrawItem) -> DrawItem? in mapped(item) }
      return results.count == items.count ? results : nil
    }
    guard let items = all(layer.items) else { return nil }
    var result = DrawLayer(items: items, effect: layer.effect)
    let scale = similarity.scale
    func offset(_ dx: Double, _ dy: Double) -> (Double, Double) {
      (map.a * dx + map.c * dy, map.b * dx + map.d * dy)
    }
    switch layer.effect {
    case .group, .luminanceToAlpha, .blend: break
    case .mask(let mask):
      guard let mask = all(mask) else { return nil }
      result.effect = .mask(mask)
    case .blur(let radius): result.effect = .blur(radius: radius * scale)
    case .shadow(let color, let radius, let dx, let dy):
      let (x, y) = offset(dx, dy)
      result.effect = .shadow(color: color, radius: radius * scale, dx: x, dy: y)
    case .innerShadow(let color, let radius, let dx, let dy):
      let (x, y) = offset(dx, dy)
      result.effect = .innerShadow(color: color, radius: radius * scale, dx: x, dy: y)
    case .transform(let inner):
      result.items = layer.items
      result.effect = .transform(inner.concatenating(map))
    }
    return result
  }

  /// Scaled about its middle, which is moved; turned things stay upright.
  private func live(_ item: DrawItem, _ scaled: (Double) -> DrawItem.Kind) -> DrawItem {
    var result = item
    let scale: Double = similarity?.scale ?? min(hypot(map.a, map.b), hypot(map.c, map.d))
    if similarity == nil || similarity?.isMirrored == true || abs(similarity?.angle.degrees ?? 0) > 0.01 {
      identity.warn("ticking text and clocks' hands cannot be turned, mirrored or stretched; they stay upright")
    }
    let middle = item.frame.center.applying(map)
    let width: Double = item.frame.width * scale
    let height: Double = item.frame.height * scale
    result.frame = Rect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    result.fontSizePt = item.fontSizePt.map { $0 * scale }
    if scale != 1 || !keepsAxes || map.tx != 0 || map.ty != 0 { result.kind = scaled(scale) }
    return result
  }
}

extension ShapedText {
  /// Moves each glyph and its pen, into the frame that then contains the text.
  fileprivate mutating func move(
    by map: CGAffineTransform, _ similarity: Similarity, from frame: Rect, to outer: Rect, scale: Double
  ) {
    for index in glyphs.indices {
      let x: Double = frame.minX + glyphs[index].x / scale
      let y: Double = frame.minY + glyphs[index].y / scale
      let pen = Point(x: x, y: y).applying(map)
      glyphs[index].x = (pen.x - outer.minX) * scale
      glyphs[index].y = (pen.y - outer.minY) * scale
      if similarity.isMirrored { glyphs[index].turn.flip() }
      glyphs[index].turn.add(similarity.angle)
    }
    font.sizePx = min(font.sizePx * similarity.scale, Font.maximumSizePx)
    width = outer.width * scale
    height = outer.height * scale
    for index in lines.indices {
      lines[index].x *= similarity.scale
      lines[index].width *= similarity.scale
      lines[index].baseline *= similarity.scale
    }
  }
}

extension TickLayout {
  /// In another size: its pieces stay whole pixels.
  func scaled(by factor: Double) -> TickLayout {
    func pixels(_ value: Int) -> Int { Int(clamping: (Double(value) * factor).rounded()) }
    func scaled(_ phrase: Phrase) -> Phrase {
      var phrase = phrase
      for index in phrase.glyphs.indices {
        phrase.glyphs[index].x *= factor
        phrase.glyphs[index].y *= factor
      }
      phrase.advance = pixels(phrase.advance)
      return phrase
    }
    var copy = self
    copy.font.sizePx = min(font.sizePx * factor, Font.maximumSizePx)
    copy.digits = digits.map(scaled)
    copy.cell = max(1, pixels(cell))
    for index in copy.wordings.indices {
      copy.wordings[index].items = copy.wordings[index].items.map { $0.mapPhrases(scaled) }
    }
    copy.baseline = baseline * factor
    copy.height = height * factor
    copy.leadingTrim = pixels(leadingTrim)
    copy.trailingTrim = pixels(trailingTrim)
    return copy
  }
}

extension AnyShapeStyle {
  /// Of a shape that was moved from one frame to another.
  fileprivate func mapped(by map: CGAffineTransform, from old: Rect, to new: Rect) -> AnyShapeStyle {
    func moved(_ unit: UnitPoint) -> UnitPoint {
      let x: Double = old.minX + old.width * unit.x
      let y: Double = old.minY + old.height * unit.y
      let point = Point(x: x, y: y).applying(map)
      let newX: Double = new.width > 0 ? (point.x - new.minX) / new.width : 0.5
      let newY: Double = new.height > 0 ? (point.y - new.minY) / new.height : 0.5
      return UnitPoint(x: newX, y: newY)
    }
    switch storage {
    case .gradient(let stops, let start, let end):
      return AnyShapeStyle(storage: .gradient(stops, start: moved(start), end: moved(end)), opacity: opacity)
    case .field(var field):
      field.center = moved(field.center)
      guard let similarity = Similarity(map) else { return AnyShapeStyle(storage: .field(field), opacity: opacity) }
      if similarity.isMirrored { field.isMirrored.toggle() }
      switch field.course {
      case .radial(let from, let to):
        field.course = .radial(from: from * similarity.scale, to: to * similarity.scale)
      case .angular(let from, let to):
        // A mirrored field counts its angles the other way round.
        let turn = field.isMirrored ? -similarity.angle.degrees : similarity.angle.degrees
        field.course = .angular(from: .degrees(from.degrees + turn), to: .degrees(to.degrees + turn))
      case .elliptical, .mesh: break
      }
      return AnyShapeStyle(storage: .field(field), opacity: opacity)
    default: return self
    }
  }
}
