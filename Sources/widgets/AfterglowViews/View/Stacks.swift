import Foundation

/// Views side by side, from the leading edge.
///
///     HStack(alignment: .firstTextBaseline, spacing: 4) {
///       Image(symbol: .drop)
///       Text("2.4 m")
///       Spacer()
///       Text("Lisbon").foregroundStyle(.secondary)
///     }
///
/// Space is divided as in SwiftUI: by `layoutPriority`, and the least flexible view first.
public struct HStack<Content: View>: View, PrimitiveView {
  private let alignment: VerticalAlignment
  private let spacing: CGFloat?
  private let skipsSpacers: Bool
  private let content: Content

  /// - Parameter alignment: how views of different height are aligned.
  /// - Parameter spacing: points between two views, −10,000 to 10,000, on both sides of a ``Spacer`` too; if `nil`, the
  ///   distance that each pair prefers (docs/spacing.md), which is none next to a ``Spacer``.
  /// - Parameter content: the views.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    skipsSpacers = false
    self.content = content()
  }

  /// A stack with this distance between two views and none next to a ``Spacer``, in points.
  package init(alignment: VerticalAlignment, spacingExceptSpacers spacing: CGFloat, @ViewBuilder content: () -> Content)
  {
    self.alignment = alignment
    self.spacing = spacing
    skipsSpacers = true
    self.content = content()
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    [
      StackElement(
        axis: .horizontal, spacing: context.stackSpacing(spacing, skipsSpacers: skipsSpacers),
        horizontal: .leading, vertical: alignment,
        children: resolve(content, in: context.along(.horizontal)), context: context)
    ]
  }
}

/// Views one below another. Space is divided as in ``HStack``.
public struct VStack<Content: View>: View, PrimitiveView {
  private let alignment: HorizontalAlignment
  private let spacing: CGFloat?
  private let skipsSpacers: Bool
  private let content: Content

  /// - Parameter alignment: how views of different width are aligned.
  /// - Parameter spacing: points between two views, −10,000 to 10,000, on both sides of a ``Spacer`` too; if `nil`, the
  ///   distance that each pair prefers (docs/spacing.md), which is none next to a ``Spacer``.
  /// - Parameter content: the views.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    skipsSpacers = false
    self.content = content()
  }

  /// A stack with this distance between two views and none next to a ``Spacer``, in points.
  package init(
    alignment: HorizontalAlignment, spacingExceptSpacers spacing: CGFloat, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    skipsSpacers = true
    self.content = content()
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    [
      StackElement(
        axis: .vertical, spacing: context.stackSpacing(spacing, skipsSpacers: skipsSpacers),
        horizontal: alignment, vertical: .top,
        children: resolve(content, in: context.along(.vertical)), context: context)
    ]
  }
}

/// Views on top of each other, the first at the back, with the size of the largest.
public struct ZStack<Content: View>: View, PrimitiveView {
  private let alignment: Alignment
  private let content: Content

  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    let inner = context.along(nil)
    return [layer(resolve(content, in: inner), alignment, in: inner)]
  }
}

/// Flexible space along the axis of the enclosing stack; in both axes outside of a stack.
public struct Spacer: View, PrimitiveView {
  private let minLength: Double

  /// - Parameter minLength: the minimum length in points; 8 if `nil`.
  public init(minLength: CGFloat? = nil) { self.minLength = minLength ?? 8 }

  package func elements(in context: ResolveContext) -> [any Element] {
    [SpacerElement(axis: context.stackAxis, minimum: context.length(minLength, "a spacer's least length"))]
  }
}

/// A hairline across a stack, one pixel or half a point thick, whichever is more, in the tertiary style.
public struct Divider: View, PrimitiveView {
  public init() {}

  package func elements(in context: ResolveContext) -> [any Element] {
    [DividerElement(isVertical: context.stackAxis == .horizontal, style: context.style(.tertiary), identity: context)]
  }
}

extension ResolveContext {
  /// Returns a checked distance between the children of a grid, in points; negative values overlap.
  func spacing(_ given: CGFloat?) -> Double? {
    given.map { length($0, "spacing", in: -LayoutLimit.coordinate...LayoutLimit.coordinate) }
  }

  /// Returns the checked distances in a stack with this `spacing`.
  ///
  /// - Parameter skipsSpacers: whether there is no distance next to a spacer, as in a stack without `spacing`.
  func stackSpacing(_ given: CGFloat?, skipsSpacers: Bool = false) -> StackSpacing {
    guard let length = spacing(given) else { return .preferred }
    return skipsSpacers ? .exceptSpacers(length) : .uniform(length)
  }
}
