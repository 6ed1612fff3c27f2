/// ZStack: all children get the same proposal; the largest determines the size.
struct LayerElement: Element {
  let alignment: Alignment
  let children: [any Element]
  let isMirrored: Bool
  let setsGuide: Bool
  /// Views line up along guides, and may reach beyond the largest of them.
  private var usesGuides: Bool {
    setsGuide || alignment.horizontal.fraction == nil || alignment.vertical.fraction == nil
  }

  init(alignment: Alignment, children: [any Element], isMirrored: Bool) {
    self.alignment = alignment
    self.children = children
    self.isMirrored = isMirrored
    setsGuide = children.contains { $0.setsGuide }
  }

  var viewSpacing: ViewSpacing { .union(of: children.map(\.viewSpacing)) }

  func size(in proposal: Proposal) -> Size {
    let sizes = children.map { $0.size(in: proposal) }
    if usesGuides { return union(of: frames(sizes)) }
    return Size(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
  }

  func baseline(first: Bool, size: Size) -> Double? {
    for child in children {
      let inner = place(child, in: Rect(origin: .zero, size: size), alignment)
      if let baseline = child.baseline(first: first, size: inner.size) { return baseline + inner.minY }
    }
    return nil
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let frames = frames(in: rect)
    for index in zOrder(children) {
      children[index].draw(
        in: frames[index].mirrored(in: rect, if: isMirrored), proposed: Proposal(rect.size), into: &canvas)
    }
  }

  private func frames(in rect: Rect) -> [Rect] {
    if usesGuides {
      let frames = frames(children.map { $0.size(in: Proposal(rect.size)) })
      let size = union(of: frames)
      return frames.map {
        $0.offsetBy(dx: rect.minX + (rect.width - size.width) / 2, dy: rect.minY + (rect.height - size.height) / 2)
      }
    }
    var frames = children.map { place($0, in: rect, alignment) }
    // Baselines are aligned, and the deepest one is where it would be at the top.
    if alignment.vertical.isBaseline {
      let baselines = children.map { baseline(of: $0, in: rect) }
      let deepest = baselines.compactMap { $0 }.max() ?? 0
      for index in frames.indices { frames[index].origin.y = rect.minY + deepest - (baselines[index] ?? deepest) }
    }
    return frames
  }

  /// With guides that were set: the children's are aligned, and the outermost child starts at the corner.
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

  func guide(_ key: AlignmentKey, size: Size) -> Double? {
    meanGuide(key, of: children, at: frames(in: Rect(origin: .zero, size: size)))
  }

  private func baseline(of child: any Element, in rect: Rect) -> Double? {
    child.baseline(first: alignment.vertical == .firstTextBaseline, size: child.size(in: Proposal(rect.size)))
  }
}

/// The child in its own size, aligned in a rectangle, or to a view with that rectangle.
///
/// - Parameter proposed: the child's proposal; by default the size of the rectangle.
package func place(
  _ child: any Element, in rect: Rect, _ alignment: Alignment, of parent: (any Element)? = nil,
  proposed: Proposal? = nil
) -> Rect {
  let size = child.size(in: proposed ?? Proposal(rect.size))
  if child.setsGuide || parent?.setsGuide == true {
    let x = parent?.position(alignment.horizontal, size: rect.size) ?? alignment.horizontal.position(in: rect.size)
    let y = parent?.position(alignment.vertical, size: rect.size) ?? alignment.vertical.position(in: rect.size)
    return Rect(
      x: rect.minX + x - child.position(alignment.horizontal, size: size),
      y: rect.minY + y - child.position(alignment.vertical, size: size), width: size.width, height: size.height)
  }
  return Rect(
    x: rect.minX + alignment.horizontal.inset(of: size, in: rect.size),
    y: rect.minY + alignment.vertical.inset(of: size, in: rect.size), width: size.width, height: size.height)
}
