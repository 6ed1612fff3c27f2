import Synchronization

/// Values that several tests look at: each is made by the first that asks for it, and others who ask meanwhile wait for it.
///
/// Only for what depends on its key alone and is never changed.
public final class MadeOnce<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private final class Place: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  private let places = Mutex<[Key: Place]>([:])
  private let make: @Sendable (Key) throws -> Value

  public init(_ make: @escaping @Sendable (Key) throws -> Value) { self.make = make }

  /// - Throws: what making the value threw, to each that asks for it.
  public func callAsFunction(_ key: Key) throws -> Value {
    let place = places.withLock { places in
      if let place = places[key] { return place }
      let place = Place()
      places[key] = place
      return place
    }
    return try place.result.withLock { result in
      if let result { return result }
      let made = Result { try make(key) }
      result = made
      return made
    }.get()
  }
}
