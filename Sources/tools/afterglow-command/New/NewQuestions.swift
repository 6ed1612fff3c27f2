import AfterglowDaemon
import AfterglowKit
import Foundation

/// Asks a person, line by line.
struct NewQuestions {
  /// Shows a question and returns the answer's line; nil at the end of the input.
  var ask: (String) -> String?
  var say: (String) -> Void

  /// On the terminal.
  static var terminal: NewQuestions {
    NewQuestions(
      ask: { question in
        Terminal.write(question.printable)
        return readLine()
      }, say: Report.say)
  }

  /// One answer, asked for until it can be used.
  ///
  /// - Parameters:
  ///   - proposal: what an empty line stands for.
  ///   - read: throws `Failure` for an answer that cannot be used.
  /// - Throws: `Failure` at the end of the input.
  func answer<Answer>(
    _ question: String, proposal: String, read: (String) throws -> Answer
  ) throws -> Answer {
    while true {
      guard let line = ask("\(question)\(proposal.isEmpty ? "" : " [\(proposal)]"): ") else {
        throw Failure(.badInput, "expected an answer, found the end of the input; nothing was written")
      }
      let text = line.trimmingCharacters(in: .whitespaces)
      do {
        return try read(text.isEmpty ? proposal : text)
      } catch let failure as Failure {
        failure.lines.forEach(say)
      }
    }
  }

  /// Answers until an empty line.
  ///
  /// - Throws: `Failure` at the end of the input.
  func answers(_ question: String, read: (String) throws -> String) throws -> [String] {
    var answers: [String] = []
    while true {
      let next = try answer(answers.isEmpty ? question : "  another one", proposal: "") { text in
        text.isEmpty ? nil : try read(text)
      }
      guard let next else { return answers }
      answers.append(next)
    }
  }

  /// One of several.
  ///
  /// - Throws: `Failure` at the end of the input.
  func choice<Choice>(_ question: String, _ choices: [Choice], words: (Choice) -> String) throws -> Choice {
    for (index, choice) in choices.enumerated() { say("  \(index + 1)  \(words(choice))") }
    return try answer(question, proposal: "1") { text in
      guard let number = Int(text), choices.indices.contains(number - 1) else {
        throw Failure(.badInput, "expected a number from 1 to \(choices.count), found \"\(text)\"")
      }
      return choices[number - 1]
    }
  }
}
