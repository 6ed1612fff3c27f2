import Foundation

/// A value that views pass up to those around them.
///
///     struct WidthKey: PreferenceKey {
///       static let defaultValue: CGFloat = 0
///       static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
///     }
public protocol PreferenceKey {
  associatedtype Value
  /// Where no view set it.
  static var defaultValue: Value { get }
  /// Joins the value of one more view, in the order of the views.
  static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
  public static var defaultValue: Value { nil }
}

/// The values that the views inside of a view have set.
package final class PreferenceScope {
  private var values: [ObjectIdentifier: Any] = [:]
  private let outer: PreferenceScope?
  /// Is not passed on.
  private let changed: ObjectIdentifier?
  /// What waits until the widget is laid out.
  private let waiting: PreferenceWaiters

  package init() {
    outer = nil
    changed = nil
    waiting = PreferenceWaiters()
  }

  init(in outer: PreferenceScope, changing key: (any PreferenceKey.Type)? = nil) {
    self.outer = outer
    changed = key.map { ObjectIdentifier($0) }
    waiting = outer.waiting
  }

  func add<Key: PreferenceKey>(_ key: Key.Type, _ value: Key.Value) {
    let id = ObjectIdentifier(key)
    if var joined = values[id] as? Key.Value {
      Key.reduce(value: &joined) { value }
      values[id] = joined
    } else {
      values[id] = value
    }
    if id != changed { outer?.add(key, value) }
  }

  func value<Key: PreferenceKey>(of key: Key.Type) -> Key.Value {
    values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue
  }

  func wait(_ action: @escaping () -> Void) { waiting.actions.append(action) }

  /// Calls what waits, once the widget is laid out.
  package func settle() {
    let actions = waiting.actions
    waiting.actions = []
    for action in actions { action() }
  }
}

private final class PreferenceWaiters {
  var actions: [() -> Void] = []
}

/// The place of a view, to be read in the coordinates of another one.
public struct Anchor<Value>: @unchecked Sendable {
  let value: Value
  let read: @Sendable (Value, Point) -> Value

  /// Which place of a view.
  public struct Source: Sendable {
    package let make: @Sendable (Rect) -> Anchor<Value>
  }
}

extension Anchor.Source where Value == CGRect {
  public static var bounds: Self { Self { .init(rect: CGRect($0)) } }
  public static func rect(_ r: CGRect) -> Self {
    Self { .init(rect: r.offsetBy(dx: $0.minX, dy: $0.minY)) }
  }
}

extension Anchor where Value == CGRect {
  fileprivate init(rect: CGRect) {
    self.init(value: rect) { $0.offsetBy(dx: -$1.x, dy: -$1.y) }
  }
}

extension Anchor.Source where Value == CGPoint {
  public static var center: Self { unitPoint(.center) }
  public static var top: Self { unitPoint(.top) }
  public static var bottom: Self { unitPoint(.bottom) }
  public static var leading: Self { unitPoint(.leading) }
  public static var trailing: Self { unitPoint(.trailing) }
  public static var topLeading: Self { unitPoint(.topLeading) }
  public static var topTrailing: Self { unitPoint(.topTrailing) }
  public static var bottomLeading: Self { unitPoint(.bottomLeading) }
  public static var bottomTrailing: Self { unitPoint(.bottomTrailing) }
  public static func unitPoint(_ p: UnitPoint) -> Self {
    Self { rect in
      Anchor(value: CGPoint(x: rect.minX + rect.width * p.x, y: rect.minY + rect.height * p.y)) {
        CGPoint(x: $0.x - $1.x, y: $0.y - $1.y)
      }
    }
  }
}

extension GeometryProxy {
  /// A place in the coordinates of this reader.
  public subscript<T>(anchor: Anchor<T>) -> T { anchor.read(anchor.value, place.origin) }
}

extension View {
  /// Sets a value for the views around this one.
  public func preference<Key: PreferenceKey>(key: Key.Type, value: Key.Value) -> some View {
    ContextModifier(content: self) { $0.preferences?.add(key, value) }
  }

