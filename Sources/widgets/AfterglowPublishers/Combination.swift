import Foundation

extension Publisher {
  /// Joins the values of the publishers that a closure makes of each value.
  ///
  /// - Parameters:
  ///   - maxPublishers: accepted without effect: all publishers run together.
  ///   - transform: makes a publisher of each value.
  /// - Returns: a publisher that ends after all of these.
  public func flatMap<Other: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> Other
  ) -> AnyPublisher<Other.Output, Failure> where Other.Failure == Failure {
    map(transform).joined(isNewestAlone: false)
  }

  /// The values of this publisher and of another one, as they come.
  ///
  /// - Parameter other: the other publisher.
  /// - Returns: a publisher that ends after both.
  public func merge<Other: Publisher>(with other: Other) -> AnyPublisher<Output, Failure>
  where Other.Output == Output, Other.Failure == Failure {
    Publishers.MergeMany([eraseToAnyPublisher(), other.eraseToAnyPublisher()]).eraseToAnyPublisher()
  }

  /// The newest value with the newest of another publisher, once both have one.
  ///
  /// - Parameter other: the other publisher.
  /// - Returns: a publisher that sends a pair whenever one of the two sends.
  public func combineLatest<Other: Publisher>(_ other: Other) -> AnyPublisher<(Output, Other.Output), Failure>
  where Other.Failure == Failure { Publishers.CombineLatest(self, other).eraseToAnyPublisher() }

  /// The newest values of three publishers, once all have one.
  ///
  /// - Parameters:
  ///   - second: the second publisher.
  ///   - third: the third publisher.
  public func combineLatest<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  ) -> AnyPublisher<(Output, Second.Output, Third.Output), Failure>
  where Second.Failure == Failure, Third.Failure == Failure {
    Publishers.CombineLatest3(self, second, third).eraseToAnyPublisher()
  }

  /// Each value with that of the same number of another publisher.
  ///
  /// - Parameter other: the other publisher.
  /// - Returns: a publisher that ends when no further pair can come.
  public func zip<Other: Publisher>(_ other: Other) -> AnyPublisher<(Output, Other.Output), Failure>
  where Other.Failure == Failure { Publishers.Zip(self, other).eraseToAnyPublisher() }
}

