import AfterglowSources
import Testing

/// When files are read, for both reasons together.
@Suite struct ReadingPaceTests {
  @Test func `files are read once their writer rests, or content is due, whatever comes first`() {
    var pace = ReadingPace(restMs: 40)
    #expect(pace.dueMs(reloadMs: nil) == nil)
    #expect(pace.dueMs(reloadMs: 900) == 900)
    pace.changed(nowMs: 1_000)
    #expect(pace.dueMs(reloadMs: 5_000) == 1_040)
    #expect(pace.reason(nowMs: 1_039, reloadMs: 5_000) == nil)
    #expect(pace.reason(nowMs: 1_040, reloadMs: 5_000) == .changed)
    #expect(pace.reason(nowMs: 1_039, reloadMs: 1_020) == .reload)
  }

  @Test func `what is written while the files are read is read again, as soon as the pace allows`() {
    var pace = ReadingPace(restMs: 0)
    pace.changed(nowMs: 1_000)
    pace.begin(nowMs: 1_000)
    #expect(pace.dueMs(reloadMs: nil) == nil)
    pace.changed(nowMs: 1_050)
    pace.ended(isUsable: true, nowMs: 1_700)
    // The pause is as long as the reading took.
    #expect(pace.dueMs(reloadMs: nil) == 2_400)
  }

  @Test func `content that is due is read ever more rarely while the files cannot be used, until they change`() {
    var pace = ReadingPace(restMs: 0)
    for _ in 0..<3 {
      pace.begin(nowMs: 0)
      pace.ended(isUsable: false, nowMs: 0)
    }
    #expect(pace.dueMs(reloadMs: -1) == 4 * ReloadPace.shortestMs)
    pace.changed(nowMs: 10)
    pace.begin(nowMs: 200)
    pace.ended(isUsable: false, nowMs: 200)
    #expect(pace.dueMs(reloadMs: -1) == 200 + ReloadPace.shortestMs, "a person who puts it right waits")
  }
}
