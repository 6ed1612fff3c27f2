/// The outline of a widget, or of a view that `containerShape` made a container: a rounded rectangle, in points of the
/// widget. Its radius is set by the host (rule 11).
package struct ContainerShape: Hashable, Sendable {
  var rect: Rect
  var radius: Double

  package init(rect: Rect, radius: Double) {
    self.rect = rect
    self.radius = radius
  }

  /// Concentric corners: the radius minus the distance to the container's edge (rule 10).
  func radius(inside inner: Rect) -> Double {
    let inset = min(
      inner.minX - rect.minX, inner.minY - rect.minY, rect.maxX - inner.maxX, rect.maxY - inner.maxY)
    return max(0, radius - max(0, inset))
  }

  /// The container of the shapes that are being drawn.
  @TaskLocal static var current: ContainerShape?
}

/// A copy of the container's outline, inset by the distance to its edge: a corner near the edge of a widget then has
/// the centre of the widget's corner (docs/rules.md, rule 10).
///
///     Text("Tides").padding(8).background(.fill.tertiary, in: ContainerRelativeShape())
///
/// The container is the widget, or a view with `containerShape`. Without rounded corners it is a plain rectangle
/// (docs/rules.md, Margins and shape).
public struct ContainerRelativeShape: InsettableShape, PrimitiveShape {
  public init() {}

  package func path(in rect: Rect) -> Path {
    guard let radius = ContainerShape.current?.radius(inside: rect), radius > 0 else { return Path(rect) }
    return RoundedRectangle(cornerRadius: radius).path(in: rect)
  }
}

extension View {
  /// Makes the view the container for ``ContainerRelativeShape`` inside of it. Rounded rectangles, capsules and circles
  /// provide their radius; other shapes count as rectangles.
  public func containerShape(_ shape: some InsettableShape) -> some View {
    ElementModifier(content: self) { child, _ in
      ContainerShapeElement(child: child, outline: { (rect: Rect) in shape.path(in: rect) })
    }
  }
}

struct ContainerShapeElement: WrapperElement {
  let child: any Element
  let outline: (Rect) -> Path

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let outer = canvas.containerShape
    canvas.containerShape = ContainerShape(rect: rect, radius: outline(rect).roundedRectangle?.radius ?? 0)
    child.draw(in: rect, proposed: proposed, into: &canvas)
    canvas.containerShape = outer
  }
}

extension Path {
  /// The outline as a rounded rectangle, if it is one: the only outline by which an archive can clip.
  var roundedRectangle: (rect: Rect, radius: Double)? {
    switch geometry {
    case .rectangle(let rect): (rect, 0)
    case .roundedRectangle(let rect, let radius): (rect, radius)
    case .arc(let center, let radius, _, let sweep) where abs(sweep.degrees) >= 360:
      (Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), radius)
    default: nil
    }
  }
}
