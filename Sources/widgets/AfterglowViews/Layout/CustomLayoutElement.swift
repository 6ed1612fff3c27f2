import Foundation

/// The views of a layout that a widget wrote.
final class CustomLayoutElement<Arrangement: Layout>: Element {
  private let layout: Arrangement
  private let subviews: LayoutSubviews
  private let context: ResolveContext
  private var cache: Arrangement.Cache
  private var sizes: [Proposal: Size] = [:]
  private(set) lazy var viewSpacing: ViewSpacing = layout.spacing(subviews: subviews, cache: &cache)

  init(layout: Arrangement, children: [any Element], context: ResolveContext) {
    self.layout = layout
    self.context = context
    subviews = LayoutSubviews(views: children.map { LayoutSubview(element: $0, context: context) }, context: context)
    cache = layout.makeCache(subviews: subviews)
  }

  func size(in proposal: Proposal) -> Size {
    if let known = sizes[proposal] { return known }
    guard context.container.measure(max(1, subviews.count), at: context.trail) else { return .zero }
    let given = layout.sizeThatFits(proposal: ProposedViewSize(proposal), subviews: subviews, cache: &cache)
    let size = Size(width: length(given.width), height: length(given.height))
    sizes[proposal] = size
    return size
  }

  /// Infinite lengths are handed on: the parent that proposed them knows what to do with them.
  private func length(_ value: CGFloat) -> Double {
    value == .infinity ? .infinity : context.length(value, "a layout's size")
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    placeSubviews(in: rect, proposed)
    let order = zOrder(subviews.views.map(\.element))
    for index in order {
      let frame = subviews.views[index].frame(in: rect)
      guard frame.minX.isFinite, frame.minY.isFinite else {
        context.fail("a layout places a view at a position that is not a number")
        continue
      }
      let view = subviews.views[index]
      view.element.draw(
        in: frame.mirrored(in: rect, if: context.isMirrored), proposed: view.place.proposal, into: &canvas)
    }
  }

  private func placeSubviews(in rect: Rect, _ proposed: Proposal) {
    for view in subviews.views { view.place.position = nil }
    layout.placeSubviews(
      in: CGRect(rect), proposal: ProposedViewSize(proposed), subviews: subviews, cache: &cache)
  }

  // Whether a layout has guides of its own is known only by asking it.
  var setsGuide: Bool { true }

  func guide(_ key: AlignmentKey, size: Size) -> Double? {
    let bounds = CGRect(origin: .zero, size: CGSize(size))
    let proposal = ProposedViewSize(bounds.size)
    let own =
      key.axis == .horizontal
      ? layout.explicitAlignment(
        of: HorizontalAlignment(key.id), in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
      : layout.explicitAlignment(
        of: VerticalAlignment(key.id), in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
    if let own { return Double(own) }
    let guided = subviews.views.filter { $0.element.setsGuide }
    if guided.isEmpty { return nil }
    placeSubviews(in: Rect(bounds), Proposal(size))
    return meanGuide(key, of: guided.map(\.element), at: guided.map { $0.frame(in: Rect(bounds)) })
  }

  func baseline(first: Bool, size: Size) -> Double? {
    let guide = first ? VerticalAlignment.firstTextBaseline : .lastTextBaseline
    let bounds = CGRect(origin: .zero, size: CGSize(size))
    let own = layout.explicitAlignment(
      of: guide, in: bounds, proposal: ProposedViewSize(bounds.size), subviews: subviews, cache: &cache)
    if let own { return Double(own) }
    placeSubviews(in: Rect(bounds), Proposal(size))
    let all = subviews.views.compactMap { view in
      let frame = view.frame(in: Rect(bounds))
      return view.element.baseline(first: first, size: frame.size).map { $0 + frame.minY }
    }
    return first ? all.min() : all.max()
  }
}
