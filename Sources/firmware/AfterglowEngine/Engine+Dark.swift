import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowTimeline

/// The night of a display that avoids flashing, as the engine follows it.
struct DarkPace {
  /// When the picture of the night was requested; nil = it is lit.
  var since: MonotonicInstant?
  /// When nothing may flash any more.
  var begins = MonotonicInstant(milliseconds: 0)
  /// Whether a schedule says when it ends: then every part has its change.
  var isPlanned = false
  /// A part of the night, in which one change is drawn, in seconds of the wall clock.
  var partSeconds: Int64 = 3_600

  /// A scheduled night is prepared so long before it begins: longer than makers ask for between two flashes.
  static var leadSeconds: Int64 { 240 }
  /// Changes that a panel can draw without a flash.
  static var partCount: Int64 { 5 }
  /// Parts of a night, in hours: each divides the day.
  static var partHours: InlineArray<6, Int64> { [1, 2, 3, 4, 6, 12] }

  /// The shortest part of which few enough begin in these seconds of the wall clock.
  static func partSeconds(from start: Int64, to end: Int64) -> Int64 {
    for index in 0..<6 {
      let seconds = partHours[index] * 3_600
      if flooredQuotient(end - 1, seconds) - flooredQuotient(start - 1, seconds) <= partCount { return seconds }
    }
    return 86_400
  }
}

// In the dark paper shows the hour alone: it is right for as long as a picture stands (docs/panels/refresh.md, In the dark).
extension Engine {
  /// Whether the room is dark, also for panels that have no night mode.
  public var isDark: Bool { dark.since != nil }

  /// Whether it is dark, and the display avoids flashing.
  var isPaperDark: Bool { isDark && darkWaitMs > 0 }

  /// How long before a scheduled night its picture is drawn.
  var nightLeadSeconds: Int64 { darkWaitMs > 0 ? DarkPace.leadSeconds : 0 }

  /// How long a picture stands in the dark, in ms. A night whose end is unknown may last longer than its changes do.
  var darkPartMs: Int64 { dark.isPlanned ? Swift.max(dark.partSeconds * 1_000, darkWaitMs) : 86_400_000 }

  mutating func followDark(_ decision: LightDecision, isJump: Bool) {
    if !decision.mode.isNight {
      dark.since = nil
      return
    }
    if dark.since != nil && !isJump && dark.isPlanned == (decision.reason == .schedule) { return }
    let since = dark.since ?? moment.monotonic
    dark = DarkPace()
    dark.since = since
    dark.begins = moment.monotonic
    if decision.reason == .schedule { planNight() }
  }

  /// The beginning and the parts of a scheduled night, which may still be ahead.
  private mutating func planNight() {
    guard let archive else { return }
    let schedule = archive.board.rules.schedule
    if schedule.count == 0 { return }
    let local = archive.zone(Int(schedule.zone)).steadyLocalSecond(at: moment.realtime)
    func isNight(_ second: Int64) -> Bool { schedule.holding(atLocalSecond: second)?.mode == .night }
    var start = local
    while !isNight(start), let next = schedule.nextBoundary(afterLocalSecond: start),
      next <= local + DarkPace.leadSeconds
    {
      start = next
    }
    var end = start
    // Nights that follow each other are one.
    for _ in 0..<LightSchedule.capacity {
      guard isNight(end), let next = schedule.nextBoundary(afterLocalSecond: end) else { break }
      end = next
    }
    dark.isPlanned = true
    dark.partSeconds = DarkPace.partSeconds(from: start, to: end)
    let passedMs = flooredRemainder(moment.realtime.milliseconds, 1_000)
    dark.begins = MonotonicInstant(
      milliseconds: moment.monotonic.milliseconds + Swift.max(0, (start - local) * 1_000 - passedMs))
  }

  /// The night as displays know it; nil = it is lit.
  var darkness: Darkness? {
    guard let since = dark.since else { return nil }
    let local = localMilliseconds
    let partMs = dark.partSeconds * 1_000
    let passed = flooredRemainder(local, partMs)
    return Darkness(
      since: since, begins: dark.begins,
      partBegan: MonotonicInstant(milliseconds: moment.monotonic.milliseconds - passed),
      nextPart: MonotonicInstant(milliseconds: moment.monotonic.milliseconds + partMs - passed))
  }

  /// On the wall clock that the panel shows.
  private var localMilliseconds: Int64 {
    guard let archive, archive.zones.count > 0 else { return moment.realtime.milliseconds }
    let zone = archive.zone(Int(archive.board.rules.schedule.zone))
    return moment.realtime.milliseconds + Int64(zone.utcOffset(at: moment.realtime)) * 1_000
  }

  /// Draws every time again: without minutes in the dark, and with them once it is lit.
  mutating func redrawForDark(_ archive: Archive) {
    causes |= UpdateCause.night
    damage.insert(scene)
    collectTicks(archive)
  }

  /// A tick text as it is drawn now.
  func tick(_ node: NodeRecord, _ archive: Archive) -> TickTemplateView {
    var template = archive.tickTemplate(Int(node.a))
    template.hidesMinutes = isPaperDark
    return template
  }

  func hand(_ node: NodeRecord) -> Hand { Hand(unit: node.e, sweeps: node.g != 0 && !isPaperDark) }

  /// In the dark only the hour hand is drawn.
  func isHidden(_ node: NodeRecord) -> Bool {
    isPaperDark && node.kind == NodeKind.tickHand.rawValue && node.e != HandUnit.hour.rawValue
  }
}