extension Publisher where Failure == Never {
  /// Joins the values of the publishers that a closure makes of each value.
  ///
  /// - Parameters:
  ///   - maxPublishers: accepted without effect: all publishers run together.
  ///   - transform: makes a publisher of each value.
  /// - Returns: a publisher that ends after all of these, and fails as they do.
  @_disfavoredOverload
  public func flatMap<Other: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> Other
  ) -> AnyPublisher<Other.Output, Other.Failure> {
    setFailureType(to: Other.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// The values of the newest publisher.
  ///
  /// - Returns: a publisher that ends after the last of them.
  public func switchToLatest() -> AnyPublisher<Output.Output, Failure> { joined(isNewestAlone: true) }

  /// The values of the publishers that this one sends.
  ///
  /// - Parameter isNewestAlone: whether a publisher ends the one before it.
  /// - Returns: a publisher that ends after all of them.
  fileprivate func joined(isNewestAlone: Bool) -> AnyPublisher<Output.Output, Failure> {
    AnyPublisher { downstream in
      let (outer, inner) = (CancellableGroup(), CancellableGroup())
      // This publisher, and those that it has sent.
      let open = Box((outer: 1, inner: 0))
      func end(
        _ completion: Subscribers.Completion<Failure>, _ part: WritableKeyPath<(outer: Int, inner: Int), Int>
      ) {
        let isLast = open.change { open in
          open[keyPath: part] -= 1
          return open == (0, 0)
        }
        if case .failure = completion { return downstream.send(completion: completion) }
        if isLast { downstream.send(completion: .finished) }
      }
      outer.add(
        self.sink { completion in
          end(completion, \.outer)
        } receiveValue: { next in
          open.change { $0.inner = isNewestAlone ? 1 : $0.inner + 1 }
          let subscription = next.sink { completion in
            end(completion, \.inner)
          } receiveValue: { value in
            downstream.send(value)
          }
          if isNewestAlone { inner.replaceAll(by: subscription) } else { inner.add(subscription) }
        })
      return AnyCancellable {
        outer.cancel()
        inner.cancel()
      }
    }
  }
}

/// The types of publishers that are made of others.
public enum Publishers {
  /// The values of several publishers as they come.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    public init(_ upstream: Upstream...) { publishers = upstream }
    public init(_ upstream: some Sequence<Upstream>) { publishers = Array(upstream) }

    public func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Output, Receiver.Failure == Failure {
      publishers.publisher.setFailureType(to: Failure.self).flatMap { $0 }.receive(subscriber: subscriber)
    }
  }

  /// The values of two publishers as they come.
  public struct Merge<First: Publisher, Second: Publisher>: Publisher
  where First.Output == Second.Output, First.Failure == Second.Failure {
    public typealias Output = First.Output
    public typealias Failure = First.Failure

    private let both: AnyPublisher<Output, Failure>

    public init(_ first: First, _ second: Second) { both = first.merge(with: second) }

    public func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Output, Receiver.Failure == Failure { both.receive(subscriber: subscriber) }
  }

  /// The newest values of two publishers, once both have one.
  public struct CombineLatest<First: Publisher, Second: Publisher>: Publisher where First.Failure == Second.Failure {
    public typealias Output = (First.Output, Second.Output)
    public typealias Failure = First.Failure

    private let both: AnyPublisher<Output, Failure>

    public init(_ first: First, _ second: Second) {
      both = Joint.publisher(first, second) { waiting in
        guard let left = waiting.lefts.last, let right = waiting.rights.last else { return nil }
        (waiting.lefts, waiting.rights) = ([left], [right])
        return (left, right)
      } isOver: { waiting in
        waiting.leftsEnded && waiting.rightsEnded
      }
    }

    public func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Output, Receiver.Failure == Failure { both.receive(subscriber: subscriber) }
  }

  /// The newest values of three publishers, once all have one.
  public struct CombineLatest3<First: Publisher, Second: Publisher, Third: Publisher>: Publisher
  where First.Failure == Second.Failure, Second.Failure == Third.Failure {
    public typealias Output = (First.Output, Second.Output, Third.Output)
    public typealias Failure = First.Failure

    private let all: AnyPublisher<Output, Failure>

    public init(_ first: First, _ second: Second, _ third: Third) {
      all = CombineLatest(CombineLatest(first, second), third).map { all in (all.0.0, all.0.1, all.1) }
    }

    public func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Output, Receiver.Failure == Failure { all.receive(subscriber: subscriber) }
  }

  /// Each value of a publisher with that of the same number of another one.
  public struct Zip<First: Publisher, Second: Publisher>: Publisher where First.Failure == Second.Failure {
    public typealias Output = (First.Output, Second.Output)
    public typealias Failure = First.Failure

    private let both: AnyPublisher<Output, Failure>

    public init(_ first: First, _ second: Second) {
      both = Joint.publisher(first, second) { waiting in
        if waiting.lefts.isEmpty || waiting.rights.isEmpty { return nil }
        return (waiting.lefts.removeFirst(), waiting.rights.removeFirst())
      } isOver: { waiting in
        (waiting.leftsEnded && waiting.lefts.isEmpty) || (waiting.rightsEnded && waiting.rights.isEmpty)
      }
    }

    public func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Output, Receiver.Failure == Failure { both.receive(subscriber: subscriber) }
  }
}

/// The values of two publishers that have not become pairs.
private struct Joint<Left, Right> {
  var lefts: [Left] = []
  var rights: [Right] = []
  var leftsEnded = false
  var rightsEnded = false

  /// A publisher of pairs.
  ///
  /// - Parameters:
  ///   - pair: takes the next pair; `nil` if there is none yet.
  ///   - isOver: whether no pair can follow.
  static func publisher<First: Publisher, Second: Publisher>(
    _ first: First, _ second: Second, pair: @escaping (inout Joint) -> (Left, Right)?,
    isOver: @escaping (Joint) -> Bool
  ) -> AnyPublisher<(Left, Right), First.Failure>
  where First.Output == Left, Second.Output == Right, First.Failure == Second.Failure {
    AnyPublisher { downstream in
      let waiting = Box(Joint())
      let group = CancellableGroup()
      func receive(_ body: (inout Joint) -> Void) {
        let (found, isLast) = waiting.change { waiting in
          body(&waiting)
          return (pair(&waiting), isOver(waiting))
        }
        if let found { downstream.send(found) }
        if isLast { downstream.send(completion: .finished) }
      }
      func end(_ completion: Subscribers.Completion<First.Failure>, _ body: (inout Joint) -> Void) {
        if case .failure = completion { return downstream.send(completion: completion) }
        let isLast = waiting.change { waiting in
          body(&waiting)
          return isOver(waiting)
        }
        if isLast { downstream.send(completion: .finished) }
      }
      group.add(
        first.sink { completion in
          end(completion) { $0.leftsEnded = true }
        } receiveValue: { value in
          receive { $0.lefts.append(value) }
        })
      group.add(
        second.sink { completion in
          end(completion) { $0.rightsEnded = true }
        } receiveValue: { value in
          receive { $0.rights.append(value) }
        })
      return group
    }
  }
}
