import TestSupport
import Testing

@testable import AfterglowBoards

/// The parts of the page of boards and of their schema that are generated from `BoardKeys`.
@Suite(.serialized) struct BoardPageTests {
  private static let renewal: Comment = "it is not what BoardKeys says: AFTERGLOW_UPDATE_GOLDENS=1 makes it anew"

  @Test(arguments: [("board", BoardPages.board), ("schedule", BoardPages.schedule)])
  func `the page of boards lists the keys as they are declared`(part: String, table: String) throws {
    #expect(try GeneratedPage("docs/boards.md").isCurrent(table, at: "made of BoardKeys: \(part)"), Self.renewal)
  }

  @Test func `the schema of boards is made of the keys`() throws {
    #expect(try GeneratedPage("docs/schemas/board.schema.json").isCurrent(BoardPages.schema), Self.renewal)
  }

  /// Limits written by hand would not change with the declared ones.
  @Test(arguments: BoardKeys.all.map(\.path)) func `a key states its limits`(path: String) throws {
    let key = BoardKeys.key(path)
    switch key.kind {
    case .number, .list, .numbers, .bindings: #expect(key.text.contains("{}"))
    case .choice(let names), .choices(let names, _): for name in names { #expect(key.range.contains("`\(name)`")) }
    case .integer, .text, .boolean: break
    }
    #expect(!key.range.isEmpty && !key.standard.isEmpty && !key.range.contains("|") && !key.range.contains("{}"))
  }
}
