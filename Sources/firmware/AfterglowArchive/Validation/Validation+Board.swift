import AfterglowCore
import AfterglowLight

extension Validator {
  func checkBoard() throws(ArchiveError) {
    if count(.board) != 1 { throw fault(.wrongSectionTable, .board, 0) }
    let board = archive.board
    let side = PixelSize.maximumSide
    if board.widthPx < 1 || board.heightPx < 1 || board.widthPx > side || board.heightPx > side {
      throw fault(.emptyPanel, .board, 0)
    }
    if !board.isInRange { throw fault(.valueOutOfRange, .board, 0) }
    if !board.hasKnownKinds { throw fault(.unknownValue, .board, 0) }
    if !matchesDisplayKind(board) { throw fault(.valueOutOfRange, .board, 0) }
    if !hasPanel(board) { throw fault(.valueOutOfRange, .board, 0) }
    if !hasLines(board) { throw fault(.valueOutOfRange, .board, 0) }
    let isBeforePages = archive.version < ArchiveHeader.pageVersion
    if isBeforePages && board.pages != PageSettings() { throw fault(.nonzeroReserved, .board, 0) }
    if archive.version < ArchiveHeader.currentVersion && board.showsAhead != 0 {
      throw fault(.nonzeroReserved, .board, 0)
    }
    if !board.hasZeroReserved { throw fault(.nonzeroReserved, .board, 0) }
    if Int64(archive.byteCount) > Int64(board.archiveBankByteCount) { throw fault(.overBudget, .board, 0) }
    var all = BoardString.all
    while let string = all.next() {
      if !isInside(board[string], .strings) { throw fault(.rangeOutOfSection, .board, 0) }
    }
    if isBeforePages && board.calibration != .empty { throw fault(.nonzeroReserved, .board, 0) }
    let light = board.light
    try checkThreshold(light.night)
    try checkThreshold(light.alwaysOn)
    try check(isInRange: light.isInRange)
    try checkRules(board.rules)
    try check(isInRange: board.legibility.isInRange, hasZeroReserved: board.legibility.hasZeroReserved)
    try check(isInRange: board.sensor.isInRange, hasZeroReserved: board.sensor.hasZeroReserved)
    let dimming = board.dimming
    try check(
      isKnown: dimming.hasKnownKinds, isInRange: dimming.isInRange, hasZeroReserved: dimming.hasZeroReserved)
    try check(isInRange: board.wear.isInRange)
  }

  /// Refuses a record of settings by the checks that it has next to its fields.
  private func check(isKnown: Bool = true, isInRange: Bool, hasZeroReserved: Bool = true) throws(ArchiveError) {
    if !isKnown { throw fault(.unknownValue, .board, 0) }
    if !isInRange { throw fault(.valueOutOfRange, .board, 0) }
    if !hasZeroReserved { throw fault(.nonzeroReserved, .board, 0) }
  }

  /// Whether the display's format and emission agree with its kind, because a screen declared as paper, or as one-bit,
  /// would never turn red (law 2). Virtual framebuffers may have every format.
  private func matchesDisplayKind(_ board: BoardRecord) -> Bool {
    guard let kind = DisplayKind(rawValue: board.displayKind), let format = PixelFormat(rawValue: board.pixelFormat)
    else { return false }
    if kind.isPaper { return board.isEmissive == 0 }
    if format.isInk { return kind == .virtualFramebuffer && board.isEmissive == 0 }
    if format == .mono1 && kind == .virtualFramebuffer { return true }
    return board.isEmissive == 1 && (kind == .virtualFramebuffer || (format != .gray8 && format != .mono1))
  }

  /// Whether there is an e-paper panel exactly where the kind of display has one, of the scene's size and the format's
  /// bits. The ranges of its values are its controller's (`AnyController`).
  private func hasPanel(_ board: BoardRecord) -> Bool {
    let panel = board.panel
    if DisplayKind(rawValue: board.displayKind)?.isPaper != true { return panel == PaperPanel() }
    if panel.format == nil { return false }
    let isTurned = Rotation(rawValue: board.rotation)?.swapsAxes == true
    let size = panel.size
    return (isTurned ? size.height : size.width) == board.widthPx
      && (isTurned ? size.width : size.height) == board.heightPx
      && PixelFormat(rawValue: board.pixelFormat) == panel.format
  }

  /// An e-paper controller needs its three lines; offsets of real chips stay far below the bound.
  private func hasLines(_ board: BoardRecord) -> Bool {
    let isNeeded = board.displayKind == DisplayKind.epaper.rawValue
    return isLine(board.dataCommandLine, isNeeded) && isLine(board.resetLine, isNeeded)
      && isLine(board.busyLine, isNeeded) && isLine(board.powerLine, false)
  }

  private func isLine(_ offset: Int16, _ isNeeded: Bool) -> Bool { offset >= (isNeeded ? 0 : -1) && offset < 1024 }

  private func checkThreshold(_ threshold: LightThreshold) throws(ArchiveError) {
    if !threshold.hasGap { throw fault(.badThreshold, .board, 0) }
    try check(isInRange: threshold.isInRange, hasZeroReserved: threshold.hasZeroReserved)
  }

  private func checkRules(_ rules: LightRules) throws(ArchiveError) {
    try check(isInRange: rules.isInRange, hasZeroReserved: rules.hasZeroReserved)
    let schedule = rules.schedule
    if !schedule.isInRange { throw fault(.valueOutOfRange, .board, 0) }
    if schedule.count == 0 ? schedule.zone != 0 : UInt64(schedule.zone) >= count(.zones) {
      throw fault(.rangeOutOfSection, .board, 0)
    }
  }

  /// Refuses zero bytes, at which the kernel would cut a path.
  ///
  /// - Throws: `ArchiveError` with the byte at fault.
  func checkStrings() throws(ArchiveError) {
    let bytes = archive.records(.strings, as: UInt8.self)
    for index in 0..<bytes.count where bytes[index] == 0 { throw fault(.zeroByteInString, .strings, index) }
  }
}

extension Archive {
  /// Whether two archives name the same devices (`BoardRecord.namesDevice`).
  public func namesSameDevices(as other: Archive) -> Bool {
    let mine = board
    let theirs = other.board
    var all = BoardString.all
    while let string = all.next() {
      if mine.namesDevice(string) && !isEqual(mine[string], theirs[string], other) { return false }
    }
    return true
  }

  private func isEqual(_ mine: RecordRange, _ theirs: RecordRange, _ other: Archive) -> Bool {
    let left = strings(mine)
    let right = other.strings(theirs)
    if left.count != right.count { return false }
    for index in 0..<left.count where left[index] != right[index] { return false }
    return true
  }
}
