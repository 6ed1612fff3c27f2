import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowVirtual
import Testing

@testable import AfterglowEngine

/// What clocks do besides being set: sleep, run fast or slow, repeat a second.
@Suite struct ClockFaultTests {
  /// 2026-11-21T12:00:00Z
  private static let noon: Int64 = 1_795_262_400

  /// A machine that sleeps, and whose wall clock runs faster than the other one. Nothing runs during sleep; what was due
  /// meanwhile comes at its end.
  private struct Machine: ~Copyable, Clock {
    private var monotonicMs: Int64 = 0
    private let startMs: Int64
    /// How much faster the wall clock is, in millionths.
    private let ppm: Int64
    private let endMs: Int64
    private var sleeps: ArraySlice<ClosedRange<Int64>>

    init(from seconds: Int64, ppm: Int64 = 0, endMs: Int64, sleeps: [ClosedRange<Int64>] = []) {
      startMs = seconds * 1_000
      self.ppm = ppm
      self.endMs = endMs
      self.sleeps = sleeps[...]
    }

    private func realtimeMs(at monotonic: Int64) -> Int64 { startMs + monotonic + monotonic * ppm / 1_000_000 }

    mutating func now() -> Moment {
      Moment(
        realtime: Instant(milliseconds: realtimeMs(at: monotonicMs)),
        monotonic: MonotonicInstant(milliseconds: monotonicMs), isTrusted: true)
    }

    mutating func pause(until time: MonotonicInstant, signal: Int32) {
      monotonicMs = max(monotonicMs, time.milliseconds)
    }

    mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
      var due = wakeUp.monotonic.milliseconds
      if wakeUp.realtime < .distantFuture {
        // The first millisecond at which the wall clock is there.
        let ahead = wakeUp.realtime.milliseconds - startMs
        var at = ahead * 1_000_000 / (1_000_000 + ppm)
        while realtimeMs(at: at) < wakeUp.realtime.milliseconds { at += 1 }
        while realtimeMs(at: at - 1) >= wakeUp.realtime.milliseconds { at -= 1 }
        due = min(due, at)
      }
      due = max(due, monotonicMs)
      if let sleep = sleeps.first, sleep.lowerBound <= due {
        sleeps.removeFirst()
        due = sleep.upperBound
      }
      monotonicMs = min(due, endMs)
      return monotonicMs >= endMs ? .stop : .due
    }
  }

  private struct Observer: ~Copyable, UpdateObserver {
    let log: ReportLog
    mutating func presented(_ report: borrowing UpdateReport) { log.reports.append(copy report) }
    mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
  }

  /// The moments of all frames; each is what a panel shows that was switched on at that moment.
  private static func frames(_ scene: SmallScene, _ clock: consuming Machine) throws -> [Moment] {
    let memory = TestMemory(Engine.workingByteCount(for: scene.board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: scene.board, arena: &arena)!
    let archive = try scene.build()
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    let (display, log) = (DisplayLog(), ReportLog())
    var panel = TestDisplay(size: PixelSize(width: scene.board.widthPx, height: scene.board.heightPx), log: display)
    var observer = Observer(log: log)
    runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer)
    withExtendedLifetime(memory) {}
    for (report, frame) in zip(log.reports, display.frames) {
      #expect(try scene.pixels(report.moment) == frame, "at \(report.moment.realtime.seconds)")
    }
    return log.reports.map(\.moment)
  }

  @Test func `after seven hours of sleep the right minute comes at once, and none is replayed`() throws {
    let sleep: ClosedRange<Int64> = 600_500...(600_500 + 7 * 3_600_000)
    let scene = SmallScene(hasSeconds: true, barDates: [Self.noon - 1, Self.noon + 3_600, Self.noon + 90_000])
    let moments = try Self.frames(
      scene, Machine(from: Self.noon, endMs: sleep.upperBound + 60_000, sleeps: [sleep]))
    let times = moments.map(\.monotonic.milliseconds)
    #expect(times.count { sleep.lowerBound < $0 && $0 < sleep.upperBound } == 0)
    #expect(times.contains(sleep.upperBound))
    #expect(times.count == 601 + 1 + 60)
  }

  @Test(arguments: [-500, -37, 500] as [Int64])
  func `a slewed clock's minutes come when it reaches them`(_ ppm: Int64) throws {
    let moments = try Self.frames(
      SmallScene(), Machine(from: Self.noon, ppm: ppm, endMs: 86_400_000))
    // The second at which a day of the other clock ends.
    let minutes = (86_400_000 + 86_400_000 * ppm / 1_000_000 - 1) / 60_000
    #expect(Int64(moments.count) == minutes + 1)
    for moment in moments {
      // A millisecond of the one clock is up to two of the other.
      #expect(moment.realtime.milliseconds % 60_000 <= 1)
    }
  }

  /// As the kernel inserts it: 23:59:59 is there twice (docs/rules.md, Leap seconds).
  @Test func `a leap second is shown as the second before it, and nothing skips or goes on to 60`() throws {
    let midnight: Int64 = 1_798_761_600
    let scene = SmallScene(hasSeconds: true)
    let display = DisplayLog()
    let log = ReportLog()
    let memory = TestMemory(Engine.workingByteCount(for: scene.board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: scene.board, arena: &arena)!
    let archive = try scene.build()
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    var panel = TestDisplay(size: PixelSize(width: 120, height: 60), log: display)
    var observer = Observer(log: log)
    [VirtualEvent(atMs: 10_000, .clockStep(byMs: -1_000))].withUnsafeBufferPointer { events in
      var clock = VirtualClock(
        from: Instant(seconds: midnight - 10), to: Instant(seconds: midnight + 10), events: events)
      runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer)
    }
    withExtendedLifetime(memory) {}
    let seconds = log.reports.map { $0.moment.realtime.seconds - midnight }
    // The repeated second is no new picture.
    #expect(seconds == Array(-10 ... -1) + Array(0...8))
    for (report, frame) in zip(log.reports, display.frames) {
      #expect(try scene.pixels(report.moment) == frame)
    }
  }

  /// A machine without a clock of its own that was off for nine hours: its clock goes on where it was, and the network is
  /// two days late.
  @Test func `a clock that is nine hours behind is marked for two days, nothing ages, and one frame corrects it`()
    throws
  {
    let behind: Int64 = 9 * 3_600
    let booted = Self.noon
    let synchronised: Int64 = 2 * 86_400
    let scene = SmallScene(
      barDates: [booted - 3_600, booted + 7_200, booted + 86_400], staleAfter: booted + 3_600)
    let archive = try scene.build()
    let (display, log) = (DisplayLog(), ReportLog())
    let memory = TestMemory(Engine.workingByteCount(for: scene.board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: scene.board, arena: &arena)!
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    var panel = TestDisplay(size: PixelSize(width: 120, height: 60), log: display)
    var observer = Observer(log: log)
    let events = [
      VirtualEvent(atMs: synchronised * 1_000 + 20_500, .clockStep(byMs: behind * 1_000)),
      VirtualEvent(atMs: synchronised * 1_000 + 20_500, .trust(true)),
    ]
    events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(
        from: Instant(seconds: booted - behind), to: Instant(seconds: booted - behind + synchronised + 300),
        isTrusted: false, events: events)
      runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer)
    }
    withExtendedLifetime(memory) {}
    func isLit(_ rect: PixelRect, _ frame: [UInt32]) -> Bool { frame[Int(rect.y0) * 120 + Int(rect.x0)] == 0xFF_FFFF }
    let before = log.reports.indices.filter {
      log.reports[$0].moment.monotonic.milliseconds < synchronised * 1_000 + 20_500
    }
    #expect(before.count == 2 * 1_440 + 1)
    for index in before {
      #expect(
        isLit(SmallScene.untrustedMark, display.frames[index]) && !isLit(SmallScene.staleMark, display.frames[index]))
    }
    let after = log.reports.indices.dropFirst(before.count)
    #expect(
      after.map { log.reports[$0].moment.monotonic.milliseconds - synchronised * 1_000 } == [
        20_500, 60_000, 120_000, 180_000, 240_000,
      ])
    for index in after {
      #expect(
        !isLit(SmallScene.untrustedMark, display.frames[index]) && isLit(SmallScene.staleMark, display.frames[index]))
    }
    for (report, frame) in zip(log.reports, display.frames) {
      #expect(try scene.pixels(report.moment) == frame)
    }
  }
}
