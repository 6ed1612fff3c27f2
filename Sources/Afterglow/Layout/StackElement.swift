/// HStack and VStack: the least flexible child is served first, what is left is shared among the others.
final class StackElement: Element {
  private let axis: Axis
  private let spacing: Double
  private let horizontal: HorizontalAlignment
  private let vertical: VerticalAlignment
  private let children: [Element]
  private var cache: [Proposal: [Size]] = [:]

  init(
    axis: Axis, spacing: Double, horizontal: HorizontalAlignment, vertical: VerticalAlignment, children: [Element]
  ) {
    self.axis = axis
    self.spacing = spacing
    self.horizontal = horizontal
    self.vertical = vertical
    self.children = children
  }

  private func main(_ size: Size) -> Double { axis == .horizontal ? size.width : size.height }
  private func cross(_ size: Size) -> Double { axis == .horizontal ? size.height : size.width }
  private func offer(main: Double, cross: Double) -> Proposal {
    axis == .horizontal ? Proposal(width: main, height: cross) : Proposal(width: cross, height: main)
  }

  /// No spacing is kept beside spacers: their minimum is the spacing.
  private var gaps: [Double] {
    zip(children, children.dropFirst()).map { $0.isSpacer || $1.isSpacer ? 0 : spacing }
  }

  private func childSizes(in proposal: Proposal) -> [Size] {
    if let known = cache[proposal] { return known }
    let total = axis == .horizontal ? proposal.width : proposal.height
    let across = axis == .horizontal ? proposal.height : proposal.width
    var remaining = max(0, total - gaps.reduce(0, +))
    let flexibility = children.map { child in
      (
        minimum: main(child.size(in: offer(main: 0, cross: across))),
        maximum: main(child.size(in: offer(main: .infinity, cross: across)))
      )
    }
    let order = children.indices.sorted { a, b in
      if children[a].priority != children[b].priority { return children[a].priority > children[b].priority }
      let flexA = flexibility[a].maximum - flexibility[a].minimum
      let flexB = flexibility[b].maximum - flexibility[b].minimum
      return flexA == flexB ? a < b : flexA < flexB
    }
    var sizes = [Size](repeating: .zero, count: children.count)
    for (position, index) in order.enumerated() {
      let later = order[(position + 1)...]
      let lower = later.filter { children[$0].priority < children[index].priority }
      let peers = later.count - lower.count + 1
      let reserved = lower.reduce(0) { $0 + flexibility[$1].minimum }
      let share = max(0, remaining - reserved) / Double(peers)
      sizes[index] = children[index].size(in: offer(main: share, cross: across))
      remaining = max(0, remaining - main(sizes[index]))
    }
    cache[proposal] = sizes
    return sizes
  }

  override func size(in proposal: Proposal) -> Size {
    let sizes = childSizes(in: proposal)
    let length = sizes.reduce(0) { $0 + main($1) } + gaps.reduce(0, +)
    if axis == .vertical { return Size(width: sizes.map(\.width).max() ?? 0, height: length) }
    let tops = crossOffsets(sizes, height: nil)
    let extent = zip(tops, sizes).map { $0 + $1.height }.max() ?? 0
    return Size(width: length, height: extent - (tops.min() ?? 0))
  }

  /// Top of each child in a horizontal stack; baselines line up, the rest goes by fraction of the tallest.
  private func crossOffsets(_ sizes: [Size], height: Double?) -> [Double] {
    let tallest = height ?? sizes.map(\.height).max() ?? 0
    guard vertical == .firstTextBaseline || vertical == .lastTextBaseline else {
      return sizes.map { (tallest - $0.height) * vertical.fraction }
    }
    let baselines = zip(children, sizes).map {
      $0.baseline(first: vertical == .firstTextBaseline, size: $1) ?? $1.height
    }
    let deepest = baselines.max() ?? 0
    return baselines.map { deepest - $0 }
  }

  override func baseline(first: Bool, size: Size) -> Double? {
    let sizes = childSizes(in: Proposal(width: size.width, height: size.height))
    if axis == .vertical {
      var top = 0.0
      var found: Double?
      for (index, child) in children.enumerated() {
        if let inner = child.baseline(first: first, size: sizes[index]) {
          found = top + inner
          if first { return found }
        }
        top += sizes[index].height + (index < gaps.count ? gaps[index] : 0)
      }
      return found
    }
    let tops = crossOffsets(sizes, height: nil)
    let all = zip(children, sizes).enumerated().compactMap { index, pair in
      pair.0.baseline(first: first, size: pair.1).map { $0 + tops[index] }
    }
    return first ? all.min() : all.max()
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    let sizes = childSizes(in: Proposal(width: rect.width, height: rect.height))
    let isBaseline = vertical == .firstTextBaseline || vertical == .lastTextBaseline
    let tops = axis == .horizontal ? crossOffsets(sizes, height: isBaseline ? nil : rect.height) : []
    var position = 0.0
    for (index, child) in children.enumerated() {
      let size = sizes[index]
      let frame =
        axis == .horizontal
        ? Rect(x: rect.minX + position, y: rect.minY + tops[index], width: size.width, height: size.height)
        : Rect(
          x: rect.minX + (rect.width - size.width) * horizontal.fraction, y: rect.minY + position, width: size.width,
          height: size.height)
      child.draw(in: frame, into: &canvas)
      position += main(size) + (index < gaps.count ? gaps[index] : 0)
    }
  }
}

final class SpacerElement: Element {
  private let axis: Axis?
  private let minimum: Double
  override var isSpacer: Bool { true }
  /// Served last, as in SwiftUI: content never shrinks in favour of a spacer.
  override var priority: Double { -.greatestFiniteMagnitude }

  init(axis: Axis?, minimum: Double) {
    self.axis = axis
    self.minimum = minimum
  }

  override func size(in proposal: Proposal) -> Size {
    switch axis {
    case .horizontal: Size(width: max(minimum, proposal.width), height: 0)
    case .vertical: Size(width: 0, height: max(minimum, proposal.height))
    case nil: Size(width: max(minimum, proposal.width), height: max(minimum, proposal.height))
    }
  }
}

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
      let inner = child.size(in: Proposal(width: size.width, height: size.height))
      if let baseline = child.baseline(first: first, size: inner) {
        return baseline + (size.height - inner.height) * alignment.vertical.fraction
      }
    }
    return nil
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    for child in children { child.draw(in: place(child, in: rect, alignment), into: &canvas) }
  }
}

/// The child's own size, aligned in a rectangle.
func place(_ child: Element, in rect: Rect, _ alignment: Alignment) -> Rect {
  let size = child.size(in: Proposal(width: rect.width, height: rect.height))
  return Rect(
    x: rect.minX + (rect.width - size.width) * alignment.horizontal.fraction,
    y: rect.minY + (rect.height - size.height) * alignment.vertical.fraction, width: size.width, height: size.height)
}
