/// The limits of one side of a frame, in points; nil = the child decides.
struct FrameLength {
  var minimum: Double?
  var ideal: Double?
  var maximum: Double?

  var isLimited: Bool { minimum != nil || ideal != nil || maximum != nil }

  static func fixed(_ length: Double?) -> FrameLength { FrameLength(minimum: length, ideal: length, maximum: length) }

  func offer(_ proposed: Double?) -> Double? {
    (proposed ?? ideal).map { max(minimum ?? 0, min($0, maximum ?? .infinity)) }
  }

  /// A frame takes the proposal, clamped to the limits that are set, and the child's length if none is.
  func taken(_ proposed: Double?, child: Double) -> Double {
    var length = child
    let offered = proposed ?? ideal
    if let minimum { length = max(minimum, min(length, offered ?? length)) }
    if let maximum { length = min(maximum, max(length, offered ?? length)) }
    if minimum == nil, maximum == nil, proposed == nil, let ideal { length = ideal }
    return length
  }

  /// The child's proposal in a frame that took a length: that length, so that the child fills it, unless a frame without a
  /// proposal left the choice to the child.
  func placed(_ proposed: Double?, taken: Double) -> Double? {
    guard isLimited else { return proposed }
    if proposed != nil || ideal != nil { return taken }
    return taken > minimum ?? -.infinity && taken < maximum ?? .infinity ? nil : taken
  }
}

struct FrameElement: WrapperElement {
  let child: any Element
  let width: FrameLength
  let height: FrameLength
  let alignment: Alignment
  let isMirrored: Bool
  var isSpacer: Bool { false }
  var priority: Double { child.isSpacer ? 0 : child.priority }
  /// The distances of a view that is no text along the axes that the frame limits; a spacer keeps its own.
  var viewSpacing: ViewSpacing {
    if child.isSpacer { return child.viewSpacing }
    var edges: Edge.Set = []
    if width.isLimited { edges.formUnion(.horizontal) }
    if height.isLimited { edges.formUnion(.vertical) }
    return child.viewSpacing.resetting(edges)
  }

  func size(in proposal: Proposal) -> Size {
    let offer = Proposal(width: width.offer(proposal.width), height: height.offer(proposal.height))
    let own = child.size(in: offer)
    return Size(
      width: width.taken(proposal.width, child: own.width), height: height.taken(proposal.height, child: own.height))
  }

  func baseline(first: Bool, size: Size) -> Double? {
    let inner = place(child, in: Rect(origin: .zero, size: size), alignment)
    return child.baseline(first: first, size: inner.size).map { $0 + inner.minY }
  }

  func guide(_ key: AlignmentKey, size: Size) -> Double? {
    let inner = place(child, in: Rect(origin: .zero, size: size), alignment)
    return child.guide(key, size: inner.size).map { $0 + (key.axis == .horizontal ? inner.minX : inner.minY) }
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let offer = Proposal(
      width: width.placed(proposed.width, taken: rect.width), height: height.placed(proposed.height, taken: rect.height)
    )
    child.draw(
      in: place(child, in: rect, alignment, proposed: offer).mirrored(in: rect, if: isMirrored), proposed: offer,
      into: &canvas)
  }
}

/// The child's ideal length along the given axes.
struct FixedSizeElement: WrapperElement {
  let child: any Element
  let horizontal: Bool
  let vertical: Bool

  private func offer(_ proposal: Proposal) -> Proposal {
    Proposal(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
  }

  func size(in proposal: Proposal) -> Size { child.size(in: offer(proposal)) }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    child.draw(in: rect, proposed: offer(proposed), into: &canvas)
  }
}

/// How a fixed aspect ratio is fitted to the available size.
public enum ContentMode: Hashable, Sendable, CaseIterable {
  /// The largest size that fits inside.
  case fit
  /// The smallest size that covers the available size.
  case fill
}

struct AspectElement: WrapperElement {
  let child: any Element
  /// Width to height; nil = the child's own.
  let ratio: Double?
  let mode: ContentMode

  private var shape: Double? {
    if let ratio { return ratio > 0 && ratio.isFinite ? ratio : nil }
    let ideal = child.size(in: .ideal)
    return ideal.width > 0 && ideal.height > 0 ? ideal.width / ideal.height : nil
  }

  private func offer(_ proposal: Proposal) -> Proposal {
    guard let shape else { return proposal }
    switch (proposal.width, proposal.height) {
    case (nil, nil): return proposal
    case (let width?, nil): return Proposal(width: width, height: width / shape)
    case (nil, let height?): return Proposal(width: height * shape, height: height)
    case (let width?, let height?):
      let byHeight = height * shape
      let taken = mode == .fit ? min(width, byHeight) : max(width, byHeight)
      return Proposal(width: taken, height: taken / shape)
    }
  }

  func size(in proposal: Proposal) -> Size { child.size(in: offer(proposal)) }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    child.draw(in: rect, proposed: offer(proposed), into: &canvas)
  }
}
