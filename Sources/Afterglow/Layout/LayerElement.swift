/// ZStack: all children are offered the same, the largest decides.
final class LayerElement: Element {
  private let alignment: Alignment
  private let children: [Element]

  init(alignment: Alignment, children: [Element]) {
    self.alignment = alignment
    self.children = children
  }

  override func size(in proposal: Proposal) -> Size {
    let sizes = children.map { $0.size(in: proposal) }
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
    // Baselines line up among the children, and the deepest stands where it would at the top.
    let baselines = alignment.vertical.isBaseline ? children.map { baseline(of: $0, in: rect) } : []
    let deepest = baselines.compactMap { $0 }.max() ?? 0
    for index in zOrder(children) {
      var frame = place(children[index], in: rect, alignment)
      if !baselines.isEmpty { frame.origin.y = rect.minY + deepest - (baselines[index] ?? deepest) }
      children[index].draw(in: frame, into: &canvas)
    }
  }

  private func baseline(of child: Element, in rect: Rect) -> Double? {
    child.baseline(first: alignment.vertical == .firstTextBaseline, size: child.size(in: Proposal(rect.size)))
  }
}

/// The child's own size, aligned in a rectangle.
func place(_ child: Element, in rect: Rect, _ alignment: Alignment) -> Rect {
  let size = child.size(in: Proposal(rect.size))
  return Rect(
    x: rect.minX + (rect.width - size.width) * alignment.horizontal.fraction,
    y: rect.minY + (rect.height - size.height) * alignment.vertical.fraction, width: size.width, height: size.height)
}
