import AfterglowCore

/// What an author has said in place of a board's own source, and for how long it holds.
struct ExternalValue<Value: Equatable & Sendable & BitwiseCopyable> {
  /// Absent = nothing was said, the board's own source counts.
  private(set) var reading: Reading<Value>
  private var untilMs = Int64.max

  init(_ reading: Reading<Value> = .absent) { self.reading = reading }

  /// - Parameters:
  ///   - validForMs: how long it holds; 0 = as long as such a word does on this board.
  ///   - defaultMs: how long that is; Int64.max = for ever.
  mutating func take(_ said: Reading<Value>, validForMs: Int64, defaultMs: Int64, atMs nowMs: Int64) {
    reading = said
    let lifeMs = validForMs > 0 ? validForMs : defaultMs
    untilMs = reading != .absent && lifeMs < Int64.max - nowMs ? nowMs + lifeMs : Int64.max
  }

  /// True when what was said has just ceased to hold.
  mutating func hasExpired(atMs nowMs: Int64) -> Bool {
    if nowMs < untilMs { return false }
    reading = .absent
    untilMs = Int64.max
    return true
  }

  /// Int64.max = never.
  var nextDueMs: Int64 { untilMs }
}
