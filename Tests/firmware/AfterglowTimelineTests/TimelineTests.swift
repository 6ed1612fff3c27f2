import AfterglowCore
import Testing

@testable import AfterglowTimeline

@Suite struct TimelineTests {
  static let dates: [Int64] = [1000, 2000, 2000, 5000]

  static func newest(_ now: Int64) -> Int? {
    EntrySelection.newest(count: dates.count, at: Instant(milliseconds: now)) { dates[$0] }
  }

  @Test func `the newest entry at or before now is shown`() {
    #expect(Self.newest(999) == nil)
    #expect(Self.newest(1000) == 0)
    #expect(Self.newest(1999) == 0)
    #expect(Self.newest(2000) == 2)
    #expect(Self.newest(9999) == 3)
  }

  @Test func `selection next changes at the next later date`() {
    func next(_ now: Int64) -> Instant {
      EntrySelection.nextChange(count: Self.dates.count, after: Instant(milliseconds: now)) { Self.dates[$0] }
    }
    #expect(next(0) == Instant(milliseconds: 1000))
    #expect(next(2000) == Instant(milliseconds: 5000))
    #expect(next(5000) == .distantFuture)
  }

  @Test func `reload policies`() {
    let last = Instant(seconds: 10)
    #expect(TimelineReloadPolicy.atEnd.reloadDue(lastEntryDate: last) == last)
    #expect(TimelineReloadPolicy.after(Instant(seconds: 5)).reloadDue(lastEntryDate: last) == Instant(seconds: 5))
    #expect(TimelineReloadPolicy.never.reloadDue(lastEntryDate: last) == nil)
  }

  @Test func `content is stale from its instant on`() {
    #expect(!Staleness.isStale(staleAfterMs: 5, at: Instant(milliseconds: 4)))
    #expect(Staleness.isStale(staleAfterMs: 5, at: Instant(milliseconds: 5)))
    #expect(!Staleness.isStale(staleAfterMs: Int64.max, at: .distantFuture))
    #expect(Staleness.nextChange(staleAfterMs: 5, after: Instant(milliseconds: 4)) == Instant(milliseconds: 5))
    #expect(Staleness.nextChange(staleAfterMs: 5, after: Instant(milliseconds: 5)) == .distantFuture)
  }
}
