import Foundation

// What widgets and the models that they share with an app use of Combine. The module `Combine` has it under that name.

/// A source of values over time that may end or fail.
///
/// Values are sent as they come: a subscriber's demand starts a publisher, and does not slow it down.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// Attaches a subscriber. It receives a subscription first, then values, and last a completion.
  func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Failure
}

/// The receiver of a publisher's values.
public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error

  /// Receives the connection to the publisher. No value comes before the first request.
  func receive(subscription: any Subscription)
  /// Receives a value. The returned demand has no effect: every value is sent.
  func receive(_ input: Input) -> Subscribers.Demand
  /// Receives the end of the values.
  func receive(completion: Subscribers.Completion<Failure>)
}

/// An activity that can be stopped.
public protocol Cancellable {
  /// Stops the activity. Further calls have no effect.
  func cancel()
}

/// The connection of a subscriber to a publisher.
public protocol Subscription: Cancellable {
  /// Starts the publisher, if the demand is not `none`.
  func request(_ demand: Subscribers.Demand)
}

/// A publisher whose values are sent by a call.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to every subscriber.
  func send(_ value: Output)
  /// Ends the values. Later calls have no effect.
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
  /// Sends the empty value to every subscriber.
  public func send() { send(()) }
}

/// The types of subscribers.
public enum Subscribers {
  /// The end of a publisher's values.
  public enum Completion<Failure: Error>: Sendable {
    case finished
    case failure(Failure)
  }

  /// A number of values that a subscriber asks for.
  public struct Demand: Hashable, Comparable, Sendable {
    private let count: Int

    public static let unlimited = Demand(count: .max)
    public static let none = Demand(count: 0)
    public static func max(_ value: Int) -> Demand { Demand(count: value) }
    public static func < (one: Demand, other: Demand) -> Bool { one.count < other.count }
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Subscribers.Completion {
  /// The completion with its error changed.
  func mapError<Other: Error>(_ transform: (Failure) -> Other) -> Subscribers.Completion<Other> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(transform(error))
    }
  }
}

extension Publisher {
  /// Attaches a subscriber.
  public func subscribe<Receiver: Subscriber>(_ subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Failure { receive(subscriber: subscriber) }

  /// Sends all values to a subject, until the result is cancelled or released.
  public func subscribe<Target: Subject>(_ subject: Target) -> AnyCancellable
  where Target.Output == Output, Target.Failure == Failure {
    sink(receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
  }
}
