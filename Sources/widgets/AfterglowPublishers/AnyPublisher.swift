import Foundation

/// A publisher whose type is erased: the result of every operator.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let start: (Downstream<Output, Failure>) -> (any Cancellable)?

  /// - Parameter start: called at the first request of each subscriber. Its result is cancelled with the subscription.
  package init(start: @escaping (Downstream<Output, Failure>) -> (any Cancellable)?) { self.start = start }

  public init<Other: Publisher>(_ publisher: Other) where Other.Output == Output, Other.Failure == Failure {
    start = { downstream in
      publisher.sink(receiveCompletion: { downstream.send(completion: $0) }, receiveValue: { downstream.send($0) })
    }
  }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Failure {
    subscriber.receive(subscription: Downstream(to: subscriber, start: start))
  }
}

extension Publisher {
  /// Hides the type of the publisher.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    (self as? AnyPublisher<Output, Failure>) ?? AnyPublisher(self)
  }
}

/// One subscriber, as its publisher sees it.
package final class Downstream<Output, Failure: Error>: Subscription, @unchecked Sendable {
  private let lock = NSLock()
  private var start: ((Downstream) -> (any Cancellable)?)?
  private var receiveValue: ((Output) -> Void)?
  private var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  private var upstream: (any Cancellable)?

  fileprivate init<Receiver: Subscriber>(
    to subscriber: Receiver, start: @escaping (Downstream) -> (any Cancellable)?
  ) where Receiver.Input == Output, Receiver.Failure == Failure {
    self.start = start
    receiveValue = { _ = subscriber.receive($0) }
    receiveCompletion = { subscriber.receive(completion: $0) }
  }

  package func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let start = lock.withLock {
      defer { self.start = nil }
      return self.start
    }
    guard let upstream = start?(self) else { return }
    let isOver = lock.withLock {
      if receiveValue != nil { self.upstream = upstream }
      return receiveValue == nil
    }
    if isOver { upstream.cancel() }
  }

  /// Whether the subscription has ended.
  package var isOver: Bool { lock.withLock { receiveValue == nil } }

  /// Sends a value, unless the subscription has ended.
  package func send(_ value: Output) {
    let receive = lock.withLock { receiveValue }
    receive?(value)
  }

  /// Ends the subscription.
  package func send(completion: Subscribers.Completion<Failure>) {
    let receive = lock.withLock { receiveCompletion }
    cancel()
    receive?(completion)
  }

  package func cancel() {
    // What is released may cancel in turn: not before the lock is free.
    let old = lock.withLock {
      defer { (start, receiveValue, receiveCompletion, upstream) = (nil, nil, nil, nil) }
      return (start, receiveValue, receiveCompletion, upstream)
    }
    old.3?.cancel()
  }
}

/// The subscribers of a publisher that sends each of its values to all of them.
final class Listeners<Output, Failure: Error>: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [Downstream<Output, Failure>] = []
  private var completion: Subscribers.Completion<Failure>?

  /// Adds a subscriber; one that comes after the end only receives that.
  ///
  /// - Returns: an object that removes the subscriber.
  func add(_ downstream: Downstream<Output, Failure>) -> AnyCancellable? {
    let completion = lock.withLock {
      if self.completion == nil { all.append(downstream) }
      return self.completion
    }
    if let completion {
      downstream.send(completion: completion)
      return nil
    }
    return AnyCancellable { [weak self, weak downstream] in
      guard let self, let downstream else { return }
      self.remove(downstream)
    }
  }

  private func remove(_ downstream: Downstream<Output, Failure>) {
    lock.withLock { all.removeAll { $0 === downstream } }
  }

  func send(_ value: Output) {
    let all = lock.withLock { completion == nil ? self.all : [] }
    for downstream in all { downstream.send(value) }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    let all = lock.withLock {
      if self.completion != nil { return [Downstream<Output, Failure>]() }
      self.completion = completion
      defer { self.all = [] }
      return self.all
    }
    for downstream in all { downstream.send(completion: completion) }
  }
}
