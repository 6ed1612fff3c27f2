import Foundation

/// A parent's size proposal to a child, in points: nil requests its ideal length, infinity the largest, 0 the smallest.
package struct Proposal: Hashable {
  var width: Double?
  var height: Double?

  package init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }

  package static let ideal = Proposal(width: nil, height: nil)

  func length(along axis: Axis) -> Double? { axis == .horizontal ? width : height }
}

extension Proposal {
  package init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension Size {
  package init(_ proposal: Proposal, ideal: Double) {
    self.init(width: proposal.width ?? ideal, height: proposal.height ?? ideal)
  }

  func length(along axis: Axis) -> Double { axis == .horizontal ? width : height }
}

/// A node of the resolved tree: returns its size for a proposal, then draws itself into the rectangle that it is given.
/// Views that divide or choose do so by the proposal, as they did for their size: by the rectangle alone they could decide
/// otherwise.
package protocol Element {
  var priority: Double { get }
  var isSpacer: Bool { get }
  /// Higher ones are drawn later, regardless of their position among their siblings.
  var zIndex: Double { get }
  /// The cell's settings for its grid.
  var gridCell: GridCell { get }
  /// What `layoutValue` set for the layout around it; nil = not set.
  func layoutValue(_ key: ObjectIdentifier) -> Any?
  /// Whether an alignment guide was set in it: `guide` is only called then.
  var setsGuide: Bool { get }
  /// The distances that it prefers to its neighbours in a stack or grid without a spacing of its own.
  var viewSpacing: ViewSpacing { get }

  func size(in proposal: Proposal) -> Size
  /// Distance from the top to the first or last baseline at this size; nil without text.
  func baseline(first: Bool, size: Size) -> Double?
  /// Distance from the leading or top edge to an alignment that was set in it; nil = not set.
  func guide(_ key: AlignmentKey, size: Size) -> Double?
  /// - Parameter proposed: the proposal for which the element took the size of the rectangle.
  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas)
}

extension Element {
  package var priority: Double { 0 }
  package var isSpacer: Bool { false }
  package var zIndex: Double { 0 }
  package var gridCell: GridCell { GridCell() }
  package var setsGuide: Bool { false }
  package var viewSpacing: ViewSpacing { ViewSpacing() }
  package func layoutValue(_ key: ObjectIdentifier) -> Any? { nil }
  package func baseline(first: Bool, size: Size) -> Double? { nil }
  package func guide(_ key: AlignmentKey, size: Size) -> Double? { nil }
  package func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {}

  /// Draws the element in a rectangle whose size was proposed to it.
  package func draw(in rect: Rect, into canvas: inout DrawCanvas) {
    draw(in: rect, proposed: Proposal(rect.size), into: &canvas)
  }
}

/// Parts that a widget requests from its host, collected while its tree is resolved.
package final class HostParts {
  package fileprivate(set) var background: ResolvedView?
  /// The content of `widgetLabel`, if the host has room for it.
  package fileprivate(set) var widgetLabel: ResolvedView?
}

