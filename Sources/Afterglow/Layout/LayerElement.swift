/// ZStack: all children are offered the same, the largest decides.
final class LayerElement: Element {
  private let alignment: Alignment
  private let children: [Element]
  private let isMirrored: Bool
  private let hasGuides: Bool
  override var setsGuide: Bool { hasGuides }

  init(alignment: Alignment, children: [Element], isMirrored: Bool) {
    self.alignment = alignment
    self.children = children
    self.isMirrored = isMirrored
    hasGuides = children.contains { $0.setsGuide }
  }

  override func size(in proposal: Proposal) -> Size {
    let sizes = children.map { $0.size(in: proposal) }
    if hasGuides { return union(of: frames(sizes)) }
    return Size(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
  }

  override func baseline(first: Bool, size: Size) -> Double? {
    for child in children {
      let inner = place(child, in: Rect(origin: .zero, size: size), alignment)
      if let baseline = child.baseline(first: first, size: inner.size) { return baseline + inner.minY }
    }
    return nil
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    let frames = frames(in: rect)
    for index in zOrder(children) {
      children[index].draw(in: frames[index].mirrored(in: rect, if: isMirrored), into: &canvas)
    }
  }

  private func frames(in rect: Rect) -> [Rect] {
    if hasGuides {
      let frames = frames(children.map { $0.size(in: Proposal(rect.size)) })
      let size = union(of: frames)
      return frames.map {
        $0.offsetBy(dx: rect.minX + (rect.width - size.width) / 2, dy: rect.minY + (rect.height - size.height) / 2)
      }
    }
    var frames = children.map { place($0, in: rect, alignment) }
    // Baselines line up among the children, and the deepest stands where it would at the top.
    if alignment.vertical.isBaseline {
      let baselines = children.map { baseline(of: $0, in: rect) }
      let deepest = baselines.compactMap { $0 }.max() ?? 0
      for index in frames.indices { frames[index].origin.y = rect.minY + deepest - (baselines[index] ?? deepest) }
    }
    return frames
  }

  /// With guides that were set: the children's lie on each other, and the outermost child begins at the corner.
  private func frames(_ sizes: [Size]) -> [Rect] {
    let guides = zip(children, sizes).map { child, size in
      Point(
        x: child.position(alignment.horizontal, size: size),
        y: alignment.vertical.isBaseline
          ? child.baseline(first: alignment.vertical == .firstTextBaseline, size: size) ?? size.height
          : child.position(alignment.vertical, size: size))
    }
    let (x, y) = (guides.map(\.x).max() ?? 0, guides.map(\.y).max() ?? 0)
    return zip(guides, sizes).map { Rect(origin: Point(x: x - $0.x, y: y - $0.y), size: $1) }
  }

  private func union(of frames: [Rect]) -> Size {
    Size(width: frames.map(\.maxX).max() ?? 0, height: frames.map(\.maxY).max() ?? 0)
  }

  override func guide(_ key: AlignmentKey, size: Size) -> Double? {
    meanGuide(key, of: children, at: frames(in: Rect(origin: .zero, size: size)))
  }

  private func baseline(of child: Element, in rect: Rect) -> Double? {
    child.baseline(first: alignment.vertical == .firstTextBaseline, size: child.size(in: Proposal(rect.size)))
  }
}

/// The child's own size, aligned in a rectangle, or to a view that has that rectangle.
func place(_ child: Element, in rect: Rect, _ alignment: Alignment, of parent: Element? = nil) -> Rect {
  let size = child.size(in: Proposal(rect.size))
  if child.setsGuide || parent?.setsGuide == true {
    let outer = parent ?? Element()
    return Rect(
      x: rect.minX + outer.position(alignment.horizontal, size: rect.size)
        - child.position(alignment.horizontal, size: size),
      y: rect.minY + outer.position(alignment.vertical, size: rect.size)
        - child.position(alignment.vertical, size: size), width: size.width, height: size.height)
  }
  return Rect(
    x: rect.minX + (rect.width - size.width) * alignment.horizontal.fraction,
    y: rect.minY + (rect.height - size.height) * alignment.vertical.fraction, width: size.width, height: size.height)
}
