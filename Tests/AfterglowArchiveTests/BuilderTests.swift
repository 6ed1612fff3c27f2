import AfterglowCore
import AfterglowTimeline
import Testing

@testable import AfterglowArchive

@Suite struct BuilderTests {
  static func board(bank: UInt32 = 1 << 20) -> BoardRecord {
    var board = BoardRecord()
    board.widthPx = 800
    board.heightPx = 480
    board.archiveBankByteCount = bank
    return board
  }

  @Test func `an archive without widgets is valid`() throws {
    let file = try ArchiveBuilder(board: Self.board()).build(compiledAt: Instant(seconds: 1))
    let aligned = AlignedBytes(file)
    let archive = try Archive.validate(aligned.bytes)
    #expect(archive.board.widthPx == 800)
    #expect(archive.compiledAt == Instant(seconds: 1))
    #expect(archive.widgetCount == 0)
  }
}
