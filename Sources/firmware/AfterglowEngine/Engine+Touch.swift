import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowLight
import AfterglowTimeline

// Touches: from changes of input devices to commands. Gestures are recognised and regions found here, because only the
// engine knows the entry, the variant and the orbit's offset that are on the panel.
extension Engine {
  /// Whether the board has input devices. Without them nothing is reserved for touches.
  static func hasInput(_ board: BoardRecord) -> Bool { board.input.count > 0 }

  /// The lit area that fingers touch.
  public static func surface(of board: BoardRecord) -> TouchSurface {
    TouchSurface(
      sizePx: PixelSize(width: board.widthPx, height: board.heightPx), widthMicrometres: board.widthMicrometres,
      heightMicrometres: board.heightMicrometres, rotation: Rotation(rawValue: board.rotation) ?? .none)
  }

  /// Follows changes of input devices, with effect on the next `step`.
  ///
  /// - Parameter isDark: whether the panel is dark for an empty room. There, and in an always-on that presence ends, a touch
  ///   only wakes the panel.
  public mutating func take(_ packet: InputPacket, isDark: Bool) {
    guard let touch else { return }
    let wakes = isDark || mode == .alwaysOn && light.presenceWakes
    for index in 0..<packet.count {
      let change = packet[index]
      if case .cancelled = change { returnToNow() }
      let isWaking = change.isActivity && wakes
      if isWaking { noteArrival() } else if change.isActivity { noteUse() }
      if isTested(change) {
        drawTest(of: change)
        continue
      }
      let found = touch.pointee.gestures.take(change)
      for place in 0..<found.count { follow(found[place], isWaking: isWaking, at: change.at) }
      if !isWaking { continue }
      // A finger that is down has no effect until it is up.
      let ended = touch.pointee.gestures.abandon()
      for place in 0..<ended.count { follow(ended[place], isWaking: true, at: change.at) }
    }
  }

  /// The next command that a touch has caused since the last call.
  public mutating func takeCommand() -> ActionCommand? { touch?.pointee.takeCommand() }

  private mutating func follow(_ gesture: Gesture, isWaking: Bool, at time: MonotonicInstant) {
    if travels(by: gesture, isWaking: isWaking, at: time) { return }
    switch gesture {
    case .press(let point):
      touch?.pointee.longPressed = nil
      hold(isWaking ? nil : target(at: point))
    case .longPress:
      touch?.pointee.longPressed = touch?.pointee.held
      hold(nil)
    case .pressEnded: hold(nil)
    case .tap(_, let end):
      let held = touch?.pointee.held
      hold(nil)
      if held == nil && !isWaking { tapBesideRegions() }
      confirm(held, under: end, at: time)
    case .lateTap(_, let end): if !isWaking { confirm(touch?.pointee.longPressed, under: end, at: time) }
    case .turn(let steps): if !isWaking { moveFocus(by: steps, at: time) }
    case .sideways(let steps):
      if !isWaking { if hasPages { turnPage(by: steps) } else { moveFocus(by: steps, at: time) } }
    case .page(let steps): if !isWaking { turnPage(by: steps) }
    case .swipe(.left, let start): if !isWaking { swipe(.next, from: start) }
    case .swipe(.right, let start): if !isWaking { swipe(.previous, from: start) }
    case .focusPress, .focusTap, .focusPressEnded, .focusLongPress:
      if !isWaking { followFocus(gesture, at: time) }
    case .dismiss:
      setFocus(nil)
      if !isWaking { closeDetail() }
    case .key(let code, _): if !isWaking { pressKey(code, at: time) }
    default: break
    }
  }

  /// Sends the command of the region that a tap began on, if it is still under the finger.
  private mutating func confirm(_ pressed: TouchedRegion?, under end: PanelPoint, at time: MonotonicInstant) {
    guard let pressed, isStill(pressed, under: end) else { return }
    confirm(pressed, at: time)
  }

