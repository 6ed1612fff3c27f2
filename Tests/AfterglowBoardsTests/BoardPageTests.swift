import Foundation
import Testing

@testable import AfterglowBoards

/// What the page of boards and their schema say of keys is made of `BoardKeys`.
///
/// `AFTERGLOW_UPDATE_GOLDENS=1` writes those anew that are others, and fails the run all the same.
@Suite(.serialized) struct BoardPageTests {
  private static let docs = Schema.folder.appending(path: "docs")

  private func expect(_ written: String, _ made: String, in file: String, update: () throws -> Void) throws {
    // Both texts in full would hide the message.
    let isSame = written == made
    if !isSame, ProcessInfo.processInfo.environment["AFTERGLOW_UPDATE_GOLDENS"] == "1" { try update() }
    #expect(isSame, "\(file) is not what BoardKeys says: AFTERGLOW_UPDATE_GOLDENS=1 makes it anew")
  }

  @Test(arguments: [("board", BoardPages.board), ("schedule", BoardPages.schedule)])
  func `the page of boards lists the keys as they are declared`(part: String, table: String) throws {
    let file = Self.docs.appending(path: "boards.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(page.range(of: "<!-- made of BoardKeys: \(part) -->\n\n"))
    let end = try #require(page.range(of: "\n\n<!-- end -->", range: begin.upperBound..<page.endIndex))
    let written = begin.upperBound..<end.lowerBound
    try expect(String(page[written]), table, in: "docs/boards.md") {
      try page.replacingCharacters(in: written, with: table).write(to: file, atomically: true, encoding: .utf8)
    }
  }

  @Test func `the schema of boards is made of the keys`() throws {
    let file = Self.docs.appending(path: "schemas/board.schema.json")
    try expect(String(contentsOf: file, encoding: .utf8), BoardPages.schema, in: "docs/schemas/board.schema.json") {
      try BoardPages.schema.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Limits that are written out would stay when the declared ones change.
  @Test(arguments: BoardKeys.all.map(\.path)) func `a key tells its limits`(path: String) throws {
    let key = BoardKeys.key(path)
    switch key.kind {
    case .number, .list: #expect(key.text.contains("{}"))
    case .choice(let names), .choices(let names, _): for name in names { #expect(key.range.contains("`\(name)`")) }
    case .integer, .text, .boolean: break
    }
    #expect(!key.range.isEmpty && !key.standard.isEmpty && !key.range.contains("|") && !key.range.contains("{}"))
  }
}
