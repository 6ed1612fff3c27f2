import Foundation

extension View {
  public func padding(_ insets: EdgeInsets) -> some View {
    ElementModifier(content: self) { child, _ in PaddingElement(child: child, insets: insets) }
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
    ElementModifier(content: self) { child, _ in
      FrameElement(
        child: child, minWidth: width, maxWidth: width, minHeight: height, maxHeight: height, alignment: alignment,
        isFixedWidth: width != nil, isFixedHeight: height != nil)
    }
  }

  public func frame(
    minWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil, maxHeight: Double? = nil,
    alignment: Alignment = .center
  ) -> some View {
    ElementModifier(content: self) { child, _ in
      FrameElement(
        child: child, minWidth: minWidth, maxWidth: maxWidth, minHeight: minHeight, maxHeight: maxHeight,
        alignment: alignment, isFixedWidth: false, isFixedHeight: false)
    }
  }

  /// Takes its own size along the given axes, whatever it is offered.
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
    ElementModifier(content: self) { child, _ in
      FixedSizeElement(child: child, horizontal: horizontal, vertical: vertical)
    }
  }

  public func aspectRatio(_ ratio: Double) -> some View {
    ElementModifier(content: self) { child, _ in AspectElement(child: child, ratio: ratio) }
  }

  public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
    let layer = AnyView(content())
    return ElementModifier(content: self) { child, context in
      AttachmentElement(
        child: child, attachment: resolveOne(layer, in: context.attachment(1)), isBehind: false, alignment: alignment)
    }
  }

  public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
    let layer = AnyView(content())
    return ElementModifier(content: self) { child, context in
      AttachmentElement(
        child: child, attachment: resolveOne(layer, in: context.attachment(2)), isBehind: true, alignment: alignment)
    }
  }

  public func background(_ style: some ShapeStyle) -> some View { background { Rectangle().fill(style) } }

  public func background(_ style: some ShapeStyle, in shape: some Shape) -> some View {
    background { shape.fill(style) }
  }

  /// Draws elsewhere; the room it takes stays where it is.
  public func offset(x: Double = 0, y: Double = 0) -> some View {
    ElementModifier(content: self) { child, _ in OffsetElement(child: child, x: x, y: y) }
  }

  /// 0 invisible to 1; overlapping parts fade as one.
  public func opacity(_ opacity: Double) -> some View {
    ElementModifier(content: self) { child, context in
      OpacityElement(child: child, opacity: opacity, identity: context)
    }
  }

  /// Shows only what lies inside the view's own rectangle.
  public func clipped() -> some View { clipShape(RoundedRectangle(cornerRadius: 0)) }

  public func clipShape(_ shape: RoundedRectangle) -> some View {
    ElementModifier(content: self) { child, context in
      ClipElement(child: child, radius: shape.cornerRadius, identity: context)
    }
  }

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

/// Which container a background belongs to.
public enum ContainerBackgroundPlacement: Sendable { case widget }

/// Wraps what a view resolves to; several elements become one group, as SwiftUI's modifiers see them one by one.
struct ElementModifier<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let wrap: (Element, ResolveContext) -> Element

  func elements(in context: ResolveContext) -> [Element] {
    resolve(content, in: context).map { wrap($0, context) }
  }
}

struct ContextModifier<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let change: (inout ResolveContext) -> Void

  func elements(in context: ResolveContext) -> [Element] {
    var inner = context
    change(&inner)
    return resolve(content, in: inner)
  }
}

/// Fills the widget behind the content margins, unless the host removes backgrounds.
struct ContainerBackgroundModifier<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let background: AnyView
  let alignment: Alignment

  func elements(in context: ResolveContext) -> [Element] {
    if context.environment.showsWidgetContainerBackground {
      var behind = context.attachment(3)
      behind.isBackground = true
      context.container.background = LayerElement(alignment: alignment, children: resolve(background, in: behind))
    }
    return resolve(content, in: context)
  }
}
