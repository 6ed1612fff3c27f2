/// Layers in front of and behind a view, of its size.
extension View {
  /// Adds views in front of this one. They are proposed its size and do not change it.
  ///
  /// - Parameter alignment: the position of a layer of another size; it also aligns several views of the layer to each
  ///   other.
  /// - Parameter content: the views of the layer.
  public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
    attached(content(), isBehind: false, alignment)
  }

  /// Fills the view's rectangle with a style, in front of the view.
  public func overlay(_ style: some ShapeStyle) -> some View { overlay { Rectangle().fill(style) } }
  /// Fills a shape of the view's size with a style, in front of the view.
  public func overlay(_ style: some ShapeStyle, in shape: some Shape) -> some View { overlay { shape.fill(style) } }

  /// Adds a view in front of this one.
  @_disfavoredOverload
  public func overlay(_ view: some View, alignment: Alignment = .center) -> some View {
    attached(view, isBehind: false, alignment)
  }

  /// Adds views behind this one. They are proposed its size and do not change it. For the background of a whole widget
  /// use `containerBackground`, which a host can remove.
  public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
    attached(content(), isBehind: true, alignment)
  }

  /// Fills the view's rectangle with a style, behind the view.
  ///
  /// - Parameters:
  ///   - style: what fills it.
  ///   - edges: accepted without effect: there is no safe area.
  public func background(_ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    background { Rectangle().fill(style) }
  }
  /// Fills the view's rectangle with the background style, behind the view.
  ///
  /// - Parameter edges: accepted without effect: there is no safe area.
  public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { background(.background) }
  /// Fills a shape of the view's size with a style, behind the view.
  public func background(
    _ style: some ShapeStyle, in shape: some Shape, fillStyle: FillStyle = FillStyle()
  ) -> some View {
    background { shape.fill(style, style: fillStyle) }
  }
  /// Fills a shape of the view's size with the background style, behind the view.
  public func background(in shape: some Shape, fillStyle: FillStyle = FillStyle()) -> some View {
    background(.background, in: shape, fillStyle: fillStyle)
  }

  /// Adds a view behind this one.
  @_disfavoredOverload
  public func background(_ view: some View, alignment: Alignment = .center) -> some View {
    attached(view, isBehind: true, alignment)
  }

  /// A rectangular line inside the view's edge, `width` points wide.
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
package func resolveLayer(_ view: some View, _ alignment: Alignment, in context: ResolveContext) -> any Element {
  let elements = resolve(view, in: context)
  return elements.count == 1 ? elements[0] : layer(elements, alignment, in: context)
}