  /// Sends the command of a region. Under an archive that is not shown yet, the next step does.
  mutating func confirm(_ region: TouchedRegion, at time: MonotonicInstant) {
    touch?.pointee.confirmed = region
    touch?.pointee.confirmedAt = time
    if !isArchiveNew { confirm() }
  }

  // MARK: Targets

  /// The region under a finger, by what is on the panel.
  private func target(at point: PanelPoint) -> TouchedRegion? {
    guard let touch, let archive, isTouchable(archive) else { return nil }
    var test = hitTest(at: point)
    // A number holds the widget and the region's place in its entry.
    forEachGlassRegion(archive) { widget, place, region in
      test.add(region.bounds, number: Int32(widget) << 8 | Int32(place))
    }
    guard let number = test.target else { return nil }
    let widget = Int(number >> 8)
    let region = archive.regions(ofEntry: Int(touch.pointee.glass.widgets[widget].entry))[Int(number & 255)]
    return TouchedRegion(widget: Int32(widget), key: region.key, bounds: region.bounds)
  }

  /// Whether the regions on the panel are those of the engine's archive.
  func isTouchable(_ archive: Archive) -> Bool {
    guard let touch, !isArchiveNew else { return false }
    let glass = touch.pointee.glass
    return glass.isTouchable && glass.archive == archive.contentHash && isPageOnGlass
  }

  /// Whether a finger that came down on a region is still on it. Without its archive the bounds alone decide.
  private func isStill(_ pressed: TouchedRegion, under point: PanelPoint) -> Bool {
    if let target = target(at: point) { return target == pressed }
    var test = hitTest(at: point)
    test.add(pressed.bounds, number: 0)
    return test.target != nil
  }

  private func hitTest(at point: PanelPoint) -> HitTest {
    let surface = Engine.surface(of: board)
    let pixel = surface.pixel(at: point)
    let offset = touch?.pointee.glass.offset ?? orbitOffset
    let side = Int64(Engine.leastTargetMicrometres) * Int64(surface.sizePx.width) / Int64(surface.widthMicrometres)
    return HitTest(
      at: PixelPoint(x: pixel.x &- offset.x, y: pixel.y &- offset.y), leastSidePx: Int32(clamping: side), panel: scene)
  }

  /// The least side of a target: 44 pt on a phone of 163 points per inch (rule 83), because a finger has the same size on
  /// every panel.
  static var leastTargetMicrometres: Int32 { 6_856 }

  /// Visits the regions that are on the panel, in drawing order, with their widget and their place in its entry.
  func forEachGlassRegion(_ archive: Archive, _ body: (Int, Int, RegionRecord) -> Void) {
    guard let touch else { return }
    for widget in 0..<archive.widgetCount where touch.pointee.glass.widgets[widget].hasRegions {
      let shown = touch.pointee.glass.widgets[widget]
      let regions = archive.regions(ofEntry: Int(shown.entry))
      for place in 0..<regions.count where regions[place].isIn(slot: Int(shown.slot)) {
        body(widget, place, regions[place])
      }
    }
  }

  /// Notes that the state of the last step is on the panel: from now on its regions can be touched.
  public mutating func noteGlass() {
    pages.onGlass = pages.drawn
    guard let touch else { return }
    touch.pointee.glass.isTouchable =
      hasStarted && !isArchiveNew && !isSimplified && travel.aheadMs == 0 && archive != nil
    guard touch.pointee.glass.isTouchable, let archive else { return }
    touch.pointee.glass.archive = archive.contentHash
    touch.pointee.glass.offset = orbitOffset
    for index in 0..<archive.widgetCount {
      let state = widgets[index]
      let hasRegions = state.hasEntry && archive.entry(Int(state.entry)).regions.count > 0
      touch.pointee.glass.widgets[index] = GlassWidget(entry: state.entry, slot: state.slot, hasRegions: hasRegions)
    }
  }

