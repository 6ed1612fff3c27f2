import Testing

@testable import afterglow_renderer

/// How often input devices wake the guard.
@Suite struct InputPaceTests {
  /// Wake-ups of a guard that waits for devices, or for the end of the frame while it may not read them.
  ///
  /// - Parameter events: when the devices have events, in ms, rising.
  private func wakeUps(_ events: [Int64]) -> (reads: [Int64], all: [Int64]) {
    var pace = InputPace()
    var reads: [Int64] = []
    var all: [Int64] = []
    var isPending = false
    var now: Int64 = 0
    var next = 0
    while next < events.count || isPending {
      // While the devices wait, only the timer wakes the guard; events stay in the kernel.
      if isPending && pace.isWaiting(atMs: now) { now = pace.readsAtMs }
      if !isPending {
        now = max(now, events[next])
        if pace.isWaiting(atMs: now) {
          isPending = true
          continue
        }
      }
      while next < events.count && events[next] <= now { next += 1 }
      isPending = false
      all.append(now)
      reads.append(now)
      pace.noteRead(atMs: now)
    }
    return (reads, all)
  }

  @Test(arguments: [1, 2, 4, 7, 16, 40] as [Int64]) func `a moving finger wakes the guard at most once in a frame`(
    everyMs: Int64
  ) {
    let events = Array(stride(from: Int64(1_000), to: 3_000, by: Int64.Stride(everyMs)))
    let (reads, all) = wakeUps(events)
    #expect(all.count <= 2_000 / 16 + 1 && all.count == reads.count)
    for (one, next) in zip(reads, reads.dropFirst()) { #expect(next - one >= InputPace.frameMs) }
    // Nothing waits for longer than a frame.
    for event in events { #expect(reads.contains { $0 >= event && $0 - event <= InputPace.frameMs }) }
  }

  @Test func `a finger that rests or is gone causes no wake-up`() {
    let (_, all) = wakeUps([1_000, 1_001, 1_002])
    #expect(all == [1_000, 1_016])
  }
}
