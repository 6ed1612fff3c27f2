import Foundation

extension View {
  /// Adds a view at the upper or lower edge, and leaves room for it.
  public func safeAreaInset(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    let inset = AnyView(content())
    return VStack(alignment: alignment, spacing: spacing ?? 8) {
      if edge == .top { inset }
      frame(maxWidth: .infinity, maxHeight: .infinity)
      if edge == .bottom { inset }
    }
  }

  /// Adds a view at the leading or trailing edge, and leaves room for it.
  public func safeAreaInset(
    edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    let inset = AnyView(content())
    return HStack(alignment: alignment, spacing: spacing ?? 8) {
      if edge == .leading { inset }
      frame(maxWidth: .infinity, maxHeight: .infinity)
      if edge == .trailing { inset }
    }
  }

  /// Adds space on some sides, as `padding` does: a widget has no other safe area.
  public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    padding(edges, length)
  }

  /// Adds the same space on all sides, as `padding` does.
  public func safeAreaPadding(_ length: CGFloat) -> some View { padding(length) }
  /// Adds space, as `padding` does.
  public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }

  /// Gives the view a frame of the widget's own size along the axes, without its margins.
  public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
    containerRelativeFrame(axes, alignment: alignment) { length, _ in length }
  }

  /// Gives the view a frame of a share of the widget's own size along the axes.
  ///
  /// - Parameters:
  ///   - axes: which sides have a share; others keep the view's own.
  ///   - count: parts of the widget.
  ///   - span: how many of them the frame takes.
  ///   - spacing: points between two parts.
  ///   - alignment: of the view at its place.
  public func containerRelativeFrame(
    _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
  ) -> some View {
    containerRelativeFrame(axes, alignment: alignment) { length, _ in
      let parts = CGFloat(max(1, count))
      let part = (length - spacing * (parts - 1)) / parts
      return part * CGFloat(span) + spacing * CGFloat(max(0, span - 1))
    }
  }

  /// Gives the view a frame whose length along each axis is computed from the widget's own.
  public func containerRelativeFrame(
    _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
  ) -> some View {
    ElementModifier(content: self) { child, context in
      guard let outer = context.containerShape?.rect.size else { return child }
      let margins = context.environment.widgetContentMargins
      let size = Size(
        width: max(0, outer.width - margins.horizontal), height: max(0, outer.height - margins.vertical))
      func fixed(_ axis: Axis, _ own: Axis.Set) -> Double? {
        guard axes.contains(own) else { return nil }
        return context.length(length(size.length(along: axis), axis), "a frame's length")
      }
      return FrameElement(
        child: child, width: .fixed(fixed(.horizontal, .horizontal)), height: .fixed(fixed(.vertical, .vertical)),
        alignment: alignment, isMirrored: context.isMirrored)
    }
  }

  /// Accepted without effect: `padding` and the host's margins keep content away from edges.
  public func contentMargins(_ edges: Edge.Set = .all, _ length: CGFloat?) -> some View { self }
}

/// The upper or lower edge.
public enum VerticalEdge: Int8, Hashable, CaseIterable, Sendable { case top, bottom }

/// The leading or trailing edge.
public enum HorizontalEdge: Int8, Hashable, CaseIterable, Sendable { case leading, trailing }
