import Foundation
import Testing

/// docs/widgets.md names for every rule where it lives and what shows it; what it names exists.
@Suite struct RuleTableTests {
  private struct Row {
    var rule: Int
    var lives: String
    var shown: String
  }

  @Test func `every rule is in the table, and every test that it names exists`() throws {
    let rows = try self.rows()
    #expect(rows.map(\.rule) == Array(1...102))
    let tests = try self.tests()
    for row in rows {
      let isOpen = row.shown.hasPrefix("later: ") || row.lives.hasPrefix("not applicable")
      if isOpen { continue }
      let parts = row.shown.split(whereSeparator: { $0 == ";" })
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
    let page = try String(contentsOf: HouseRulesTests.root.appending(path: "docs/widgets.md"), encoding: .utf8)
    let table = page.components(separatedBy: "## Every rule")[1]
    return table.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count >= 5, let rule = Int(cells[1]) else { return nil }
      return Row(rule: rule, lives: cells[2], shown: cells[3])
    }
  }

  /// Names of test functions, by the file they stand in.
  private func tests() throws -> [String: Set<String>] {
    // Arguments may stand between, on lines of their own.
    let test = #/@Test\b(?:(?!@Test\b)[\s\S])*?\bfunc\s+(?:`([^`]+)`|(\w+))/#
    var found: [String: Set<String>] = [:]
    for file in HouseRulesTests.swiftFiles(in: "Tests") {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains("@Test") else { continue }
      found[file.deletingPathExtension().lastPathComponent] = Set(
        text.matches(of: test).map { String($0.1 ?? $0.2 ?? "") })
    }
    return found
  }
}