  /// The place, in its widget's shown entry, of a region with this key and these bounds; nil = it is gone.
  func place(of touched: TouchedRegion, _ archive: Archive) -> Int? {
    let widget = Int(touched.widget)
    if widget >= archive.widgetCount || !widgets[widget].hasEntry { return nil }
    let state = widgets[widget]
    let regions = archive.regions(ofEntry: Int(state.entry))
    for index in 0..<regions.count
    where regions[index].key == touched.key && regions[index].isIn(slot: Int(state.slot)) {
      if regions[index].bounds == touched.bounds { return index }
    }
    return nil
  }

  // MARK: Effects

  /// Notes the region that a finger is down on, or none, and shows it as pressed.
  mutating func hold(_ region: TouchedRegion?) {
    touch?.pointee.held = region
    press(region)
  }

  /// Shows a region as pressed, or none.
  mutating func press(_ region: TouchedRegion?) {
    guard let touch, touch.pointee.pressed != region else { return }
    if showsPresses { damageRegion(touch.pointee.pressed) }
    touch.pointee.pressed = region
    if showsPresses { damageRegion(region) }
  }

  /// Whether a press is drawn. E-paper would need a refresh for it.
  var showsPresses: Bool { DisplayKind(rawValue: board.displayKind)?.isPaper != true }

  private mutating func damageRegion(_ region: TouchedRegion?) {
    guard let region, let archive, !isArchiveNew, let place = place(of: region, archive) else { return }
    causes |= UpdateCause.touch
    damage.insert(region.bounds.intersection(scene))
    let state = widgets[Int(region.widget)]
    let record = archive.regions(ofEntry: Int(state.entry))[place]
    if record.press != PressStyle.content.rawValue { return }
    let nodes = record.nodes(of: state)
    for index in nodes { damage.insert(archive.nodes[Int(archive.nodeList[index])].bounds.intersection(scene)) }
  }

  /// Sends the command of a completed tap, and flips its toggle at once. A page is turned here, without an author.
  private mutating func confirm() {
    guard let touch, let archive, let region = touch.pointee.confirmed else { return }
    touch.pointee.confirmed = nil
    guard !isSimplified, travel.aheadMs == 0, let place = place(of: region, archive) else { return }
    let time = touch.pointee.confirmedAt
    let record = archive.regions(ofEntry: Int(widgets[Int(region.widget)].entry))[place]
    let action = archive.actions[Int(record.action)]
    if action.kind == ActionKind.page.rawValue {
      if let page = PageTurn(argument: action.argument) { turn(page, byRegionOf: archive) }
      return
    }
    if action.kind == ActionKind.entry.rawValue { return leafThrough(region.widget, by: action.argument, archive) }
    let isToggle = record.kind == RegionKind.toggle.rawValue
    let isOn = isToggle && !isOnNow(record, widget: region.widget)
    let command = ActionCommand(
      sequence: touch.pointee.nextSequence(at: time), archive: archive.contentHash, widget: UInt32(region.widget),
      action: record.action, region: region.key, value: isOn ? 1 : 0, at: time)
    let shown = RegionOverride(
      region: region, sequence: command.sequence, isOn: isOn,
      due: MonotonicInstant(milliseconds: time.milliseconds + Engine.pendingMs))
    if touch.pointee.add(command, shown) { damageLook(of: region) }
  }

  /// How long after a release a command counts as pending, in ms: quicker ones show no mark.
  private static var pendingMs: Int64 { 500 }

  /// The state of a toggle as the panel shows it.
  func isOnNow(_ region: RegionRecord, widget: Int32) -> Bool {
    if let override = touch?.pointee.override(widget: widget, key: region.key), override.flips { return override.isOn }
    return region.isOn
  }

