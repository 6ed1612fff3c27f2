import Foundation

extension Publisher {
  /// A publisher that a closure makes of each value of this one.
  func transformed<Value>(
    _ receive: @escaping (Output, Downstream<Value, Failure>) -> Void
  ) -> AnyPublisher<Value, Failure> {
    transformed(receive) { completion, downstream in downstream.send(completion: completion) }
  }

  /// A publisher that closures make of each value of this one and of the end.
  func transformed<Value, Problem: Error>(
    _ receive: @escaping (Output, Downstream<Value, Problem>) -> Void,
    completion: @escaping (Subscribers.Completion<Failure>, Downstream<Value, Problem>) -> Void
  ) -> AnyPublisher<Value, Problem> {
    AnyPublisher { downstream in
      self.sink(
        receiveCompletion: { completion($0, downstream) }, receiveValue: { receive($0, downstream) })
    }
  }

  /// A publisher that closures make of each value, of the end, and of a state that each subscriber has of its own.
  fileprivate func transformed<State, Value>(
    from state: State, _ receive: @escaping (Output, Box<State>, Downstream<Value, Failure>) -> Void,
    completion: @escaping (Subscribers.Completion<Failure>, Box<State>, Downstream<Value, Failure>) -> Void = {
      $2.send(completion: $0)
    }
  ) -> AnyPublisher<Value, Failure> {
    AnyPublisher { downstream in
      let state = Box(state)
      return self.sink(
        receiveCompletion: { completion($0, state, downstream) }, receiveValue: { receive($0, state, downstream) })
    }
  }

  /// Changes each value.
  ///
  /// - Parameter transform: makes the new value.
  /// - Returns: a publisher with the same end.
  public func map<Value>(_ transform: @escaping (Output) -> Value) -> AnyPublisher<Value, Failure> {
    transformed { value, downstream in downstream.send(transform(value)) }
  }

  /// Takes a property of each value.
  ///
  /// - Parameter keyPath: names the property.
  /// - Returns: a publisher of the property's values.
  public func map<Value>(_ keyPath: KeyPath<Output, Value>) -> AnyPublisher<Value, Failure> {
    transformed { value, downstream in downstream.send(value[keyPath: keyPath]) }
  }

  /// Changes each value. An error that the closure throws ends the values.
  ///
  /// - Parameter transform: makes the new value, or throws.
  /// - Returns: a publisher that also fails with the closure's errors.
  public func tryMap<Value>(_ transform: @escaping (Output) throws -> Value) -> AnyPublisher<Value, any Error> {
    transformed { value, downstream in
      do {
        downstream.send(try transform(value))
      } catch {
        downstream.send(completion: .failure(error))
      }
    } completion: { completion, downstream in
      downstream.send(completion: completion.mapError { $0 })
    }
  }

  /// Changes each value, and leaves out those that become `nil`.
  ///
  /// - Parameter transform: makes the new value, or `nil`.
  public func compactMap<Value>(_ transform: @escaping (Output) -> Value?) -> AnyPublisher<Value, Failure> {
    transformed { value, downstream in
      if let value = transform(value) { downstream.send(value) }
    }
  }

  /// Leaves out the values that a closure rejects.
  ///
  /// - Parameter isIncluded: whether a value is sent.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    transformed { value, downstream in
      if isIncluded(value) { downstream.send(value) }
    }
  }

  /// Puts a value in place of each `nil`.
  ///
  /// - Parameter output: the value that replaces `nil`.
  public func replaceNil<Value>(with output: Value) -> AnyPublisher<Value, Failure> where Output == Value? {
    map { $0 ?? output }
  }

  /// Decodes each value.
  ///
  /// - Parameters:
  ///   - type: the type of the decoded values.
  ///   - decoder: such as a `JSONDecoder`.
  /// - Returns: a publisher that also fails with the decoder's errors.
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> AnyPublisher<Item, any Error> where Output == Coder.Input { tryMap { try decoder.decode(type, from: $0) } }

  /// Encodes each value.
  ///
  /// - Parameter encoder: such as a `JSONEncoder`.
  /// - Returns: a publisher that also fails with the encoder's errors.
  public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> AnyPublisher<Coder.Output, any Error>
  where Output: Encodable { tryMap { try encoder.encode($0) } }

  /// Calls closures with what passes.
  ///
  /// - Parameters:
  ///   - receiveSubscription: called when a subscriber starts.
  ///   - receiveOutput: called with each value.
  ///   - receiveCompletion: called at the end.
  ///   - receiveCancel: called when the subscriber cancels before the end.
  ///   - receiveRequest: called with the demand, which is unlimited.
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { downstream in
      receiveSubscription?(downstream)
      receiveRequest?(.unlimited)
      let isOver = Box(false)
      let upstream = self.sink { completion in
        isOver.value = true
        receiveCompletion?(completion)
        downstream.send(completion: completion)
      } receiveValue: { value in
        receiveOutput?(value)
        downstream.send(value)
      }
      return AnyCancellable {
        if !isOver.value { receiveCancel?() }
        upstream.cancel()
      }
    }
  }
}

// MARK: values that depend on those before

extension Publisher {
  /// Leaves out a value that equals the one before it, by a closure.
  ///
  /// - Parameter isEqual: whether two values are equal.
  public func removeDuplicates(by isEqual: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
    transformed(from: Output?.none) { value, last, downstream in
      if let before = last.value, isEqual(before, value) { return }
      last.value = value
      downstream.send(value)
    }
  }

