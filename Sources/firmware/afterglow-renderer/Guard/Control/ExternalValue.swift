import AfterglowCore

/// A reading that an author reported in place of the board's source, and how long it is valid. One each for light and
/// distance (`RoomInputs`).
struct ExternalValue<Value: Equatable & Sendable & BitwiseCopyable> {
  /// Absent = none was reported, so the board's source applies.
  private(set) var reading: Reading<Value>
  private var untilMs = Int64.max

  init(_ reading: Reading<Value> = .absent) { self.reading = reading }

  /// Stores a report.
  ///
  /// - Parameters:
  ///   - validForMs: how long it is valid; 0 = the board's default.
  ///   - defaultMs: that default; Int64.max = no limit.
  mutating func take(_ said: Reading<Value>, validForMs: Int64, defaultMs: Int64, atMs nowMs: Int64) {
    reading = said
    let lifeMs = validForMs > 0 ? validForMs : defaultMs
    untilMs = reading != .absent && lifeMs < Int64.max - nowMs ? nowMs + lifeMs : Int64.max
  }

  /// True if a report has just expired.
  mutating func hasExpired(atMs nowMs: Int64) -> Bool {
    if nowMs < untilMs { return false }
    reading = .absent
    untilMs = Int64.max
    return true
  }

  /// When the report expires; Int64.max = never.
  var nextDueMs: Int64 { untilMs }
}
