import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster
import AfterglowTimeline

/// The moment of the step before this one, and what the panel showed then.
struct LastStep {
  let moment: Moment
  /// How far ahead of the moment it was, in ms.
  let aheadMs: Int64

  /// The moment whose entries, ticks and hands were shown.
  var shown: Instant { Instant(milliseconds: moment.realtime.milliseconds &+ aheadMs) }
}

extension Engine {
  /// Whether always-on can dim this board's colours. Paper has no light to dim, and in one bit everything dimmer
  /// than half would be off, as in four greys, of which only pictures have the middle ones.
  public static func canDim(_ board: BoardRecord) -> Bool {
    board.isEmissive != 0 && board.pixelFormat != PixelFormat.mono1.rawValue
      && board.pixelFormat != PixelFormat.gray2.rawValue
  }

  /// Brings the picture's description to `moment` and collects what must be painted.
  ///
  /// - Parameters:
  ///   - lux: the reading that holds at `moment`; nil = unknown.
  ///   - override: the mode that a person has requested.
  ///   - distance: how far away the viewer is, in the unit of the board's source; nil = unknown.
  public mutating func step(
    _ moment: Moment, lux: Illuminance?, override: ModeOverride, distance: Int64? = nil
  ) -> StepResult {
    let last = LastStep(moment: self.moment, aheadMs: travel.aheadMs)
    self.moment = moment
    followOrbit()
    let isJump = noteClock(moment, last.moment)
    if isJump || isArchiveNew || moment.realtime.milliseconds >= nextScheduleMs { followSchedule() }
    followPages(isJump: isJump)
    let isMoved = followTravel()
    let wasPaperDark = isPaperDark
    let decision = light.update(now: moment.monotonic, lux: lux, override: override, schedule: scheduled)
    followDark(decision, isJump: isJump)
    let nextDetail = detail.update(now: moment.monotonic, distance: distance)
    let newMode = Engine.canDim(board) ? decision.mode : .day
    modeReason = decision.reason
    // By day colours are not changed, however the panel is dimmed.
    if !newMode.isLuminanceReduced { isWhiteNew = false }
    let isStepNew = decision.alwaysOnStep != alwaysOnStep
    if isStepNew {
      alwaysOnStep = decision.alwaysOnStep
      renewStage()
    }
    if !hasStarted || isArchiveNew || isPageNew || isWhiteNew || isStepNew || newMode != mode {
      rebuild(newMode, isWhiteNew || isStepNew)
    } else if let archive {
      if isPaperDark != wasPaperDark { redrawForDark(archive) }
      follow(archive, from: last, isJump || isMoved)
    }
    followTouch()
    let nextHand = Swift.min(Swift.min(nextTouch, nextPageChange), nextTravel)
    let nextState = Swift.min(Swift.min(decision.nextDecision, nextDetail), Swift.min(nextMove, nextHand))
    return StepResult(
      causes: causes, hasDamage: !damage.isEmpty || hasMoved,
      wakeUp: WakeUp(realtime: nextRealtime, monotonic: nextState),
      modeWakeUp: WakeUp(
        realtime: Instant(milliseconds: Swift.min(nextScheduleMs, Instant.distantFuture.milliseconds)),
        monotonic: decision.nextDecision))
  }

  private var nextRealtime: Instant {
    let nextChange = Swift.min(Swift.min(nextTickMs, nextEntryMs), nextStaleMs)
    let next = Swift.min(nextChange, Swift.min(nextScheduleMs, pages.nextHomeMs))
    return next >= Instant.distantFuture.milliseconds ? .distantFuture : Instant(milliseconds: next)
  }

  /// True when the last moment cannot be compared with this one: time was set, or its trust changed.
  private mutating func noteClock(_ now: Moment, _ last: Moment) -> Bool {
    if !hasStarted { return true }
    var isJump = now.realtime < last.realtime
    // Slewing stays far below half a second between two steps of a running loop; a set clock does not (docs/rules.md,
    // Set clocks).
    let drift =
      (now.realtime.milliseconds &- last.realtime.milliseconds)
      &- (now.monotonic.milliseconds &- last.monotonic.milliseconds)
    if drift > 500 || drift < -500 {
      isJump = true
      causes |= UpdateCause.clockStep
    }
    if now.isTrusted == last.isTrusted { return isJump }
    causes |= UpdateCause.clockTrust
    return true
  }

  /// True when times are marked from now on, or no longer (law 4).
  private mutating func followTrust(_ archive: Archive) -> Bool {
    let now = !moment.isTrusted ? ShownClock.untrusted : isTooFast(archive) ? .behind : .right
    if now == shownClock { return false }
    shownClock = now
    if hasStarted { causes |= UpdateCause.clockTrust }
    return true
  }

  /// The same archive in the same mode at another moment: only what differs is damaged.
  private mutating func follow(_ archive: Archive, from last: LastStep, _ isJump: Bool) {
    let now = moment.realtime.milliseconds
    // First, while the lists are still those that are on the panel.
    if isJump || now >= nextTickMs { stepTicks(archive, from: last, isJump: isJump) }
    var changesLists = false
    if detail.isSimplified != isSimplified { changesLists = stepDetail(archive) || changesLists }
    if isJump || now >= nextEntryMs || leaf.isNew { changesLists = stepEntries(archive) || changesLists }
    if isJump || now >= nextStaleMs { changesLists = stepStaleness(archive) || changesLists }
    if followTrust(archive) {
      damageTrust(archive)
      changesLists = true
    }
    if last.aheadMs != travel.aheadMs || isAheadMarkNew(since: last.shown) {
      damageAheadMarks(archive)
      changesLists = true
    }
    if changesLists {
      damageTouches()
      collectTicks(archive)
    }
  }

