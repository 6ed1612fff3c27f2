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
    if board.widthMicrometres < 0 || board.heightMicrometres < 0 || board.constantMillilux < 0
      || board.minimumRefreshIntervalMs < 0 || board.flashesInDark > 1
    {
      throw fault(.valueOutOfRange, .board, 0)
    }
    if !hasKnownKinds(board) { throw fault(.unknownValue, .board, 0) }
    if !matchesDisplayKind(board) { throw fault(.valueOutOfRange, .board, 0) }
    if !hasPanel(board) { throw fault(.valueOutOfRange, .board, 0) }
    if !hasLines(board) { throw fault(.valueOutOfRange, .board, 0) }
    if board.reserved0 != 0 || board.reserved2 != 0 { throw fault(.nonzeroReserved, .board, 0) }
    if board.reserved1 != 0 || !board.panel.hasZeroReserved { throw fault(.nonzeroReserved, .board, 0) }
    if Int64(archive.byteCount) > Int64(board.archiveBankByteCount) { throw fault(.overBudget, .board, 0) }
    if !isInside(board.name, .strings) || !isInside(board.displayPath, .strings)
      || !isInside(board.lightSourcePath, .strings) || !isInside(board.connector, .strings)
      || !isInside(board.mode, .strings) || !isInside(board.backlight, .strings)
      || !isInside(board.input, .strings) || !isInside(board.lineChip, .strings)
      || !isInside(board.sensor.distanceDevice, .strings)
      || !isInside(board.monitor, .strings) || !isInside(board.recording, .strings)
    {
      throw fault(.rangeOutOfSection, .board, 0)
    }
    try checkLight(board.light)
    try checkRules(board.rules)
    try checkLegibility(board.legibility)
    if !board.sensor.isInRange { throw fault(.valueOutOfRange, .board, 0) }
    if !board.sensor.hasZeroReserved { throw fault(.nonzeroReserved, .board, 0) }
    try checkDimming(board.dimming)
    try checkWear(board.wear)
  }

  private func hasKnownKinds(_ board: BoardRecord) -> Bool {
    DisplayKind(rawValue: board.displayKind) != nil && PixelFormat(rawValue: board.pixelFormat) != nil
      && Rotation(rawValue: board.rotation) != nil && ClockTrust(rawValue: board.clockTrust) != nil
      && LightSourceKind(rawValue: board.lightSource) != nil && board.isEmissive <= 1
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

  private func checkLight(_ light: LightSettings) throws(ArchiveError) {
    try checkThreshold(light.night)
    try checkThreshold(light.alwaysOn)
    if !isDuration(light.filterTimeConstantMs) || light.peakMillinits < 0 || light.nightMillinits < 0
      || light.alwaysOnPermille < 0 || light.alwaysOnPermille > 1000
    {
      throw fault(.valueOutOfRange, .board, 0)
    }
  }

  private func checkLegibility(_ legibility: LegibilitySettings) throws(ArchiveError) {
    if legibility.reflectancePermille < 0 || legibility.reflectancePermille > 1000 || legibility.blackMillinits < 0
      || legibility.nightFloorMillinits < 0
    {
      throw fault(.valueOutOfRange, .board, 0)
    }
    if legibility.reserved != 0 { throw fault(.nonzeroReserved, .board, 0) }
  }

  private func checkDimming(_ dimming: DimmingSettings) throws(ArchiveError) {
    if LevelScale(rawValue: dimming.scale) == nil || dimming.followsLight > 1 {
      throw fault(.unknownValue, .board, 0)
    }
    if dimming.dayMillinits < 0 || dimming.dimMillinits < 1 || dimming.fullMillilux < 1 || dimming.minimumLevel < -1
      || dimming.monitorFloorPermille < 0 || dimming.monitorFloorPermille > 1000
    {
      throw fault(.valueOutOfRange, .board, 0)
    }
    if dimming.reserved0 != 0 || dimming.reserved1 != 0 { throw fault(.nonzeroReserved, .board, 0) }
  }

  private func checkWear(_ wear: WearSettings) throws(ArchiveError) {
    if wear.orbitPx < 0 || wear.orbitPx > Orbit.maximumPx || wear.orbitPeriodMinutes < 1
      || wear.orbitPeriodMinutes > 10_000
    {
      throw fault(.valueOutOfRange, .board, 0)
    }
    if wear.reserved != 0 { throw fault(.nonzeroReserved, .board, 0) }
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

  private func checkRules(_ rules: LightRules) throws(ArchiveError) {
    if !isDuration(rules.wakeMs) || rules.ownMillilux < 0 { throw fault(.valueOutOfRange, .board, 0) }
    if rules.reserved != 0 { throw fault(.nonzeroReserved, .board, 0) }
    let schedule = rules.schedule
    if schedule.count > UInt32(LightSchedule.capacity) { throw fault(.valueOutOfRange, .board, 0) }
    let used = Int(schedule.count)
    for index in 0..<LightSchedule.capacity {
      let period = schedule.periods[index]
      if index < used ? !isPeriod(period) : period != .none { throw fault(.valueOutOfRange, .board, 0) }
    }
    if used == 0 ? schedule.zone != 0 : UInt64(schedule.zone) >= count(.zones) {
      throw fault(.rangeOutOfSection, .board, 0)
    }
  }

  private func isPeriod(_ period: SchedulePeriod) -> Bool {
    period.startMinute < 1440 && period.endMinute >= 1 && period.endMinute <= 1440
      && period.startMinute != period.endMinute && period.days >= 1 && period.days <= 0x7F && period.mode <= 2
      && ScheduleRule(rawValue: period.rule) != nil && period.reserved == 0
  }

  /// 0 to a day, in ms.
  private func isDuration(_ milliseconds: Int32) -> Bool {
    milliseconds >= 0 && milliseconds <= 86_400_000
  }

  /// Refuses zero bytes, at which the kernel would cut a path.
  ///
  /// - Throws: `ArchiveError` with the byte at fault.
  func checkStrings() throws(ArchiveError) {
    let bytes = archive.records(.strings, as: UInt8.self)
    for index in 0..<bytes.count where bytes[index] == 0 { throw fault(.zeroByteInString, .strings, index) }
  }
}

extension BoardRecord {
  /// Whether two archives were compiled for one board: equal display, size, formats, lines, clock and memory. Light
  /// settings and names may change without a restart of the renderer; what it has reserved and opened may not. Device
  /// names are compared by `Archive.namesSameDevices`.
  public func isSameHardware(as other: BoardRecord) -> Bool {
    widthPx == other.widthPx && heightPx == other.heightPx && widthMicrometres == other.widthMicrometres
      && heightMicrometres == other.heightMicrometres && displayKind == other.displayKind
      && pixelFormat == other.pixelFormat && rotation == other.rotation && clockTrust == other.clockTrust
      && lightSource == other.lightSource && isEmissive == other.isEmissive && hasSameLines(as: other)
      && panel == other.panel && archiveBankByteCount == other.archiveBankByteCount
  }

  /// Whether two archives have the same settings for light, sensors, wear and refresh interval. Where names and the
  /// schedule's zone are stored does not matter.
  public func hasSameSettings(as other: BoardRecord) -> Bool {
    light == other.light && rules.isSame(as: other.rules) && legibility == other.legibility
      && sensor.isSame(as: other.sensor) && dimming == other.dimming && wear == other.wear
      && minimumRefreshIntervalMs == other.minimumRefreshIntervalMs && flashesInDark == other.flashesInDark
  }

  /// Whether all bytes are equal.
  public func isIdentical(to other: BoardRecord) -> Bool {
    withUnsafeBytes(of: self) { own in
      withUnsafeBytes(of: other) { other in
        for index in 0..<own.count where own[index] != other[index] { return false }
        return true
      }
    }
  }

  /// Whether the lines of an e-paper controller have the same offsets.
  public func hasSameLines(as other: BoardRecord) -> Bool {
    dataCommandLine == other.dataCommandLine && resetLine == other.resetLine && busyLine == other.busyLine
      && powerLine == other.powerLine
  }
}

extension Archive {
  /// Whether two archives name the same devices: display, connector, mode, backlight, monitor, input, line chip,
  /// recording and sensor. The file of a virtual panel and a trace are not compared, because the command line may override them.
  public func namesSameDevices(as other: Archive) -> Bool {
    let mine = board
    let theirs = other.board
    let isVirtual =
      mine.displayKind == DisplayKind.virtualFramebuffer.rawValue
      || mine.displayKind == DisplayKind.simulatedEPaper.rawValue
    return (isVirtual || isEqual(mine.displayPath, theirs.displayPath, other))
      && (mine.lightSource != LightSourceKind.iio.rawValue
        || isEqual(mine.lightSourcePath, theirs.lightSourcePath, other))
      && isEqual(mine.connector, theirs.connector, other) && isEqual(mine.mode, theirs.mode, other)
      && isEqual(mine.backlight, theirs.backlight, other) && isEqual(mine.input, theirs.input, other)
      && isEqual(mine.lineChip, theirs.lineChip, other) && isEqual(mine.recording, theirs.recording, other)
      && isEqual(mine.sensor.distanceDevice, theirs.sensor.distanceDevice, other)
      && isEqual(mine.monitor, theirs.monitor, other)
  }

  private func isEqual(_ mine: RecordRange, _ theirs: RecordRange, _ other: Archive) -> Bool {
    let left = strings(mine)
    let right = other.strings(theirs)
    if left.count != right.count { return false }
    for index in 0..<left.count where left[index] != right[index] { return false }
    return true
  }
}
