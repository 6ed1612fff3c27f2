import AfterglowArchive
import AfterglowCore
import AfterglowInput
import AfterglowTimeline

/// Distances and times of the way through the coming hours.
enum TravelFigures {
  /// The farthest coming moment, in ms after the present one.
  static var reachMs: Int64 { 36 * 3_600_000 }
  /// The step of a detent, in ms.
  static var detentMs: Int64 { 10 * 60_000 }
  /// The step of a detent of a knob that is turned quickly, in ms.
  static var fastDetentMs: Int64 { 30 * 60_000 }
  /// The longest time from one detent to the next of a knob that is turned quickly, in ms.
  static var fastGapMs: Int64 { 50 }
  /// The steps of a finger, in ms.
  static var dragMs: Int64 { 5 * 60_000 }
  /// How long a coming moment is shown without a motion, in ms.
  static var returnMs: Int64 { 10_000 }
  /// Height of the panel's foot, in µm.
  static var footMicrometres: Int32 { 12_000 }
}

/// How far ahead of the present moment a panel is, and the hand that moves it.
struct TravelState: BitwiseCopyable {
  /// The effect of a finger that is down on the moment.
  enum Finger: UInt8, BitwiseCopyable {
    /// It has not been dragged.
    case undecided
    /// It has returned the panel to now, and has not been dragged: a tap has no other effect.
    case returning
    /// It moves the panel through time.
    case moving
    /// It has returned the panel to now, or outlasts the return: it does nothing until it is up.
    case spent
    /// It does something else.
    case other
  }

  /// How far ahead the next step shows the panel, in ms.
  var wantedMs: Int64 = 0
  /// How far ahead the last step has shown it, in ms.
  var aheadMs: Int64 = 0
  var finger = Finger.other
  /// Whether the press of the knob has no effect when it ends.
  var isPressSpent = false
  /// Whether it was moved since the last step.
  var isMoved = false
  /// The step that followed the last motion.
  var movedAt = MonotonicInstant(milliseconds: 0)
  /// The last detent of the knob, in ms.
  var turnedMs: Int64 = -3_600_000
}

// The day under the hand: entries, ticks and hands are those of a coming moment; light, schedule, staleness and trust are
// those of the present one. No author is involved.
extension Engine {
  /// How far ahead of the present moment the panel is, in ms; 0 = it shows the present one.
  public var shownAheadMs: Int64 { travel.aheadMs }

  /// The moment whose entries, ticks and hands are on the panel.
  var shownMoment: Instant { Instant(milliseconds: moment.realtime.milliseconds &+ travel.aheadMs) }

  /// Whether a hand can move the panel through time. E-paper would need a refresh for each step, and one more to return.
  private var canTravel: Bool { touch != nil && showsPresses && archive?.board.showsAhead == 1 }

  /// Shows the present moment with the next step. A finger that moves the panel has no effect until it is up.
  mutating func returnToNow() {
    travel.wantedMs = 0
    travel.isMoved = false
    if travel.finger == .moving { travel.finger = .spent }
  }

  // MARK: Hands

  /// Follows a gesture that moves the panel through time, or that returns it to now. False for all others, which have their
  /// usual effect.
  mutating func travels(by gesture: Gesture, isWaking: Bool, at time: MonotonicInstant) -> Bool {
    guard canTravel else { return false }
    switch gesture {
    case .heldTurn(let steps):
      if !isWaking { turnTime(by: steps, at: time) }
      return true
    case .press: return beginsFinger()
    case .tap: return travel.finger == .returning
    case .drag(let start, let end): return drags(from: start, to: end, isWaking: isWaking)
    case .swipe(let direction, let start):
      let isSideways = direction == .left || direction == .right
      // A flick may have no position between its two ends.
      let isFlick = isUndecided && isSideways && isOnFoot(start)
      return endsFinger() || isFlick
    case .dragEnded: return endsFinger()
    case .focusPress, .focusTap, .focusLongPress, .focusPressEnded, .turn, .sideways, .page, .dismiss, .key:
      return returns(by: gesture)
    default: return false
    }
  }

  /// A finger that comes down on a coming moment returns the panel to now. It presses nothing, because the viewer saw other
  /// controls.
  private mutating func beginsFinger() -> Bool {
    let wasAhead = travel.wantedMs > 0
    returnToNow()
    travel.finger = wasAhead ? .returning : .undecided
    if wasAhead { touch?.pointee.longPressed = nil }
    return wasAhead
  }

  private mutating func drags(from start: PanelPoint, to end: PanelPoint, isWaking: Bool) -> Bool {
    let way = Int64(end.x) - Int64(start.x)
    if isUndecided {
      let isSideways = 2 * way.magnitude >= 3 * (Int64(end.y) - Int64(start.y)).magnitude
      let still = travel.finger == .returning ? TravelState.Finger.spent : .other
      travel.finger = isSideways && isOnFoot(start) && !isWaking ? .moving : still
    }
    if travel.finger != .moving { return false }
    let width = Int64(Engine.surface(of: board).widthMicrometres)
    let steps = TravelFigures.reachMs / TravelFigures.dragMs
    // Twice the way, so that the nearest step is chosen. A position is within 32 bits.
    let step = flooredQuotient(2 * way * steps + width, 2 * width)
    move(to: step * TravelFigures.dragMs)
    return true
  }

