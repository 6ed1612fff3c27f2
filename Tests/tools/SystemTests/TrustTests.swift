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
    #expect(stating.map { URL(filePath: $0).lastPathComponent } == ["AfterglowVersion.swift"])
  }

  /// Each place that opens a listener, with the words of SECURITY.md for it.
  private static let listeners = [
    "ControlPost.swift": "`control.sock`",
    "AuthorServer.swift": "`author.sock`; `afterglow run --http PORT`",
    "PanelHost.swift": "`panel.sock`",
    "Studio.swift": "`afterglow studio`; `afterglow studio --listen ADDRESS:PORT",
  ]

  @Test func `SECURITY.md names every listener of the code`() throws {
    let opening = #/\b(HTTPListener|ControlListener|ag_listen)\(/#
    let security = try RepositoryText.read("SECURITY.md")
    var found: Set<String> = []
    for file in RepositoryText.files(in: "Sources", ["swift"])
    where try RepositoryText.read(file).contains(opening) { found.insert(URL(filePath: file).lastPathComponent) }
    // Declares the listener that the guard opens.
    found.remove("Sockets.swift")
    #expect(found == Set(Self.listeners.keys))
    for (file, words) in Self.listeners {
      for word in words.components(separatedBy: "; ") { #expect(security.contains(word), "\(file): \(word)") }
    }
  }

  @Test func `SECURITY.md names the users of the services`() throws {
    let security = try RepositoryText.read("SECURITY.md")
    // A service without a user is root's. If it is named, systemd takes away the capability to change users.
    #expect(!(try RepositoryText.read("service/afterglow-renderer@.service.in").contains("\nUser=")))
    #expect(try RepositoryText.read("service/afterglow@.service.in").contains("\nUser=afterglow\n"))
    #expect(security.contains("| guard | root, "))
    #expect(security.contains("| author (`afterglow run`) and its composing process | `afterglow`, "))
  }
}
