import AfterglowPublishers
import Foundation
import Testing

/// What operators make of a publisher's values and of its end.
@Suite struct OperatorTests {
  @Test func `values are changed, chosen and counted`() {
    #expect(PublisherRecorder([1, 2, 3].publisher.map { $0 * 2 }).values == [2, 4, 6])
    #expect(PublisherRecorder(["tide", "moon"].publisher.map(\.count)).values == [4, 4])
    #expect(PublisherRecorder(["1", "b", "3"].publisher.compactMap { Int($0) }).values == [1, 3])
    #expect(PublisherRecorder([1, 2, 3, 4, 5].publisher.filter { $0 % 2 == 1 }.dropFirst()).values == [3, 5])
    #expect(PublisherRecorder([1, 2, 3].publisher.prefix(2)).values == [1, 2])
    #expect(PublisherRecorder([1, 2, 3].publisher.first { $0 > 1 }).values == [2])
    #expect(PublisherRecorder([1, 2, 3].publisher.last()).values == [3])
    #expect(PublisherRecorder([1, 1, 2, 1].publisher.removeDuplicates()).values == [1, 2, 1])
  }

  @Test func `values are joined with those before`() {
    #expect(PublisherRecorder([1, 2, 3].publisher.scan(10, +)).values == [11, 13, 16])
    #expect(PublisherRecorder([1, 2, 3].publisher.reduce(10, +)).values == [16])
    #expect(PublisherRecorder([1, 2].publisher.collect()).values == [[1, 2]])
    #expect(PublisherRecorder(["a", nil].publisher.replaceNil(with: "b")).values == ["a", "b"])
    #expect(PublisherRecorder(Empty<Int, Never>().replaceEmpty(with: 7)).values == [7])
    #expect(PublisherRecorder(Empty<Int, Never>(completeImmediately: false)).end == nil)
  }

  @Test func `an error ends the values, and is changed or replaced`() {
    let failing = [1, 2, 3].publisher.tryMap { number in
      if number == 2 { throw PublisherProblem() }
      return number
    }
    let seen = PublisherRecorder(failing)
    #expect(seen.values == [1] && seen.end == "PublisherProblem(number: 1)")
    let changed = PublisherRecorder(failing.mapError { _ in PublisherProblem(number: 5) })
    #expect(changed.end == "PublisherProblem(number: 5)")
    let replaced = PublisherRecorder(failing.replaceError(with: 9))
    #expect(replaced.values == [1, 9] && replaced.end == "finished")
    let continued = PublisherRecorder(failing.catch { _ in Just(8) })
    #expect(continued.values == [1, 8] && continued.end == "finished")
  }

  @Test func `a publisher is tried again after an error`() {
    var attempts = 0
    let unsteady = Deferred { () -> AnyPublisher<Int, PublisherProblem> in
      attempts += 1
      if attempts < 3 { return Fail(error: PublisherProblem(number: attempts)).eraseToAnyPublisher() }
      return Just(attempts).setFailureType(to: PublisherProblem.self).eraseToAnyPublisher()
    }
    #expect(PublisherRecorder(unsteady.retry(1)).end == "PublisherProblem(number: 2)")
    attempts = 0
    #expect(PublisherRecorder(unsteady.retry(2)).values == [3])
  }

  @Test func `newest values and values of one number make pairs`() {
    let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
    let newest = PublisherRecorder(left.combineLatest(right).map { "\($0)\($1)" })
    let zipped = PublisherRecorder(left.zip(right).map { "\($0)\($1)" })
    for number in [1, 2] { left.send(number) }
    for word in ["a", "b"] { right.send(word) }
    left.send(3)
    #expect(newest.values == ["2a", "2b", "3b"])
    #expect(zipped.values == ["1a", "2b"])
    left.send(completion: .finished)
    #expect(newest.end == nil && zipped.end == nil)
    right.send("c")
    #expect(zipped.values == ["1a", "2b", "3c"] && zipped.end == "finished")
    right.send(completion: .finished)
    #expect(newest.end == "finished")
  }

  @Test func `publishers are joined as they come`() {
    let merged = PublisherRecorder([1, 2].publisher.merge(with: [3].publisher))
    #expect(merged.values == [1, 2, 3] && merged.end == "finished")
    let flat = PublisherRecorder([1, 2].publisher.flatMap { [$0, $0 * 10].publisher })
    #expect(flat.values == [1, 10, 2, 20] && flat.end == "finished")

    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let latest = PublisherRecorder(outer.switchToLatest())
    outer.send(first)
    first.send(1)
    outer.send(second)
    first.send(2)
    second.send(3)
    #expect(latest.values == [1, 3])
  }

  @Test func `values are decoded and encoded`() throws {
    struct Tide: Codable, Equatable { var metres: Int }
    let text = Data(#"{"metres":3}"#.utf8)
    let decoded = PublisherRecorder(Just(text).decode(type: Tide.self, decoder: JSONDecoder()))
    #expect(decoded.values == [Tide(metres: 3)])
    let empty = PublisherRecorder(Just(Data()).decode(type: Tide.self, decoder: JSONDecoder()))
    #expect(empty.values.isEmpty && empty.end != nil && empty.end != "finished")
    #expect(PublisherRecorder(Just(Tide(metres: 3)).encode(encoder: JSONEncoder())).values == [text])
  }

  @Test func `events are seen as they pass`() {
    var events: [String] = []
    let subject = PassthroughSubject<Int, Never>()
    let watched = subject.handleEvents(
      receiveSubscription: { _ in events.append("subscription") }, receiveOutput: { events.append("\($0)") },
      receiveCompletion: { _ in events.append("end") }, receiveCancel: { events.append("cancel") },
      receiveRequest: { _ in events.append("request") })
    let cancelled = PublisherRecorder(watched)
    subject.send(1)
    cancelled.cancel()
    #expect(events == ["subscription", "request", "1", "cancel"])
    events = []
    let ended = PublisherRecorder(watched)
    subject.send(completion: .finished)
    ended.cancel()
    #expect(events == ["subscription", "request", "end"])
  }
}
