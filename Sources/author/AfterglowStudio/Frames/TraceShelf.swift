import AfterglowKit
import AfterglowServer
import Foundation

/// Traces of light that pages have handed over, to play them on any board.
final class TraceShelf: @unchecked Sendable {
  private let lock = NSLock()
  private var traces: [(number: Int, file: LuxTraceFile)] = []
  private var lastNumber = 0
  private static let maximumCount = 12

  /// What a page hands over.
  struct Request: Decodable {
    /// Lines `seconds,lux`.
    var text: String
    /// For messages.
    var name: String?
  }

  /// What it has of it then.
  struct Document: Encodable {
    /// Names it in requests of frames.
    var trace: Int
    var seconds: Double
    /// Seconds and lux, at most as many as a screen can show; lux is null where there is no reading.
    var samples: [[Double?]]
  }

  /// - Throws: `Failure` with the first invalid line.
  func add(_ request: Request) throws -> Document {
    let file = try LuxTraceFile(bytes: Array(request.text.utf8), name: request.name ?? "the trace")
    let number = lock.withLock {
      lastNumber += 1
      traces.append((lastNumber, file))
      if traces.count > Self.maximumCount { traces.removeFirst() }
      return lastNumber
    }
    return Document(trace: number, seconds: file.seconds, samples: file.thinned(to: Self.shownCount))
  }

  private static let shownCount = 1_200

  /// - Throws: `StudioRefusal` for one that is not here any more.
  func file(_ number: Int) throws -> LuxTraceFile {
    guard let found = lock.withLock({ traces.first { $0.number == number } }) else {
      throw StudioRefusal(410, "this trace of light is not here any more; open it again")
    }
    return found.file
  }
}
