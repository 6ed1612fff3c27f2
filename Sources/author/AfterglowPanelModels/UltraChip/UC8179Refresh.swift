/// What `12` does.
extension UC8179Model {
  /// - Parameter then: at the end, whether or not pixels moved.
  func refresh(then: @escaping () -> Void) {
    guard let waveform = usableWaveform() else {
      // A pulse that is easily taken for a refresh.
      return context.begin(.work, ms: 1, complete: then)
    }
    let tables = waveform == .registers ? registerTables() : nil
    let isWhole = tables?.allSatisfy { $0[0].isWhole && $0[255].isWhole } ?? false
    let character = tables == nil ? waveform : isWhole ? PanelWaveform.full : .differential
    judge(character)
    let ms = milliseconds(of: character)
    let followsTemperature = tables == nil && forcedWaveform == nil
    context.busy.flashes = character != .differential
    context.begin(.refresh, ms: followsTemperature ? context.slowedByCold(ms) : ms) { [unowned self] in
      movePixels(character, tables)
      context.history.noteEnd(isPartial: character == .differential, atUs: context.nowUs)
      if copiesNewToOld { planes[0].copy(planes[1], columns: window.columns, rows: window.rows) }
      then()
    }
  }

  private func milliseconds(of waveform: PanelWaveform) -> Int64 {
    let times = context.description.times
    switch waveform {
    case .full, .registers: return times.full
    case .fast: return times.fast
    case .grey: return times.grey
    case .differential: return forcedWaveform == .differential || usesRegisters ? times.partial : times.full
    }
  }

  // MARK: waveform

  private var usesRegisters: Bool { (book.first(0x00) ?? 0) & 0x20 != 0 }

  /// The waveform that register E5 chooses; nil = it is not in use, or chooses none.
  private var forcedWaveform: PanelWaveform? {
    guard (book.first(0xE0) ?? 0) & 2 != 0, let degrees = book.first(0xE5) else { return nil }
    return context.description.options.forcedWaveforms[degrees]
  }

  private func usableWaveform() -> PanelWaveform? {
    guard let setting = book.first(0x00) else {
      context.note(.noInit, expected: "00 since the last reset", found: "none")
      return nil
    }
    guard isPowered, setting & 2 != 0 else {
      context.note(.noPower, expected: "04 completed, and the booster on in 00", found: "no high voltage")
      return nil
    }
    return usesRegisters ? tableWaveform() : listedWaveform()
  }

  private func tableWaveform() -> PanelWaveform? {
    let missing = (UInt8(0x20)...0x25).filter { book[$0] == nil }
    if missing.isEmpty { return .registers }
    context.note(
      .waveform, expected: "20 to 25 for a waveform from registers", found: "without \(hexText(missing))",
      isTolerated: missing == [0x25])
    return missing == [0x25] ? .registers : nil
  }

  private func listedWaveform() -> PanelWaveform? {
    if (book.first(0xE0) ?? 0) & 2 != 0 {
      if let forced = forcedWaveform { return isPartialMode ? partial(forced) : forced }
      let found = book.first(0xE5).map { hexText($0) } ?? "none"
      context.note(.temperature, expected: "a temperature in E5 that has a waveform", found: found)
      return nil
    }
    if forcedIsIdle {
      context.note(.temperature, expected: "E0: 02 with E5", found: "E5 without effect", isTolerated: true)
    }
    guard (0...50).contains(context.settings.temperatureCelsius) else {
      context.note(.temperature, expected: "0 to 50 °C", found: "\(context.settings.temperatureCelsius) °C")
      return nil
    }
    return isPartialMode ? partial(.full) : .full
  }

  /// Partial mode moves only what differs, with whatever waveform is chosen.
  private func partial(_ waveform: PanelWaveform) -> PanelWaveform {
    if waveform != .differential {
      context.note(
        .waveform, expected: "the partial waveform in partial mode", found: "another, which flashes", isTolerated: true)
    }
    return .differential
  }

  /// 42 bytes: seven groups of four levels in one byte, four numbers of frames, and repetitions.
  private func registerTables() -> [[(level: UInt8, isWhole: Bool)]] {
    let rows = [0x24, 0x22, 0x23, 0x21].map { (command: UInt8) -> DriveWaveform in
      let bytes = book[command] ?? [UInt8](repeating: 0, count: 42)
      var row = DriveWaveform()
      for group in stride(from: 0, to: 42, by: 6) {
        for _ in 0..<min(bytes[group + 5], 16) {
          for phase in 0..<4 {
            row.append(level: bytes[group] >> UInt8(6 - 2 * phase) & 3, frames: Int(bytes[group + 1 + phase]))
          }
        }
      }
      return row
    }
    return RegisterWaveform(rows: rows, frameCount: 0).tables()
  }

  // MARK: judging

  private func judge(_ waveform: PanelWaveform) {
    book.checkRequired(usesRegisters: usesRegisters, context)
    judgePartialMode()
    if book[0x50] != nil { context.judgeBorder(border, of: 0x50, waveform) }
    judgeImages(waveform)
    if waveform == .differential {
      if unshown == nil {
        context.note(.unused, expected: "a new picture in 13 for a partial refresh", found: "nothing new")
      }
      judgeOldPlane()
    }
    unshown = nil
    if waveform != .grey { judgePolarity() }
    context.history.judge(isPartial: waveform == .differential, context)
  }

