import AfterglowPublishers

/// Keeps what a publisher sends, as long as it exists.
final class PublisherRecorder<Output, Failure: Error> {
  private(set) var values: [Output] = []
  /// "finished", or the error.
  private(set) var end: String?
  private var subscription: AnyCancellable?

  init(_ publisher: some Publisher<Output, Failure>) {
    subscription = publisher.sink { [weak self] completion in
      switch completion {
      case .finished: self?.end = "finished"
      case .failure(let error): self?.end = "\(error)"
      }
    } receiveValue: { [weak self] value in
      self?.values.append(value)
    }
  }

  func cancel() { subscription?.cancel() }
}

struct PublisherProblem: Error, Equatable {
  var number = 1
}
