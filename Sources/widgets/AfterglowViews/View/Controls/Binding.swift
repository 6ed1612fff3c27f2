/// A value that a control reads and would set.
///
/// Widgets keep no state, and a touch performs an intent: bindings are here so that code with controls and their styles
/// compiles, and shows the value of the moment.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  /// A binding with functions that read and set the value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    read = get
    write = set
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  /// A value that cannot be changed.
  public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }

  /// A part of the value.
  public subscript<Part>(dynamicMember keyPath: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part>(get: { read()[keyPath: keyPath] }, set: { write(wrapped(with: $0, at: keyPath)) })
  }

  private func wrapped<Part>(with part: Part, at keyPath: WritableKeyPath<Value, Part>) -> Value {
    var copy = read()
    copy[keyPath: keyPath] = part
    return copy
  }
}
