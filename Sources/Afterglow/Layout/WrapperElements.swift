/// An element around one other; passes everything on unless a subclass says otherwise.
class WrapperElement: Element {
  let child: Element
  init(child: Element) { self.child = child }

  override var priority: Double { child.priority }
  override var isSpacer: Bool { child.isSpacer }
  override func size(in proposal: Proposal) -> Size { child.size(in: proposal) }
  override func baseline(first: Bool, size: Size) -> Double? { child.baseline(first: first, size: size) }
  override func draw(in rect: Rect, into canvas: inout Canvas) { child.draw(in: rect, into: &canvas) }
}

final class PaddingElement: WrapperElement {
  private let insets: EdgeInsets
  override var priority: Double { child.isSpacer ? 0 : child.priority }
  override var isSpacer: Bool { false }

  init(child: Element, insets: EdgeInsets) {
    self.insets = insets
    super.init(child: child)
  }

  private func inner(_ size: Size) -> Size {
    Size(
      width: max(0, size.width - insets.leading - insets.trailing),
      height: max(0, size.height - insets.top - insets.bottom))
  }

  override func size(in proposal: Proposal) -> Size {
    let room = inner(Size(width: proposal.width, height: proposal.height))
    let size = child.size(in: Proposal(width: room.width, height: room.height))
    return Size(
      width: size.width + insets.leading + insets.trailing, height: size.height + insets.top + insets.bottom)
  }

  override func baseline(first: Bool, size: Size) -> Double? {
    child.baseline(first: first, size: inner(size)).map { $0 + insets.top }
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    let size = inner(rect.size)
    child.draw(
      in: Rect(x: rect.minX + insets.leading, y: rect.minY + insets.top, width: size.width, height: size.height),
      into: &canvas)
  }
}

final class FrameElement: WrapperElement {
  private let minWidth: Double?
  private let maxWidth: Double?
  private let minHeight: Double?
  private let maxHeight: Double?
  private let alignment: Alignment
  private let isFixedWidth: Bool
  private let isFixedHeight: Bool
  override var isSpacer: Bool { false }
  override var priority: Double { child.isSpacer ? 0 : child.priority }

  init(
    child: Element, minWidth: Double?, maxWidth: Double?, minHeight: Double?, maxHeight: Double?,
    alignment: Alignment, isFixedWidth: Bool, isFixedHeight: Bool
  ) {
    self.minWidth = minWidth
    self.maxWidth = maxWidth
    self.minHeight = minHeight
    self.maxHeight = maxHeight
    self.alignment = alignment
    self.isFixedWidth = isFixedWidth
    self.isFixedHeight = isFixedHeight
    super.init(child: child)
  }

  private func clamp(_ value: Double, _ low: Double?, _ high: Double?) -> Double {
    max(low ?? 0, min(value, high ?? .infinity))
  }

  /// A flexible frame takes the offer within its limits, and the child's size where it names no limit.
  private func resolved(_ proposed: Double, _ own: Double, _ low: Double?, _ high: Double?, _ isFixed: Bool) -> Double {
    if isFixed { return low ?? own }
    if low == nil && high == nil { return own }
    let floor = low ?? (high == nil ? own : min(own, high!))
    let ceiling = high ?? max(own, floor)
    return max(floor, min(proposed, ceiling))
  }

  override func size(in proposal: Proposal) -> Size {
    let offer = Proposal(
      width: clamp(proposal.width, minWidth, maxWidth), height: clamp(proposal.height, minHeight, maxHeight))
    let own = child.size(in: offer)
    return Size(
      width: resolved(proposal.width, own.width, minWidth, maxWidth, isFixedWidth),
      height: resolved(proposal.height, own.height, minHeight, maxHeight, isFixedHeight))
  }

  override func baseline(first: Bool, size: Size) -> Double? {
    let inner = place(child, in: Rect(origin: .zero, size: size), alignment)
    return child.baseline(first: first, size: inner.size).map { $0 + inner.minY }
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    child.draw(in: place(child, in: rect, alignment), into: &canvas)
  }
}

final class FixedSizeElement: WrapperElement {
  private let horizontal: Bool
  private let vertical: Bool

  init(child: Element, horizontal: Bool, vertical: Bool) {
    self.horizontal = horizontal
    self.vertical = vertical
    super.init(child: child)
  }

  override func size(in proposal: Proposal) -> Size {
    child.size(
      in: Proposal(
        width: horizontal ? .infinity : proposal.width, height: vertical ? .infinity : proposal.height))
  }
}

final class AspectElement: WrapperElement {
  private let ratio: Double

  init(child: Element, ratio: Double) {
    self.ratio = ratio
    super.init(child: child)
  }

  override func size(in proposal: Proposal) -> Size {
    if proposal.width.isInfinite && proposal.height.isInfinite { return child.size(in: proposal) }
    let width = min(proposal.width, proposal.height * ratio)
    return child.size(in: Proposal(width: width, height: width / ratio))
  }
}

final class AttachmentElement: WrapperElement {
  private let attachment: Element
  private let isBehind: Bool
  private let alignment: Alignment
  override var isSpacer: Bool { false }

  init(child: Element, attachment: Element, isBehind: Bool, alignment: Alignment) {
    self.attachment = attachment
    self.isBehind = isBehind
    self.alignment = alignment
    super.init(child: child)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    if !isBehind { child.draw(in: rect, into: &canvas) }
    attachment.draw(in: place(attachment, in: rect, alignment), into: &canvas)
    if isBehind { child.draw(in: rect, into: &canvas) }
  }
}

final class OffsetElement: WrapperElement {
  private let x: Double
  private let y: Double

  init(child: Element, x: Double, y: Double) {
    self.x = x
    self.y = y
    super.init(child: child)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    child.draw(
      in: Rect(x: rect.minX + x, y: rect.minY + y, width: rect.width, height: rect.height), into: &canvas)
  }
}

final class PriorityElement: WrapperElement {
  private let value: Double
  override var priority: Double { value }

  init(child: Element, priority: Double) {
    value = priority
    super.init(child: child)
  }
}

final class OpacityElement: WrapperElement {
  private let opacity: Double
  private let identity: ResolveContext

  init(child: Element, opacity: Double, identity: ResolveContext) {
    self.opacity = min(max(opacity, 0), 1)
    self.identity = identity
    super.init(child: child)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    if opacity == 0 { return }
    let byte = UInt8((opacity * 255).rounded())
    canvas.group(opacity: byte) { child.draw(in: rect, into: &$0) }
  }
}

final class ClipElement: WrapperElement {
  private let radius: Double

  init(child: Element, radius: Double, identity: ResolveContext) {
    self.radius = radius
    super.init(child: child)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    canvas.clip(to: rect, radius: radius) { child.draw(in: rect, into: &$0) }
  }
}