  /// Damages the nodes of both looks of a toggle, and the mark on any region.
  private mutating func damageLook(of region: TouchedRegion) {
    guard let archive, !isArchiveNew, let place = place(of: region, archive) else { return }
    causes |= UpdateCause.touch
    damage.insert(markBox(of: region.bounds))
    damageConditional(widgets[Int(region.widget)], archive) {
      $0.region == UInt8(truncatingIfNeeded: place) && NodeCondition.isOfRegion($0.condition)
    }
    collectTicks(archive)
  }

  // MARK: Answers and time

  /// Follows an answer to a command. One to an unknown command has no effect.
  public mutating func take(_ answer: ActionAnswer) {
    guard let touch, let index = touch.pointee.index(ofSequence: answer.sequence),
      var override = touch.pointee.overrides[index], !override.isOver
    else { return }
    switch answer.outcome {
    case .accepted:
      override.stage = .accepted
      // The next step knows the time.
      if override.isPendingShown { override.due = MonotonicInstant(milliseconds: 0) }
      touch.pointee.set(override, at: index)
    case .done:
      touch.pointee.set(nil, at: index)
      damageLook(of: override.region)
    case .failed, .unavailable: fail(index)
    }
  }

  private mutating func fail(_ index: Int) {
    guard let touch, var override = touch.pointee.overrides[index] else { return }
    override.stage = .failed
    override.isPendingShown = false
    // The next step knows the time.
    override.due = MonotonicInstant(milliseconds: 0)
    touch.pointee.set(override, at: index)
    damageLook(of: override.region)
  }

  /// Brings gestures and commands to the moment of a step, whose lists are selected.
  mutating func followTouch() {
    guard let touch else { return }
    followTouchTest()
    enterPage()
    let found = touch.pointee.gestures.advance(to: moment.monotonic)
    for place in 0..<found.count { follow(found[place], isWaking: false, at: moment.monotonic) }
    confirm()
    if moment.monotonic >= touch.pointee.focusUntil { setFocus(nil) }
    for index in 0..<TouchState.overrideCapacity {
      guard let override = touch.pointee.overrides[index], override.due <= moment.monotonic else { continue }
      pass(override, at: index)
    }
  }

  /// The next stage of a command whose time has come.
  private mutating func pass(_ override: RegionOverride, at index: Int) {
    guard let touch else { return }
    if override.stage == .marked {
      touch.pointee.set(nil, at: index)
      return damageLook(of: override.region)
    }
    if override.stage == .underWay || override.stage == .sent && override.isPendingShown { fail(index) }
    guard var pending = touch.pointee.overrides[index] else { return }
    let now = moment.monotonic.milliseconds
    switch pending.stage {
    case .failed:
      pending.stage = .marked
      pending.due = MonotonicInstant(milliseconds: now + ActionFigures.markMs)
      return touch.pointee.set(pending, at: index)
    case .accepted:
      pending.stage = .underWay
      pending.due = MonotonicInstant(milliseconds: now + ActionFigures.endMs)
    default:
      let rest = ActionFigures.answerMs - Engine.pendingMs
      pending.due = MonotonicInstant(milliseconds: override.due.milliseconds + rest)
    }
    pending.isPendingShown = true
    touch.pointee.set(pending, at: index)
    if showsPresses && !override.isPendingShown { damageLook(of: override.region) }
  }

  /// When touches need a step without an event.
  var nextTouch: MonotonicInstant { touch?.pointee.nextDue ?? .distantFuture }
}

extension NodeCondition {
  /// Whether a condition's number is one of a toggle.
  fileprivate static func isOfRegion(_ condition: UInt8) -> Bool {
    NodeCondition(rawValue: condition)?.namesRegion == true
  }
}

extension RegionRecord {
  /// The content's range of the node list, within the list that the widget shows.
  func nodes(of state: WidgetState) -> Range<Int> {
    let end = Int(state.first) + Int(state.count)
    let first = Swift.min(end, Int(state.first) + Int(firstNode))
    return first..<Swift.min(end, first + Int(nodeCount))
  }
}
