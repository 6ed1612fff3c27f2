import AfterglowLinux

/// What an author has said in place of a sensor, and for how long it holds.
struct PushedValue {
  /// −1 = unknown; nil = nothing was said, the board's own source counts.
  private(set) var value: Int64?
  private var untilMs = Int64.max

  init(_ value: Int64? = nil) { self.value = value }

  /// `limit`: more than this is no reading. `defaultMs`: how long a value holds that does not say so itself.
  mutating func take(_ message: ControlMessage, limit: Int64, defaultMs: Int64, atMs nowMs: Int64) {
    value = message.value == -2 ? nil : message.value > limit ? -1 : Swift.max(-1, message.value)
    let lifeMs = message.validForMs > 0 ? message.validForMs : defaultMs
    untilMs = lifeMs < Int64.max - nowMs ? nowMs + lifeMs : Int64.max
    if value == nil { untilMs = Int64.max }
  }

  /// True when what was said has just ceased to hold.
  mutating func hasExpired(atMs nowMs: Int64) -> Bool {
    if nowMs < untilMs { return false }
    value = nil
    untilMs = Int64.max
    return true
  }

  /// Int64.max = never.
  var nextDueMs: Int64 { untilMs }
}
