import AfterglowArchive

extension BoardRecord {
  /// A board whose bank is large enough for every archive of these tests.
  static func test(bank: UInt32 = 1 << 20) -> BoardRecord {
    var board = BoardRecord()
    board.widthPx = 800
    board.heightPx = 480
    board.archiveBankByteCount = bank
    return board
  }
}
