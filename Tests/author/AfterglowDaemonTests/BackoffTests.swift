import Testing

@testable import AfterglowDaemon

@Suite struct BackoffTests {
  @Test func `attempts come ever more rarely, and at once again after one that succeeded`() {
    var backoff = Backoff()
    var pauses: [Int64] = []
    for _ in 0..<7 {
      backoff.fail(nowMs: 1_000)
      pauses.append(backoff.atMs! - 1_000)
    }
    #expect(pauses == [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000])
    backoff.succeed()
    #expect(backoff.atMs == nil)
    backoff.fail(nowMs: 0)
    #expect(backoff.atMs == 250)
  }
}
