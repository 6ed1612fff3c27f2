/// Part of a drawing that an archive has no form for: the author paints it, changes its pixels and stores the picture.
package struct DrawLayer: Codable {
  /// What becomes of the painted pixels.
  package enum Effect: Codable {
    /// Nothing: what is drawn in it is blended with each other only.
    case group
    /// The standard deviation of a Gaussian, in points.
    case blur(radius: Double)
    /// Their outline in one colour, blurred and moved, without themselves; all lengths in points.
    case shadow(color: UInt32, radius: Double, dx: Double, dy: Double)
    /// The same inside of the outline.
    case innerShadow(color: UInt32, radius: Double, dx: Double, dy: Double)
    /// Only what is opaque in another drawing is kept.
    case mask([DrawItem])
    /// Their brightness is their opacity.
    case luminanceToAlpha
    /// Blended with what lies behind it in the widget.
    case blend(BlendMode)
    /// Moved as no archive can.
    case transform(CGAffineTransform)
  }

  /// How deep they may lie in one another.
  static let maximumDepth = 8

  package var items: [DrawItem]
  package var effect: Effect
}

extension DrawLayer {
  /// All that it draws, also in layers inside of it.
  var flat: [DrawItem] {
    let own = items.flatMap { item -> [DrawItem] in if case .layer(let layer) = item.kind { layer.flat } else { [item] }
    }
    guard case .mask(let mask) = effect else { return own }
    return own + DrawLayer(items: mask, effect: .group).flat
  }

  /// The words in it, which no longer are text in the archive.
  package var words: String? {
    let words = flat.compactMap { item -> String? in
      if case .glyphs(let text) = item.kind, !text.text.isEmpty { text.text } else { nil }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension DrawItem {
  /// Whether it changes on the panel.
  package var isLive: Bool {
    switch kind {
    case .tick, .hand: true
    case .layer(let layer): layer.flat.contains { $0.isLive }
    default: false
    }
  }

  /// Whether it opens or closes a group or clip.
  var isBracket: Bool {
    switch kind {
    case .beginGroup, .endGroup, .beginClip, .endClip: true
    default: false
    }
  }
}

extension DrawCanvas {
  /// Takes what a view draws out of the canvas, to change it.
  mutating func taking(_ draw: (inout DrawCanvas) -> Void) -> [DrawItem] {
    let start = items.count
    looking(through: nil, draw)
    let drawn = Array(items[start...])
    items.removeSubrange(start...)
    return drawn
  }

  /// Adds a drawing that becomes a picture. What ticks in it cannot: it is drawn as it is, which is an error of that part.
  ///
  /// - Parameter change: what it is, for the report.
  mutating func append(
    layer drawn: [DrawItem], _ effect: DrawLayer.Effect, _ change: String, at identity: ResolveContext
  ) {
    guard !drawn.isEmpty else { return }
    if drawn.contains(where: \.isLive) {
      identity.failPart("\(change) cannot be drawn over what ticks, which the panel draws; it is left out there")
      let live = drawn.filter { $0.isLive || $0.isBracket }
      items += live
      let still = drawn.filter { !$0.isLive }
      if still.contains(where: { !$0.isBracket }) {
        insert(layer: still, effect, at: items.count - live.count, identity)
      }
      return
    }
    insert(layer: drawn, effect, at: items.count, identity)
  }

  /// - Parameter position: among the items, below those that are there already.
  mutating func insert(
    layer items: [DrawItem], _ effect: DrawLayer.Effect, at position: Int, _ identity: ResolveContext
  ) {
    guard let (drawn, mark) = items.inOneLook() else { return }
    let layer = DrawLayer(items: drawn, effect: effect)
    guard layer.depth <= DrawLayer.maximumDepth else {
      return identity.fail("effects lie more than \(DrawLayer.maximumDepth) deep in one another")
    }
    var item = DrawItem(
      kind: .layer(layer), frame: layer.frame(scale: identity.scale),
      style: AnyShapeStyle(HierarchicalShapeStyle.primary))
    item.isAccentable = drawn.allSatisfy { $0.isAccentable || $0.isBracket }
    item.isBackground = identity.isBackground
    item.identifier = identity.path
    item.name = identity.name
    item.condition = condition
    item.toggle = mark
    self.items.insert(item, at: position)
  }
}

extension DrawLayer {
  /// Whether a layer that another process made can be painted: shallow, small, whole, and of still things only.
  var isSound: Bool {
    let all = flat
    guard depth <= Self.maximumDepth, all.count <= LayoutLimit.drawItems else { return false }
    let points = all.reduce(0) { if case .shape(let geometry, _) = $1.kind { $0 + geometry.pointCount } else { $0 } }
    return points <= LayoutLimit.pointSum && isWhole
  }

  private var isWhole: Bool {
    var inner = items
    let numbers: [Double]
    switch effect {
    case .group, .luminanceToAlpha, .blend: numbers = []
    case .mask(let mask):
      inner += mask
      numbers = []
    case .blur(let radius): numbers = [radius]
    case .shadow(_, let radius, let dx, let dy), .innerShadow(_, let radius, let dx, let dy):
      numbers = [radius, dx, dy]
    case .transform(let map): numbers = [map.a, map.b, map.c, map.d, map.tx, map.ty].map { Double($0) }
    }
    return numbers.allSatisfy { abs($0) <= LayoutLimit.coordinate } && (numbers.first ?? 0) >= -LayoutLimit.coordinate
      && inner.allSatisfy { item in
        if case .shape(let geometry, _) = item.kind, !geometry.isDrawable(within: LayoutLimit.coordinate) {
          return false
        }
        return !item.isLive && item.frame.isDrawable(within: LayoutLimit.coordinate) && item.isSound
      }
  }

  fileprivate var depth: Int {
    var inner = items
    if case .mask(let mask) = effect { inner += mask }
    return 1 + (inner.map { if case .layer(let layer) = $0.kind { layer.depth } else { 0 } }.max() ?? 0)
  }

  /// Where it may draw, in points.
  fileprivate func frame(scale: Double) -> Rect {
    let frames = items.filter { !$0.isBracket }.map { $0.reach(scale: scale) }
    guard var frame = frames.first else { return Rect(origin: .zero, size: .zero) }
    for other in frames.dropFirst() { frame = frame.union(other) }
    switch effect {
    case .group, .luminanceToAlpha, .blend, .mask, .innerShadow: return frame
    case .blur(let radius): return frame.insetBy(dx: -3 * radius, dy: -3 * radius)
    case .shadow(_, let radius, let dx, let dy):
      return frame.offsetBy(dx: dx, dy: dy).insetBy(dx: -3 * radius, dy: -3 * radius)
    case .transform(let map): return frame.applying(map)
    }
  }
}

extension DrawItem {
  /// Where it draws, in points; a line reaches beyond its frame.
  fileprivate func reach(scale: Double) -> Rect {
    guard case .shape(let geometry, let stroke) = kind else { return frame }
    var path = Path()
    path.geometry = geometry
    let width = (stroke?.lineWidth ?? 0) / 2
    return path.bounds.insetBy(dx: -width, dy: -width)
  }
}

extension Rect {
  package func union(_ other: Rect) -> Rect {
    let (x0, y0) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: x0, y: y0, width: max(maxX, other.maxX) - x0, height: max(maxY, other.maxY) - y0)
  }
}
