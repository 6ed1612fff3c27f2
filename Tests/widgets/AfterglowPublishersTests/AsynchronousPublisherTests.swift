import AfterglowPublishers
import Foundation
import Testing

/// Publishers that are awaited, and those that send on other threads.
@Suite struct AsynchronousPublisherTests {
  /// A scheduler whose time passes when the test says so.
  private final class ManualScheduler: Scheduler {
    private var waiting: [() -> Void] = []

    func schedule(_ action: @escaping () -> Void) { action() }
    func schedule(after delay: Duration, _ action: @escaping () -> Void) { waiting.append(action) }

    func passTime() {
      let due = waiting
      waiting = []
      for action in due { action() }
    }
  }

  @Test func `values are a sequence that ends with the publisher`() async {
    var values: [Int] = []
    for await value in [1, 2, 3].publisher.values { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  @Test func `an error is thrown after the values`() async {
    let failing = [1, 2].publisher.tryMap { number in
      if number == 2 { throw PublisherProblem(number: number) }
      return number
    }
    var values: [Int] = []
    var problem: PublisherProblem?
    do {
      for try await value in failing.values { values.append(value) }
    } catch {
      problem = error as? PublisherProblem
    }
    #expect(values == [1] && problem == PublisherProblem(number: 2))
  }

  @Test func `a promise is kept once, at once or later`() async throws {
    let twice = Future<Int, Never> { promise in
      promise(.success(1))
      promise(.success(2))
    }
    #expect(await twice.value == 1)
    #expect(PublisherRecorder(twice).values == [1])
    let later = Future<Int, PublisherProblem> { promise in
      nonisolated(unsafe) let promise = promise
      Task { promise(.failure(PublisherProblem(number: 3))) }
    }
    await #expect(throws: PublisherProblem(number: 3)) { _ = try await later.value }
  }

  @Test func `values are sent on a queue`() async {
    let queue = DispatchQueue(label: "tides")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let places = [1, 2].publisher.receive(on: queue).map { _ in DispatchQueue.getSpecific(key: key) == true }
    var seen: [Bool] = []
    for await isOnQueue in places.values { seen.append(isOnQueue) }
    #expect(seen == [true, true])
  }

  @Test func `a value is sent once no other has followed for a while`() {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let seen = PublisherRecorder(subject.debounce(for: .milliseconds(300), scheduler: scheduler))
    for number in [1, 2] { subject.send(number) }
    #expect(seen.values.isEmpty)
    scheduler.passTime()
    #expect(seen.values == [2])
    subject.send(3)
    subject.send(completion: .finished)
    #expect(seen.values == [2, 3] && seen.end == "finished")
  }

  @Test func `values are sent later`() {
    let scheduler = ManualScheduler()
    let seen = PublisherRecorder([1, 2].publisher.delay(for: .seconds(5), scheduler: scheduler))
    #expect(seen.values.isEmpty && seen.end == nil)
    scheduler.passTime()
    #expect(seen.values == [1, 2] && seen.end == "finished")
  }
}
