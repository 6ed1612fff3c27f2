import AfterglowSources
import Testing

/// How often changed files are read.
@Suite struct ChangePaceTests {
  /// Readings of a file that is written every `everyMs` from 0 to `untilMs`; a reading takes `workMs`.
  private func readings(
    everyMs: Int64, untilMs: Int64, workMs: Int64, restMs: Int64 = ChangePace.restMs
  ) -> (begun: [Int64], oldest: Int64) {
    var pace = ChangePace(restMs: restMs)
    var begun: [Int64] = []
    var unread: Int64?
    var oldest: Int64 = 0
    var busyUntil: Int64 = 0
    var isBusy = false
    for now in 0...(untilMs + 5_000) {
      if isBusy && now >= busyUntil {
        pace.ended(nowMs: now)
        isBusy = false
      }
      if now <= untilMs && now % everyMs == 0 {
        pace.changed(nowMs: now)
        unread = unread ?? now
      }
      guard !isBusy, let due = pace.dueMs, now >= due else { continue }
      pace.begin(nowMs: now)
      begun.append(now)
      busyUntil = now + workMs
      isBusy = true
      oldest = max(oldest, busyUntil - (unread ?? now))
      unread = nil
    }
    #expect(unread == nil, "the last change was never read")
    return (begun, oldest)
  }

  @Test(arguments: [20, 50, 100, 1_000])
  func `a file that is written without rest is read at most five times a second, and soon`(_ everyMs: Int64) {
    let (begun, oldest) = readings(everyMs: everyMs, untilMs: 60_000, workMs: 100)
    for (index, start) in begun.enumerated().dropFirst(5) { #expect(start - begun[index - 5] >= 1_000) }
    #expect(oldest <= 600, "content waited for \(oldest) ms")
    #expect(begun.count >= 60)
  }

  @Test(arguments: [1_000, 3_000])
  func `slow readings of a file that is written without rest take half of the time at most`(_ workMs: Int64) {
    let (begun, _) = readings(everyMs: 50, untilMs: 60_000, workMs: workMs)
    #expect(Int64(begun.count) * workMs <= 32_000 + workMs, "\(begun.count) readings")
    #expect(begun.count > 5)
  }

  @Test func `content that is due is read ever more rarely while the files cannot be used`() {
    var pace = ReloadPace()
    var readAt: [Int64] = []
    for now in Int64(0)...3_600_000 where now >= pace.notBeforeMs {
      readAt.append(now)
      pace.failed(nowMs: now)
    }
    #expect(Array(readAt.prefix(4)) == [0, 5_000, 15_000, 35_000] && readAt.count < 20, "\(readAt)")
    pace.filesChanged()
    pace.failed(nowMs: 0)
    #expect(pace.notBeforeMs == 5_000, "a person who puts it right waits")
    #expect(pace.isFailing)
    pace.succeeded()
    #expect(!pace.isFailing && pace.notBeforeMs < 0)
  }

  @Test func `one change is read once, after its writer rests`() {
    #expect(readings(everyMs: 100_000, untilMs: 1, workMs: 50).begun == [ChangePace.restMs])
  }

  @Test func `a writer that need not rest is read at once, and one that never rests after a while in any case`() {
    #expect(readings(everyMs: 100_000, untilMs: 1, workMs: 50, restMs: 0).begun == [0])
    #expect(readings(everyMs: 10, untilMs: 100, workMs: 50, restMs: 60_000).begun == [ChangePace.patienceMs])
  }
}
