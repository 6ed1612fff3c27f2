/// The sequence that `20` runs.
extension SolomonModel {
  func activate() {
    guard let bits = drive.takeSequence() else {
      return context.note(.noInit, expected: "22 before 20", found: "none since the last reset")
    }
    let sequence = SolomonSequence(bits: bits)
    if !SolomonSequence.listed.contains(bits) {
      context.note(.setting, expected: "a listed sequence in 22", found: hexText(bits))
    }
    let wasOn = pumps.analog
    if sequence.enablesClock { pumps.clock = true }
    if sequence.enablesAnalog { pumps.analog = true }
    if sequence.loadsTemperature {
      loadTemperature()
    } else if sequence.loadsWaveform && drive.temperature.isMeasured {
      context.note(
        .temperature, expected: "the temperature measured for this waveform", found: "an earlier one",
        isTolerated: true)
    }
    if sequence.loadsWaveform { loadListedWaveform(isMode2: sequence.isMode2) }
    if sequence.displays, let waveform = usableWaveform(sequence) { return refresh(sequence, waveform) }
    let times = context.description.times
    var ms: Int64 = 2
    if pumps.analog && !wasOn { ms += times.powerOn }
    if sequence.disablesAnalog && wasOn && !sequence.displays { ms += times.powerOff }
    context.begin(.work, ms: ms) { [unowned self] in stopPumps(sequence) }
  }

  private func stopPumps(_ sequence: SolomonSequence) {
    if sequence.disablesAnalog { pumps.analog = false }
    if sequence.disablesClock { pumps.clock = false }
  }

  private func loadTemperature() {
    if drive.measure(context.settings.temperatureCelsius) { noteUnused(of: 0x1A, by: "a waveform") }
    if kind.startsWithOuterSensor && book[0x18] == nil {
      context.note(
        .temperature, expected: "18: 80 for the sensor inside", found: "the default, a sensor outside",
        isTolerated: true)
    }
  }

  private func loadListedWaveform(isMode2: Bool) {
    let options = context.description.options
    var found: PanelWaveform?
    switch drive.temperature {
    case .none:
      context.note(.temperature, expected: "a temperature before its waveform", found: "none since the last reset")
    case .measured(let celsius):
      if (0...50).contains(celsius) { found = isMode2 ? .differential : .full }
    case .forced(let degrees):
      found = isMode2 && options.forcedWaveforms[degrees] != nil ? .differential : options.forcedWaveforms[degrees]
    }
    drive.useTemperature()
    if found == .differential && !options.hasPartialWaveform { found = nil }
    if found == nil && drive.temperature != .none {
      context.note(.temperature, expected: "a temperature that has a waveform", found: "\(drive.temperature)")
    }
    drive.waveform = found
    drive.isForMode2 = isMode2
  }

  /// The waveform of a display, after all that must be there; nil = nothing moves.
  private func usableWaveform(_ sequence: SolomonSequence) -> PanelWaveform? {
    guard pumps.clock && pumps.analog else {
      context.note(.noPower, expected: "clock and analog on for a display", found: "22: \(hexText(sequence.bits))")
      return nil
    }
    if !address.hasWindowX || !address.hasWindowY {
      context.note(.noInit, expected: "44 and 45 since the last reset", found: "none")
    }
    guard let waveform = drive.waveform else {
      context.note(.waveform, expected: "a waveform", found: "none loaded", isTolerated: false)
      return nil
    }
    if waveform != .registers && drive.isForMode2 != sequence.isMode2 {
      context.note(
        .waveform, expected: "a waveform for display mode \(sequence.isMode2 ? 2 : 1)", found: "the other mode's",
        isTolerated: false)
    }
    return waveform
  }

  private func refresh(_ sequence: SolomonSequence, _ waveform: PanelWaveform) {
    let tables = waveform == .registers ? drive.registers?.tables() : nil
    let character = tables.map(Self.character) ?? waveform
    judge(character, usesRegisters: tables != nil)
    let times = context.description.times
    let ms =
      switch character {
      case .full, .registers: times.full
      case .fast: times.fast
      case .grey: times.grey
      case .differential: times.partial
      }
    let followsTemperature = tables == nil && drive.temperature.isMeasured
    context.busy.flashes = character != .differential
    context.begin(.refresh, ms: followsTemperature ? context.slowedByCold(ms) : ms) { [unowned self] in
      movePixels(character, tables)
      let isPartial = character == .differential
      context.history.noteEnd(isPartial: isPartial, atUs: context.nowUs)
      if isPartial && drive.swapsPlanes && sequence.isMode2 { planes.swapAt(0, 1) }
      stopPumps(sequence)
    }
  }

  /// What a waveform from registers amounts to.
  private static func character(of tables: [[(level: UInt8, isWhole: Bool)]]) -> PanelWaveform {
    if !tables.allSatisfy({ $0[0].isWhole && $0[255].isWhole }) { return .differential }
    return tables.contains { (26..<230).contains($0[0].level) } ? .grey : .full
  }

  // MARK: judging

  private func judge(_ waveform: PanelWaveform, usesRegisters: Bool) {
    judgeSoftReset()
    book.checkRequired(usesRegisters: usesRegisters, context)
    if let border = book.first(0x3C) { context.judgeBorder(border, of: 0x3C, waveform) }
    judgeImages(waveform)
    judgeExcludedPlanes(waveform)
    if waveform == .differential {
      judgeNews()
      judgeOldPlane()
    } else if waveform != .grey {
      judgeRedPlane()
    }
    written.isUnshown = false
    context.history.judge(isPartial: waveform == .differential, context)
  }