  /// Rebuilds everything: at start, for another archive or page, in another mode, for another luminance.
  private mutating func rebuild(_ newMode: LightMode, _ isLuminanceNew: Bool) {
    if !hasStarted { causes |= UpdateCause.start }
    if isArchiveNew && hasStarted { causes |= UpdateCause.archive }
    if hasStarted && newMode.isNight != mode.isNight { causes |= UpdateCause.night }
    if hasStarted && (newMode.isLuminanceReduced != mode.isLuminanceReduced || isLuminanceNew) {
      causes |= UpdateCause.luminance
    }
    if isPageNew { causes |= UpdateCause.page }
    pages.drawn = pages.wanted ?? pages.drawn
    isPictureNew = true
    isArchiveNew = false
    leaf.isNew = false
    isWhiteNew = false
    mode = newMode
    isSimplified = detail.isSimplified
    damage.insert(scene)
    guard let archive else {
      hasStarted = true
      return
    }
    for index in 0..<archive.widgetCount { select(index, archive, comparing: false) }
    _ = followTrust(archive)
    hasStarted = true
    followLitShare(archive)
    resolvePaints()
    noteNextEntry(archive)
    noteNextStaleness(archive)
    collectTicks(archive)
  }

  /// True when always-on has another luminance, because what is shown lights more or less of the panel.
  @discardableResult
  private mutating func followLitShare(_ archive: Archive) -> Bool {
    var sum: Int32 = 0
    for index in 0..<archive.widgetCount { sum += Int32(widgets[index].litPermille) }
    let isSame = ColorStage.litFactorPermille(sum) == ColorStage.litFactorPermille(litPermille)
    litPermille = sum
    if !isSame { renewStage() }
    return !isSame
  }

  private mutating func resolvePaints() {
    guard let archive else { return }
    if mode == .alwaysOn { curve = stage.curve }
    let paints = archive.paints
    for index in 0..<paints.count {
      let role = PaintRole(rawValue: paints[index].role) ?? .primary
      resolvedPaints[index] = stage.painted(Color(argb: paints[index].color), role: role, mode: mode).argb
    }
  }

  private mutating func stepEntries(_ archive: Archive) -> Bool {
    leaf.isNew = false
    var hasChanged = false
    for index in 0..<archive.widgetCount where select(index, archive, comparing: true) { hasChanged = true }
    noteNextEntry(archive)
    if hasChanged { causes |= UpdateCause.entry }
    if followLitShare(archive) && mode.isLuminanceReduced {
      causes |= UpdateCause.luminance
      damage.insert(scene)
      resolvePaints()
    }
    return hasChanged
  }

  /// What both levels share stays as it is (docs/rules.md, rule 54).
  private mutating func stepDetail(_ archive: Archive) -> Bool {
    isSimplified = detail.isSimplified
    var hasChanged = false
    for index in 0..<archive.widgetCount where select(index, archive, comparing: true) { hasChanged = true }
    if hasChanged { causes |= UpdateCause.detail }
    return hasChanged
  }

  private mutating func noteNextEntry(_ archive: Archive) {
    nextEntryMs = Int64.max
    for index in 0..<archive.widgetCount { nextEntryMs = Swift.min(nextEntryMs, widgets[index].nextEntryMs) }
  }

  private mutating func stepStaleness(_ archive: Archive) -> Bool {
    var hasChanged = false
    for index in 0..<archive.widgetCount where widgets[index].hasEntry {
      let isStale = isStale(archive.widget(index))
      if isStale == widgets[index].isStale { continue }
      widgets[index].isStale = isStale
      hasChanged = true
      damageConditional(widgets[index], archive) {
        $0.condition == NodeCondition.contentStale.rawValue || $0.condition == NodeCondition.contentFresh.rawValue
      }
    }
    noteNextStaleness(archive)
    if hasChanged { causes |= UpdateCause.stale }
    return hasChanged
  }

  /// Content does not age by an untrusted clock (docs/rules.md, Clocks without a battery).
  func isStale(_ widget: WidgetRecord) -> Bool {
    moment.isTrusted && Staleness.isStale(staleAfterMs: widget.staleAfterMs, at: moment.realtime)
  }

  private mutating func noteNextStaleness(_ archive: Archive) {
    nextStaleMs = Int64.max
    if !moment.isTrusted { return }
    for index in 0..<archive.widgetCount where widgets[index].hasEntry {
      let next = Staleness.nextChange(staleAfterMs: archive.widget(index).staleAfterMs, after: moment.realtime)
      nextStaleMs = Swift.min(nextStaleMs, next.milliseconds)
    }
  }

  private mutating func damageTrust(_ archive: Archive) {
    for index in 0..<archive.widgetCount {
      damageConditional(widgets[index], archive) {
        $0.condition == NodeCondition.clockTrusted.rawValue || $0.condition == NodeCondition.clockUntrusted.rawValue
          || $0.condition == NodeCondition.clockBehind.rawValue
      }
    }
  }

  /// Damages every node of the list that `isMeant` accepts, with all that a group or clip holds.
  mutating func damageConditional(
    _ state: WidgetState, _ archive: Archive, _ isMeant: (NodeRecord) -> Bool
  ) {
    var depth = 0
    let first = Int(state.first)
    for index in first..<(first + Int(state.count)) {
      let node = archive.nodes[Int(archive.nodeList[index])]
      let opens = node.kind == NodeKind.beginGroup.rawValue || node.kind == NodeKind.beginClip.rawValue
      let closes = node.kind == NodeKind.endGroup.rawValue || node.kind == NodeKind.endClip.rawValue
      if depth > 0 || isMeant(node) {
        damage.insert(node.bounds.intersection(scene))
        if opens { depth += 1 }
        if closes && depth > 0 { depth -= 1 }
      }
    }
  }
}
