import Testing

@testable import afterglow_renderer

@Suite struct DisplayBackoffTests {
  @Test func `what is lost often in a row is tried once a second, and at once again when the row is over`() {
    var backoff = DisplayBackoff()
    var now: Int64 = 100_000
    var delays: [Int64] = []
    for _ in 0..<8 {
      backoff.noteLoss(nowMs: now)
      delays.append(backoff.tryAtMs - now)
      now = backoff.tryAtMs + 10
      _ = backoff.notePresented(nowMs: now)
    }
    #expect(delays == [0, 0, 0, 1_000, 1_000, 1_000, 1_000, 1_000])
    now += DisplayBackoff.steadyMs
    backoff.noteLoss(nowMs: now)
    #expect(backoff.tryAtMs == now && !backoff.isInARow)
  }

  @Test func `one that is lost before it was shown again is retried ever more rarely`() {
    var backoff = DisplayBackoff()
    backoff.noteLoss(nowMs: 1_000)
    #expect(backoff.tryAtMs == 1_000)
    backoff.noteLoss(nowMs: 1_001)
    #expect(backoff.tryAtMs == 1_051)
    _ = backoff.noteFailure(nowMs: 1_051)
    #expect(backoff.tryAtMs > 1_051 && backoff.tryAtMs <= 1_051 + DisplayBackoff.longestMs)
  }
}
