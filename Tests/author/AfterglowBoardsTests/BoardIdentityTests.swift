import AfterglowBoards
import Foundation
import Testing

@Suite struct BoardIdentityTests {
  private let root: URL
  private let installed: BoardLookup

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "identity-\(UInt32.random(in: 0...UInt32.max))")
    for folder in ["a/kitchen", "b/kitchen", "etc/hall"] {
      try FileManager.default.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
      try Data().write(to: root.appending(path: folder + "/board.yaml"))
    }
    installed = BoardLookup(roots: [root.appending(path: "etc").path])
  }

  private func identity(_ folder: String) -> BoardIdentity {
    BoardIdentity(folder: root.appending(path: folder).path, installed: installed)
  }

  @Test func `boards whose folders have one name have keys of their own`() {
    let (first, second) = (identity("a/kitchen"), identity("b/kitchen"))
    #expect(first.name == "kitchen" && second.name == "kitchen")
    #expect(first.key != second.key)
    #expect(first.key.wholeMatch(of: /kitchen-[0-9a-f]{8}/) != nil, "\(first.key)")
  }

  @Test func `however a folder is written, its key is one`() throws {
    let link = root.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: root.appending(path: "a"))
    for way in ["a/kitchen/", "b/../a/kitchen", "a/./kitchen", "link/kitchen"] {
      #expect(identity(way).key == identity("a/kitchen").key, "\(way)")
    }
  }

  @Test func `an installed board has its name, on which services rely`() throws {
    #expect(identity("etc/hall").key == "hall")
    try FileManager.default.createSymbolicLink(
      at: root.appending(path: "etc/oven"), withDestinationURL: root.appending(path: "a/kitchen"))
    #expect(identity("etc/oven").key == "oven")
    #expect(identity("a/kitchen").key == "oven", "one folder, one board")
  }

  @Test func `a key does not change from release to release`() {
    #expect(BoardIdentity(folder: "/nowhere/kitchen", installed: BoardLookup(roots: [])).key == "kitchen-1a785834")
  }

  @Test func `a name of any length leaves a socket's path its room`() {
    let name = String(repeating: "x", count: 200)
    #expect(BoardIdentity(folder: "/nowhere/\(name)", installed: BoardLookup(roots: [])).key.utf8.count == 41)
  }
}
