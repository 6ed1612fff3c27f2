/// When to retry opening a display or socket that is not available: at once, then at increasing intervals of up to a
/// second.
struct DisplayBackoff {
  private(set) var tryAtMs: Int64 = 0
  private var delayMs: Int64 = 0
  private var lostAtMs = Int64.min / 2
  /// Consecutive losses, each within `steadyMs` of the previous one.
  private var lossesInARow = 0
  /// Whether its absence was reported.
  private(set) var hasBeenLogged = false

  static var shortestMs: Int64 { 50 }
  static var longestMs: Int64 { 1_000 }
  /// A display that works for this long, in ms, ends a series of losses.
  static var steadyMs: Int64 { 10_000 }
  /// After more consecutive losses than this, a loss is neither reported nor followed by an immediate attempt.
  static var patience: Int { 3 }

  /// The display is gone: search for it now.
  mutating func noteLoss(nowMs: Int64) {
    lossesInARow = nowMs - lostAtMs < DisplayBackoff.steadyMs ? lossesInARow + 1 : 1
    lostAtMs = nowMs
    if lossesInARow == 1 { delayMs = 0 }
    if isInARow { delayMs = DisplayBackoff.longestMs }
    // A display that returns and is lost again at once must not be searched for without a delay.
    tryAtMs = nowMs + delayMs
    delayMs = Swift.min(DisplayBackoff.longestMs, Swift.max(DisplayBackoff.shortestMs, 2 * delayMs))
  }

  /// Whether it was lost too often recently to be reported.
  var isInARow: Bool { lossesInARow > DisplayBackoff.patience }

  /// Notes a failed attempt. True for the first of a series, which is to be reported.
  mutating func noteFailure(nowMs: Int64) -> Bool {
    delayMs = Swift.min(DisplayBackoff.longestMs, Swift.max(DisplayBackoff.shortestMs, 2 * delayMs))
    tryAtMs = nowMs + delayMs
    defer { hasBeenLogged = true }
    return !hasBeenLogged
  }

  /// Notes a frame on the display. True if its absence was reported and has ended.
  mutating func notePresented(nowMs: Int64) -> Bool {
    if isInARow && nowMs - lostAtMs < DisplayBackoff.steadyMs { return false }
    delayMs = 0
    defer { hasBeenLogged = false }
    return hasBeenLogged
  }

  /// Retries early, because an external event may have brought it back.
  mutating func tryNow(nowMs: Int64) { tryAtMs = Swift.min(tryAtMs, nowMs) }

  mutating func noteLogged() { hasBeenLogged = true }
}
