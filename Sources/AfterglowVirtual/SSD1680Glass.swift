import AfterglowCore
import AfterglowDevice

// Refreshes and what the glass does: docs/panels/ssd1680.md, Simulation and Times.
extension SimulatedSSD1680 {
  /// `20`: runs what `22` asked for.
  mutating func activate() {
    let sequence = registers.sequence
    let displays = sequence & 0x04 != 0
    activation = SSD1680Activation()
    guard registers.hasSequence else {
      note(.noInit, expected: 0x22, found: 0)
      beginOperation(.activation, durationUs: 1_000)
      return
    }
    var durationUs: Int64 = 2_000
    if sequence & 0x80 != 0 { clockIsOn = true }
    if sequence & 0x40 != 0 {
      if !analogIsOn { durationUs += 95_000 }
      analogIsOn = true
    }
    if sequence & 0x20 != 0 { registers.temperature = settings.temperatureCelsius * 16 }
    if sequence & 0x10 != 0 {
      registers.waveform = waveform(isDifferential: sequence & 0x08 != 0, isMeasured: sequence & 0x20 != 0)
      durationUs += 5_000
    }
    activation.disablesAnalog = sequence & 0x02 != 0
    activation.disablesClock = sequence & 0x01 != 0
    if displays && checkRefresh() {
      activation.movesGlass = true
      activation.waveform = registers.waveform
      durationUs += beginRefresh()
    }
    if activation.disablesAnalog && analogIsOn { durationUs += 140_000 }
    beginOperation(.activation, durationUs: durationUs)
  }

  mutating func finishActivation() {
    if activation.movesGlass { moveGlass(activation.waveform) }
    if activation.disablesAnalog { analogIsOn = false }
    if activation.disablesClock { clockIsOn = false }
  }

  /// A measured temperature outside the OTP's ranges finds no waveform; a forced one may be hotter.
  private func waveform(isDifferential: Bool, isMeasured: Bool) -> SSD1680Waveform {
    let celsius = registers.temperature / 16
    if celsius < 0 || (isMeasured && celsius > 50) { return .none }
    if isDifferential { return .partial }
    return celsius >= 80 ? .fast : .full
  }

  /// Whether the glass will move at all; notes why not, and what is wrong although it will.
  private mutating func checkRefresh() -> Bool {
    if !registers.hasXWindow || !registers.hasYWindow {
      note(.noInit, expected: 0x44, found: 0)
      return false
    }
    if !analogIsOn || !clockIsOn {
      note(.noPower, expected: 1, found: 0)
      return false
    }
    if registers.waveform == .none {
      // In the cold the controller says nothing either (F8); without any load it is the driver's mistake.
      if registers.sequence & 0x10 == 0 { note(.noInit, expected: 0x32, found: 0) }
      return false
    }
    if !registers.hasGates || !registers.hasEntryMode || !registers.hasOption { note(.defaults, expected: 1, found: 0) }
    checkImages()
    return true
  }

  private mutating func checkImages() {
    let needsOld = registers.waveform == .partial
    for plane in 0..<2 {
      if plane == 1 && !needsOld && registers.ramOption & 0xF0 == 0x40 { continue }
      let sent = stream.imageBytes[plane]
      let written = writtenGlassBytes(plane)
      let isShort = sent > 0 && sent < stream.imageNeeded[plane]
      let isUnwritten = written < Int32(SimulatedSSD1680.glassRowBytes * 250)
      if isShort {
        note(.image, expected: stream.imageNeeded[plane], found: sent)
      } else if isUnwritten && (plane == 0 || needsOld) {
        note(.image, expected: Int32(SimulatedSSD1680.glassRowBytes * 250), found: written)
      } else if isUnwritten {
        // Mode 1 does not look at it, but the next differential refresh will.
        note(.plane, expected: Int32(SimulatedSSD1680.glassRowBytes * 250), found: written)
      }
    }
  }

