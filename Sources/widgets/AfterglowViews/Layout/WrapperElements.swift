/// An element around another one; forwards everything by default.
protocol WrapperElement: Element {
  var child: any Element { get }
}

extension WrapperElement {
  var priority: Double { child.priority }
  var isSpacer: Bool { child.isSpacer }
  var zIndex: Double { child.zIndex }
  var gridCell: GridCell { child.gridCell }
  var setsGuide: Bool { child.setsGuide }
  var viewSpacing: ViewSpacing { child.viewSpacing }
  func layoutValue(_ key: ObjectIdentifier) -> Any? { child.layoutValue(key) }
  func size(in proposal: Proposal) -> Size { child.size(in: proposal) }
  func baseline(first: Bool, size: Size) -> Double? { child.baseline(first: first, size: size) }
  func guide(_ key: AlignmentKey, size: Size) -> Double? { child.guide(key, size: size) }
  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    child.draw(in: rect, proposed: proposed, into: &canvas)
  }
}

struct PaddingElement: WrapperElement {
  let child: any Element
  let insets: EdgeInsets
  let isMirrored: Bool
  var priority: Double { child.isSpacer ? 0 : child.priority }
  var isSpacer: Bool { false }
  /// The distances of a view that is no text at the edges with space.
  var viewSpacing: ViewSpacing {
    var edges: Edge.Set = []
    if insets.top != 0 { edges.insert(.top) }
    if insets.leading != 0 { edges.insert(.leading) }
    if insets.bottom != 0 { edges.insert(.bottom) }
    if insets.trailing != 0 { edges.insert(.trailing) }
    return child.viewSpacing.resetting(edges)
  }

  private func inner(_ size: Size) -> Size {
    Size(width: max(0, size.width - insets.horizontal), height: max(0, size.height - insets.vertical))
  }

  private func offer(_ proposal: Proposal) -> Proposal {
    Proposal(
      width: proposal.width.map { max(0, $0 - insets.horizontal) },
      height: proposal.height.map { max(0, $0 - insets.vertical) })
  }

  func size(in proposal: Proposal) -> Size {
    let size = child.size(in: offer(proposal))
    return Size(width: max(0, size.width + insets.horizontal), height: max(0, size.height + insets.vertical))
  }

  func baseline(first: Bool, size: Size) -> Double? {
    child.baseline(first: first, size: inner(size)).map { $0 + insets.top }
  }

  func guide(_ key: AlignmentKey, size: Size) -> Double? {
    child.guide(key, size: inner(size)).map { $0 + (key.axis == .horizontal ? insets.leading : insets.top) }
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let size = inner(rect.size)
    let frame = Rect(
      x: rect.minX + insets.leading, y: rect.minY + insets.top, width: size.width, height: size.height)
    child.draw(in: frame.mirrored(in: rect, if: isMirrored), proposed: offer(proposed), into: &canvas)
  }
}

struct OffsetElement: WrapperElement {
  let child: any Element
  let x: Double
  let y: Double

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    child.draw(
      in: Rect(x: rect.minX + x, y: rect.minY + y, width: rect.width, height: rect.height), proposed: proposed,
      into: &canvas)
  }
}

struct PriorityElement: WrapperElement {
  let child: any Element
  let priority: Double
}

struct OpacityElement: WrapperElement {
  let child: any Element
  let opacity: Double
  let identity: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if opacity <= 0 { return }
    if opacity >= 1 { return child.draw(in: rect, proposed: proposed, into: &canvas) }
    canvas.group(opacity: UInt8(clamping: (opacity * 255).rounded()), at: identity) {
      child.draw(in: rect, proposed: proposed, into: &$0)
    }
  }
}

/// Takes the size of its child and draws nothing.
struct HiddenElement: WrapperElement {
  let child: any Element
  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {}
}

/// A control with the distances of a view that is no text, whatever its label is.
struct ControlSpacingElement: WrapperElement {
  let child: any Element
  var viewSpacing: ViewSpacing { ViewSpacing() }
}

struct ZIndexElement: WrapperElement {
  let child: any Element
  let zIndex: Double
}

/// Fills its proposal, with its child's centre at a point of it.
struct PositionElement: WrapperElement {
  let child: any Element
  let x: Double
  let y: Double
  let isMirrored: Bool
  var isSpacer: Bool { false }
  var setsGuide: Bool { false }
  var viewSpacing: ViewSpacing { ViewSpacing() }

  func size(in proposal: Proposal) -> Size {
    let own = proposal.width == nil || proposal.height == nil ? child.size(in: proposal) : .zero
    return Size(width: proposal.width ?? own.width, height: proposal.height ?? own.height)
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let size = child.size(in: proposed)
    let frame = Rect(
      x: rect.minX + x - size.width / 2, y: rect.minY + y - size.height / 2, width: size.width, height: size.height)
    child.draw(in: frame.mirrored(in: rect, if: isMirrored), proposed: proposed, into: &canvas)
  }
}

/// Draws its child, and a layer of the child's size in front of or behind it.
struct AttachmentElement: WrapperElement {
  let child: any Element
  let attachment: any Element
  let isBehind: Bool
  let alignment: Alignment
  let isMirrored: Bool
  var isSpacer: Bool { false }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if !isBehind { child.draw(in: rect, proposed: proposed, into: &canvas) }
    let frame = place(attachment, in: rect, alignment, of: child).mirrored(in: rect, if: isMirrored)
    attachment.draw(in: frame, proposed: Proposal(rect.size), into: &canvas)
    if isBehind { child.draw(in: rect, proposed: proposed, into: &canvas) }
  }
}
