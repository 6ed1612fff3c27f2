import AfterglowArchive
import AfterglowCore

extension BoardRecord {
  /// A board whose bank is large enough for every archive of these tests.
  static func test(bank: UInt32 = 1 << 20) -> BoardRecord {
    var board = BoardRecord()
    board.widthPx = 800
    board.heightPx = 480
    board.archiveBankByteCount = bank
    return board
  }

  /// An e-paper panel of the scene's size. Only its controller knows whether such a one exists.
  mutating func showTestPanel() {
    panel.controller = PaperController.uc8179.rawValue
    panel.widthPx = UInt16(widthPx)
    panel.heightPx = UInt16(heightPx)
  }
}
