import Foundation

/// The values of a publisher as an asynchronous sequence: `for await value in publisher.values`.
///
/// The publisher starts with the loop, and is cancelled when the loop ends.
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence where Upstream.Failure == Never {
  public typealias Element = Upstream.Output

  /// Takes one value after another. Values that come in between wait.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<Upstream.Output>.Iterator

    public mutating func next() async -> Upstream.Output? { await base.next() }
  }

  private let publisher: Upstream

  public init(_ publisher: Upstream) { self.publisher = publisher }

  public func makeAsyncIterator() -> Iterator {
    let stream = AsyncStream<Upstream.Output> { continuation in
      let subscription = publisher.sink { _ in
        continuation.finish()
      } receiveValue: { value in
        nonisolated(unsafe) let value = value
        continuation.yield(value)
      }
      continuation.onTermination = { _ in subscription.cancel() }
    }
    return Iterator(base: stream.makeAsyncIterator())
  }
}

/// The values of a publisher that may fail, as an asynchronous sequence: `for try await value in publisher.values`.
///
/// The publisher starts with the loop, and is cancelled when the loop ends.
public struct AsyncThrowingPublisher<Upstream: Publisher>: AsyncSequence {
  public typealias Element = Upstream.Output

  /// Takes one value after another. Values that come in between wait.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncThrowingStream<Upstream.Output, any Error>.Iterator

    public mutating func next() async throws -> Upstream.Output? { try await base.next() }
  }

  private let publisher: Upstream

  public init(_ publisher: Upstream) { self.publisher = publisher }

  public func makeAsyncIterator() -> Iterator {
    let stream = AsyncThrowingStream<Upstream.Output, any Error> { continuation in
      let subscription = publisher.sink { completion in
        switch completion {
        case .finished: continuation.finish()
        case .failure(let error): continuation.finish(throwing: error)
        }
      } receiveValue: { value in
        nonisolated(unsafe) let value = value
        continuation.yield(value)
      }
      continuation.onTermination = { _ in subscription.cancel() }
    }
    return Iterator(base: stream.makeAsyncIterator())
  }
}

extension Publisher where Failure == Never {
  /// The values as an asynchronous sequence.
  ///
  /// - Returns: a sequence that ends with the publisher.
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
  /// The values as an asynchronous sequence that throws the error.
  ///
  /// - Returns: a sequence that ends with the publisher, or throws its error.
  @_disfavoredOverload
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

extension Future {
  /// The promised value.
  ///
  /// - Throws: the promised error.
  @_disfavoredOverload
  public var value: Output {
    get async throws {
      let subscription = Box<AnyCancellable?>(nil)
      let value = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Output, any Error>) in
        subscription.value = self.sink { completion in
          if case .failure(let error) = completion { continuation.resume(throwing: error) }
        } receiveValue: { value in
          nonisolated(unsafe) let value = value
          continuation.resume(returning: value)
        }
      }
      withExtendedLifetime(subscription) {}
      return value
    }
  }
}

extension Future where Failure == Never {
  /// The promised value.
  ///
  /// The task waits until the promise is kept.
  public var value: Output {
    get async {
      let subscription = Box<AnyCancellable?>(nil)
      let value = await withCheckedContinuation { (continuation: CheckedContinuation<Output, Never>) in
        subscription.value = self.sink { value in
          nonisolated(unsafe) let value = value
          continuation.resume(returning: value)
        }
      }
      withExtendedLifetime(subscription) {}
      return value
    }
  }
}
