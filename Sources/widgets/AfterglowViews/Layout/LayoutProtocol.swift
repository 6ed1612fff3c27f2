import Foundation

/// An arrangement of views of your own: it has a size, and places each of its views.
///
///     struct Columns: Layout {
///       func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
///         proposal.replacingUnspecifiedDimensions()
///       }
///
///       func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
///         for (index, subview) in subviews.enumerated() {
///           let x = bounds.minX + 40 * CGFloat(index)
///           subview.place(at: CGPoint(x: x, y: bounds.minY), proposal: .unspecified)
///         }
///       }
///     }
///
/// `Columns { Text("Mon"); Text("Tue") }` is then a view.
public protocol Layout: SendableMetatype {
  /// What is computed once and used by several calls.
  associatedtype Cache = Void
  typealias Subviews = LayoutSubviews

  static var layoutProperties: LayoutProperties { get }
  func makeCache(subviews: Subviews) -> Cache
  func updateCache(_ cache: inout Cache, subviews: Subviews)
  /// The size for a proposal, in points. A length that is not a number is an error of the widget.
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
  /// Places each view with ``LayoutSubview/place(at:anchor:proposal:)``. The bounds have the size that was returned for
  /// `proposal`, or the one that the parent gave instead.
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
  /// The distances that the layout prefers to its own neighbours; by default the greatest of its views at each edge.
  func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing
  /// The distance of a guide from the leading edge of the bounds; `nil` is that of the views.
  func explicitAlignment(
    of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
    cache: inout Cache
  ) -> CGFloat?
  /// The distance of a guide from the top of the bounds; `nil` is that of the views.
  func explicitAlignment(
    of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
  ) -> CGFloat?
}

extension Layout {
  public static var layoutProperties: LayoutProperties { LayoutProperties() }
  public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }
  public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing {
    .union(of: subviews.map(\.spacing))
  }
  public func explicitAlignment(
    of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
    cache: inout Cache
  ) -> CGFloat? { nil }
  public func explicitAlignment(
    of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
  ) -> CGFloat? { nil }

  /// The views in this layout.
  public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View {
    LayoutView(layout: self, content: content())
  }
}

extension Layout where Cache == Void {
  public func makeCache(subviews: Subviews) {}
}

/// A layout's description of itself.
public struct LayoutProperties: Sendable {
  /// The axis along which spacers and dividers lie; `nil` if it is no stack.
  public var stackOrientation: Axis?
  public init() {}
}

/// The stacks and grids of this module, which have elements of their own.
protocol BuiltInLayout {
  var stackAxis: Axis? { get }
  /// Whether a `GridRow` in it is a row.
  var holdsRows: Bool { get }
  func element(of children: [any Element], in context: ResolveContext) -> any Element
}

extension BuiltInLayout {
  var holdsRows: Bool { false }
}

struct LayoutView<Arrangement: Layout, Content: View>: View, PrimitiveView {
  let layout: Arrangement
  let content: Content

  package func elements(in context: ResolveContext) -> [any Element] {
    if let builtIn = layout as? any BuiltInLayout {
      let inner = builtIn.holdsRows ? context.holdingRows() : context.along(builtIn.stackAxis)
      return [builtIn.element(of: resolve(content, in: inner), in: context)]
    }
    let children = resolve(content, in: context.along(Arrangement.layoutProperties.stackOrientation))
    return [CustomLayoutElement(layout: layout, children: children, context: context)]
  }
}
