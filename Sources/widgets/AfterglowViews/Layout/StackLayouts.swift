import Foundation

/// An ``HStack`` as a value, for ``AnyLayout`` and layouts of your own.
public struct HStackLayout: Layout, BuiltInLayout {
  public var alignment: VerticalAlignment
  /// Points between two views; the distance that they prefer if `nil`.
  public var spacing: CGFloat?

  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
    self.alignment = alignment
    self.spacing = spacing
  }

  var stackAxis: Axis? { .horizontal }

  func element(of children: [any Element], in context: ResolveContext) -> any Element {
    StackElement(
      axis: .horizontal, spacing: context.stackSpacing(spacing), horizontal: .leading, vertical: alignment,
      children: children, context: context)
  }
}

/// A ``VStack`` as a value, for ``AnyLayout`` and layouts of your own.
public struct VStackLayout: Layout, BuiltInLayout {
  public var alignment: HorizontalAlignment
  /// Points between two views; the distance that they prefer if `nil`.
  public var spacing: CGFloat?

  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
    self.alignment = alignment
    self.spacing = spacing
  }

  var stackAxis: Axis? { .vertical }

  func element(of children: [any Element], in context: ResolveContext) -> any Element {
    StackElement(
      axis: .vertical, spacing: context.stackSpacing(spacing), horizontal: alignment, vertical: .top,
      children: children,
      context: context)
  }
}

/// A ``ZStack`` as a value, for ``AnyLayout`` and layouts of your own.
public struct ZStackLayout: Layout, BuiltInLayout {
  public var alignment: Alignment

  public init(alignment: Alignment = .center) { self.alignment = alignment }

  var stackAxis: Axis? { nil }

  func element(of children: [any Element], in context: ResolveContext) -> any Element {
    layer(children, alignment, in: context)
  }
}

/// A ``Grid`` as a value, for ``AnyLayout`` and layouts of your own.
public struct GridLayout: Layout, BuiltInLayout {
  public var alignment: Alignment
  /// Points between columns; 8 if `nil`.
  public var horizontalSpacing: CGFloat?
  /// Points between rows; the distance that their cells prefer if `nil`.
  public var verticalSpacing: CGFloat?

  public init(alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }

  var stackAxis: Axis? { .vertical }
  var holdsRows: Bool { true }

  func element(of children: [any Element], in context: ResolveContext) -> any Element {
    GridElement(
      alignment: alignment, horizontalSpacing: context.spacing(horizontalSpacing) ?? ViewSpacing.standardPt,
      verticalSpacing: context.spacing(verticalSpacing), children: children, context: context)
  }
}

/// The state that a layout of this module keeps between two calls, for a layout that uses it.
public struct BuiltInLayoutCache {
  let element: any Element
  let places: [RecordingElement]
}

extension Layout where Self: BuiltInLayout, Cache == BuiltInLayoutCache {
  func hosted(_ subviews: LayoutSubviews) -> BuiltInLayoutCache {
    // Positions are mirrored once, by the layout that asks.
    var context = subviews.context
    context.environment.layoutDirection = .leftToRight
    let places = subviews.views.map { RecordingElement($0.element) }
    return BuiltInLayoutCache(element: element(of: places, in: context), places: places)
  }

  func size(_ proposal: ProposedViewSize, _ cache: BuiltInLayoutCache) -> CGSize {
    CGSize(cache.element.size(in: Proposal(proposal)))
  }

  func place(
    _ subviews: LayoutSubviews, in bounds: CGRect, proposal: ProposedViewSize, _ cache: BuiltInLayoutCache
  ) {
    var canvas = DrawCanvas()
    cache.element.draw(in: Rect(bounds), proposed: Proposal(proposal), into: &canvas)
    for (subview, recorded) in zip(subviews, cache.places) {
      guard let place = recorded.place else { continue }
      subview.place(at: CGPoint(place.frame.origin), proposal: ProposedViewSize(place.proposal))
    }
  }
}

/// Keeps the place that it is given, and draws nothing.
final class RecordingElement: WrapperElement {
  let child: any Element
  private(set) var place: (frame: Rect, proposal: Proposal)?

  init(_ child: any Element) { self.child = child }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    place = (rect, proposed)
  }
}

extension HStackLayout {
  public func makeCache(subviews: Subviews) -> BuiltInLayoutCache { hosted(subviews) }
  public func sizeThatFits(
    proposal: ProposedViewSize, subviews: Subviews, cache: inout BuiltInLayoutCache
  ) -> CGSize { size(proposal, cache) }
  public func placeSubviews(
    in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout BuiltInLayoutCache
  ) { place(subviews, in: bounds, proposal: proposal, cache) }
  public func spacing(subviews: Subviews, cache: inout BuiltInLayoutCache) -> ViewSpacing {
    cache.element.viewSpacing
  }
}

extension VStackLayout {
  public func makeCache(subviews: Subviews) -> BuiltInLayoutCache { hosted(subviews) }
  public func sizeThatFits(
    proposal: ProposedViewSize, subviews: Subviews, cache: inout BuiltInLayoutCache
  ) -> CGSize { size(proposal, cache) }
  public func placeSubviews(
    in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout BuiltInLayoutCache
  ) { place(subviews, in: bounds, proposal: proposal, cache) }
  public func spacing(subviews: Subviews, cache: inout BuiltInLayoutCache) -> ViewSpacing {
    cache.element.viewSpacing
  }
}

extension ZStackLayout {
  public func makeCache(subviews: Subviews) -> BuiltInLayoutCache { hosted(subviews) }
  public func sizeThatFits(
    proposal: ProposedViewSize, subviews: Subviews, cache: inout BuiltInLayoutCache
  ) -> CGSize { size(proposal, cache) }
  public func placeSubviews(
    in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout BuiltInLayoutCache
  ) { place(subviews, in: bounds, proposal: proposal, cache) }
  public func spacing(subviews: Subviews, cache: inout BuiltInLayoutCache) -> ViewSpacing {
    cache.element.viewSpacing
  }
}

extension GridLayout {
  public func makeCache(subviews: Subviews) -> BuiltInLayoutCache { hosted(subviews) }
  public func sizeThatFits(
    proposal: ProposedViewSize, subviews: Subviews, cache: inout BuiltInLayoutCache
  ) -> CGSize { size(proposal, cache) }
  public func placeSubviews(
    in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout BuiltInLayoutCache
  ) { place(subviews, in: bounds, proposal: proposal, cache) }
  public func spacing(subviews: Subviews, cache: inout BuiltInLayoutCache) -> ViewSpacing {
    cache.element.viewSpacing
  }
}
