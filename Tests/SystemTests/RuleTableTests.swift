import Foundation
import Testing

/// docs/widgets.md names for every rule where it lives and what shows it; what it names exists.
@Suite struct RuleTableTests {
  @Test func `every rule is in the table, and every test that it names exists`() throws {
    let page = try String(contentsOf: HouseRulesTests.root.appending(path: "docs/widgets.md"), encoding: .utf8)
    let table = page.components(separatedBy: "## Every rule")[1]
    let rows = table.split(separator: "\n").compactMap { line -> (rule: Int, shown: String)? in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count >= 5, let rule = Int(cells[1]) else { return nil }
      return (rule, cells[3])
    }
    #expect(rows.map(\.rule) == Array(1...102))
    let suites = try self.suites()
    for row in rows {
      for word in row.shown.split(whereSeparator: { !$0.isLetter }).map(String.init) where word.hasSuffix("Tests") {
        #expect(suites.contains(word), "rule \(row.rule) names \(word)")
      }
    }
  }

  private func suites() throws -> Set<String> {
    let files = FileManager.default.enumerator(
      at: HouseRulesTests.root.appending(path: "Tests"), includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { names.insert(file.deletingPathExtension().lastPathComponent) }
    }
    return names
  }
}
