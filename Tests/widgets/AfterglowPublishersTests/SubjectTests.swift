import AfterglowPublishers
import Foundation
import Testing

/// Publishers whose values are sent by calls, and subscriptions to them.
@Suite struct SubjectTests {
  /// A subscriber that asks when the test does.
  private final class Reader: Subscriber {
    typealias Input = Int
    typealias Failure = Never

    private(set) var events: [String] = []
    private(set) var subscription: (any Subscription)?

    func receive(subscription: any Subscription) {
      events.append("subscription")
      self.subscription = subscription
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      events.append("\(input)")
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { events.append("end") }
  }

  private final class Store: ObservableObject {
    @Published var count = 0
    @Published var words = ""
    var note = ""
  }

  @Test func `a subject sends what comes later, and nothing after its end`() {
    let subject = PassthroughSubject<Int, PublisherProblem>()
    subject.send(1)
    let seen = PublisherRecorder(subject)
    subject.send(2)
    subject.send(completion: .failure(PublisherProblem()))
    subject.send(3)
    #expect(seen.values == [2] && seen.end == "PublisherProblem(number: 1)")
    #expect(PublisherRecorder(subject).end == "PublisherProblem(number: 1)", "one that comes after the end")
  }

  @Test func `a subject with a value sends it first`() {
    let subject = CurrentValueSubject<Int, Never>(4)
    let seen = PublisherRecorder(subject)
    subject.value += 1
    subject.send(6)
    #expect(seen.values == [4, 5, 6] && subject.value == 6)
  }

  @Test func `no value comes before the first request`() {
    let reader = Reader()
    [7].publisher.subscribe(reader)
    #expect(reader.events == ["subscription"])
    reader.subscription?.request(.max(1))
    #expect(reader.events == ["subscription", "7", "end"])
  }

  @Test func `a subscription ends when it is cancelled or released`() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    var kept = Set<AnyCancellable>()
    subject.sink { values.append($0) }.store(in: &kept)
    subject.send(1)
    #expect(kept.count == 1)
    kept.removeAll()
    subject.send(2)
    #expect(values == [1])
    let cancelled = PublisherRecorder(subject)
    cancelled.cancel()
    subject.send(3)
    #expect(cancelled.values.isEmpty && cancelled.end == nil)
  }

  @Test func `an action of cancelling runs once`() {
    var count = 0
    var action: AnyCancellable? = AnyCancellable { count += 1 }
    action?.cancel()
    action?.cancel()
    #expect(count == 1)
    action = nil
    #expect(count == 1 && action == nil)
  }

  @Test func `a published property sends its value before it has it, and announces the change`() {
    let store = Store()
    var seen: [String] = []
    let counts = store.$count.sink { seen.append("\($0) after \(store.count)") }
    let changes = store.objectWillChange.sink { seen.append("a change") }
    store.count = 3
    store.words = "three"
    #expect(seen == ["0 after 0", "a change", "3 after 0", "a change"])
    #expect(store.count == 3)
    counts.cancel()
    changes.cancel()
    store.count = 4
    #expect(seen.count == 4)
  }

  @Test func `values are assigned to properties`() {
    let store = Store()
    store.$count.map { "number \($0)" }.assign(to: &store.$words)
    let subscription = store.$words.assign(to: \.note, on: store)
    store.count = 5
    #expect(store.words == "number 5" && store.note == "number 5")
    subscription.cancel()
  }

  @Test func `notifications are values`() {
    let center = NotificationCenter()
    let name = Notification.Name("tide")
    let seen = PublisherRecorder(center.publisher(for: name).compactMap { $0.userInfo?["metres"] as? Int })
    center.post(name: name, object: nil, userInfo: ["metres": 2])
    center.post(name: Notification.Name("moon"), object: nil, userInfo: ["metres": 3])
    seen.cancel()
    center.post(name: name, object: nil, userInfo: ["metres": 4])
    #expect(seen.values == [2])
  }
}
