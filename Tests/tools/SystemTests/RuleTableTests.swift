import Foundation
import Testing

/// docs/rules.md names for every rule its source, where it lives and which test checks it; what it names exists.
@Suite struct RuleTableTests {
  private struct Row {
    var rule: Int
    /// In short, source, where.
    var words: [String]
    var test: String
  }

  @Test func `every rule is in the table, and every test that it names exists`() throws {
    let rows = try self.rows()
    #expect(rows.map(\.rule) == Array(1...102))
    let tests = try RepositoryText.tests()
    for row in rows {
      #expect(row.words.allSatisfy { !$0.isEmpty }, "rule \(row.rule) lacks words, source or place")
      // Without a test there is a reason.
      if row.test.contains(#/^(by review|does not apply|does not apply yet): \w+/#) { continue }
      let parts = row.test.split(whereSeparator: { $0 == ";" })
      #expect(!parts.isEmpty, "rule \(row.rule) names no test")
      for part in parts {
        // "AThing, AnotherThing: `aTest`, `another test`": the tests are of the file that is named last.
        let halves = part.split(separator: ":", maxSplits: 1)
        let files = halves[0].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        for file in files {
          #expect(tests[file]?.isEmpty == false, "rule \(row.rule) names \(file), which has no tests")
        }
        guard halves.count == 2 else { continue }
        let names = halves[1].matches(of: #/`([^`]+)`/#).map { String($0.1) }
        #expect(!names.isEmpty, "rule \(row.rule): \(halves[1]) names no test; put its name in backticks")
        for name in names {
          #expect(tests[files.last ?? ""]?.contains(name) == true, "rule \(row.rule): \(files) has no test \(name)")
        }
      }
    }
  }

  private func rows() throws -> [Row] {
    try RepositoryText.read("docs/rules.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 7, let rule = Int(cells[1]) else { return nil }
      return Row(rule: rule, words: Array(cells[2...4]), test: cells[5])
    }
  }
}
