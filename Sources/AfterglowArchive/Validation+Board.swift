import AfterglowCore
import AfterglowLight

extension Validator {
  func checkBoard() throws(ArchiveError) {
    if count(.board) != 1 { throw fault(.wrongSectionTable, .board, 0) }
    let board = archive.board
    let side = ArchiveLimits.panelSidePx
    if board.widthPx < 1 || board.heightPx < 1 || board.widthPx > side || board.heightPx > side {
      throw fault(.emptyPanel, .board, 0)
    }
    if board.widthMicrometres < 0 || board.heightMicrometres < 0 || board.constantMillilux < 0
      || board.minimumRefreshIntervalMs < 0
    {
      throw fault(.valueOutOfRange, .board, 0)
    }
    if !hasKnownKinds(board) { throw fault(.unknownValue, .board, 0) }
    if !hasLines(board) { throw fault(.valueOutOfRange, .board, 0) }
    if board.reserved0 != 0 { throw fault(.nonzeroReserved, .board, 0) }
    for index in 0..<2 where board.reserved1[index] != 0 { throw fault(.nonzeroReserved, .board, 0) }
    if Int64(archive.byteCount) > Int64(board.archiveBankByteCount) { throw fault(.overBudget, .board, 0) }
    if !isInside(board.name, .strings) || !isInside(board.displayPath, .strings)
      || !isInside(board.lightSourcePath, .strings) || !isInside(board.connector, .strings)
      || !isInside(board.mode, .strings) || !isInside(board.backlight, .strings)
      || !isInside(board.input, .strings) || !isInside(board.lineChip, .strings)
    {
      throw fault(.rangeOutOfSection, .board, 0)
    }
    try checkLight(board.light)
  }

  private func hasKnownKinds(_ board: BoardRecord) -> Bool {
    DisplayKind(rawValue: board.displayKind) != nil && PixelFormat(rawValue: board.pixelFormat) != nil
      && Rotation(rawValue: board.rotation) != nil && ClockTrust(rawValue: board.clockTrust) != nil
      && LightSourceKind(rawValue: board.lightSource) != nil && board.isEmissive <= 1
  }

  /// An e-paper controller needs its three lines; offsets of real chips stay far below the bound.
  private func hasLines(_ board: BoardRecord) -> Bool {
    let isNeeded = board.displayKind == DisplayKind.ssd1680.rawValue
    return isLine(board.dataCommandLine, isNeeded) && isLine(board.resetLine, isNeeded)
      && isLine(board.busyLine, isNeeded) && isLine(board.powerLine, false)
  }

  private func isLine(_ offset: Int16, _ isNeeded: Bool) -> Bool { offset >= (isNeeded ? 0 : -1) && offset < 1024 }

  private func checkLight(_ light: LightSettings) throws(ArchiveError) {
    try checkThreshold(light.night)
    try checkThreshold(light.alwaysOn)
    if !isDuration(light.filterTimeConstantMs) || light.peakMillinits < 0 || light.nightMillinits < 0
      || light.alwaysOnPermille < 0 || light.alwaysOnPermille > 1000
    {
      throw fault(.valueOutOfRange, .board, 0)
    }
  }

  private func checkThreshold(_ threshold: LightThreshold) throws(ArchiveError) {
    if threshold.enterMillilux < 0 || threshold.leaveMillilux <= threshold.enterMillilux {
      throw fault(.badThreshold, .board, 0)
    }
    if !isDuration(threshold.enterHoldMs) || !isDuration(threshold.leaveHoldMs)
      || !isDuration(threshold.minimumStayMs)
    {
      throw fault(.valueOutOfRange, .board, 0)
    }
    if threshold.reserved != 0 { throw fault(.nonzeroReserved, .board, 0) }
  }

  /// Up to a day.
  private func isDuration(_ milliseconds: Int32) -> Bool {
    milliseconds >= 0 && milliseconds <= 86_400_000
  }

  /// Paths go to the kernel, which would cut them at a zero byte.
  func checkStrings() throws(ArchiveError) {
    let bytes = archive.records(.strings, as: UInt8.self)
    for index in 0..<bytes.count where bytes[index] == 0 { throw fault(.zeroByteInString, .strings, index) }
  }
}

extension BoardRecord {
  /// Whether two archives were compiled for one board: equal display, size, formats, clock and memory. Light settings,
  /// names and paths may change without a restart of the renderer; what it has reserved and opened may not.
  public func isSameHardware(as other: BoardRecord) -> Bool {
    widthPx == other.widthPx && heightPx == other.heightPx && widthMicrometres == other.widthMicrometres
      && heightMicrometres == other.heightMicrometres && displayKind == other.displayKind
      && pixelFormat == other.pixelFormat && rotation == other.rotation && clockTrust == other.clockTrust
      && lightSource == other.lightSource && isEmissive == other.isEmissive
      && archiveBankByteCount == other.archiveBankByteCount && workingByteCount == other.workingByteCount
  }
}