  private var isUndecided: Bool { travel.finger == .undecided || travel.finger == .returning }

  /// Whether the drag that has ended has moved the panel through time, or returned it to now; it shows the present moment.
  private mutating func endsFinger() -> Bool {
    let last = travel.finger
    if last == .moving { returnToNow() }
    travel.finger = .other
    return last == .moving || last == .spent || last == .returning
  }

  /// Whether a position is in the lowest part of the panel.
  private func isOnFoot(_ point: PanelPoint) -> Bool {
    let height = Engine.surface(of: board).heightMicrometres
    // Most of a small panel is left for other gestures.
    return point.y >= height - Swift.min(TravelFigures.footMicrometres, height / 4)
  }

  /// Keys and the knob return a panel from a coming moment, and do nothing else. A press of the knob may be the beginning of
  /// another turn.
  private mutating func returns(by gesture: Gesture) -> Bool {
    if gesture == .focusPress {
      travel.isPressSpent = travel.wantedMs > 0
      return travel.isPressSpent
    }
    let isSpent = travel.isPressSpent
    if gesture == .focusPressEnded { return isSpent }
    let isTap = gesture == .focusTap || gesture == .focusLongPress
    if isTap { travel.isPressSpent = false }
    if travel.wantedMs == 0 { return isTap && isSpent }
    returnToNow()
    return true
  }

  private mutating func turnTime(by steps: Int32, at time: MonotonicInstant) {
    let gap = time.milliseconds &- travel.turnedMs
    travel.turnedMs = time.milliseconds
    let isFast = gap >= 0 && gap <= TravelFigures.fastGapMs * Int64(steps.magnitude)
    let detentMs = isFast ? TravelFigures.fastDetentMs : TravelFigures.detentMs
    move(to: travel.wantedMs + Int64(steps) * detentMs)
  }

  private mutating func move(to aheadMs: Int64) {
    travel.wantedMs = Swift.max(0, Swift.min(TravelFigures.reachMs, aheadMs))
    travel.isMoved = true
    // The ring is on a control of the present moment.
    if travel.wantedMs > 0 { setFocus(nil) }
  }

  // MARK: Steps

  /// Brings the way through time to the step's moment. True when the panel is another way ahead than in the last step.
  mutating func followTravel() -> Bool {
    let now = moment.monotonic
    if travel.isMoved {
      travel.movedAt = now
      travel.isMoved = false
    }
    if travel.wantedMs > 0 && now >= travelReturn { returnToNow() }
    let isNew = travel.wantedMs != travel.aheadMs
    travel.aheadMs = travel.wantedMs
    if isNew && hasStarted { causes |= UpdateCause.ahead }
    return isNew
  }

  private var travelReturn: MonotonicInstant {
    MonotonicInstant(milliseconds: travel.movedAt.milliseconds + TravelFigures.returnMs)
  }

  /// When the way through time needs a step without an event.
  var nextTravel: MonotonicInstant {
    if travel.wantedMs != travel.aheadMs { return moment.monotonic }
    return travel.aheadMs > 0 ? travelReturn : .distantFuture
  }

  /// Damages the marks of a coming moment: all of them, because another wording may apply.
  mutating func damageAheadMarks(_ archive: Archive) {
    for index in 0..<archive.widgetCount {
      damageConditional(widgets[index], archive) { $0.condition >= NodeCondition.ahead.rawValue }
    }
  }

  /// Whether the panel shows another minute than at an instant of the last step, and its marks may have another wording.
  func isAheadMarkNew(since last: Instant) -> Bool {
    travel.aheadMs > 0 && flooredQuotient(last.seconds, 60) != flooredQuotient(shownMoment.seconds, 60)
  }

  /// The days from the present one to that of the coming moment, in the zone of a tick text; nil for any other node, and
  /// while the panel shows the present moment.
  func daysAhead(of node: NodeRecord) -> Int64? {
    guard travel.aheadMs > 0, node.kind == NodeKind.tickText.rawValue, let archive else { return nil }
    let zone = archive.zone(Int(node.d))
    return day(of: shownMoment, in: zone) - day(of: moment.realtime, in: zone)
  }

  private func day(of instant: Instant, in zone: ZoneView) -> Int64 {
    flooredQuotient(instant.seconds + Int64(zone.utcOffset(at: instant)), 86_400)
  }

  /// How far ahead of the present moment a node ticks, in ms. The age of content is that of the present moment.
  func aheadMs(of node: NodeRecord) -> Int64 {
    node.condition == NodeCondition.contentStale.rawValue ? 0 : travel.aheadMs
  }

  /// The instant that a ticking node shows.
  func instant(of node: NodeRecord) -> Instant {
    Instant(milliseconds: moment.realtime.milliseconds &+ aheadMs(of: node))
  }
}
