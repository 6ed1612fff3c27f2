import Foundation

/// A publisher of one value.
///
///     Just(21).sink { print($0) }.store(in: &cancellables)
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  public let output: Output

  public init(_ output: Output) { self.output = output }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Never {
    CollectionOfOne(output).publisher.receive(subscriber: subscriber)
  }
}

/// A publisher without values.
public struct Empty<Output, Failure: Error>: Publisher {
  /// Whether it ends at once. Otherwise it never ends.
  public let completeImmediately: Bool

  public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.completeImmediately = completeImmediately
  }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Failure {
    AnyPublisher<Output, Failure> { downstream in
      if completeImmediately { downstream.send(completion: .finished) }
      return nil
    }
    .receive(subscriber: subscriber)
  }
}

/// A publisher that fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
  public let error: Failure

  public init(error: Failure) { self.error = error }
  public init(outputType: Output.Type, failure: Failure) { error = failure }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Failure {
    Result<Output, Failure>.failure(error).publisher.receive(subscriber: subscriber)
  }
}

/// A publisher that is made for each subscriber.
///
/// Two subscribers have a publisher each, which starts when they do.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  public let createPublisher: () -> DeferredPublisher

  public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Failure {
    createPublisher().receive(subscriber: subscriber)
  }
}

extension Sequence {
  /// A publisher of the elements.
  public var publisher: AnyPublisher<Element, Never> {
    AnyPublisher { downstream in
      for element in self {
        if downstream.isOver { break }
        downstream.send(element)
      }
      downstream.send(completion: .finished)
      return nil
    }
  }
}

extension Optional {
  /// A publisher of the value, or of none.
  public var publisher: AnyPublisher<Wrapped, Never> {
    AnyPublisher { downstream in
      if case .some(let value) = self { downstream.send(value) }
      downstream.send(completion: .finished)
      return nil
    }
  }
}

extension Result {
  /// A publisher of the value, or of the error.
  public var publisher: AnyPublisher<Success, Failure> {
    AnyPublisher { downstream in
      send(to: downstream)
      return nil
    }
  }
}

extension NotificationCenter {
  /// A publisher of notifications.
  ///
  /// - Parameters:
  ///   - name: the kind of the notifications.
  ///   - object: their sender; `nil` for any.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> AnyPublisher<Notification, Never> {
    AnyPublisher { downstream in
      let observer = self.addObserver(forName: name, object: object, queue: nil, using: { downstream.send($0) })
      return AnyCancellable { self.removeObserver(observer) }
    }
  }
}