  private func judgeImages(_ waveform: PanelWaveform) {
    for plane in 0..<2 {
      let name = plane == 0 ? "10" : "13"
      if let image = images[plane], image.isShort {
        context.note(.image, expected: "\(image.window.byteCount) bytes to \(name)", found: "\(image.received)")
      }
      let unwritten = planes[plane].unwrittenCount(columns: window.columns, rows: window.rows)
      if unwritten == 0 { continue }
      if plane == 1 || waveform == .grey {
        context.note(
          .image, expected: "all bytes of \(name) written since memory was lost", found: "\(unwritten) were not")
      } else if waveform != .differential && !copiesNewToOld {
        context.note(.plane, expected: "10 written as base of the next partial refresh", found: "lost memory")
      }
    }
  }

  /// OLD, read under the polarity in force, must be what the panel shows.
  private func judgeOldPlane() {
    var stale = StalePixels()
    let (newPlane, oldPlane) = (view(1, setIsWhite: setIsWhite), view(0, setIsWhite: setIsWhite))
    let (window, scan) = (self.window, self.scan)
    let levels = context.glass.pixels.levels
    for y in window.rows {
      let (new, old) = (newPlane.row(y, window.pixels), oldPlane.row(y, window.pixels))
      for x in window.pixels {
        let at = x - window.pixels.lowerBound
        stale.compare(old: old[at], new: new[at], level: levels[scan.index(x, y)], isSent: true)
      }
    }
    stale.note(of: 0x10, in: context)
  }

  /// The same bytes under both polarities are a picture and its negative.
  private func judgePolarity() {
    guard let image = images[1], !image.isUniform else { return }
    images[1] = nil
    if let earlier = shownPolarities[image.checksum], earlier != setIsWhite {
      context.note(
        .polarity, expected: "\(earlier ? "1" : "0") for white in this picture, as before",
        found: "\(setIsWhite ? "1" : "0") for white (50: \(hexText(border)))")
    }
    if shownPolarities.count > 64 { shownPolarities = [:] }
    shownPolarities[image.checksum] = setIsWhite
  }

  /// Before sleep, before the next picture and at the end: a picture that was sent is shown.
  func judgeUnshown() {
    guard let sent = unshown else { return }
    unshown = nil
    let new = view(1, setIsWhite: sent.setIsWhite)
    let scan = self.scan
    let levels = context.glass.pixels.levels
    let isShown = sent.window.rows.allSatisfy { y in
      zip(new.row(y, sent.window.pixels), sent.window.pixels).allSatisfy {
        $0 == levels[scan.index($1, y)].isWhiteLevel
      }
    }
    if !isShown { context.note(.unused, expected: "a refresh that shows what 13 received", found: "none") }
  }

  // MARK: moving

  /// Whether a pixel of a plane is white.
  private func view(_ plane: Int, setIsWhite: Bool) -> PlaneView {
    PlaneView(plane: planes[plane], isInverted: !setIsWhite)
  }

  /// Scan directions of register 00: 1 is up and right, as this panel is wired.
  private var scan: UC8179Scan {
    let setting = book.first(0x00) ?? 0x0F
    return UC8179Scan(
      width: planes[0].rowBytes * 8,
      lastX: setting & 4 != 0 ? nil : planes[0].rowBytes * 8 - 1, lastY: setting & 8 != 0 ? nil : planes[0].rows - 1)
  }

  private func movePixels(_ waveform: PanelWaveform, _ tables: [[(level: UInt8, isWhole: Bool)]]?) {
    let (newPlane, oldPlane) = (view(1, setIsWhite: setIsWhite), view(0, setIsWhite: setIsWhite))
    let (window, scan) = (self.window, self.scan)
    context.glass.change { levels in
      for y in window.rows {
        let (new, old) = (newPlane.row(y, window.pixels), oldPlane.row(y, window.pixels))
        for x in window.pixels {
          let at = x - window.pixels.lowerBound
          let index = scan.index(x, y)
          if let tables {
            levels.follow(tables[(old[at] ? 2 : 0) + (new[at] ? 1 : 0)], index)
          } else if waveform == .grey {
            // NEW black is the heavier half.
            levels.drive(index, to: (old[at] ? 85 : 0) + (new[at] ? 170 : 0))
          } else if waveform != .differential {
            levels.drive(index, to: new[at] ? 255 : 0)
          } else if old[at] != new[at] {
            levels.move(index, to: new[at] ? 255 : 0)
          }
        }
      }
    }
  }
}

/// Where a pixel of memory lies on the panel.
private struct UC8179Scan {
  let width: Int
  /// Columns run from this one leftwards; nil = from 0.
  var lastX: Int?
  var lastY: Int?

  /// The place among all pixels, row by row.
  func index(_ x: Int, _ y: Int) -> Int { (lastY.map { $0 - y } ?? y) * width + (lastX.map { $0 - x } ?? x) }
}