  private mutating func beginRefresh() -> Int64 {
    if registers.waveform == .partial {
      partialsSinceFull += 1
      if partialsSinceFull > settings.ghostLimit {
        note(.ghost, expected: settings.ghostLimit, found: partialsSinceFull)
      }
      checkOldPlane()
      hasShownSinceWake = true
      return 457_000
    }
    hasShownSinceWake = true
    partialsSinceFull = 0
    let gapUs = nowUs - lastFullEndUs
    if lastFullEndUs >= 0 && gapUs < settings.minimumRefreshIntervalMs * 1000 {
      note(.rate, expected: Int32(clamping: settings.minimumRefreshIntervalMs), found: Int32(clamping: gapUs / 1000))
    }
    return registers.waveform == .fast ? 1_620_000 : 2_000_000
  }

  /// A differential refresh believes plane 26; where that is not what the glass shows, a ghost stays.
  private mutating func checkOldPlane() {
    var stale: Int32 = 0
    var wrong: Int32 = 0
    for y in 0..<250 {
      for x in 0..<122 {
        let old = ramBit(1, x, y)
        let isOnGlass = glass[y * 122 + x] == 255
        if old == isOnGlass { continue }
        stale += 1
        if old == ramBit(0, x, y) { wrong += 1 }
      }
    }
    if stale > 0 {
      note(.plane, expected: 0, found: stale, toleratedInReplay: wrong == 0)
    } else if !hasShownSinceWake {
      note(.plane, expected: 0, found: 0)
    }
  }

  private mutating func moveGlass(_ waveform: SSD1680Waveform) {
    let rows = Swift.min(250, Int(registers.gates))
    for y in 0..<rows {
      for x in 0..<122 {
        let new = ramBit(0, x, y)
        let index = y * 122 + x
        let residue = SimulatedSSD1680.glassPixels + index
        if waveform == .partial {
          if ramBit(1, x, y) == new { continue }
          // About 3 % a move.
          glass[residue] = UInt8(Swift.min(96, Int(glass[residue]) + 8))
        } else {
          glass[residue] = 0
        }
        glass[index] = new ? 255 : 0
      }
    }
    if waveform == .partial {
      partialRefreshCount += 1
      if registers.swapsPlanes { swapPlanes() }
    } else {
      fullRefreshCount += 1
      lastFullEndUs = nowUs
    }
    glassGeneration &+= 1
  }

  private mutating func swapPlanes() {
    for index in 0..<SimulatedSSD1680.ramByteCount {
      let new = ram[index]
      ram[index] = ram[SimulatedSSD1680.ramByteCount + index]
      ram[SimulatedSSD1680.ramByteCount + index] = new
    }
  }

  /// What a source and a gate see of a plane, after register 21 and the scan direction.
  private func ramBit(_ plane: Int, _ x: Int, _ y: Int) -> Bool {
    let option = plane == 0 ? registers.ramOption & 15 : registers.ramOption >> 4
    if option == 4 { return false }
    // Never sent is a survivor of an earlier init in recorded traffic (docs/panels/ssd1680.md, Set-up), and noted as
    // V-DEFAULTS.
    let shift = registers.usesInnerSources || !registers.hasOption ? 0 : 1
    let row = registers.scansBackwards ? Int(registers.gates) - 1 - y : y
    if row < 0 || row >= SimulatedSSD1680.ramRows { return true }
    let index = row * SimulatedSSD1680.ramRowBytes + x / 8 + shift
    let bit = ram[plane * SimulatedSSD1680.ramByteCount + index] >> UInt8(7 - x % 8) & 1 == 1
    return option == 8 ? !bit : bit
  }

  private func writtenGlassBytes(_ plane: Int) -> Int32 {
    var count: Int32 = 0
    let marks = ram + (2 + plane) * SimulatedSSD1680.ramByteCount
    for y in 0..<250 {
      for x in 0..<SimulatedSSD1680.glassRowBytes where marks[y * SimulatedSSD1680.ramRowBytes + x] != 0 { count += 1 }
    }
    return count
  }

