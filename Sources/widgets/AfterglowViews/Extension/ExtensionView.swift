extension ExtensionDrawing {
  /// Has an entry's drawings, by the place where it is drawn.
  package protocol Source {
    /// Whether the host keeps margins around the content.
    var hasMargins: Bool { get }
    /// A sentence about a process that took long, once.
    func takeSlowness() -> String?
    func drawing(_ place: ExtensionPlace, fonts: FontLibrary) throws -> ExtensionDrawing
  }
}

/// An entry drawn by its own process.
package struct ExtensionView<Drawings: ExtensionDrawing.Source>: View, PrimitiveView {
  let drawings: Drawings

  package init(drawings: Drawings) { self.drawings = drawings }

  package func elements(in context: ResolveContext) -> [any Element] {
    guard let shape = context.containerShape else { return [] }
    let place = ExtensionPlace(
      environment: ExtensionEnvironment(context.environment), size: shape.rect.size,
      insets: drawings.hasMargins ? context.environment.widgetContentMargins : EdgeInsets(), cornerRadius: shape.radius,
      scale: context.scale, date: context.spokenDate, path: context.path, moment: context.environment.moment)
    do {
      let drawing = try drawings.drawing(place, fonts: context.typesetter.library)
      if let slowness = drawings.takeSlowness() {
        context.container.report(.warning, at: nil, slowness)
        // A kept drawing would report it at each compile.
        context.container.dates.noteExact()
      }
      for problem in drawing.problems {
        // The path is that of the widget's own views, which this one stands for.
        let words = problem.path.isEmpty ? problem.message : "\(problem.path): \(problem.message)"
        if problem.isOfPart == true {
          context.container.reportPart(at: nil, words)
        } else {
          context.container.report(problem.isError ? .error : .warning, at: nil, words)
        }
      }
      context.container.targets += drawing.targets ?? []
      for node in drawing.accessibility ?? [] { context.container.accessibility.add(node) }
      context.container.moments.note(drawing.moments ?? [])
      if drawing.isTimeless != true { context.container.dates.noteExact() }
      if let background = drawing.background, context.environment.showsWidgetContainerBackground {
        context.setBackground { ExtensionElement(items: background, identity: $0) }
      }
      if let label = drawing.label, context.environment.showsWidgetLabel {
        context.setWidgetLabel { ExtensionElement(items: label, identity: $0) }
      }
      return [ExtensionElement(items: drawing.items, identity: context)]
    } catch {
      // The process may draw it at the next attempt.
      context.container.dates.noteExact()
      context.container.report(.error, at: nil, "\(error)")
      return []
    }
  }
}

/// Items that were laid out in another process, for exactly this frame.
private struct ExtensionElement: Element {
  let items: [DrawItem]
  let identity: ResolveContext

  func size(in proposal: Proposal) -> Size { Size(proposal, ideal: 10) }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    canvas.append(drawn: items, identity: identity)
  }
}