  /// Combines each value with the result before it.
  ///
  /// - Parameters:
  ///   - initialResult: the result before the first value. It is not sent.
  ///   - nextPartialResult: makes the next result.
  public func scan<Value>(
    _ initialResult: Value, _ nextPartialResult: @escaping (Value, Output) -> Value
  ) -> AnyPublisher<Value, Failure> {
    transformed(from: initialResult) { value, last, downstream in
      let next = nextPartialResult(last.value, value)
      last.value = next
      downstream.send(next)
    }
  }

  /// The result of all values.
  ///
  /// - Parameters:
  ///   - initialResult: the result before the first value.
  ///   - nextPartialResult: makes the next result.
  /// - Returns: a publisher of the last result, which is sent at the end.
  public func reduce<Value>(
    _ initialResult: Value, _ nextPartialResult: @escaping (Value, Output) -> Value
  ) -> AnyPublisher<Value, Failure> {
    transformed(from: initialResult) { value, last, _ in
      last.value = nextPartialResult(last.value, value)
    } completion: { completion, last, downstream in
      if case .finished = completion { downstream.send(last.value) }
      downstream.send(completion: completion)
    }
  }

  /// All values as one array.
  ///
  /// - Returns: a publisher of the array, which is sent at the end.
  public func collect() -> AnyPublisher<[Output], Failure> { reduce([]) { $0 + [$1] } }

  /// The first values.
  ///
  /// - Parameter maxLength: the largest number of values. The publisher is cancelled after them.
  public func prefix(_ maxLength: Int) -> AnyPublisher<Output, Failure> {
    AnyPublisher { downstream in
      let count = Box(0)
      if maxLength <= 0 {
        downstream.send(completion: .finished)
        return nil
      }
      return self.sink { completion in
        downstream.send(completion: completion)
      } receiveValue: { value in
        let number = count.change { count in
          count += 1
          return count
        }
        if number <= maxLength { downstream.send(value) }
        if number == maxLength { downstream.send(completion: .finished) }
      }
    }
  }

  /// The first value.
  public func first() -> AnyPublisher<Output, Failure> { prefix(1) }

  /// The first value that a closure accepts.
  ///
  /// - Parameter predicate: whether a value is accepted.
  public func first(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    filter(predicate).first()
  }

  /// The last value.
  ///
  /// - Returns: a publisher of the value, which is sent at the end.
  public func last() -> AnyPublisher<Output, Failure> { reduce(Output?.none) { $1 }.compactMap { $0 } }

  /// Leaves out the first values.
  ///
  /// - Parameter count: the number of values that are left out.
  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    transformed(from: count) { value, left, downstream in
      let isShown = left.change { left in
        if left > 0 { left -= 1 } else { return true }
        return false
      }
      if isShown { downstream.send(value) }
    }
  }

  /// Sends a value if there was none.
  ///
  /// - Parameter output: the value that an empty publisher sends at its end.
  public func replaceEmpty(with output: Output) -> AnyPublisher<Output, Failure> {
    transformed(from: true) { value, isEmpty, downstream in
      isEmpty.value = false
      downstream.send(value)
    } completion: { completion, isEmpty, downstream in
      if case .finished = completion, isEmpty.value { downstream.send(output) }
      downstream.send(completion: completion)
    }
  }

  /// Sends everything to a downstream.
  func sink(to downstream: Downstream<Output, Failure>) -> AnyCancellable {
    sink(receiveCompletion: { downstream.send(completion: $0) }, receiveValue: { downstream.send($0) })
  }
}

extension Publisher where Output: Equatable {
  /// Leaves out a value that equals the one before it.
  public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}

// MARK: errors

extension Publisher {
  /// Changes the error.
  ///
  /// - Parameter transform: makes the new error.
  public func mapError<Other: Error>(_ transform: @escaping (Failure) -> Other) -> AnyPublisher<Output, Other> {
    transformed { value, downstream in
      downstream.send(value)
    } completion: { completion, downstream in
      downstream.send(completion: completion.mapError(transform))
    }
  }

  /// Sends a value in place of an error.
  ///
  /// - Parameter output: the last value after an error.
  /// - Returns: a publisher that does not fail.
  public func replaceError(with output: Output) -> AnyPublisher<Output, Never> {
    transformed { value, downstream in
      downstream.send(value)
    } completion: { completion, downstream in
      if case .failure = completion { downstream.send(output) }
      downstream.send(completion: .finished)
    }
  }

  /// Continues with another publisher after an error.
  ///
  /// - Parameter handler: makes the other publisher from the error.
  public func `catch`<Other: Publisher>(
    _ handler: @escaping (Failure) -> Other
  ) -> AnyPublisher<Output, Other.Failure> where Other.Output == Output {
    AnyPublisher { downstream in
      let group = CancellableGroup()
      group.add(
        self.sink { completion in
          switch completion {
          case .finished: downstream.send(completion: .finished)
          case .failure(let error): group.add(handler(error).sink(to: downstream))
          }
        } receiveValue: { value in
          downstream.send(value)
        })
      return group
    }
  }

  /// Subscribes again after an error, at most so many times.
  ///
  /// - Parameter retries: the largest number of further attempts.
  /// - Returns: a publisher that fails with the error of the last attempt.
  public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> {
    if retries <= 0 { return eraseToAnyPublisher() }
    return self.catch { _ in self.retry(retries - 1) }
  }
}

extension Publisher where Failure == Never {
  /// Declares an error that never comes.
  ///
  /// - Parameter failureType: the type of the error.
  /// - Returns: a publisher that can be combined with others that may fail.
  public func setFailureType<Other: Error>(to failureType: Other.Type) -> AnyPublisher<Output, Other> {
    transformed { value, downstream in
      downstream.send(value)
    } completion: { _, downstream in
      downstream.send(completion: .finished)
    }
  }
}
