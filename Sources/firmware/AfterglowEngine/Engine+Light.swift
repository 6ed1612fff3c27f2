import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowRaster
import AfterglowTimeline

extension Engine {
  /// Finds the period of the schedule that holds at `moment`. With an untrusted clock no schedule applies
  /// (docs/rules.md, Clocks without a battery).
  mutating func followSchedule() {
    scheduled = nil
    nextScheduleMs = Int64.max
    guard let archive, moment.isTrusted else { return }
    let schedule = archive.board.rules.schedule
    if schedule.count == 0 { return }
    let zone = archive.zone(Int(schedule.zone))
    let local = zone.steadyLocalSecond(at: moment.realtime)
    scheduled = schedule.holding(atLocalSecond: local)
    let lead = nightLeadSeconds
    if lead > 0 && scheduled?.mode != .night, let ahead = schedule.holding(atLocalSecond: local + lead),
      ahead.mode == .night
    {
      scheduled = ahead
    }
    // The wall clock and UTC differ by a constant until the offset changes.
    nextScheduleMs = zone.nextOffsetChange(after: moment.realtime).milliseconds
    guard let boundary = schedule.nextBoundary(afterLocalSecond: local),
      let ahead = schedule.nextBoundary(afterLocalSecond: local + lead)
    else { return }
    let due = Instant(seconds: Swift.min(boundary, ahead - lead) - Int64(zone.utcOffset(at: moment.realtime)))
    nextScheduleMs = Swift.min(nextScheduleMs, due.milliseconds)
  }

  /// The mode in which an engine of this board starts; nil = that depends on the time.
  ///
  /// - Parameters:
  ///   - lux: the reading that the first step receives; nil = unknown.
  ///   - override: the mode that a person has requested.
  public static func startingMode(of board: BoardRecord, lux: Illuminance?, override: ModeOverride) -> LightMode? {
    if !canDim(board) { return .day }
    return LightState.startingMode(settings: board.light, rules: board.rules, lux: lux, override: override)
  }

  /// What has changed about the light since the last call; nil = nothing.
  mutating func takeLightNews() -> LightReport? {
    if light.newsCount == reportedLightNews { return nil }
    reportedLightNews = light.newsCount
    var report = light.report(at: moment.monotonic)
    report.mode = mode
    return report
  }

  /// Estimates how much light the picture of a mode emits, once it was repainted: the panel's own light on its sensor
  /// changes with it. Samples one pixel in 64, which is negligible compared with painting them all.
  mutating func notePicturesLight() {
    isPictureNew = false
    if !Engine.canDim(board) { return }
    var sum: Int64 = 0
    var count: Int64 = 0
    var y = 4
    while y < Int(plane.size.height) {
      let row = plane.base + y * plane.stridePx
      // Each row starts at another column, so that no vertical stroke is missed by all rows.
      let first = (y >> 3) & 7
      let inRow = (Int(plane.size.width) - first + 7) / 8
      if inRow > 0 {
        sum += stage.luminanceSum(of: row + first, count: inRow, step: 8)
        count += Int64(inRow)
      }
      y += 8
    }
    if count > 0 { light.noteLight(ofPicture: mode, sum * Int64(whiteMillinits) / count) }
  }

  /// Luminance of the panel's white in this mode, as the hardware dims it, in cd/m² × 1000.
  private var whiteMillinits: Int32 {
    if mode.isNight { return white.nightMillinits }
    return mode.isLuminanceReduced ? white.alwaysOnMillinits : board.light.peakMillinits
  }

  /// Notes that a viewer is present; takes effect with the next `step`.
  public mutating func notePresence(at now: MonotonicInstant) {
    light.notePresence(at: now)
    noteArrival()
  }
}
