import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowTimeline

extension Engine {
  /// Looks up what the schedule says at `moment`. A clock that no one vouches for keeps no schedule (facts.md 4.4).
  mutating func followSchedule() {
    scheduled = nil
    nextScheduleMs = Int64.max
    guard let archive, moment.isTrusted else { return }
    let schedule = archive.board.rules.schedule
    if schedule.count == 0 { return }
    let zone = archive.zone(Int(schedule.zone))
    let local = zone.steadyLocalSecond(at: moment.realtime)
    scheduled = schedule.holding(atLocalSecond: local)
    // The wall clock runs as it does until its offset changes.
    nextScheduleMs = zone.nextOffsetChange(after: moment.realtime).milliseconds
    guard let boundary = schedule.nextBoundary(afterLocalSecond: local) else { return }
    let due = Instant(seconds: boundary - Int64(zone.utcOffset(at: moment.realtime)))
    nextScheduleMs = Swift.min(nextScheduleMs, due.milliseconds)
  }

  /// What there is to say about the light since it was asked last; nil = nothing.
  mutating func takeLightNews() -> LightReport? {
    if light.newsCount == lightNewsTold { return nil }
    lightNewsTold = light.newsCount
    var report = light.report(at: moment.monotonic)
    report.mode = mode
    return report
  }

  /// Somebody is there; heard with the next `step`.
  public mutating func notePresence(at now: MonotonicInstant) { light.notePresence(at: now) }
}