  /// A refresh cut short leaves neither the old picture nor the new one.
  mutating func scrambleGlass() {
    for index in 0..<SimulatedSSD1680.glassPixels {
      if nextRandom() & 3 == 0 { glass[index] = glass[index] == 255 ? 0 : 255 }
      glass[SimulatedSSD1680.glassPixels + index] = 64
    }
    glassGeneration &+= 1
  }

  // MARK: looking at it

  /// What an eye sees: 0 black to 255 white, residue included.
  public func glassLevel(x: Int, y: Int) -> UInt8 {
    precondition(x >= 0 && x < 122 && y >= 0 && y < 250)
    let index = y * 122 + x
    let residue = glass[SimulatedSSD1680.glassPixels + index]
    return glass[index] == 255 ? 255 - residue : residue
  }

  /// A byte of RAM: plane 0x24 or 0x26, `x` in bytes.
  public func ramByte(plane: UInt8, x: Int, y: Int) -> UInt8 {
    precondition(x >= 0 && x < SimulatedSSD1680.ramRowBytes && y >= 0 && y < SimulatedSSD1680.ramRows)
    let base = plane == 0x26 ? SimulatedSSD1680.ramByteCount : 0
    return ram[base + y * SimulatedSSD1680.ramRowBytes + x]
  }

  /// Paints the glass into a virtual framebuffer, turned back from the panel's orientation to the scene's, and presents
  /// it. `rotation` is the board's, from scene to panel. False when the framebuffer has another size.
  public func showGlass(
    in window: inout VirtualFramebuffer, rotation: Rotation = .none, at now: MonotonicInstant
  ) -> Bool {
    let properties = window.properties
    let panel = SimulatedSSD1680.size
    let width = rotation.swapsAxes ? panel.height : panel.width
    let height = rotation.swapsAxes ? panel.width : panel.height
    if properties.size != PixelSize(width: width, height: height) { return false }
    window.withBackBuffer { back in
      for y in 0..<Int(height) {
        for x in 0..<Int(width) {
          let level = sceneLevel(x, y, Int(width), Int(height), rotation)
          putGray(level, back.base + y * back.strideBytes, x, properties.format)
        }
      }
    }
    var damage = Damage()
    damage.insert(PixelRect(properties.size))
    do throws(DisplayError) { try window.present(damage, at: now) } catch { return false }
    return true
  }

  private func sceneLevel(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ rotation: Rotation) -> UInt8 {
    switch rotation {
    case .none: glassLevel(x: x, y: y)
    case .clockwise90: glassLevel(x: height - 1 - y, y: x)
    case .clockwise180: glassLevel(x: width - 1 - x, y: height - 1 - y)
    case .clockwise270: glassLevel(x: y, y: width - 1 - x)
    }
  }
}

/// Writes one grey pixel in any format.
private func putGray(_ level: UInt8, _ row: UnsafeMutableRawPointer, _ x: Int, _ format: PixelFormat) {
  let gray = UInt32(level)
  switch format {
  case .xrgb8888, .argb8888:
    let pixel = 0xFF00_0000 | gray << 16 | gray << 8 | gray
    row.storeBytes(of: pixel.littleEndian, toByteOffset: x * 4, as: UInt32.self)
  case .rgb565:
    let pixel = UInt16((gray >> 3) << 11 | (gray >> 2) << 5 | gray >> 3)
    row.storeBytes(of: pixel.littleEndian, toByteOffset: x * 2, as: UInt16.self)
  case .gray8: row.storeBytes(of: level, toByteOffset: x, as: UInt8.self)
  case .mono1:
    let mask = UInt8(0x80) >> UInt8(x & 7)
    let old = row.load(fromByteOffset: x >> 3, as: UInt8.self)
    row.storeBytes(of: level >= 128 ? old | mask : old & ~mask, toByteOffset: x >> 3, as: UInt8.self)
  }
}
