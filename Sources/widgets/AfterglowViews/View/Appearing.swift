extension View {
  /// Calls an action once the widget is laid out with this view, before it is drawn. If the action sets a ``State``, the widget
  /// is laid out again with that value.
  ///
  ///     struct TideView: View {
  ///       @State private var words = "Low water"
  ///       var body: some View { Text(words).onAppear { words = "High water" } }
  ///     }
  ///
  /// Each look in which an entry is laid out calls the action once. In a ``ViewThatFits`` only views that are drawn appear.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    AppearingView(content: self, action: action)
  }
}

/// A view whose action is called when a widget's layout has it for the first time.
private struct AppearingView<Content: View>: View, PrimitiveView {
  let content: Content
  let action: (() -> Void)?

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    let elements = resolve(content, in: context)
    guard let action, let states = context.container.states, let preferences = context.preferences else {
      return elements
    }
    let appear: () -> Void = {
      guard states.appears(Self.self, path: context.path) else { return }
      preferences.wait { context.evaluating(action) }
    }
    if context.isCandidate { return elements.map { AppearingElement(child: $0, appear: appear) } }
    appear()
    return elements
  }
}

/// A view that appears when it is drawn.
private struct AppearingElement: WrapperElement {
  let child: any Element
  let appear: () -> Void

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    appear()
    child.draw(in: rect, proposed: proposed, into: &canvas)
  }
}
