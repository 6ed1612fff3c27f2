import AfterglowCore

/// The room's light, smoothed. An unknown reading keeps the last known one.
struct HeldLight {
  private var filter: LuxFilter
  /// nil = unknown.
  private var reading: Illuminance?
  private var wasEverKnown = false

  init(timeConstantMs: Int32) { filter = LuxFilter(timeConstantMs: timeConstantMs) }

  /// The level that the smoothed light approaches; nil = never known.
  var target: Int64? { wasEverKnown ? filter.target : nil }

  /// nil = never known.
  func level(at nowMs: Int64) -> Int64? {
    wasEverKnown ? filter.level(at: MonotonicInstant(milliseconds: nowMs)) : nil
  }

  /// True for the first reading.
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
