import Foundation

extension View {
  public func padding(_ insets: EdgeInsets) -> some View {
    ElementModifier(content: self) { child, context in
      PaddingElement(child: child, insets: insets.checked(in: context), isMirrored: context.isMirrored)
    }
  }

  public func padding(_ length: Double) -> some View { padding(EdgeInsets(all: length)) }

  /// 16 points, the standard margin (rule 7), where no length is given.
  public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View {
    let length = length ?? 16
    return padding(
      EdgeInsets(
        top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
        bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0))
  }

  public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> some View {
    ElementModifier(content: self) { child, context in
      FrameElement(
        child: child, width: .fixed(width.map { context.length($0, "a frame's width") }),
        height: .fixed(height.map { context.length($0, "a frame's height") }), alignment: alignment,
        isMirrored: context.isMirrored)
    }
  }

  /// Takes what it is offered within its limits; `.infinity` as a maximum takes all.
  public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
    idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
  ) -> some View {
    ElementModifier(content: self) { child, context in
      FrameElement(
        child: child, width: .limits(minWidth, idealWidth, maxWidth, "width", context),
        height: .limits(minHeight, idealHeight, maxHeight, "height", context), alignment: alignment,
        isMirrored: context.isMirrored)
    }
  }

  /// Takes its own size along the given axes, whatever it is offered.
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
    ElementModifier(content: self) { child, _ in
      FixedSizeElement(child: child, horizontal: horizontal, vertical: vertical)
    }
  }

  /// Width to height; nil = that of the view's own size.
  public func aspectRatio(_ ratio: Double? = nil, contentMode: ContentMode = .fit) -> some View {
    ElementModifier(content: self) { child, _ in AspectElement(child: child, ratio: ratio, mode: contentMode) }
  }

  public func aspectRatio(_ size: Size, contentMode: ContentMode) -> some View {
    aspectRatio(size.width / size.height, contentMode: contentMode)
  }

  public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }
  public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }

  /// Draws elsewhere, towards the trailing edge where `x` is above zero; the room it takes stays where it is.
  public func offset(x: Double = 0, y: Double = 0) -> some View {
    ElementModifier(content: self) { child, context in
      OffsetElement(child: child, x: context.isMirrored ? -x : x, y: y)
    }
  }

  public func offset(_ offset: Size) -> some View { self.offset(x: offset.width, y: offset.height) }

  /// The view's middle at a point of the room it is offered, all of which it takes.
  public func position(x: Double = 0, y: Double = 0) -> some View {
    ElementModifier(content: self) { child, context in
      PositionElement(child: child, x: x, y: y, isMirrored: context.isMirrored)
    }
  }

  public func position(_ point: Point) -> some View { position(x: point.x, y: point.y) }

  /// Keeps its room and shows nothing.
  public func hidden() -> some View { ElementModifier(content: self) { child, _ in HiddenElement(child: child) } }

  /// Higher ones lie in front of their siblings.
  public func zIndex(_ value: Double) -> some View {
    ElementModifier(content: self) { child, _ in ZIndexElement(child: child, zIndex: value) }
  }

  /// 0 invisible to 1; overlapping parts fade as one.
  public func opacity(_ opacity: Double) -> some View {
    ElementModifier(content: self) { child, context in
      OpacityElement(child: child, opacity: context.length(opacity, "an opacity", in: 0...1), identity: context)
    }
  }

  /// Turns shapes and text, clockwise. Pictures and what ticks stay upright, which the compiler tells. The room it takes does
  /// not turn.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    ElementModifier(content: self) { child, context in
      RotationElement(
        child: child, angle: .degrees(context.length(angle.degrees, "an angle", in: -1e6...1e6)),
        anchor: context.isMirrored ? anchor.mirrored : anchor, identity: context)
    }
  }

  /// Shows only what lies inside the view's own rectangle.
  public func clipped() -> some View { clipShape(Rectangle()) }

  /// Shows only what lies inside the shape: a rectangle, rounded rectangle, capsule or circle. Panels clip by nothing
  /// else; another shape is an error of the widget.
  public func clipShape(_ shape: some Shape) -> some View {
    ElementModifier(content: self) { child, context in
      ClipElement(child: child, outline: shape.path(context.environment.layoutDirection), identity: context)
    }
  }

  public func cornerRadius(_ radius: Double) -> some View { clipShape(RoundedRectangle(cornerRadius: radius)) }

  /// Higher priorities are offered room first in a stack.
  public func layoutPriority(_ priority: Double) -> some View {
    ElementModifier(content: self) { child, _ in PriorityElement(child: child, priority: priority) }
  }

  /// Names the view in layout dumps.
  public func accessibilityIdentifier(_ name: String) -> some View {
    ContextModifier(content: self) { $0.name = name }
  }

  /// The widget's background, which hosts such as StandBy remove (rule 50).
  public func containerBackground(@ViewBuilder content: () -> some View) -> some View {
    containerBackground(for: .widget, content: content)
  }

  public func containerBackground(
    for placement: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View {
    ContainerBackgroundModifier(content: self, background: AnyView(content()), alignment: alignment)
  }

  public func containerBackground(
    _ style: some ShapeStyle, for placement: ContainerBackgroundPlacement = .widget
  ) -> some View {
    containerBackground(for: placement) { Rectangle().fill(style) }
  }

  /// Accepted so that WidgetKit code compiles; nothing to tap on yet.
  public func widgetURL(_ url: URL?) -> some View { self }
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
    _ minimum: Double?, _ ideal: Double?, _ maximum: Double?, _ side: String, _ context: ResolveContext
  ) -> FrameLength {
    FrameLength(
      minimum: minimum.map { context.length($0, "a frame's least \(side)") },
      ideal: ideal.map { context.length($0, "a frame's ideal \(side)") },
      maximum: maximum.map { context.length($0, "a frame's greatest \(side)", in: 0...(.infinity)) })
  }
}

/// Which container a background belongs to.
public enum ContainerBackgroundPlacement: Sendable { case widget }

/// Wraps what a view resolves to; several elements become one group, as SwiftUI's modifiers see them one by one.
struct ElementModifier<Content: View>: View, PrimitiveView {
  let content: Content
  let wrap: (any Element, ResolveContext) -> any Element

  func elements(in context: ResolveContext) -> [any Element] {
    resolve(content, in: context).map { wrap($0, context) }
  }
}

struct ContextModifier<Content: View>: View, PrimitiveView {
  let content: Content
  let change: (inout ResolveContext) -> Void

  func elements(in context: ResolveContext) -> [any Element] {
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

  func elements(in context: ResolveContext) -> [any Element] {
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
