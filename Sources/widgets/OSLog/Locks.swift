import Foundation

// Locks under the names of Apple's systems. A lock of threads does what they do.

/// A lock in memory that its owner provides.
// swift-format-ignore: TypeNamesShouldBeCapitalized
public typealias os_unfair_lock = pthread_mutex_t

/// A pointer to such a lock.
// swift-format-ignore: TypeNamesShouldBeCapitalized
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

// Emitted into the caller: a package that finds these need not be linked with this module.

/// Waits for the lock.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_alwaysEmitIntoClient
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { _ = pthread_mutex_lock(lock) }

/// Returns whether the lock was free and is held now.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_alwaysEmitIntoClient
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { pthread_mutex_trylock(lock) == 0 }

/// Releases the lock.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_alwaysEmitIntoClient
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { _ = pthread_mutex_unlock(lock) }

/// A lock with the state that it protects.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private final class Storage {
    let lock = NSLock()
    var state: State

    init(_ state: State) { self.state = state }
  }

  private let storage: Storage

  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Calls a closure with the state while the lock is held.
  public func withLockUnchecked<Value>(_ body: (inout State) throws -> Value) rethrows -> Value {
    try storage.lock.withLock { try body(&storage.state) }
  }

  /// Calls a closure with the state while the lock is held.
  public func withLock<Value: Sendable>(_ body: @Sendable (inout State) throws -> Value) rethrows -> Value {
    try withLockUnchecked(body)
  }

  /// Calls a closure with the state if the lock is free; otherwise returns `nil`.
  public func withLockIfAvailable<Value: Sendable>(
    _ body: @Sendable (inout State) throws -> Value
  ) rethrows -> Value? {
    guard storage.lock.try() else { return nil }
    defer { storage.lock.unlock() }
    return try body(&storage.state)
  }
}

extension OSAllocatedUnfairLock where State: Sendable {
  public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
  public init() { self.init(uncheckedState: ()) }

  /// Waits for the lock.
  public func lock() { storage.lock.lock() }
  /// Releases the lock.
  public func unlock() { storage.lock.unlock() }

  /// Calls a closure while the lock is held.
  public func withLock<Value: Sendable>(_ body: @Sendable () throws -> Value) rethrows -> Value {
    try withLockUnchecked { _ in try body() }
  }
}
