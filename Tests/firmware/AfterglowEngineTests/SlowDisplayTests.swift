import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowVirtual
import Testing

@testable import AfterglowEngine

/// What happened to a slow display, in order, with the time in ms.
private final class SlowLog {
  var lines: [String] = []
  var reports: [UpdateReport] = []
  var failures: [Int64] = []
}

/// A display that takes 19 s for a frame, as six colours of ink do, and looks every 20 ms whether it is shown.
private struct SlowDisplay: ~Copyable, Display {
  let log: SlowLog
  /// Frames that fail at their end.
  var failing: Set<Int>
  private let memory = TestMemory(120 * 60 * 4)
  private var endsAt: Int64?
  private var nowMs: Int64 = 0
  private var frames = 0

  static let frameMs: Int64 = 19_000

  init(log: SlowLog, failing: Set<Int> = []) {
    self.log = log
    self.failing = failing
  }

  var properties: DisplayProperties {
    DisplayProperties(
      size: PixelSize(width: 120, height: 60), format: .xrgb8888, isEmissive: false, bufferAge: 1,
      minimumRefreshIntervalMs: 0)
  }

  mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    #expect(endsAt == nil, "drawn into while it is read")
    return body(BackBuffer(base: memory.bytes.baseAddress!, strideBytes: 480))
  }

  mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    #expect(endsAt == nil)
    frames += 1
    log.lines.append("begin \(now.milliseconds)")
    nowMs = now.milliseconds
    endsAt = nowMs + Self.frameMs
  }

  var nextPresentStep: MonotonicInstant? {
    endsAt.map { MonotonicInstant(milliseconds: Swift.min($0, nowMs + 20)) }
  }

  mutating func continuePresent(at now: MonotonicInstant, isStopping: Bool) throws(DisplayError) {
    nowMs = now.milliseconds
    guard let end = endsAt, nowMs >= end else { return }
    endsAt = nil
    if failing.contains(frames) {
      log.lines.append("fail \(nowMs)")
      throw .busyTimeout(isBusy: true, waitedMs: 19_000)
    }
    log.lines.append("end \(nowMs)")
  }

  func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant { now }

  mutating func close() {
    #expect(endsAt == nil, "closed in the middle of a frame")
    log.lines.append("close \(nowMs)")
  }
}

private struct SlowObserver: ~Copyable, UpdateObserver {
  let log: SlowLog
  mutating func presented(_ report: borrowing UpdateReport) { log.reports.append(copy report) }
  mutating func refused(_ error: ArchiveError, atByteCount: Int) { Issue.record("\(error)") }
  mutating func presentFailed(_ error: DisplayError, retryAt: MonotonicInstant) {
    log.failures.append(retryAt.milliseconds)
  }
}

/// The loop on a display that takes seconds for a frame: it takes in everything meanwhile.
@Suite struct SlowDisplayTests {
  private let noon: Int64 = 1_795_262_400

  private func run(
    seconds: Int64, events: [VirtualEvent], failing: Set<Int> = []
  ) throws -> (log: SlowLog, end: LoopEnd, ending: VirtualClock.Ending) {
    let log = SlowLog()
    let archive = try SmallScene(hasClock: false, barDates: [0]).build()
    let memory = TestMemory(Engine.workingByteCount(for: SmallScene.board))
    defer { _ = memory }
    var arena = Arena(memory.bytes)
    var engine = Engine(board: SmallScene.board, arena: &arena)!
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    var display = SlowDisplay(log: log, failing: failing)
    var observer = SlowObserver(log: log)
    return events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(from: Instant(seconds: noon), to: Instant(seconds: noon + seconds), events: events)
      let end = runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer)
      return (log, end, clock.ending)
    }
  }

  /// Memory of an archive that arrives in the middle of a run.
  private func kept(_ archive: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try archive.withUnsafeBytes(body)
  }

  @Test func `archives that arrive during a refresh are taken at once, and only the newest is shown`() throws {
    let first = try SmallScene(hasClock: false, barDates: [0, 1]).build()
    let second = try SmallScene(hasClock: false, barDates: [0, 1, 2, 3]).build()
    try kept(first) { first in
      try kept(second) { second in
        let result = try run(
          seconds: 60, events: [.init(atMs: 5_000, .archive(first)), .init(atMs: 9_000, .archive(second))])
        #expect(result.log.lines == ["begin 0", "end 19000", "begin 19000", "end 38000", "close 38000"])
        #expect(result.log.reports.count == 2)
        let onlyFirst = try run(seconds: 60, events: [.init(atMs: 5_000, .archive(first))])
        let onlySecond = try run(seconds: 60, events: [.init(atMs: 9_000, .archive(second))])
        #expect(onlyFirst.log.reports.last?.frameHash != onlySecond.log.reports.last?.frameHash)
        #expect(result.log.reports.last?.frameHash == onlySecond.log.reports.last?.frameHash)
        #expect(result.log.reports.last?.moment.monotonic.milliseconds == 19_000)
      }
    }
  }

  @Test(arguments: [0, 1, 10_000, 18_999])
  func `a stop during a refresh lets it end, then closes the display`(atMs: Int64) throws {
    let result = try run(seconds: 60, events: [.init(atMs: Swift.max(1, atMs), .stop)])
    #expect(result.end == .stopped && result.ending == .stopped)
    #expect(result.log.lines == ["begin 0", "end 19000", "close 19000"])
    #expect(result.log.reports.count == 1)
  }

  @Test func `the end of a simulation lets a refresh end too`() throws {
    let result = try run(seconds: 7, events: [])
    #expect(result.ending == .reachedEnd)
    #expect(result.log.lines == ["begin 0", "end 19000", "close 19000"])
  }

  @Test func `light, mode, power and presence do not disturb a refresh`() throws {
    let result = try run(
      seconds: 40,
      events: [
        .init(atMs: 1_000, .light(Illuminance(millilux: 5))), .init(atMs: 2_000, .modeOverride(.day)),
        .init(atMs: 3_000, .power(isOn: false)), .init(atMs: 4_000, .presence), .init(atMs: 5_000, .power(isOn: true)),
        .init(atMs: 6_000, .clockStep(byMs: 3_600_000)),
      ])
    #expect(result.log.lines.prefix(2) == ["begin 0", "end 19000"])
    #expect(result.log.lines.last?.hasPrefix("close") == true)
  }

  @Test func `a refresh that fails at its end is repeated with all that it would have shown`() throws {
    let result = try run(seconds: 60, events: [], failing: [1])
    #expect(result.log.lines == ["begin 0", "fail 19000", "begin 20000", "end 39000", "close 39000"])
    #expect(result.log.failures == [20_000])
    #expect(result.log.reports.count == 1 && result.log.reports[0].pixelsChanged > 0)
  }

  @Test func `a stop during a refresh that fails closes the display without another attempt`() throws {
    let result = try run(seconds: 60, events: [.init(atMs: 5_000, .stop)], failing: [1])
    #expect(result.log.lines == ["begin 0", "fail 19000", "close 19000"])
    #expect(result.log.reports.isEmpty)
  }
}