  /// A differential refresh of nothing new shows that a picture is missing.
  private func judgeNews() {
    let (newPlane, oldPlane) = (view(0), view(1))
    let moves = rows.contains { newPlane.row($0, pixels) != oldPlane.row($0, pixels) }
    if written.isUnshown && moves { return }
    context.note(.unused, expected: "a new picture in 24 for a partial refresh", found: "nothing new")
  }

  /// Before sleep and at the end: a picture that was sent is shown.
  func judgeUnshown() {
    guard written.isUnshown else { return }
    written.isUnshown = false
    let new = view(0)
    if planes[0].unwrittenCount(columns: columns, rows: rows) > 0 { return }
    let levels = context.glass.pixels.levels
    let isShown = rows.allSatisfy { y in
      zip(new.row(y, pixels), levels[(y * pixels.count)...]).allSatisfy { $0 == $1.isWhiteLevel }
    }
    if !isShown {
      context.note(.unused, expected: "a refresh that shows what 24 received", found: "none")
    }
  }

  private func judgeImages(_ waveform: PanelWaveform) {
    for plane in 0..<2 {
      let name = plane == 0 ? "24" : "26"
      if images[plane].isShort {
        context.note(.image, expected: "\(images[plane].needed) bytes to \(name)", found: "\(images[plane].received)")
        images[plane] = SolomonImage()
      }
      let isNeeded = plane == 0 || waveform == .differential || waveform == .grey
      if !isNeeded { continue }
      let unwritten = planes[plane].unwrittenCount(columns: columns, rows: rows)
      if unwritten > 0 {
        context.note(
          .image, expected: "all bytes of \(name) written since memory was lost", found: "\(unwritten) were not")
      }
    }
  }

  /// Register 21 may exclude plane 26 from a full refresh, and nothing else.
  private func judgeExcludedPlanes(_ waveform: PanelWaveform) {
    let option = book.first(0x21) ?? 0
    let needsOld = waveform == .grey || waveform == .differential
    if option & 15 != 4 && !(needsOld && option >> 4 == 4) { return }
    context.note(
      .plane, expected: "21: 00, so that this refresh reads its planes", found: hexText(option), isTolerated: false)
  }

  /// Plane 26 must be what the panel shows, else a ghost remains.
  private func judgeOldPlane() {
    var stale = StalePixels()
    let (newPlane, oldPlane) = (view(0), view(1))
    let levels = context.glass.pixels.levels
    for y in rows {
      let (new, old) = (newPlane.row(y, pixels), oldPlane.row(y, pixels))
      let sentColumns = written.window.flatMap { $0.rows.contains(y) ? $0.columns : nil }
      for x in pixels {
        stale.compare(
          old: old[x], new: new[x], level: levels[y * pixels.count + x],
          isSent: sentColumns?.contains(firstColumn + x / 8) ?? false)
      }
    }
    stale.note(of: 0x26, in: context)
  }

  /// In a full refresh plane 26 is ignored, equal to 24, or disturbs.
  private func judgeRedPlane() {
    if (book.first(0x21) ?? 0) >> 4 == 4 { return }
    let options = context.description.options
    if options.redPlaneMatters {
      let (newPlane, oldPlane) = (view(0), view(1))
      let different = rows.reduce(0) { count, y in
        count + zip(newPlane.row(y, pixels), oldPlane.row(y, pixels)).count { $0 != $1 }
      }
      if different == 0 { return }
      context.note(
        .plane, expected: "21: 40, or planes 24 and 26 alike", found: "\(different) pixels differ", isTolerated: false)
    } else if planes[1].unwrittenCount(columns: columns, rows: rows) > 0 {
      context.note(.plane, expected: "plane 26 written as base of the next partial refresh", found: "lost memory")
    }
  }

  // MARK: moving

  /// A plane after register 21 and the scan direction.
  func view(_ plane: Int) -> PlaneView {
    let ramOption = book.first(0x21) ?? 0
    let option = plane == 0 ? ramOption & 15 : ramOption >> 4
    return PlaneView(
      plane: planes[plane], firstBit: firstColumn * 8, lastRow: gatesAreReversed ? gateCount - 1 : nil,
      isInverted: option == 8, isBlank: option == 4)
  }

  private var pixels: Range<Int> { 0..<Int(context.description.size.width) }
  private var rows: Range<Int> { 0..<Int(context.description.size.height) }
  /// Bytes of memory that the panel's pixels lie in.
  private var columns: Range<Int> { firstColumn..<min(kind.columns, firstColumn + (pixels.count + 7) / 8) }
  private var gateCount: Int { book[0x01].map { Int($0[0]) | Int($0[1]) << 8 }.map { $0 + 1 } ?? kind.gates }
  private var gatesAreReversed: Bool { (book[0x01]?[2] ?? 0) & 1 != 0 }

  private func movePixels(_ waveform: PanelWaveform, _ tables: [[(level: UInt8, isWhole: Bool)]]?) {
    let disturbs =
      context.description.options.redPlaneMatters && waveform != .differential
      && (book.first(0x21) ?? 0) >> 4 != 4
    let (newPlane, oldPlane) = (view(0), view(1))
    context.glass.change { levels in
      for y in 0..<min(rows.count, gateCount) {
        let (new, old) = (newPlane.row(y, pixels), oldPlane.row(y, pixels))
        for x in pixels {
          let index = y * pixels.count + x
          let level: UInt8 = new[x] ? 255 : 0
          if let tables {
            levels.follow(tables[(old[x] ? 2 : 0) + (new[x] ? 1 : 0)], index)
          } else if waveform != .differential {
            if !disturbs || old[x] == new[x] { levels.drive(index, to: level) }
          } else if old[x] != new[x] {
            levels.move(index, to: level)
          }
        }
      }
    }
  }
}
