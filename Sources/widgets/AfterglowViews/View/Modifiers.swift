import Foundation

extension View {
  /// Adds space around the view. Distances are in points; with negative ones it extends beyond its frame.
  public func padding(_ insets: EdgeInsets) -> some View {
    ElementModifier(content: self) { child, context in
      PaddingElement(child: child, insets: insets.checked(in: context), isMirrored: context.isMirrored)
    }
  }

  /// Adds the same space on all sides, in points.
  public func padding(_ length: CGFloat) -> some View { padding(EdgeInsets(all: length)) }

  /// Adds space on some sides, in points; `nil` is 16, the standard margin (docs/rules.md, rule 7).
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    let length = length ?? 16
    return padding(
      EdgeInsets(
        top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
        bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0))
  }

  /// Gives the view a frame of fixed size, in which it is aligned.
  ///
  /// - Parameter width: in points, 0 to 10,000; `nil` is the view's own.
  /// - Parameter height: in points, 0 to 10,000; `nil` is the view's own.
  /// - Parameter alignment: the position of the view in a frame of another size.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
    ElementModifier(content: self) { child, context in
      FrameElement(
        child: child, width: .fixed(width.map { context.length($0, "a frame's width") }),
        height: .fixed(height.map { context.length($0, "a frame's height") }), alignment: alignment,
        isMirrored: context.isMirrored)
    }
  }

  /// Gives the view a frame that takes the proposed size within limits, in points. A maximum of `.infinity` takes all
  /// of it.
  ///
  /// A side without a limit has the view's own length; without a proposal, the ideal one.
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    ElementModifier(content: self) { child, context in
      FrameElement(
        child: child,
        width: .limits(minimum: minWidth, ideal: idealWidth, maximum: maxWidth, "width", context),
        height: .limits(minimum: minHeight, ideal: idealHeight, maximum: maxHeight, "height", context),
        alignment: alignment, isMirrored: context.isMirrored)
    }
  }

  /// Gives the view its ideal size along the given axes, regardless of the proposal: text is then neither wrapped nor
  /// truncated.
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
    ElementModifier(content: self) { child, _ in
      FixedSizeElement(child: child, horizontal: horizontal, vertical: vertical)
    }
  }

  /// Keeps a ratio of width to height, or with `nil` that of the view's own size. A ratio that is not above 0 leaves
  /// the view unchanged.
  public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    ElementModifier(content: self) { child, _ in
      AspectElement(child: child, ratio: ratio.map { Double($0) }, mode: contentMode)
    }
  }

  /// Keeps the ratio of this size.
  public func aspectRatio(_ size: CGSize, contentMode: ContentMode) -> some View {
    aspectRatio(size.width / size.height, contentMode: contentMode)
  }

  /// Keeps the ratio of the view's own size, inside of its frame.
  public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }
  /// Keeps the ratio of the view's own size, and covers its frame.
  public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }

  /// Draws the view at an offset from its frame, which is not changed. Distances are in points; a positive `x` is
  /// towards the trailing edge.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    ElementModifier(content: self) { child, context in
      OffsetElement(child: child, x: context.isMirrored ? -x : x, y: y)
    }
  }

  /// Draws the view at an offset from its frame, which is not changed.
  public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }

  /// Fills the proposed size, with the centre of the view at a point of it, measured from the top leading corner.
  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    ElementModifier(content: self) { child, context in
      PositionElement(child: child, x: x, y: y, isMirrored: context.isMirrored)
    }
  }

  /// Places the centre of the view at a point of the proposed size.
  public func position(_ point: CGPoint) -> some View { position(x: point.x, y: point.y) }

  /// Keeps the space of the view but does not draw it.
  public func hidden() -> some View { ElementModifier(content: self) { child, _ in HiddenElement(child: child) } }

  /// Draws the view in front of siblings with a lower index; 0 by default.
  public func zIndex(_ value: Double) -> some View {
    ElementModifier(content: self) { child, _ in ZIndexElement(child: child, zIndex: value) }
  }

  /// Sets the opacity of the view, 0 to 1, as a group. Opacities and clips can be nested four deep; further ones are
  /// omitted, with a warning.
  public func opacity(_ opacity: Double) -> some View {
    ElementModifier(content: self) { child, context in
      OpacityElement(child: child, opacity: context.length(opacity, "an opacity", in: 0...1), identity: context)
    }
  }

  /// Clips the view to its own rectangle.
  public func clipped(antialiased: Bool = false) -> some View { clipShape(Rectangle()) }

  /// Clips the view to a shape. Panels clip by rectangles, rounded rectangles, capsules and circles; with another shape the
  /// view becomes a picture, without what ticks.
  public func clipShape(_ shape: some Shape, style: FillStyle = FillStyle()) -> some View {
    ElementModifier(content: self) { child, context in
      ClipElement(child: child, outline: shape.path(context.environment.layoutDirection), identity: context)
    }
  }

  /// Clips the view to a rounded rectangle with this radius in points.
  public func cornerRadius(_ radius: Double) -> some View { clipShape(RoundedRectangle(cornerRadius: radius)) }

  /// Gives the view space in a stack before siblings with a lower priority; 0 by default.
  public func layoutPriority(_ priority: Double) -> some View {
    ElementModifier(content: self) { child, _ in PriorityElement(child: child, priority: priority) }
  }

  /// Names the view in layout dumps (`afterglow render --layout`). It is not shown.
  public func accessibilityIdentifier(_ name: String) -> some View {
    ContextModifier(content: self) { $0.name = name }
  }

  /// Sets the widget's background, which hosts such as StandBy remove (docs/rules.md, rule 50).
  public func containerBackground(@ViewBuilder content: () -> some View) -> some View {
    containerBackground(for: .widget, content: content)
  }

  /// Sets the widget's background, behind the margins.
  ///
  ///     TideView(entry: entry)
  ///       .containerBackground(for: .widget) {
  ///         LinearGradient(colors: [.blue, .indigo], startPoint: .top, endPoint: .bottom)
  ///       }
  ///
  /// Hosts without backgrounds do not show it (docs/rules.md, Backgrounds and places). If a widget sets several, the
  /// last is used.
  public func containerBackground(
    for placement: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View {
    ContainerBackgroundModifier(content: self, background: AnyView(content()), alignment: alignment)
  }

  /// Fills the widget's background with a style.
  ///
  ///     TideView(entry: entry).containerBackground(.fill.tertiary, for: .widget)
  public func containerBackground(
    _ style: some ShapeStyle, for placement: ContainerBackgroundPlacement = .widget
  ) -> some View {
    containerBackground(for: placement) { Rectangle().fill(style) }
  }
}

