import Foundation
import Testing

/// docs/decisions, compared with the code: each decision stands once, and the code and the tests that it names exist.
@Suite struct DecisionTests {
  struct Decision: Sendable, CustomTestStringConvertible {
    var page: String
    var question: String
    /// What follows "- Context: " and the like.
    var parts: [String: String]

    var testDescription: String { "\(page): \(question)" }
  }

  @Test func `every decision has a context, a choice, a place in the code and a test`() throws {
    let decisions = try Self.decisions()
    #expect(decisions.count > 100)
    for decision in decisions {
      #expect(
        Set(decision.parts.keys) == ["Context", "Decision", "Code", "Test"], "\(decision.testDescription)")
    }
  }

  @Test func `nothing is decided twice`() throws {
    let byQuestion = Dictionary(grouping: try Self.decisions(), by: { $0.question.lowercased() })
    for (question, decisions) in byQuestion {
      #expect(decisions.count == 1, "\(question) stands in \(decisions.map(\.page))")
    }
  }

  @Test func `the code that a decision names exists`() throws {
    let sources = try Self.sources()
    for decision in try Self.decisions() {
      let places = Self.references(decision.parts["Code"])
      #expect(!places.isEmpty, "\(decision.testDescription) names no code")
      for place in places {
        let texts = sources[place.file] ?? []
        #expect(!texts.isEmpty, "\(decision.testDescription): there is no \(place.file)")
        let declaration = try Regex(
          #"\b(struct|enum|class|protocol|actor|extension|typealias|func|var|let|case)\s+`?"# + place.name + #"\b"#)
        let isThere = texts.contains { text in
          place.file == "Package.swift" ? text.contains(place.name) : text.contains(declaration)
        }
        #expect(isThere, "\(decision.testDescription): \(place.file) declares no \(place.name)")
      }
    }
  }

  @Test func `the test that a decision names exists, or there is a reason`() throws {
    let tests = try RepositoryText.tests()
    for decision in try Self.decisions() {
      let named = decision.parts["Test"] ?? ""
      if named.contains(#/^by review: \w+/#) { continue }
      let places = Self.references(named)
      #expect(!places.isEmpty, "\(decision.testDescription) names no test")
      for place in places {
        #expect(
          tests[place.file]?.contains(place.name) == true,
          "\(decision.testDescription): \(place.file) has no test \(place.name)")
      }
    }
  }

  /// "`File.swift: name`, `Other.swift: name`".
  private static func references(_ text: String?) -> [(file: String, name: String)] {
    (text ?? "").matches(of: #/`([^`:]+): ([^`]+)`/#).map { (String($0.1), String($0.2)) }
  }

  private static func decisions() throws -> [Decision] {
    var found: [Decision] = []
    for page in RepositoryText.files(in: "docs/decisions", ["md"]) {
      var isDecision = false
      for line in try RepositoryText.read(page).split(separator: "\n") {
        if line.hasPrefix("#") {
          isDecision = line.hasPrefix("### ")
          if isDecision { found.append(Decision(page: page, question: String(line.dropFirst(4)), parts: [:])) }
        } else if isDecision, let match = line.wholeMatch(of: #/- (\w+): (.+)/#) {
          found[found.count - 1].parts[String(match.1)] = String(match.2)
        }
      }
    }
    return found
  }

  /// Texts of files by their name; files of one name are distinguished by what they declare.
  private static func sources() throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for path in RepositoryText.files(in: "Sources", ["swift"]) + ["Package.swift"] {
      found[URL(filePath: path).lastPathComponent, default: []].append(try RepositoryText.read(path))
    }
    return found
  }
}
