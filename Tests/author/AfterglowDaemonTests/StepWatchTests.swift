import Testing

@testable import AfterglowDaemon

/// The author's watch over the threads of a composing process.
@Suite struct StepWatchTests {
  private static let limitMs: Int64 = 1000

  @Test func `a thread that makes no step is found beside a busy one`() {
    var watch = StepWatch()
    for turn in 0..<4 {
      let found = watch.hanging([0: UInt64(100 * turn), 1: 7], nowMs: Int64(turn) * 400, limitMs: Self.limitMs)
      #expect(found == (turn == 3 ? 1 : nil), "turn \(turn)")
    }
  }

  @Test func `a thread that makes a step or rests does not hang`() {
    var watch = StepWatch()
    #expect(watch.hanging([0: 7], nowMs: 0, limitMs: Self.limitMs) == nil)
    #expect(watch.hanging([0: 8], nowMs: 900, limitMs: Self.limitMs) == nil)
    #expect(watch.hanging([0: 8], nowMs: 1800, limitMs: Self.limitMs) == nil)
    #expect(watch.hanging([:], nowMs: 1850, limitMs: Self.limitMs) == nil)
    #expect(watch.hanging([0: 8], nowMs: 1900, limitMs: Self.limitMs) == nil)
    #expect(watch.hanging([0: 8], nowMs: 2899, limitMs: Self.limitMs) == nil)
    #expect(watch.hanging([0: 8], nowMs: 2900, limitMs: Self.limitMs) == 0)
  }
}
