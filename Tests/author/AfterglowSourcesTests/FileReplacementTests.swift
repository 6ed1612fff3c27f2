import AfterglowSources
import Foundation
import Testing

/// The replacement of files, which every room of the author uses.
@Suite struct FileReplacementTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  @Test func `a new file has the permissions that were asked for, and an old one keeps its own`() throws {
    try FileReplacement.replace(path("secret"), with: Array("1".utf8), isDurable: true, mode: 0o600)
    #expect(try permissions("secret") == 0o600)
    #expect(chmod(path("secret"), 0o640) == 0)
    try FileReplacement.replace(path("secret"), with: Array("2".utf8), isDurable: false, mode: 0o600)
    #expect(try permissions("secret") == 0o640)
    #expect(try text("secret") == "2")
    #expect(try names() == ["secret"])
  }

  @Test func `a symbolic link is followed and stays`() throws {
    try Data("old".utf8).write(to: folder.appending(path: "file"))
    try #require(symlink("file", path("link")) == 0)
    try FileReplacement.replace(path("link"), with: Array("new".utf8), isDurable: false)
    #expect(try text("file") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "file")
  }

  @Test func `a pipe, a folder and a missing folder are refused, and nothing is left`() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    try #require(mkdir(path("folder"), 0o755) == 0)
    for name in ["pipe", "folder", "missing/file"] {
      #expect(throws: FileReplacement.Failure.self, "\(name)") {
        try FileReplacement.replace(path(name), with: [1], isDurable: false)
      }
    }
    #expect(try names() == ["folder", "pipe"])
  }

  @Test func `drafts of processes that are gone are removed, and those of a running one stay`() throws {
    let gone = "4194305"
    let running = "1"
    let drafts = [
      ".a.\(gone).tmp", ".a.b.\(gone).tmp", ".a.\(getpid()).tmp", ".a.\(running).tmp", ".a.tmp", "a.\(gone).tmp",
    ]
    func leave() throws { for name in drafts { try Data().write(to: folder.appending(path: name)) } }
    try leave()
    FileReplacement.removeLeftovers(in: folder.path, of: "a")
    #expect(try names() == [".a.1.tmp", ".a.b.\(gone).tmp", ".a.tmp", "a.\(gone).tmp"])
    try leave()
    FileReplacement.removeLeftovers(in: folder.path)
    #expect(try names() == [".a.1.tmp", ".a.tmp", "a.\(gone).tmp"])
  }
}
