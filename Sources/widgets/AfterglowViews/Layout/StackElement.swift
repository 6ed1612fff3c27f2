/// The distances between the children of a stack, in points.
enum StackSpacing {
  /// The distance that each pair of children prefers.
  case preferred
  /// The same distance everywhere, next to a spacer too.
  case uniform(Double)
  /// The same distance everywhere, and none next to a spacer.
  case exceptSpacers(Double)
}

/// HStack and VStack.
///
/// Sizes are cached by proposal, and a stack asks its children for their limits only if it has a finite length to
/// divide: so the number of different proposals grows linearly with the depth of a tree, not exponentially.
final class StackElement: Element {
  private let axis: Axis
  private let alignment: Alignment
  private let children: [any Element]
  /// After each child except the last.
  private let gaps: [Double]
  private let gapSum: Double
  private let context: ResolveContext
  private var cache = ProposalCache<Division>()
  /// The last proposal that the stack answered, by which guides and baselines are found.
  private var answered: (proposal: Proposal, size: Size)?
  /// A guide asks for those of all children, and so does each stack around it, for itself and for its place.
  private var guides: [GuideQuestion: Double?] = [:]
  private lazy var drawOrder = zOrder(children)
  private(set) lazy var viewSpacing: ViewSpacing = .stack(of: children.map(\.viewSpacing), along: axis)
  let setsGuide: Bool

  /// How the stack divides a proposal.
  private struct Division {
    var sizes: [Size]
    /// The length that each child was offered; empty where that was the whole length of the proposal.
    var shares: [Double] = []
  }

  init(
    axis: Axis, spacing: StackSpacing, horizontal: HorizontalAlignment, vertical: VerticalAlignment,
    children: [any Element],
    context: ResolveContext
  ) {
    self.axis = axis
    alignment = Alignment(horizontal: horizontal, vertical: vertical)
    self.children = children
    self.context = context
    setsGuide = children.contains { $0.setsGuide }
    gaps = StackElement.gaps(between: children, spacing, along: axis)
    gapSum = gaps.reduce(0, +)
  }

  private static func gaps(between children: [any Element], _ spacing: StackSpacing, along axis: Axis) -> [Double] {
    if children.count < 2 { return [] }
    switch spacing {
    case .uniform(let length): return [Double](repeating: length, count: children.count - 1)
    case .exceptSpacers(let length):
      return zip(children, children.dropFirst()).map { $0.isSpacer || $1.isSpacer ? 0 : length }
    case .preferred:
      let preferences = children.map(\.viewSpacing)
      return zip(preferences, preferences.dropFirst()).map { $0.distancePt(to: $1, along: axis) }
    }
  }

  private func offer(main: Double?, cross: Double?) -> Proposal {
    axis == .horizontal ? Proposal(width: main, height: cross) : Proposal(width: cross, height: main)
  }

  /// The length along the stack that its children divide, and that across it.
  private func room(in proposal: Proposal) -> (main: Double?, cross: Double?) {
    let main = proposal.length(along: axis).map { max(0, $0 - gapSum) }
    return (main, proposal.length(along: axis == .horizontal ? .vertical : .horizontal))
  }

  private func division(of proposal: Proposal) -> Division {
    if let known = cache[proposal] { return known }
    guard context.container.measure(children.count, at: context.trail) else {
      return Division(sizes: [Size](repeating: .zero, count: children.count))
    }
    let (total, across) = room(in: proposal)
    let division =
      if let total, total > 0, total.isFinite, children.count > 1 {
        shared(total, across)
      } else {
        Division(sizes: children.map { $0.size(in: offer(main: total, cross: across)) })
      }
    cache.add(division, to: proposal)
    return division
  }

  private func shared(_ total: Double, _ across: Double?) -> Division {
    var sizes = [Size](repeating: .zero, count: children.count)
    var shares = [Double](repeating: 0, count: children.count)
    var isSettled = [Bool](repeating: false, count: children.count)
    let parts = children.indices.map { index in
      let child = children[index]
      let least = child.size(in: offer(main: 0, cross: across))
      let most = child.size(in: offer(main: .infinity, cross: across))
      // If minimum and maximum are equal, so is every size between.
      if least == most {
        sizes[index] = least
        isSettled[index] = true
      }
      return LinearShare.Part(
        minimum: least.length(along: axis), maximum: most.length(along: axis), priority: child.priority)
    }
    _ = LinearShare.lengths(parts, total: total) { index, share in
      shares[index] = share
      if !isSettled[index] { sizes[index] = children[index].size(in: offer(main: share, cross: across)) }
      return sizes[index].length(along: axis)
    }
    return Division(sizes: sizes, shares: shares)
  }

  func size(in proposal: Proposal) -> Size {
    let sizes = division(of: proposal).sizes
    let length = sizes.reduce(0) { $0 + $1.length(along: axis) } + gapSum
    let cross = axis == .horizontal ? Axis.vertical : .horizontal
    var across = sizes.map { $0.length(along: cross) }.max() ?? 0
    if (usesGuides || (axis == .horizontal && vertical.isBaseline)) && !across.isInfinite {
      let starts = crossOffsets(sizes, room: nil)
      across = (zip(starts, sizes).map { $0 + $1.length(along: cross) }.max() ?? 0) - (starts.min() ?? 0)
    }
    let size = axis == .vertical ? Size(width: across, height: length) : Size(width: length, height: across)
    answered = (proposal, size)
    return size
  }

