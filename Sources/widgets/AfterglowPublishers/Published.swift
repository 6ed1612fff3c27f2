import Foundation

/// A class whose changes an app observes: a ``Published`` property announces each of them.
///
/// A widget's views are drawn once for each look and show the values of the moment; models that an app shares with them compile.
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// A publisher that sends before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The publisher of all ``Published`` properties of the object. Without any, each call returns another one.
  public var objectWillChange: ObservableObjectPublisher {
    var changes: [Box<ObservableObjectPublisher?>] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      changes += current.children.compactMap { ($0.value as? any AnnouncedProperty)?.announcement }
      mirror = current.superclassMirror
    }
    let publisher = changes.lazy.compactMap(\.value).first ?? ObservableObjectPublisher()
    for change in changes { change.value = publisher }
    return publisher
  }
}

/// A publisher that announces changes of an object.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
  public typealias Output = Void
  public typealias Failure = Never

  private let listeners = Listeners<Void, Never>()

  public init() {}

  /// Announces a change.
  public func send() { listeners.send(()) }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Void, Receiver.Failure == Never {
    AnyPublisher<Void, Never> { [listeners] in listeners.add($0) }.receive(subscriber: subscriber)
  }
}

/// A property of an object that announces its changes.
private protocol AnnouncedProperty {
  var announcement: Box<ObservableObjectPublisher?> { get }
}

/// A property that an app observes. `$name` is a publisher of its values.
///
///     final class Store: ObservableObject {
///       @Published var count = 0
///     }
///
///     store.$count.sink { show($0) }.store(in: &cancellables)
@propertyWrapper
public struct Published<Value> {
  let storage: PublishedStorage<Value>

  public init(wrappedValue: Value) { storage = PublishedStorage(wrappedValue) }
  public init(initialValue: Value) { storage = PublishedStorage(initialValue) }

  public var wrappedValue: Value {
    get { storage.value }
    // A listener that gets a change may read the property.
    nonmutating set { storage.value = newValue }
  }

  /// The publisher of the property's values.
  ///
  /// It sends the present value first.
  public var projectedValue: Publisher {
    get { Publisher(storage: storage) }
    // The publisher of a property stays the same; `assign(to:)` passes it back.
    set {}
  }

  /// A publisher of the present value, and of each new one before the property has it.
  public struct Publisher: AfterglowPublishers.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    let storage: PublishedStorage<Value>

    public func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Value, Receiver.Failure == Never {
      AnyPublisher<Value, Never> { [storage] downstream in
        downstream.send(storage.value)
        return storage.listeners.add(downstream)
      }
      .receive(subscriber: subscriber)
    }

    /// Keeps a subscription as long as the property exists.
    func keep(_ subscription: AnyCancellable) { storage.subscriptions.change { $0.append(subscription) } }
  }
}

extension Published: AnnouncedProperty {
  fileprivate var announcement: Box<ObservableObjectPublisher?> { storage.announcement }
}

/// The value of a ``Published`` property, with those who observe it.
final class PublishedStorage<Value>: @unchecked Sendable {
  let listeners = Listeners<Value, Never>()
  /// The publisher of the object's changes, once it was asked for.
  let announcement = Box<ObservableObjectPublisher?>(nil)
  let subscriptions = Box<[AnyCancellable]>([])
  private let current: Box<Value>

  init(_ value: Value) { current = Box(value) }

  var value: Value {
    get { current.value }
    set {
      announcement.value?.send()
      listeners.send(newValue)
      current.value = newValue
    }
  }
}
