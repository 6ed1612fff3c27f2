import AfterglowBoards
import Testing

/// How often archives are saved.
@Suite struct SavePaceTests {
  @Test(arguments: [40_000, 300_000, 1_000_000, 8_808_038, 30_000_000])
  func `hourly changes cost at most 16 MB a day, whatever the size of the archive`(_ byteCount: Int) {
    var pace = SavePace(ageMs: nil, nowMs: 0)
    var written = 0
    var isSaved = true
    for minute in 0..<(7 * 1440) {
      let now = Int64(minute) * 60_000
      if minute % 60 == 0 { isSaved = false }
      guard !isSaved, now >= pace.dueMs(byteCount: byteCount) else { continue }
      pace.saved(nowMs: now)
      isSaved = true
      written += byteCount
    }
    // The first save is due at once: there is nothing for the next boot yet.
    #expect(written - byteCount <= 7 * 16_000_000)
  }

  @Test func `a program that starts again and again saves no more often`() {
    #expect(SavePace(ageMs: nil, nowMs: 5).dueMs(byteCount: 1) < 5)
    #expect(SavePace(ageMs: 600_000, nowMs: 5).dueMs(byteCount: 1) == 5 + 1_200_000)
    #expect(SavePace(ageMs: -1, nowMs: 5).dueMs(byteCount: 1) == 5 + 1_800_000, "a clock that has no battery")
  }
}
