import AfterglowCore
import Testing

/// CHANGELOG.md as the owner of a panel reads it.
@Suite struct ChangelogTests {
  private struct Version {
    var title: String
    var lines: [String] = []

    var headings: [String] { lines.filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) } }
  }

  private func versions() throws -> [Version] {
    var versions: [Version] = []
    for line in try RepositoryText.read("CHANGELOG.md").split(separator: "\n").map(String.init) {
      if line.hasPrefix("## ") {
        versions.append(Version(title: String(line.dropFirst(3))))
      } else if !versions.isEmpty {
        versions[versions.count - 1].lines.append(line)
      }
    }
    return versions
  }

  @Test func `each version has at most 60 lines, and what was added comes first`() throws {
    let versions = try self.versions()
    #expect(!versions.isEmpty)
    for version in versions {
      #expect(version.lines.count <= 60, "\(version.title): \(version.lines.count) lines")
      let order = ["Added", "Changed", "Fixed", "Removed", "Security"]
      #expect(version.headings == order.filter { version.headings.contains($0) }, "\(version.title)")
      #expect(version.lines.allSatisfy { $0.hasPrefix("- ") || $0.hasPrefix("  ") || $0.hasPrefix("### ") })
      // Each removal needs its users to act.
      let removed = version.lines.drop { $0 != "### Removed" }.dropFirst().prefix { !$0.hasPrefix("### ") }
      for line in removed where line.hasPrefix("- ") { #expect(line.hasPrefix("- **Breaking:** "), "\(line)") }
    }
  }

  @Test func `the newest version has the number of the programs, or is not released yet`() throws {
    let title = try #require(try versions().first?.title)
    #expect(title.hasPrefix("[\(AfterglowVersion.number)]") || title == "[Unreleased]", "\(title)")
  }
}
