import AfterglowPublishers
import Foundation

// Models that an app shares with its widgets. A widget's views are drawn once for each look, so that nothing listens to changes:
// the model's values of the moment are shown.

/// A model that a view keeps.
@propertyWrapper
public struct StateObject<Object: ObservableObject> {
  private final class Box {
    let make: () -> Object
    lazy var object = make()

    init(_ make: @escaping () -> Object) { self.make = make }
  }

  private let box: Box

  public init(wrappedValue make: @autoclosure @escaping () -> Object) { box = Box(make) }

  public var wrappedValue: Object { box.object }
  public var projectedValue: ObservedObject<Object>.Wrapper { ObservedObject.Wrapper(object: box.object) }
}

/// A model that a view is given.
@propertyWrapper
public struct ObservedObject<Object: ObservableObject> {
  /// Bindings to the properties of a model.
  @dynamicMemberLookup
  public struct Wrapper {
    let object: Object

    public subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>) -> Binding<Value> {
      let object = object
      return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
    }
  }

  public var wrappedValue: Object

  public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
  public init(initialValue: Object) { wrappedValue = initialValue }

  public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

/// A model of the environment: what `environmentObject(_:)` around the view set.
@propertyWrapper
public struct EnvironmentObject<Object: ObservableObject> {
  public init() {}

  /// Reading a model that is not set ends the program, as SwiftUI does.
  public var wrappedValue: Object {
    guard let object = EnvironmentValues.current.values.models[Object.self] else {
      preconditionFailure("No environmentObject(_:) around the view has set a model of \(Object.self)")
    }
    return object
  }

  public var projectedValue: ObservedObject<Object>.Wrapper { ObservedObject.Wrapper(object: wrappedValue) }
}

/// Bindings to the properties of an observable model.
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Object: AnyObject> {
  public var wrappedValue: Object

  public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
  public init(_ object: Object) { wrappedValue = object }

  public var projectedValue: Bindable<Object> { self }

  public subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>) -> Binding<Value> {
    let object = wrappedValue
    return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
  }
}

/// Models by their types.
struct EnvironmentModels: @unchecked Sendable {
  private var objects: [ObjectIdentifier: AnyObject] = [:]

  subscript<Object: AnyObject>(type: Object.Type) -> Object? {
    get { objects[ObjectIdentifier(type)] as? Object }
    set { objects[ObjectIdentifier(type)] = newValue }
  }
}

extension View {
  /// Accepted without effect: a view is drawn once, with the values of the moment.
  public func onReceive<Source: Publisher>(
    _ publisher: Source, perform action: @escaping (Source.Output) -> Void
  ) -> some View where Source.Failure == Never { self }

  /// Sets a model for this view and its content, which find it by its type.
  public func environmentObject(_ object: some ObservableObject) -> some View { environment(object) }

  /// Sets a model for this view and its content, which find it by its type; `nil` removes it.
  public func environment<Object: AnyObject>(_ object: Object?) -> some View {
    EnvironmentModifier(content: self) { $0.models[Object.self] = object }
  }
}

extension EnvironmentValues {
  /// A model by its type; `nil` if none is set.
  public subscript<Object: AnyObject>(type: Object.Type) -> Object? { models[type] }

  fileprivate subscript<Object: AnyObject>(required type: ModelType<Object>) -> Object {
    guard let object = models[Object.self] else {
      preconditionFailure("No environment(_:) around the view has set a model of \(Object.self)")
    }
    return object
  }

  fileprivate subscript<Object: AnyObject>(optional type: ModelType<Object>) -> Object? { models[Object.self] }
}

/// A type as a part of a key path.
private struct ModelType<Object: AnyObject>: Hashable {}

extension Environment {
  /// A model of the environment. Reading one that is not set ends the program, as SwiftUI does.
  public init(_ type: Value.Type) where Value: AnyObject { self.init(\.[required: ModelType<Value>()]) }

  /// A model of the environment; `nil` if none is set.
  public init<Object: AnyObject>(_ type: Object.Type) where Value == Object? {
    self.init(\.[optional: ModelType<Object>()])
  }
}
