/// An element around one other; passes everything on unless a subclass says otherwise.
class WrapperElement: Element {
  let child: Element
  init(child: Element) { self.child = child }

  override var priority: Double { child.priority }
  override var isSpacer: Bool { child.isSpacer }
  override var zIndex: Double { child.zIndex }
  override var gridCell: GridCell { child.gridCell }
  override var setsGuide: Bool { child.setsGuide }
  override func size(in proposal: Proposal) -> Size { child.size(in: proposal) }
  override func baseline(first: Bool, size: Size) -> Double? { child.baseline(first: first, size: size) }
  override func guide(_ key: AlignmentKey, size: Size) -> Double? { child.guide(key, size: size) }
  override func draw(in rect: Rect, into canvas: inout Canvas) { child.draw(in: rect, into: &canvas) }
}

final class PaddingElement: WrapperElement {
  private let insets: EdgeInsets
  private let isMirrored: Bool
  override var priority: Double { child.isSpacer ? 0 : child.priority }
  override var isSpacer: Bool { false }

  init(child: Element, insets: EdgeInsets, isMirrored: Bool) {
    self.insets = insets
    self.isMirrored = isMirrored
    super.init(child: child)
  }

  private func inner(_ size: Size) -> Size {
    Size(width: max(0, size.width - insets.horizontal), height: max(0, size.height - insets.vertical))
  }

  override func size(in proposal: Proposal) -> Size {
    let size = child.size(
      in: Proposal(
        width: proposal.width.map { max(0, $0 - insets.horizontal) },
        height: proposal.height.map { max(0, $0 - insets.vertical) }))
    return Size(width: max(0, size.width + insets.horizontal), height: max(0, size.height + insets.vertical))
  }

  override func baseline(first: Bool, size: Size) -> Double? {
    child.baseline(first: first, size: inner(size)).map { $0 + insets.top }
  }

  override func guide(_ key: AlignmentKey, size: Size) -> Double? {
    child.guide(key, size: inner(size)).map { $0 + (key.axis == .horizontal ? insets.leading : insets.top) }
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    let size = inner(rect.size)
    let frame = Rect(
      x: rect.minX + insets.leading, y: rect.minY + insets.top, width: size.width, height: size.height)
    child.draw(in: frame.mirrored(in: rect, if: isMirrored), into: &canvas)
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
    self.opacity = opacity
    self.identity = identity
    super.init(child: child)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    if opacity <= 0 { return }
    if opacity >= 1 { return child.draw(in: rect, into: &canvas) }
    canvas.group(opacity: UInt8((opacity * 255).rounded()), at: identity) { child.draw(in: rect, into: &$0) }
  }
}

/// Takes its room and shows nothing.
final class HiddenElement: WrapperElement {
  override func draw(in rect: Rect, into canvas: inout Canvas) {}
}

final class ZIndexElement: WrapperElement {
  private let value: Double
  override var zIndex: Double { value }

  init(child: Element, value: Double) {
    self.value = value
    super.init(child: child)
  }
}

/// Takes all it is offered, with its child's middle at a point of it.
final class PositionElement: WrapperElement {
  private let x: Double
  private let y: Double
  private let isMirrored: Bool
  override var isSpacer: Bool { false }
  override var setsGuide: Bool { false }

  init(child: Element, x: Double, y: Double, isMirrored: Bool) {
    self.x = x
    self.y = y
    self.isMirrored = isMirrored
    super.init(child: child)
  }

  override func size(in proposal: Proposal) -> Size {
    let own = proposal.width == nil || proposal.height == nil ? child.size(in: proposal) : .zero
    return Size(width: proposal.width ?? own.width, height: proposal.height ?? own.height)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    let size = child.size(in: Proposal(rect.size))
    let frame = Rect(
      x: rect.minX + x - size.width / 2, y: rect.minY + y - size.height / 2, width: size.width, height: size.height)
    child.draw(in: frame.mirrored(in: rect, if: isMirrored), into: &canvas)
  }
}

/// Draws its child, and a layer of the child's size before or behind it.
final class AttachmentElement: WrapperElement {
  private let attachment: Element
  private let isBehind: Bool
  private let alignment: Alignment
  private let isMirrored: Bool
  override var isSpacer: Bool { false }

  init(child: Element, attachment: Element, isBehind: Bool, alignment: Alignment, isMirrored: Bool) {
    self.attachment = attachment
    self.isBehind = isBehind
    self.alignment = alignment
    self.isMirrored = isMirrored
    super.init(child: child)
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    if !isBehind { child.draw(in: rect, into: &canvas) }
    let frame = place(attachment, in: rect, alignment, of: child).mirrored(in: rect, if: isMirrored)
    attachment.draw(in: frame, into: &canvas)
    if isBehind { child.draw(in: rect, into: &canvas) }
  }
}
