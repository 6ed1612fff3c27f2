import Foundation

extension Subscribers {
  /// A subscriber of closures.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    private let lock = NSLock()
    private var receiveValue: ((Input) -> Void)?
    private var receiveCompletion: ((Completion<Failure>) -> Void)?
    private var subscription: (any Subscription)?

    /// - Parameters:
    ///   - receiveCompletion: called at the end of the values.
    ///   - receiveValue: called with each value.
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
    ) {
      self.receiveCompletion = receiveCompletion
      self.receiveValue = receiveValue
    }

    public func receive(subscription: any Subscription) {
      let isAccepted = lock.withLock {
        if receiveValue == nil || self.subscription != nil { return false }
        self.subscription = subscription
        return true
      }
      if isAccepted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    public func receive(_ input: Input) -> Demand {
      let receive = lock.withLock { receiveValue }
      receive?(input)
      return .none
    }

    public func receive(completion: Completion<Failure>) {
      let receive = lock.withLock { receiveCompletion }
      _ = end()
      receive?(completion)
    }

    public func cancel() { end()?.cancel() }

    /// Releases the closures.
    ///
    /// - Returns: the subscription, if there was one.
    private func end() -> (any Subscription)? {
      // What is released may cancel in turn: not before the lock is free.
      let old = lock.withLock {
        defer { (receiveValue, receiveCompletion, subscription) = (nil, nil, nil) }
        return (receiveValue, receiveCompletion, subscription)
      }
      return old.2
    }
  }
}

extension Publisher {
  /// Calls closures with the values and their end, until the result is cancelled or released.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    receive(subscriber: sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Calls a closure with each value, until the result is cancelled or released.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// Sets a property to each value, until the result is cancelled or released.
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }

  /// Sets a property that is ``Published`` to each value, as long as its object exists.
  public func assign(to published: inout Published<Output>.Publisher) {
    published.keep(sink { [weak storage = published.storage] in storage?.value = $0 })
  }
}
