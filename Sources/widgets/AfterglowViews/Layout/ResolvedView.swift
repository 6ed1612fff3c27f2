/// A view that was evaluated at a place of a tree: what a host measures and draws.
package struct ResolvedView {
  private let element: any Element

  init(_ element: any Element) { self.element = element }

  package init(_ view: some View, in context: ResolveContext) { element = resolveOne(view, in: context) }

  package func size(in proposal: Proposal) -> Size { element.size(in: proposal) }

  /// In its own size, in the middle of a rectangle.
  package func centred(in rect: Rect) -> Rect { place(element, in: rect, .center) }

  package func draw(in rect: Rect, into canvas: inout DrawCanvas) { element.draw(in: rect, into: &canvas) }
}
