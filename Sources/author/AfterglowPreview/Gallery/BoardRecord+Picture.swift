import AfterglowArchive

extension BoardRecord {
  /// The record of a picture that no panel shows, with memory for any archive and a clock that is right.
  package static var ofPicture: BoardRecord {
    var board = BoardRecord()
    board.archiveBankByteCount = 32 << 20
    board.clockTrust = ClockTrust.always.rawValue
    return board
  }
}