  /// The proposal for which the stack took a size. Without a length across it, each child is offered that of the longest.
  private func filled(_ proposal: Proposal, by size: Size) -> Proposal {
    axis == .horizontal
      ? Proposal(width: proposal.width, height: proposal.height ?? size.height)
      : Proposal(width: proposal.width ?? size.width, height: proposal.height)
  }

  private func sizes(at size: Size) -> [Size] {
    let proposal = answered.flatMap { $0.size == size ? $0.proposal : nil } ?? Proposal(size)
    return division(of: filled(proposal, by: size)).sizes
  }

  private var horizontal: HorizontalAlignment { alignment.horizontal }
  private var vertical: VerticalAlignment { alignment.vertical }

  /// Children line up along guides that they set, or that the alignment itself has anywhere in them.
  private var usesGuides: Bool {
    setsGuide || (axis == .vertical ? horizontal.fraction : vertical.fraction) == nil
  }

  /// Where each child begins across the stack: baselines and guides that were set line up, the rest goes by fraction of the
  /// longest.
  private func crossOffsets(_ sizes: [Size], room: Double?) -> [Double] {
    if axis == .vertical {
      if usesGuides { return aligned(zip(children, sizes).map { $0.position(horizontal, size: $1) }) }
      let widest = room ?? sizes.map(\.width).max() ?? 0
      return sizes.map { horizontal.inset(of: $0, in: Size(width: widest, height: $0.height)) }
    }
    guard vertical.isBaseline else {
      if usesGuides { return aligned(zip(children, sizes).map { $0.position(vertical, size: $1) }) }
      let tallest = room ?? sizes.map(\.height).max() ?? 0
      return sizes.map { vertical.inset(of: $0, in: Size(width: $0.width, height: tallest)) }
    }
    let baselines = zip(children, sizes).map {
      $0.baseline(first: vertical == .firstTextBaseline, size: $1) ?? $1.height
    }
    return aligned(baselines)
  }

  private func aligned(_ guides: [Double]) -> [Double] {
    let farthest = guides.max() ?? 0
    return guides.map { farthest - $0 }
  }

  func baseline(first: Bool, size: Size) -> Double? {
    let sizes = sizes(at: size)
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
    let tops = crossOffsets(sizes, room: nil)
    let all = zip(children, sizes).enumerated().compactMap { index, pair in
      pair.0.baseline(first: first, size: pair.1).map { $0 + tops[index] }
    }
    return first ? all.min() : all.max()
  }

  func guide(_ key: AlignmentKey, size: Size) -> Double? {
    let question = GuideQuestion(key: key, size: size)
    if let known = guides[question] { return known }
    let guide = meanGuide(key, of: children, at: frames(sizes(at: size), in: Rect(origin: .zero, size: size)))
    guides[question] = .some(guide)
    return guide
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let proposal = filled(proposed, by: rect.size)
    let division = division(of: proposal)
    let room = room(in: proposal)
    let frames = frames(division.sizes, in: rect)
    for index in drawOrder {
      let share = division.shares.isEmpty ? room.main : division.shares[index]
      children[index].draw(
        in: frames[index].mirrored(in: rect, if: context.isMirrored), proposed: offer(main: share, cross: room.cross),
        into: &canvas)
    }
  }

  private func frames(_ sizes: [Size], in rect: Rect) -> [Rect] {
    let starts = crossOffsets(sizes, room: axis == .vertical ? rect.width : rect.height)
    var frames: [Rect] = []
    frames.reserveCapacity(sizes.count)
    var position = 0.0
    for (index, size) in sizes.enumerated() {
      frames.append(
        axis == .horizontal
          ? Rect(x: rect.minX + position, y: rect.minY + starts[index], width: size.width, height: size.height)
          : Rect(x: rect.minX + starts[index], y: rect.minY + position, width: size.width, height: size.height))
      position += size.length(along: axis) + (index < gaps.count ? gaps[index] : 0)
    }
    return frames
  }
}

private struct GuideQuestion: Hashable {
  var key: AlignmentKey
  var size: Size
}

/// Indices in drawing order: by `zIndex`, then in source order.
func zOrder(_ children: [any Element]) -> [Int] {
  let levels = children.map(\.zIndex)
  if levels.allSatisfy({ $0 == 0 }) { return Array(children.indices) }
  return children.indices.sorted { (levels[$0], $0) < (levels[$1], $1) }
}

struct SpacerElement: Element {
  let axis: Axis?
  let minimum: Double
  var isSpacer: Bool { true }
  var viewSpacing: ViewSpacing { .spacer(along: axis) }
  /// Last, as in SwiftUI: content never shrinks in favour of a spacer.
  var priority: Double { -.greatestFiniteMagnitude }

  func size(in proposal: Proposal) -> Size {
    let width = max(minimum, proposal.width ?? minimum)
    let height = max(minimum, proposal.height ?? minimum)
    return Size(width: axis == .vertical ? 0 : width, height: axis == .horizontal ? 0 : height)
  }
}
