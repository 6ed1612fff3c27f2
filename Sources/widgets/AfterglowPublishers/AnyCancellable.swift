import Foundation

/// A subscription that ends when it is cancelled or released.
///
///     store.$items.sink { show($0) }.store(in: &cancellables)
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  private let lock = NSLock()
  private var action: (() -> Void)?

  /// - Parameter cancel: called once, when the object is cancelled or released.
  public init(_ cancel: @escaping () -> Void) { action = cancel }

  /// Wraps another cancellable object.
  public init<Wrapped: Cancellable>(_ canceller: Wrapped) { action = { canceller.cancel() } }

  deinit { action?() }

  public func cancel() {
    let action = lock.withLock {
      defer { self.action = nil }
      return self.action
    }
    action?()
  }

  public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Keeps the subscription as long as the set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  /// Keeps the subscription as long as the collection.
  public func store<Collection: RangeReplaceableCollection>(in collection: inout Collection)
  where Collection.Element == AnyCancellable { collection.append(self) }
}

extension Cancellable {
  /// Keeps the subscription as long as the set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(AnyCancellable(self)) }

  /// Keeps the subscription as long as the collection.
  public func store<Collection: RangeReplaceableCollection>(in collection: inout Collection)
  where Collection.Element == AnyCancellable { collection.append(AnyCancellable(self)) }
}

/// Several subscriptions that end together.
final class CancellableGroup: Cancellable, @unchecked Sendable {
  private let lock = NSLock()
  private var members: [AnyCancellable] = []
  private var isCancelled = false

  /// Adds a subscription. It ends at once if the group has ended.
  func add(_ member: AnyCancellable) {
    let isLate = lock.withLock {
      if !isCancelled { members.append(member) }
      return isCancelled
    }
    if isLate { member.cancel() }
  }

  /// Ends the subscriptions so far, and adds this one.
  func replaceAll(by member: AnyCancellable) {
    let old = lock.withLock {
      defer { members = [] }
      return members
    }
    for other in old { other.cancel() }
    add(member)
  }

  func cancel() {
    let all = lock.withLock {
      isCancelled = true
      defer { members = [] }
      return members
    }
    for member in all { member.cancel() }
  }
}

/// A variable that closures share.
final class Box<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set {
      // The old value is released when the lock is free.
      var value = newValue
      lock.withLock { swap(&stored, &value) }
    }
  }

  /// Changes the variable. The closure must not use the box.
  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&stored) } }
}
