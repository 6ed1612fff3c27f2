import AfterglowFetch
import Testing

@Suite struct RetryPaceTests {
  @Test(arguments: [0.0, 0.25, 1.0]) func `pauses double up to their limit and stay there for days`(random: Double) {
    var pace = RetryPace()
    let share = 0.5 + random / 2
    for step in [15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 960_000, 1_800_000, 1_800_000] {
      #expect(pace.failed(random: random, hasNetwork: true) == Int64(Double(step) * share))
    }
    for _ in 0..<10_000 {
      #expect(pace.failed(random: random, hasNetwork: true) == Int64(1_800_000 * share))
    }
    pace.succeeded()
    #expect(pace.failed(random: random, hasNetwork: true) == Int64(15_000 * share))
  }

  @Test func `without a network the next attempt is never more than five minutes away`() {
    var pace = RetryPace()
    let pauses = (0..<100).map { _ in pace.failed(random: 1, hasNetwork: false) }
    #expect(pauses.max() == 300_000)
    #expect(pauses == pauses.sorted())
  }
}