extension EdgeInsets {
  fileprivate func checked(in context: ResolveContext) -> EdgeInsets {
    let range = -LayoutLimit.coordinate...LayoutLimit.coordinate
    return EdgeInsets(
      top: context.length(top, "padding", in: range), leading: context.length(leading, "padding", in: range),
      bottom: context.length(bottom, "padding", in: range), trailing: context.length(trailing, "padding", in: range))
  }
}

extension FrameLength {
  fileprivate static func limits(
    minimum: CGFloat?, ideal: CGFloat?, maximum: CGFloat?, _ side: String, _ context: ResolveContext
  ) -> FrameLength {
    FrameLength(
      minimum: minimum.map { context.length($0, "a frame's least \(side)") },
      ideal: ideal.map { context.length($0, "a frame's ideal \(side)") },
      maximum: maximum.map { context.length($0, "a frame's greatest \(side)", in: 0...(.infinity)) })
  }
}

/// The container that a background belongs to.
public enum ContainerBackgroundPlacement: Sendable { case widget }

/// Wraps each element of a view, and of a grid's row each cell, as SwiftUI's modifiers do.
struct ElementModifier<Content: View>: View, PrimitiveView {
  let content: Content
  let wrap: (any Element, ResolveContext) -> any Element

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    let elements = resolve(content, in: context)
    guard context.holdsRows else { return elements.map { wrap($0, context) } }
    return elements.map { element in
      guard let row = element as? GridRowElement else { return wrap(element, context) }
      return GridRowElement(alignment: row.alignment, cells: row.cells.map { wrap($0, context) })
    }
  }
}

struct ContextModifier<Content: View>: View, PrimitiveView {
  let content: Content
  let change: (inout ResolveContext) -> Void

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    var inner = context
    change(&inner)
    return resolve(content, in: inner)
  }
}

/// Fills the widget behind the content margins, unless the host removes backgrounds.
struct ContainerBackgroundModifier<Content: View>: View, PrimitiveView {
  let content: Content
  let background: AnyView
  let alignment: Alignment

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    if context.environment.showsWidgetContainerBackground {
      context.setBackground {
        var behind = $0.attachment(3)
        behind.isBackground = true
        return layer(resolve(background, in: behind), alignment, in: behind)
      }
    }
    return resolve(content, in: context)
  }
}
