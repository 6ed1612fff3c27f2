import AfterglowDocuments
import AfterglowKit
import AfterglowServer
import Foundation

/// Why something is not done, as the page shows it.
struct StudioRefusal: Error {
  var status: Int
  var message: String
  /// The problems behind it, if they are about files.
  var problems: [Problem] = []

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Of a board that cannot be shown, or a change that would make it so.
  init(_ failure: Failure) {
    status = 422
    problems = failure.problems
    message = problems.first?.message ?? failure.lines.joined(separator: "\n")
  }

  init(_ error: any Error) {
    switch error {
    case let refusal as StudioRefusal: self = refusal
    case let failure as Failure: self.init(failure)
    case let problem as AfterglowDocuments.Problem: self.init(Failure([problem]))
    case let failure as FileFailure: self.init(507, failure.description)
    default: self.init(500, "\(error)")
    }
  }

  private struct Document: Encodable {
    struct Line: Encodable {
      var file: String
      var line: Int
      var column: Int
      var message: String
    }

    var message: String
    var file: String?
    var line: Int?
    var column: Int?
    var problems: [Line]
  }

  var answer: HTTPAnswer {
    if status == 204 { return HTTPAnswer(204) }
    let lines = problems.map {
      Document.Line(file: $0.file, line: $0.line, column: $0.column, message: $0.message)
    }
    let first = lines.first
    let document = Document(
      message: message, file: first?.file, line: first?.line, column: first?.column, problems: lines)
    var answer = HTTPAnswer.compact(document)
    answer.status = status
    return answer
  }
}

extension HTTPAnswer {
  /// A JSON document without spaces: it is read by the page.
  static func compact(_ document: some Encodable) -> HTTPAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    guard let data = try? encoder.encode(document) else { return HTTPAnswer(500, "the answer cannot be written") }
    var answer = HTTPAnswer(200)
    answer.contentType = "application/json"
    answer.body = Array(data)
    return answer
  }
  /// A frame's words, and behind them a document of what is known of it.
  static func frame(_ words: [UInt8], _ header: some Encodable) throws -> HTTPAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    var answer = HTTPAnswer(200)
    answer.contentType = "application/octet-stream"
    answer.body = words
    answer.body.append(contentsOf: try encoder.encode(header))
    return answer
  }
}