  /// Changes the value that the views inside have set.
  public func transformPreference<Key: PreferenceKey>(
    _ key: Key.Type, _ callback: @escaping (inout Key.Value) -> Void
  ) -> some View {
    PreferenceReader(content: self, changed: key) { scope, outer in
      var value = scope.value(of: key)
      callback(&value)
      outer.add(key, value)
    }
  }

  /// Sets a value made of the view's place, for the views around this one.
  public func anchorPreference<A, Key: PreferenceKey>(
    key: Key.Type, value: Anchor<A>.Source, transform: @escaping (Anchor<A>) -> Key.Value
  ) -> some View {
    ElementModifier(content: self) { child, context in
      PlaceElement(child: child) { context.preferences?.add(key, transform(value.make($0))) }
    }
  }

  /// Is called with the value that the views inside have set, once the widget is laid out. If it sets a ``State``, the widget
  /// is laid out again.
  public func onPreferenceChange<Key: PreferenceKey>(
    _ key: Key.Type, perform action: @escaping (Key.Value) -> Void
  ) -> some View where Key.Value: Equatable {
    PreferenceReader(content: self) { scope, outer in
      outer.wait { action(scope.value(of: key)) }
    }
  }

  /// Adds views in front of this one, made of the value that the views inside have set.
  public func overlayPreferenceValue<Key: PreferenceKey>(
    _ key: Key.Type, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (Key.Value) -> some View
  ) -> some View { layer(of: key, isBehind: false, alignment, transform) }

  /// Adds views behind this one, made of the value that the views inside have set.
  public func backgroundPreferenceValue<Key: PreferenceKey>(
    _ key: Key.Type, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (Key.Value) -> some View
  ) -> some View { layer(of: key, isBehind: true, alignment, transform) }

  private func layer<Key: PreferenceKey>(
    of key: Key.Type, isBehind: Bool, _ alignment: Alignment, _ transform: @escaping (Key.Value) -> some View
  ) -> some View {
    PreferenceLayer(content: self, isBehind: isBehind, alignment: alignment) { AnyView(transform($0.value(of: key))) }
  }
}

/// Views whose values are read once they are laid out.
private struct PreferenceReader<Content: View>: View, PrimitiveView {
  let content: Content
  var changed: (any PreferenceKey.Type)?
  let read: (_ inside: PreferenceScope, _ outside: PreferenceScope) -> Void

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    guard let outer = context.preferences else { return resolve(content, in: context) }
    var inner = context
    let scope = PreferenceScope(in: outer, changing: changed)
    inner.preferences = scope
    let elements = resolve(content, in: inner)
    read(scope, outer)
    return elements
  }
}

/// Views with a layer that is made of their values.
private struct PreferenceLayer<Content: View>: View, PrimitiveView {
  let content: Content
  let isBehind: Bool
  let alignment: Alignment
  let make: (PreferenceScope) -> AnyView

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    guard let outer = context.preferences else { return resolve(content, in: context) }
    var inner = context
    let scope = PreferenceScope(in: outer)
    inner.preferences = scope
    let child = resolveOne(content, in: inner)
    return [
      PreferenceLayerElement(child: child, isBehind: isBehind, alignment: alignment, isMirrored: context.isMirrored) {
        resolveLayer(make(scope), alignment, in: context.attachment(isBehind ? 8 : 7))
      }
    ]
  }
}

/// Draws its child, and a layer that depends on what the child has set while it was drawn.
private struct PreferenceLayerElement: WrapperElement {
  let child: any Element
  let isBehind: Bool
  let alignment: Alignment
  let isMirrored: Bool
  let make: () -> any Element

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let drawn = canvas.taking { child.draw(in: rect, proposed: proposed, into: &$0) }
    let layer = make()
    if !isBehind { canvas.items += drawn }
    layer.draw(
      in: place(layer, in: rect, alignment, of: child).mirrored(in: rect, if: isMirrored),
      proposed: Proposal(rect.size), into: &canvas)
    if isBehind { canvas.items += drawn }
  }
}

/// Reports where its child is drawn.
private struct PlaceElement: WrapperElement {
  let child: any Element
  let report: (Rect) -> Void

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    report(rect)
    child.draw(in: rect, proposed: proposed, into: &canvas)
  }
}
