// Refreshes: docs/panels/ssd1680.md, Simulation and Times.
extension SimulatedSSD1680 {
  /// `20`: runs the sequence set by `22`.
  mutating func activate() {
    let sequence = registers.sequence
    let displays = sequence & 0x04 != 0
    work.activation = SSD1680Activation()
    guard registers.hasSequence else {
      note(.noInit, expected: 0x22, found: 0)
      beginOperation(.activation, durationUs: 1_000)
      return
    }
    var durationUs: Int64 = 2_000
    if sequence & 0x80 != 0 { power.clockIsOn = true }
    if sequence & 0x40 != 0 {
      if !power.analogIsOn { durationUs += 95_000 }
      power.analogIsOn = true
    }
    if sequence & 0x20 != 0 { registers.temperature = settings.temperatureCelsius * 16 }
    if sequence & 0x10 != 0 {
      registers.waveform = waveform(isDifferential: sequence & 0x08 != 0, isMeasured: sequence & 0x20 != 0)
      durationUs += 5_000
    }
    work.activation.disablesAnalog = sequence & 0x02 != 0
    work.activation.disablesClock = sequence & 0x01 != 0
    if displays && checkRefresh() {
      work.activation.movesPixels = true
      work.activation.waveform = registers.waveform
      durationUs += beginRefresh()
    }
    if work.activation.disablesAnalog && power.analogIsOn { durationUs += 140_000 }
    beginOperation(.activation, durationUs: durationUs)
  }

  mutating func finishActivation() {
    if work.activation.movesPixels { movePixels(work.activation.waveform) }
    if work.activation.disablesAnalog { power.analogIsOn = false }
    if work.activation.disablesClock { power.clockIsOn = false }
  }

  /// A measured temperature outside the OTP's ranges matches no waveform; a forced one may be hotter.
  private func waveform(isDifferential: Bool, isMeasured: Bool) -> SSD1680Waveform {
    let celsius = registers.temperature / 16
    if celsius < 0 || (isMeasured && celsius > 50) { return .none }
    if isDifferential { return .partial }
    return celsius >= 80 ? .fast : .full
  }

  /// Whether the panel will change at all. Records why not, and what is wrong even if it will.
  private mutating func checkRefresh() -> Bool {
    if !registers.hasXWindow || !registers.hasYWindow {
      note(.noInit, expected: 0x44, found: 0)
      return false
    }
    if !power.analogIsOn || !power.clockIsOn {
      note(.noPower, expected: 1, found: 0)
      return false
    }
    if registers.waveform == .none {
      // In the cold the controller gives no indication either (F8); without any load it is the driver's mistake.
      if registers.sequence & 0x10 == 0 { note(.noInit, expected: 0x32, found: 0) }
      return false
    }
    if !registers.hasGates || !registers.hasEntryMode || !registers.hasOption { note(.defaults, expected: 1, found: 0) }
    checkImages()
    return true
  }

  private mutating func checkImages() {
    let needsOld = registers.waveform == .partial
    let whole = Int32(SSD1680Pixels.rowBytes * 250)
    for plane in 0..<2 {
      if plane == 1 && !needsOld && registers.ramOption & 0xF0 == 0x40 { continue }
      let sent = stream.imageBytes[plane]
      let written = memory.writtenCount(plane)
      let isShort = sent > 0 && sent < stream.imageNeeded[plane]
      let isUnwritten = written < whole
      if isShort {
        note(.image, expected: stream.imageNeeded[plane], found: sent)
      } else if isUnwritten && (plane == 0 || needsOld) {
        note(.image, expected: whole, found: written)
      } else if isUnwritten {
        // Mode 1 does not use it, but the next differential refresh will.
        note(.plane, expected: whole, found: written)
      }
    }
  }

  private mutating func beginRefresh() -> Int64 {
    defer { refreshes.hasShownSinceWake = true }
    if registers.waveform == .partial {
      refreshes.partialsSinceFull += 1
      if refreshes.partialsSinceFull > settings.ghostLimit {
        note(.ghost, expected: settings.ghostLimit, found: refreshes.partialsSinceFull)
      }
      checkOldPlane()
      return 457_000
    }
    refreshes.partialsSinceFull = 0
    let gapUs = nowUs - refreshes.lastFullEndUs
    if refreshes.lastFullEndUs >= 0 && gapUs < settings.minimumRefreshIntervalMs * 1000 {
      note(.rate, expected: Int32(clamping: settings.minimumRefreshIntervalMs), found: Int32(clamping: gapUs / 1000))
    }
    return registers.waveform == .fast ? 1_620_000 : 2_000_000
  }

  /// A partial refresh relies on plane 26; where that differs from the panel's content, a ghost remains.
  private mutating func checkOldPlane() {
    var stale: Int32 = 0
    var wrong: Int32 = 0
    for y in 0..<250 {
      for x in 0..<122 {
        let old = ramBit(1, x, y)
        if old == pixels.isWhite(x, y) { continue }
        stale += 1
        if old == ramBit(0, x, y) { wrong += 1 }
      }
    }
    if stale > 0 {
      note(.plane, expected: 0, found: stale, toleratedInReplay: wrong == 0)
    } else if !refreshes.hasShownSinceWake {
      note(.plane, expected: 0, found: 0)
    }
  }

  private mutating func movePixels(_ waveform: SSD1680Waveform) {
    let isPartial = waveform == .partial
    for y in 0..<Swift.min(250, Int(registers.gates)) {
      for x in 0..<122 {
        let new = ramBit(0, x, y)
        if !isPartial || ramBit(1, x, y) != new { pixels.move(x, y, toWhite: new, isDifferential: isPartial) }
      }
    }
    if isPartial {
      refreshes.partialCount += 1
      if registers.swapsPlanes { memory.swapPlanes() }
    } else {
      refreshes.fullCount += 1
      refreshes.lastFullEndUs = nowUs
    }
    pixels.noteChange()
  }

  /// A plane's bit for a source and a gate, after applying register 21 and the scan direction.
  private func ramBit(_ plane: Int, _ x: Int, _ y: Int) -> Bool {
    let option = plane == 0 ? registers.ramOption & 15 : registers.ramOption >> 4
    if option == 4 { return false }
    // If it was never sent, recorded traffic may rely on an earlier init (docs/panels/ssd1680.md, Set-up); recorded as
    // V-DEFAULTS.
    let shift = registers.usesInnerSources || !registers.hasOption ? 0 : 1
    let row = registers.scansBackwards ? Int(registers.gates) - 1 - y : y
    if row < 0 || row >= SSD1680Memory.rows { return true }
    let bit = memory[plane, x / 8 + shift, row] >> UInt8(7 - x % 8) & 1 == 1
    return option == 8 ? !bit : bit
  }
}
