/// Layers before and behind a view, of its size.
extension View {
  public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
    attached(content(), isBehind: false, alignment)
  }

  public func overlay(_ style: some ShapeStyle) -> some View { overlay { Rectangle().fill(style) } }
  public func overlay(_ style: some ShapeStyle, in shape: some Shape) -> some View { overlay { shape.fill(style) } }

  @_disfavoredOverload
  public func overlay(_ view: some View, alignment: Alignment = .center) -> some View {
    attached(view, isBehind: false, alignment)
  }

  public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
    attached(content(), isBehind: true, alignment)
  }

  public func background(_ style: some ShapeStyle) -> some View { background { Rectangle().fill(style) } }
  public func background(_ style: some ShapeStyle, in shape: some Shape) -> some View {
    background { shape.fill(style) }
  }
  public func background(in shape: some Shape) -> some View { background(.background, in: shape) }

  @_disfavoredOverload
  public func background(_ view: some View, alignment: Alignment = .center) -> some View {
    attached(view, isBehind: true, alignment)
  }

  /// Inside the view's own edge.
  public func border(_ style: some ShapeStyle, width: Double = 1) -> some View {
    overlay { Rectangle().strokeBorder(style, lineWidth: width) }
  }

  private func attached(_ layer: some View, isBehind: Bool, _ alignment: Alignment) -> some View {
    ElementModifier(content: self) { child, context in
      AttachmentElement(
        child: child, attachment: resolveLayer(layer, alignment, in: context.attachment(isBehind ? 2 : 1)),
        isBehind: isBehind, alignment: alignment, isMirrored: context.isMirrored)
    }
  }
}

/// Several views of one layer are aligned to each other as the layer is to its view.
private func resolveLayer(_ view: some View, _ alignment: Alignment, in context: ResolveContext) -> any Element {
  let elements = resolve(view, in: context)
  return elements.count == 1 ? elements[0] : layer(elements, alignment, in: context)
}
