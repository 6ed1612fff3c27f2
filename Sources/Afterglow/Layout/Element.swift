import Foundation

/// What a parent offers a child, in points: nil asks for its ideal length, infinity for the largest, 0 for the smallest.
struct Proposal: Hashable {
  var width: Double?
  var height: Double?

  static let ideal = Proposal(width: nil, height: nil)

  func length(along axis: Axis) -> Double? { axis == .horizontal ? width : height }
}

extension Proposal {
  init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension Size {
  init(_ proposal: Proposal, ideal: Double) {
    self.init(width: proposal.width ?? ideal, height: proposal.height ?? ideal)
  }

  func length(along axis: Axis) -> Double { axis == .horizontal ? width : height }
}

/// A node of the resolved tree: sizes itself in an offer, then draws itself into the rectangle it was given.
protocol Element {
  var priority: Double { get }
  var isSpacer: Bool { get }
  /// Higher ones are drawn later, whatever their place among their siblings.
  var zIndex: Double { get }
  /// What a cell wants of its grid.
  var gridCell: GridCell { get }
  /// Whether an alignment guide was set in it: only then is `guide` asked.
  var setsGuide: Bool { get }

  func size(in proposal: Proposal) -> Size
  /// Distance from the top to the first or last baseline at this size; nil without text.
  func baseline(first: Bool, size: Size) -> Double?
  /// Distance from the leading or top edge to an alignment that was set in it; nil = nobody did.
  func guide(_ key: AlignmentKey, size: Size) -> Double?
  func draw(in rect: Rect, into canvas: inout Canvas)
}

extension Element {
  var priority: Double { 0 }
  var isSpacer: Bool { false }
  var zIndex: Double { 0 }
  var gridCell: GridCell { GridCell() }
  var setsGuide: Bool { false }
  func baseline(first: Bool, size: Size) -> Double? { nil }
  func guide(_ key: AlignmentKey, size: Size) -> Double? { nil }
  func draw(in rect: Rect, into canvas: inout Canvas) {}
}

/// What a widget asked its host to draw beside it, while its tree was resolved.
final class HostParts {
  fileprivate(set) var background: (any Element)?
  /// What `widgetLabel` gave, where the host has room for it.
  fileprivate(set) var widgetLabel: (any Element)?
}

/// Where in the tree a view is being resolved, and what surrounds it.
struct ResolveContext {
  private(set) var surroundings: Surroundings
  let typesetter: Typesetter
  let container: Container
  /// nil within such a part. Elements keep their context: a part that led back to where it hangs would never be freed.
  private(set) var parts: HostParts? = HostParts()
  /// Pixels a point.
  let scale: Double
  /// The instant that is compiled for.
  let date: Date
  /// Same place in the tree, same number: names a node across entries and variants.
  var path: UInt32
  var stackAxis: Axis?
  var name: String?
  var isBackground = false
  var trail: Trail?
  /// The widget's own outline, set by the host: what `ContainerRelativeShape` keeps its distance from.
  var containerShape: ContainerShape?

  init(
    environment: EnvironmentValues, typesetter: Typesetter, container: Container, scale: Double, date: Date,
    path: UInt32
  ) {
    surroundings = Surroundings(environment)
    self.typesetter = typesetter
    self.container = container
    self.scale = scale
    self.date = date
    self.path = path
  }

  var environment: EnvironmentValues {
    // Lent, not copied.
    _read { yield surroundings.values }
    set { surroundings = Surroundings(newValue) }
  }

  func child(_ index: Int) -> ResolveContext {
    var inner = self
    inner.path = (path ^ UInt32(truncatingIfNeeded: index &+ 1)) &* 16_777_619
    return inner
  }

  /// For the children of a stack along an axis; nil = of what is none.
  func along(_ axis: Axis?) -> ResolveContext {
    var inner = self
    inner.stackAxis = axis
    return inner
  }

  /// Overlay, background and container background stand beside the children.
  func attachment(_ index: Int) -> ResolveContext {
    child(-1 - index).along(nil)
  }

  /// Hands the host what it is to draw behind the widget; the last one counts.
  func setBackground(_ make: (ResolveContext) -> any Element) { parts?.background = make(asPart) }
  func setWidgetLabel(_ make: (ResolveContext) -> any Element) { parts?.widgetLabel = make(asPart) }

  private var asPart: ResolveContext {
    var part = self
    part.parts = nil
    return part
  }

  func style(_ style: some ShapeStyle) -> AnyShapeStyle { AnyShapeStyle(style) }

  func warn(_ message: @autoclosure () -> String) { container.report(.warning, at: trail, message()) }
  func fail(_ message: @autoclosure () -> String) { container.report(.error, at: trail, message()) }
  /// An error of what this view shows; something plain is shown in its place.
  func failPart(_ message: String) { container.reportPart(at: trail, message) }

  /// A length that a view was given: not a number is an error, the rest is kept within what can be shown.
  func length(_ value: Double, _ what: String, in range: ClosedRange<Double> = 0...LayoutLimit.coordinate) -> Double {
    if value.isNaN {
      fail("\(what) is not a number")
      return 0
    }
    if value < range.lowerBound || value > range.upperBound {
      warn("\(what) of \(value) is taken as \(min(max(value, range.lowerBound), range.upperBound))")
    }
    return min(max(value, range.lowerBound), range.upperBound)
  }
}

/// Evaluates a view down to elements; to none where the tree is too large, which the container then knows.
func resolve<V: View>(_ view: V, in context: ResolveContext) -> [any Element] {
  var inner = context
  let trail = Trail(V.self, in: context.trail)
  inner.trail = trail
  guard context.container.admit(at: trail) else { return [] }
  if let type = V.self as? any PrimitiveView.Type { return elements(of: view, as: type, in: inner) }
  let body = EnvironmentValues.$current.withValue(inner.surroundings) { view.body }
  return resolve(body, in: inner.child(0))
}

/// Of a view that is a primitive. Casting the view itself would copy it, and with it the whole tree below, at every level.
private func elements<P: PrimitiveView>(of view: borrowing some View, as type: P.Type, in context: ResolveContext)
  -> [any Element]
{
  // The view's type is P itself.
  withUnsafePointer(to: view) { view in
    view.withMemoryRebound(to: P.self, capacity: 1) { $0.pointee.elements(in: context) }
  }
}

/// One element for a view, several laid over each other.
func resolveOne(_ view: some View, in context: ResolveContext) -> any Element {
  let elements = resolve(view, in: context)
  return elements.count == 1 ? elements[0] : layer(elements, .center, in: context)
}

/// Several views laid over each other.
func layer(_ elements: [any Element], _ alignment: Alignment, in context: ResolveContext) -> LayerElement {
  LayerElement(alignment: alignment, children: elements, isMirrored: context.isMirrored)
}
