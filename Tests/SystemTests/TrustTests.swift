import AfterglowCore
import Foundation
import Testing

/// What a stranger can check before a build: the versions that it uses, the version that it has, and what SECURITY.md states.
@Suite struct TrustTests {
  /// Package.resolved is not committed.
  @Test func `each package is pinned to a minor version`() throws {
    let lines = try RepositoryText.lines(of: "Package.swift", with: "package(url:")
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.contains(#/\.upToNextMinor\(from: "\d+\.\d+\.\d+"\)/#), "\(line)") }
  }

  @Test func `one source file states the version of Afterglow`() throws {
    let version = AfterglowVersion.number.description
    #expect(version.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil)
    let files = RepositoryText.files(in: "Sources", ["swift", "h", "c"]) + RepositoryText.files(in: "service", ["in"])
    let stating = try files.filter { try !RepositoryText.lines(of: $0, with: version).isEmpty }
    #expect(stating == ["Sources/AfterglowCore/AfterglowVersion.swift"])
  }
}
