import Foundation

/// A subject that keeps no value: a subscriber receives those that are sent later.
///
///     let taps = PassthroughSubject<Void, Never>()
///     taps.sink { reload() }.store(in: &cancellables)
///     taps.send()
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  private let listeners = Listeners<Output, Failure>()

  public init() {}

  public func send(_ value: Output) { listeners.send(value) }
  public func send(completion: Subscribers.Completion<Failure>) { listeners.send(completion: completion) }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Failure {
    AnyPublisher<Output, Failure> { [listeners] in listeners.add($0) }.receive(subscriber: subscriber)
  }
}

/// A subject that keeps its last value, which a subscriber receives first.
///
///     let count = CurrentValueSubject<Int, Never>(0)
///     count.value += 1
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  private let listeners = Listeners<Output, Failure>()
  private let current: Box<Output>

  public init(_ value: Output) { current = Box(value) }

  /// The last value. Setting it sends it.
  public var value: Output {
    get { current.value }
    set { send(newValue) }
  }

  public func send(_ value: Output) {
    current.value = value
    listeners.send(value)
  }

  public func send(completion: Subscribers.Completion<Failure>) { listeners.send(completion: completion) }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Failure {
    AnyPublisher<Output, Failure> { [listeners, current] downstream in
      downstream.send(current.value)
      return listeners.add(downstream)
    }
    .receive(subscriber: subscriber)
  }
}

/// A publisher of one result that a closure promises. The closure is called at once.
///
///     let answer = Future<Int, Never> { promise in promise(.success(42)) }
///     print(await answer.value)
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
  public typealias Promise = (Result<Output, Failure>) -> Void

  private let listeners = Listeners<Output, Failure>()
  private let result = Box<Result<Output, Failure>?>(nil)

  /// - Parameter attemptToFulfill: called with the promise, which is kept by the first call.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    let (listeners, result) = (self.listeners, self.result)
    attemptToFulfill { new in
      let isFirst = result.change { known in
        if known != nil { return false }
        known = new
        return true
      }
      if isFirst { Self.send(new, to: listeners) }
    }
  }

  private static func send(_ result: Result<Output, Failure>, to listeners: Listeners<Output, Failure>) {
    switch result {
    case .success(let value):
      listeners.send(value)
      listeners.send(completion: .finished)
    case .failure(let error): listeners.send(completion: .failure(error))
    }
  }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Failure {
    AnyPublisher<Output, Failure> { [listeners, result] downstream in
      // A result that comes in between is sent to the listeners after this.
      let added: AnyCancellable?? = result.change { known in known == nil ? .some(listeners.add(downstream)) : nil }
      if let added { return added }
      result.value?.send(to: downstream)
      return nil
    }
    .receive(subscriber: subscriber)
  }
}

extension Result {
  /// Sends the value and the end, or the error.
  func send(to downstream: Downstream<Success, Failure>) {
    switch self {
    case .success(let value):
      downstream.send(value)
      downstream.send(completion: .finished)
    case .failure(let error): downstream.send(completion: .failure(error))
    }
  }
}
