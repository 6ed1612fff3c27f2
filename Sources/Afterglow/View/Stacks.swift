/// Views side by side. Spacing is in points, 8 when not given.
public struct HStack<Content: View>: View, PrimitiveView {
  private let alignment: VerticalAlignment
  private let spacing: Double?
  private let content: Content

  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  func elements(in context: ResolveContext) -> [any Element] {
    [
      StackElement(
        axis: .horizontal, spacing: context.spacing(spacing), horizontal: .leading, vertical: alignment,
        children: resolve(content, in: context.along(.horizontal)), context: context)
    ]
  }
}

/// Views one below another. Spacing is in points, 8 when not given.
public struct VStack<Content: View>: View, PrimitiveView {
  private let alignment: HorizontalAlignment
  private let spacing: Double?
  private let content: Content

  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  func elements(in context: ResolveContext) -> [any Element] {
    [
      StackElement(
        axis: .vertical, spacing: context.spacing(spacing), horizontal: alignment, vertical: .top,
        children: resolve(content, in: context.along(.vertical)), context: context)
    ]
  }
}

/// Views on top of each other, the first at the back.
public struct ZStack<Content: View>: View, PrimitiveView {
  private let alignment: Alignment
  private let content: Content

  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  func elements(in context: ResolveContext) -> [any Element] {
    let inner = context.along(nil)
    return [layer(resolve(content, in: inner), alignment, in: inner)]
  }
}

/// Takes what is left over in a stack.
public struct Spacer: View, PrimitiveView {
  private let minLength: Double

  public init(minLength: Double? = nil) { self.minLength = minLength ?? 8 }

  func elements(in context: ResolveContext) -> [any Element] {
    [SpacerElement(axis: context.stackAxis, minimum: context.length(minLength, "a spacer's least length"))]
  }
}

/// A hairline across a stack, one pixel or half a point thick, whichever is more.
public struct Divider: View, PrimitiveView {
  public init() {}

  func elements(in context: ResolveContext) -> [any Element] {
    [DividerElement(isVertical: context.stackAxis == .horizontal, style: context.style(.tertiary), identity: context)]
  }
}

extension ResolveContext {
  /// Between the parts of a stack or grid; 8 points where none is given. Negative ones overlap.
  func spacing(_ given: Double?) -> Double {
    given.map { length($0, "spacing", in: -LayoutLimit.coordinate...LayoutLimit.coordinate) } ?? 8
  }
}
