/// A value of your own in the environment of views.
///
///     struct AccentKey: EnvironmentKey {
///       static let defaultValue: Color = .blue
///     }
///
///     extension EnvironmentValues {
///       var accent: Color {
///         get { self[AccentKey.self] }
///         set { self[AccentKey.self] = newValue }
///       }
///     }
///
/// It is set with `environment(_:_:)` and read with ``Environment``, as the values of this module are. ``Entry()`` writes a key
/// by itself.
public protocol EnvironmentKey {
  associatedtype Value
  /// Where no view set it.
  static var defaultValue: Value { get }
}

/// Values of a widget's own keys, by type. A body is evaluated by one thread at a time, so they need not be `Sendable`.
struct CustomValues: @unchecked Sendable {
  private var values: [ObjectIdentifier: Any] = [:]

  subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

extension EnvironmentValues {
  /// The value of a widget's own key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { customValues[key] }
    set { customValues[key] = newValue }
  }
}

extension View {
  /// Changes a value for this view and its content.
  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
  ) -> some View {
    EnvironmentModifier(content: self) { transform(&$0[keyPath: keyPath]) }
  }
}
