import AfterglowSources
import Testing

/// When files are read.
@Suite struct ReadingPaceTests {
  @Test func `changed files are read once their writer rests, due content when it is due`() {
    var pace = ReadingPace(restMs: 40)
    #expect(pace.changesDueMs == nil && pace.reloadMs(dueMs: nil) == nil)
    #expect(pace.reloadMs(dueMs: 900) == 900)
    pace.changed(nowMs: 1_000)
    #expect(pace.changesDueMs == 1_040)
    pace.begin(nowMs: 1_040)
    pace.ended(isUsable: true, nowMs: 1_050)
    #expect(pace.changesDueMs == nil && pace.reloadMs(dueMs: 900) == 900)
  }

  @Test func `what is written while the files are read is read again, as soon as the pace allows`() {
    var pace = ReadingPace(restMs: 0)
    pace.changed(nowMs: 1_000)
    pace.begin(nowMs: 1_000)
    #expect(pace.changesDueMs == nil)
    pace.changed(nowMs: 1_050)
    pace.ended(isUsable: true, nowMs: 1_700)
    // The pause is as long as the reading took.
    #expect(pace.changesDueMs == 2_400)
  }

  @Test func `content that is due is read ever more rarely while the files cannot be used, until they change`() {
    var pace = ReadingPace(restMs: 0)
    for _ in 0..<3 {
      pace.begin(nowMs: 0)
      pace.ended(isUsable: false, nowMs: 0)
    }
    #expect(pace.reloadMs(dueMs: -1) == 4 * ReloadPace.shortestMs)
    pace.changed(nowMs: 10)
    pace.begin(nowMs: 200)
    pace.ended(isUsable: false, nowMs: 200)
    #expect(pace.reloadMs(dueMs: -1) == 200 + ReloadPace.shortestMs, "a person who puts it right waits")
  }
}
