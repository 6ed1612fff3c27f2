/// Increasing delays between attempts: 0.25 s to 4 s, because a display may return at any time.
struct Backoff {
  private(set) var atMs: Int64?
  private var pauseMs: Int64 = 250

  mutating func fail(nowMs: Int64) {
    atMs = nowMs + pauseMs
    pauseMs = min(4_000, pauseMs * 2)
  }

  mutating func succeed() {
    atMs = nil
    pauseMs = 250
  }
}
