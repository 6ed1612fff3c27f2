import Foundation

/// What a parent offers a child, in points; infinity asks for the largest, 0 for the smallest it can be.
struct Proposal: Hashable {
  var width: Double
  var height: Double
}

/// A node of the resolved tree: sizes itself in an offer, then draws itself into the rectangle it was given.
class Element {
  var priority: Double { 0 }
  var isSpacer: Bool { false }

  func size(in proposal: Proposal) -> Size { .zero }
  /// Distance from the top to the first or last baseline at this size; nil without text.
  func baseline(first: Bool, size: Size) -> Double? { nil }
  func draw(in rect: Rect, into canvas: inout Canvas) {}
}

/// The background that a widget asked for while it was resolved.
final class Container {
  var background: Element?
}

/// Where in the tree a view is being resolved, and what surrounds it.
struct ResolveContext {
  var environment: EnvironmentValues
  let typesetter: Typesetter
  let container: Container
  /// Pixels a point.
  let scale: Double
  /// The instant that is compiled for.
  let date: Date
  /// Same place in the tree, same number: names a node across entries and variants.
  var path: UInt32
  var stackAxis: Axis?
  var name: String?
  var isBackground = false

  func child(_ index: Int) -> ResolveContext {
    var inner = self
    inner.path = (path ^ UInt32(truncatingIfNeeded: index &+ 1)) &* 16_777_619
    return inner
  }

  /// Overlay, background and container background stand beside the children.
  func attachment(_ index: Int) -> ResolveContext {
    var inner = child(-1 - index)
    inner.stackAxis = nil
    return inner
  }

  func style(_ style: some ShapeStyle) -> AnyShapeStyle { AnyShapeStyle(style) }
}

/// Evaluates a view down to elements.
func resolve<V: View>(_ view: V, in context: ResolveContext) -> [Element] {
  if let primitive = view as? any PrimitiveView { return primitive.elements(in: context) }
  let body = EnvironmentValues.$current.withValue(context.environment) { view.body }
  return resolve(body, in: context.child(0))
}

/// One element for a view, several laid over each other.
func resolveOne(_ view: some View, in context: ResolveContext) -> Element {
  let elements = resolve(view, in: context)
  return elements.count == 1 ? elements[0] : LayerElement(alignment: .center, children: elements)
}
