import Foundation
import Synchronization

/// A value that a view keeps while it is laid out.
///
/// A widget's views are drawn and then gone, so that nothing changes it later. What `onAppear` and `onPreferenceChange` set is
/// seen: the widget is then laid out again, up to three times.
@propertyWrapper
public struct State<Value>: StateProperty {
  private final class Box {
    var value: Value
    /// Where the value is kept while the widget is laid out.
    var place: StateStore.Place?

    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  public init(initialValue: Value) { box = Box(initialValue) }

  public var wrappedValue: Value {
    get { box.place?.value as? Value ?? box.value }
    nonmutating set {
      box.value = newValue
      box.place?.set(newValue)
    }
  }

  public var projectedValue: Binding<Value> {
    let box = box
    return Binding(get: { State(box: box).wrappedValue }, set: { State(box: box).wrappedValue = $0 })
  }

  private init(box: Box) { self.box = box }

  func attach(to place: StateStore.Place) { box.place = place }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

/// A property whose value outlives a view's body.
protocol StateProperty {
  func attach(to place: StateStore.Place)
}

/// The values that the views of one widget keep while it is laid out, by their positions in the tree.
package final class StateStore {
  /// One value of one view.
  final class Place {
    private let store: StateStore
    private let key: Key

    fileprivate init(_ store: StateStore, _ key: Key) { (self.store, self.key) = (store, key) }

    var value: Any? { store.values[key] }

    func set(_ value: Any) {
      store.values[key] = value
      store.hasChanged = true
    }
  }

  fileprivate struct Key: Hashable {
    var path: UInt32
    var index: Int
  }

  private struct Appearance: Hashable {
    var kind: ObjectIdentifier
    var path: UInt32
  }

  private var values: [Key: Any] = [:]
  /// The views that have appeared, in any of the layouts.
  private var appearances: Set<Appearance> = []
  fileprivate var hasChanged = false
  /// Which kinds of views have values to keep. Reflection is slow, and each look of each entry has a store of its own.
  private static let kinds = Mutex<[ObjectIdentifier: Bool]>([:])

  /// Gives the properties of a view, or of a modifier, their values.
  func attach<Kind>(_ view: Kind, path: UInt32) {
    let kind = ObjectIdentifier(Kind.self)
    if Self.kinds.withLock({ $0[kind] }) == false { return }
    var found = false
    for (index, child) in Mirror(reflecting: view).children.enumerated() {
      guard let property = child.value as? any StateProperty else { continue }
      found = true
      property.attach(to: Place(self, Key(path: path, index: index)))
    }
    Self.kinds.withLock { $0[kind] = found }
  }

  /// Whether a view of a kind is laid out at a position for the first time. The next call for it returns false.
  func appears<Kind>(_ kind: Kind.Type, path: UInt32) -> Bool {
    appearances.insert(Appearance(kind: ObjectIdentifier(kind), path: path)).inserted
  }

  /// How often a widget is laid out again for values that were set by its own layout.
  private static let maximumPassCount = 3

  /// Lays a widget out, and again as long as that changes the values that it depends on.
  ///
  /// - Parameter pass: lays it out with this store, and calls what waits for the layout's preferences.
  package static func settle<Result>(_ pass: (StateStore) -> Result) -> Result {
    let store = StateStore()
    var result = pass(store)
    for _ in 0..<maximumPassCount where store.hasChanged {
      store.hasChanged = false
      result = pass(store)
    }
    return result
  }
}