/// The position in the tree of the view being resolved, and its environment.
package struct ResolveContext {
  private(set) var surroundings: Surroundings
  private var shared: Shared
  /// The same for the same position in the tree: identifies a node across entries and variants.
  package var path: UInt32
  var stackAxis: Axis?
  /// Whether the views are the content of a grid, in which a `GridRow` is a row; elsewhere it is a group.
  private(set) var holdsRows = false
  private(set) var ancestry = Ancestry()

  /// Settings that all views of a layout share, or few of them change. One reference, because a context is copied
  /// several times for every view.
  private final class Shared {
    struct Values {
      let typesetter: Typesetter
      let container: Container
      let scale: Double
      let compileDate: Date
      var parts: HostParts? = HostParts()
      var name: String?
      var isBackground = false
      var isCandidate = false
      var preferences: PreferenceScope?
    }

    let values: Values

    init(_ values: Values) { self.values = values }
  }

  package init(
    environment: EnvironmentValues, typesetter: Typesetter, container: Container, scale: Double, date: Date,
    path: UInt32
  ) {
    var environment = environment
    environment.displayScale = scale
    environment.moment = max(environment.moment, date)
    surroundings = Surroundings(environment)
    shared = Shared(
      Shared.Values(typesetter: typesetter, container: container, scale: scale, compileDate: date))
    self.path = path
  }

  package var typesetter: Typesetter { shared.values.typesetter }
  package var container: Container { shared.values.container }
  /// Pixels per point.
  package var scale: Double { shared.values.scale }
  private var compileDate: Date { shared.values.compileDate }

  /// nil within such a part. Elements retain their context, so a part that referred back to its owner would be a
  /// reference cycle.
  package private(set) var parts: HostParts? {
    get { shared.values.parts }
    set { share { $0.parts = newValue } }
  }

  var name: String? {
    get { shared.values.name }
    set { share { $0.name = newValue } }
  }

  package var isBackground: Bool {
    get { shared.values.isBackground }
    set { share { $0.isBackground = newValue } }
  }

  /// Whether the view may not be drawn, because another one fits.
  var isCandidate: Bool {
    get { shared.values.isCandidate }
    set { share { $0.isCandidate = newValue } }
  }

  /// The values that views pass up; nil where none are collected.
  package var preferences: PreferenceScope? {
    get { shared.values.preferences }
    set { share { $0.preferences = newValue } }
  }

  private mutating func share(_ change: (inout Shared.Values) -> Void) {
    var values = shared.values
    change(&values)
    shared = Shared(values)
  }

  /// The time of compilation, for what is drawn: the drawing then holds at no other date.
  var date: Date {
    container.dates.noteExact()
    return compileDate
  }

  /// The time of compilation, for what is said of a drawing and is not part of it.
  var spokenDate: Date { compileDate }

  /// The pattern of a text that chooses its words by the time of compilation.
  func pattern(_ question: DateUse.Question) -> TickPattern { container.dates.answer(question, at: compileDate) }

  /// The widget's own outline, set by the host, to which `ContainerRelativeShape` is relative.
  var containerShape: ContainerShape? { container.shape }

  package var environment: EnvironmentValues {
    // Borrowed, not copied.
    _read { yield surroundings.values }
    set { surroundings = Surroundings(newValue) }
  }

  package func child(_ index: Int) -> ResolveContext {
    var inner = self
    inner.path = (path ^ UInt32(truncatingIfNeeded: index &+ 1)) &* 16_777_619
    return inner
  }

  /// For the children of a stack along an axis; nil = not in a stack.
  func along(_ axis: Axis?) -> ResolveContext {
    var inner = self
    inner.stackAxis = axis
    inner.holdsRows = false
    return inner
  }

  /// For the content of a grid.
  func holdingRows() -> ResolveContext {
    var inner = along(.vertical)
    inner.holdsRows = true
    return inner
  }

  /// For content whose views are not those of a grid around it.
  func withoutRows() -> ResolveContext { holdsRows ? along(stackAxis) : self }

  /// nil where only structure lies above.
  var trail: Trail? { ancestry.trail }

  /// For what a view of that type contains.
  func inside(_ type: Any.Type, isStructure: Bool) -> ResolveContext {
    var inner = self
    inner.ancestry.depth += 1
    if !isStructure { inner.ancestry.trail = Trail(type, in: trail) }
    return inner
  }

  /// Overlay, background and container background have paths separate from the children's.
  package func attachment(_ index: Int) -> ResolveContext {
    child(-1 - index).along(nil)
  }

  /// Sets what the host draws behind the widget; the last call is used.
  func setBackground(_ make: (ResolveContext) -> any Element) { parts?.background = ResolvedView(make(asPart)) }
  func setWidgetLabel(_ make: (ResolveContext) -> any Element) { parts?.widgetLabel = ResolvedView(make(asPart)) }

  /// Runs a closure of a widget that makes a view. It reads this environment, as the body of a view does.
  package func evaluating<Content>(_ make: () -> Content) -> Content {
    EnvironmentValues.$current.withValue(surroundings) { make() }
  }

  private var asPart: ResolveContext {
    var part = self
    part.parts = nil
    return part
  }

  package func style(_ style: some ShapeStyle) -> AnyShapeStyle { AnyShapeStyle(style) }

  package func warn(_ message: @autoclosure () -> String) { container.report(.warning, at: trail, message()) }
  package func fail(_ message: @autoclosure () -> String) { container.report(.error, at: trail, message()) }
  /// Reports an error of this view's content; a plain replacement is shown.
  func failPart(_ message: String) { container.reportPart(at: trail, message) }

  /// Validates a length that was set on a view: NaN is an error, other values are clamped to the range.
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

/// Evaluates a view to elements; to none if the tree is too large, which is recorded in the container.
func resolve<V: View>(_ view: V, in context: ResolveContext) -> [any Element] {
  let primitive = V.self as? any PrimitiveView.Type
  let inner = context.inside(V.self, isStructure: primitive?.isStructure ?? false)
  guard context.container.admit(in: inner) else { return [] }
  if let primitive { return elements(of: view, as: primitive, in: inner) }
  inner.container.states?.attach(view, path: inner.path)
  let body = EnvironmentValues.$current.withValue(inner.surroundings) { view.body }
  return resolve(body, in: inner.child(0))
}

/// For a primitive view. Casting the view itself would copy it, with the whole tree below it, at every level.
private func elements<P: PrimitiveView>(of view: borrowing some View, as type: P.Type, in context: ResolveContext)
  -> [any Element]
{
  // The view's type is P.
  withUnsafePointer(to: view) { view in
    view.withMemoryRebound(to: P.self, capacity: 1) { view in
      withBorrowed(view) { (view: borrowing P) in view.elements(in: context) }
    }
  }
}

/// Of a type that may not be copyable, so that the compiler makes no copy.
private func withBorrowed<Value: ~Copyable, Result>(
  _ pointer: UnsafePointer<Value>, body: (borrowing Value) -> Result
) -> Result {
  body(pointer.pointee)
}

/// One element for a view; several are layered.
package func resolveOne(_ view: some View, in context: ResolveContext) -> any Element {
  let context = context.withoutRows()
  let elements = resolve(view, in: context)
  return elements.count == 1 ? elements[0] : layer(elements, .center, in: context)
}

/// Layers several views.
func layer(_ elements: [any Element], _ alignment: Alignment, in context: ResolveContext) -> LayerElement {
  LayerElement(alignment: alignment, children: elements, isMirrored: context.isMirrored)
}
