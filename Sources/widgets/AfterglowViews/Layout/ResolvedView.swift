/// A view that was evaluated at a place of a tree: what a host measures and draws.
package struct ResolvedView {
  private let element: any Element

  init(_ element: any Element) { self.element = element }

  package init(_ view: some View, in context: ResolveContext) { element = resolveOne(view, in: context) }

  package func size(in proposal: Proposal) -> Size { element.size(in: proposal) }

  package func draw(in rect: Rect, into canvas: inout DrawCanvas) { element.draw(in: rect, into: &canvas) }

  /// Draws the view in the size that it takes of a rectangle, in the middle of it.
  package func draw(centredIn rect: Rect, into canvas: inout DrawCanvas) {
    element.draw(in: place(element, in: rect, .center), proposed: Proposal(rect.size), into: &canvas)
  }
}
