import AfterglowDocuments
import Foundation

/// Wraps a list in a mapping for the strict decoder, which reads mappings, and converts positions in messages back.
struct WrappedList {
  let text: String
  /// Named so that the decoder selects the right format.
  let file: String
  private let path: String
  private var lineShift = 0
  private var columnShift = 0

  init(_ original: String, path: String) {
    self.path = path
    let first = original.first { !$0.isWhitespace }
    if first == "[" {
      // JSON, regardless of the file's name.
      let opening = "{\"events\":"
      text = opening + original + "}"
      file = path + ".json"
      columnShift = opening.count
    } else if first == "{" {
      text = original
      file = path + ".json"
    } else {
      let isMapping = original.split(separator: "\n").contains { $0.hasPrefix("events:") }
      text = isMapping ? original : "events:\n" + original
      file = path.hasSuffix(".json") ? path + ".yaml" : path
      lineShift = isMapping ? 0 : 1
    }
  }

  func unwrapped(_ problem: Problem) -> Problem {
    var problem = problem
    problem.file = path
    if problem.line == 1 { problem.column = max(1, problem.column - columnShift) }
    problem.line = max(1, problem.line - lineShift)
    return problem
  }
}
