/// When to try again to get a display that is not to be had: at once, then ever more rarely, each second at the least.
struct DisplayBackoff {
  private(set) var tryAtMs: Int64 = 0
  private var delayMs: Int64 = 0
  private var lostAtMs = Int64.min / 2
  /// Losses each of which came soon after the one before.
  private var lossesInARow = 0
  /// Whether its absence was told.
  private(set) var hasBeenLogged = false

  static var shortestMs: Int64 { 50 }
  static var longestMs: Int64 { 1_000 }
  /// What holds for so long is no part of a row.
  static var steadyMs: Int64 { 10_000 }
  /// What is lost more often in a row than this is neither spoken of nor tried at once any more.
  static var patience: Int { 3 }

  /// The display is gone: look for it now.
  mutating func noteLoss(nowMs: Int64) {
    lossesInARow = nowMs - lostAtMs < DisplayBackoff.steadyMs ? lossesInARow + 1 : 1
    lostAtMs = nowMs
    if lossesInARow == 1 { delayMs = 0 }
    if isInARow { delayMs = DisplayBackoff.longestMs }
    // One that comes back and is lost again at once must not be looked for without a pause.
    tryAtMs = nowMs + delayMs
    delayMs = Swift.min(DisplayBackoff.longestMs, Swift.max(DisplayBackoff.shortestMs, 2 * delayMs))
  }

  /// Whether it was lost so often of late that it is not worth a word.
  var isInARow: Bool { lossesInARow > DisplayBackoff.patience }

  /// It could not be had. True the first time in a row: that is said.
  mutating func noteFailure(nowMs: Int64) -> Bool {
    delayMs = Swift.min(DisplayBackoff.longestMs, Swift.max(DisplayBackoff.shortestMs, 2 * delayMs))
    tryAtMs = nowMs + delayMs
    defer { hasBeenLogged = true }
    return !hasBeenLogged
  }

  /// A frame is on it. True when its absence was spoken of, and is over for all that can be told.
  mutating func notePresented(nowMs: Int64) -> Bool {
    if isInARow && nowMs - lostAtMs < DisplayBackoff.steadyMs { return false }
    delayMs = 0
    defer { hasBeenLogged = false }
    return hasBeenLogged
  }

  /// Something happened outside that may have brought it back.
  mutating func tryNow(nowMs: Int64) { tryAtMs = Swift.min(tryAtMs, nowMs) }

  mutating func noteLogged() { hasBeenLogged = true }
}
