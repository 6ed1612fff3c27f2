import AfterglowCore

/// The room's light as readings told it, smoothed. Unknown keeps what was known last.
struct HeldLight {
  private var filter: LuxFilter
  /// nil = unknown.
  private var reading: Illuminance?
  private var wasEverKnown = false

  init(timeConstantMs: Int32) { filter = LuxFilter(timeConstantMs: timeConstantMs) }

  /// Where the smoothed light is going; nil = it was never known.
  var target: Int64? { wasEverKnown ? filter.target : nil }

  /// nil = it was never known.
  func level(at nowMs: Int64) -> Int64? {
    wasEverKnown ? filter.level(at: MonotonicInstant(milliseconds: nowMs)) : nil
  }

  /// True with the first reading.
  mutating func take(_ new: Illuminance?, at nowMs: Int64) -> Bool {
    if new == reading { return false }
    let now = MonotonicInstant(milliseconds: nowMs)
    if new == nil || reading == nil { filter.restart(at: now, level: filter.level(at: now)) }
    reading = new
    guard let new else { return false }
    let level = LuxFilter.level(millilux: new.millilux)
    let isFirst = !wasEverKnown
    wasEverKnown = true
    if isFirst { filter.restart(at: now, level: level) } else { filter.setTarget(level, at: now) }
    return isFirst
  }
}
