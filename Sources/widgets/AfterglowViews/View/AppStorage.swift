import Foundation

/// A value of the user defaults. It is read when a body is made; setting it changes the defaults, but draws nothing again.
///
/// What a provider or an intent writes is kept for later timelines, in `afterglow/defaults` of the data folder of the user
/// that the host runs as.
@propertyWrapper
public struct AppStorage<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  fileprivate init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    (self.read, self.write) = (read, write)
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding<Value> { Binding(get: read, set: write) }

  fileprivate init(plain key: String, _ fallback: Value, _ store: UserDefaults?) {
    let defaults = store ?? .standard
    self.init(read: { defaults.object(forKey: key) as? Value ?? fallback }, write: { defaults.set($0, forKey: key) })
  }
}

/// User defaults may be used from any thread.
extension AppStorage: @unchecked Sendable where Value: Sendable {}

extension AppStorage where Value == Bool {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    self.init(plain: key, wrappedValue, store)
  }
}
extension AppStorage where Value == Int {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    self.init(plain: key, wrappedValue, store)
  }
}
extension AppStorage where Value == Double {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    self.init(plain: key, wrappedValue, store)
  }
}
extension AppStorage where Value == String {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    self.init(plain: key, wrappedValue, store)
  }
}
extension AppStorage where Value == Data {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    self.init(plain: key, wrappedValue, store)
  }
}
extension AppStorage where Value == Date {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    self.init(plain: key, wrappedValue, store)
  }
}
extension AppStorage where Value == URL {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    let defaults = store ?? .standard
    self.init(read: { defaults.url(forKey: key) ?? wrappedValue }, write: { defaults.set($0, forKey: key) })
  }
}
extension AppStorage where Value: RawRepresentable, Value.RawValue == String {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    let defaults = store ?? .standard
    self.init(
      read: { defaults.string(forKey: key).flatMap { Value(rawValue: $0) } ?? wrappedValue },
      write: { defaults.set($0.rawValue, forKey: key) })
  }
}
extension AppStorage where Value: RawRepresentable, Value.RawValue == Int {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    let defaults = store ?? .standard
    self.init(
      read: { (defaults.object(forKey: key) as? Int).flatMap { Value(rawValue: $0) } ?? wrappedValue },
      write: { defaults.set($0.rawValue, forKey: key) })
  }
}
extension AppStorage where Value: ExpressibleByNilLiteral {
  /// Creates storage of a value that may be missing.
  public init<Wrapped>(_ key: String, store: UserDefaults? = nil) where Value == Wrapped? {
    let defaults = store ?? .standard
    self.init(read: { defaults.object(forKey: key) as? Wrapped }, write: { defaults.set($0, forKey: key) })
  }
}
