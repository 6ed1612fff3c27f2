import Dispatch
import Foundation

// The queues and loops that an author of widgets names; nothing here hands work to them by itself.

/// A place where work is done: a queue, or a loop of a thread.
public protocol Scheduler {
  /// Runs an action as soon as possible.
  func schedule(_ action: @escaping () -> Void)
  /// Runs an action after a delay.
  func schedule(after delay: Duration, _ action: @escaping () -> Void)
}

extension DispatchQueue: Scheduler {
  public func schedule(_ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    self.async { action() }
  }

  public func schedule(after delay: Duration, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    let (seconds, attoseconds) = delay.components
    let whole = DispatchTime.now() + .seconds(Int(seconds))
    asyncAfter(deadline: whole + .nanoseconds(Int(attoseconds / 1_000_000_000))) { action() }
  }
}

extension OperationQueue: Scheduler {
  public func schedule(_ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    addOperation { action() }
  }

  public func schedule(after delay: Duration, _ action: @escaping () -> Void) {
    DispatchQueue.global().schedule(after: delay) { self.schedule(action) }
  }
}

extension RunLoop: Scheduler {
  public func schedule(_ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    perform { action() }
  }

  public func schedule(after delay: Duration, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    let timer = Timer(fire: Date.now + delay / .seconds(1), interval: 0, repeats: false) { _ in action() }
    add(timer, forMode: .common)
  }
}

/// A scheduler that does work at once, on the thread of the caller.
public struct ImmediateScheduler: Scheduler, Sendable {
  public static let shared = ImmediateScheduler()

  public func schedule(_ action: @escaping () -> Void) { action() }
  public func schedule(after delay: Duration, _ action: @escaping () -> Void) { action() }
}

extension Publisher {
  /// Sends everything on a scheduler.
  ///
  /// - Parameter scheduler: such as `DispatchQueue.main`, which runs in a widget's program.
  /// - Returns: a publisher with the same values.
  public func receive(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    transformed { value, downstream in
      scheduler.schedule { downstream.send(value) }
    } completion: { completion, downstream in
      scheduler.schedule { downstream.send(completion: completion) }
    }
  }

  /// Starts on a scheduler.
  ///
  /// - Parameter scheduler: where the publisher starts.
  public func subscribe(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    AnyPublisher { downstream in
      let group = CancellableGroup()
      scheduler.schedule { group.add(self.sink(to: downstream)) }
      return group
    }
  }

  /// Sends everything later.
  ///
  /// - Parameters:
  ///   - interval: such as `.seconds(0.5)`.
  ///   - scheduler: where the values are sent.
  /// - Returns: a publisher with the same values and the same end.
  public func delay(for interval: Duration, scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    transformed { value, downstream in
      scheduler.schedule(after: interval) { downstream.send(value) }
    } completion: { completion, downstream in
      scheduler.schedule(after: interval) { downstream.send(completion: completion) }
    }
  }

  /// Sends a value once no other has followed for a while.
  ///
  /// - Parameters:
  ///   - dueTime: the time without a value, such as `.milliseconds(300)`.
  ///   - scheduler: where the values are sent.
  /// - Returns: a publisher that sends the last value before the end.
  public func debounce(for dueTime: Duration, scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    AnyPublisher { downstream in
      // The number of the newest value, and the value unless it was sent.
      let newest = Box((number: 0, value: Output?.none))
      func take(_ number: Int?) -> Output? {
        newest.change { newest in
          guard number == nil || number == newest.number else { return nil }
          defer { newest.value = nil }
          return newest.value
        }
      }
      return self.sink { completion in
        scheduler.schedule {
          if let value = take(nil) { downstream.send(value) }
          downstream.send(completion: completion)
        }
      } receiveValue: { value in
        let number = newest.change { newest in
          newest = (newest.number + 1, value)
          return newest.number
        }
        scheduler.schedule(after: dueTime) { if let value = take(number) { downstream.send(value) } }
      }
    }
  }
}
