import AfterglowViews
import Foundation
import FoundationNetworking

extension URLSession {
  /// A publisher of what an address answers.
  public struct DataTaskPublisher: Publisher {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError

    public let request: URLRequest
    public let session: URLSession

    public func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Output, Receiver.Failure == Failure {
      AnyPublisher<Output, Failure> { [session, request] downstream in
        let task = session.dataTask(with: request) { data, response, error in
          if let data, let response {
            downstream.send((data, response))
            downstream.send(completion: .finished)
          } else {
            downstream.send(completion: .failure(error as? URLError ?? URLError(.unknown)))
          }
        }
        task.resume()
        return AnyCancellable { task.cancel() }
      }
      .receive(subscriber: subscriber)
    }
  }

  /// A publisher of what an address answers: its bytes and the headers, or the error.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher { dataTaskPublisher(for: URLRequest(url: url)) }

  /// A publisher of what a request is answered with.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }
}
