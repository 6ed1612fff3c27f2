import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowVirtual
import Testing

@testable import AfterglowEngine

private final class CareLog {
  var lines: [String] = []
  var frames: [[UInt32]] = []
}

/// A display that wants care at given times, which takes two seconds, and an hour between frames in the dark.
private struct CareDisplay: ~Copyable, Display {
  let log: CareLog
  var due: [Int64]
  var fails = false
  private let memory = TestMemory(120 * 60 * 4)
  private var endsAt: Int64?
  private var lastPresent: Int64?
  private var darkness: Darkness?

  init(log: CareLog, due: [Int64], fails: Bool) {
    self.log = log
    self.due = due
    self.fails = fails
  }

  var properties: DisplayProperties {
    DisplayProperties(
      size: PixelSize(width: 120, height: 60), format: .xrgb8888, isEmissive: false, bufferAge: 1,
      minimumRefreshIntervalMs: 0, darkRefreshIntervalMs: 3_600_000)
  }

  mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    #expect(endsAt == nil, "drawn into while it is read")
    return body(BackBuffer(base: memory.bytes.baseAddress!, strideBytes: 480))
  }

  mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    #expect(now >= earliestPresent(after: now) && endsAt == nil)
    lastPresent = now.milliseconds
    log.lines.append("show \(now.milliseconds)")
    log.frames.append(readPixels(UnsafeRawBufferPointer(memory.bytes), properties, 480))
  }

  mutating func noteDarkness(_ darkness: Darkness?, at now: MonotonicInstant) { self.darkness = darkness }

  func nextUpkeep(after now: MonotonicInstant) -> MonotonicInstant? {
    endsAt == nil ? due.first.map { MonotonicInstant(milliseconds: $0) } : nil
  }

  mutating func keepUp(at now: MonotonicInstant) throws(DisplayError) {
    #expect(due.removeFirst() <= now.milliseconds)
    log.lines.append("care \(now.milliseconds)")
    endsAt = now.milliseconds + 2_000
  }

  var nextPresentStep: MonotonicInstant? { endsAt.map { MonotonicInstant(milliseconds: $0) } }

  mutating func continuePresent(at now: MonotonicInstant, isStopping: Bool) throws(DisplayError) {
    guard let end = endsAt, now.milliseconds >= end else { return }
    endsAt = nil
    if fails { throw .busyTimeout(isBusy: true, waitedMs: 2_000) }
    log.lines.append("cared \(now.milliseconds)")
  }

  func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant {
    guard let darkness, let lastPresent else { return now }
    let isShown = lastPresent >= Swift.max(darkness.since, darkness.partBegan).milliseconds
    return isShown ? darkness.nextPart : now
  }

  mutating func close() { log.lines.append("close") }
}

private struct SilentObserver: ~Copyable, UpdateObserver {
  mutating func presented(_ report: borrowing UpdateReport) {}
  mutating func refused(_ error: ArchiveError, atByteCount: Int) { Issue.record("\(error)") }
  mutating func presentFailed(_ error: DisplayError, retryAt: MonotonicInstant) {}
}

/// The loop on a display that wants care without a frame.
@Suite struct UpkeepTests {
  private let noon: Int64 = 1_795_262_400

  private func run(
    seconds: Int64, hasClock: Bool = false, due: [Int64] = [], fails: Bool = false, events: [VirtualEvent] = []
  ) throws -> CareLog {
    let log = CareLog()
    let archive = try SmallScene(hasClock: hasClock).build()
    let memory = TestMemory(Engine.workingByteCount(for: SmallScene.board))
    defer { _ = memory }
    var arena = Arena(memory.bytes)
    var engine = Engine(board: SmallScene.board, arena: &arena)!
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    var display = CareDisplay(log: log, due: due, fails: fails)
    var observer = SilentObserver()
    events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(from: Instant(seconds: noon), to: Instant(seconds: noon + seconds), events: events)
      runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer)
    }
    return log
  }

  @Test func `care wakes a loop in which nothing is due, and then nothing does`() throws {
    let log = try run(seconds: 86_400, due: [30_000, 7_200_000])
    #expect(log.lines == ["show 0", "care 30000", "cared 32000", "care 7200000", "cared 7202000", "close"])
  }

  @Test func `a frame that becomes due meanwhile is shown afterwards`() throws {
    let log = try run(seconds: 100, hasClock: true, due: [59_000])
    #expect(log.lines == ["show 0", "care 59000", "cared 61000", "show 61000", "close"])
  }

  @Test func `after care that failed the same picture is shown again`() throws {
    let log = try run(seconds: 100, due: [30_000], fails: true)
    #expect(log.lines == ["show 0", "care 30000", "show 33000", "close"])
    #expect(log.frames[0] == log.frames[1])
  }

  @Test func `a stop lets care end`() throws {
    let log = try run(seconds: 100, due: [30_000], events: [VirtualEvent(atMs: 30_500, .stop)])
    #expect(log.lines == ["show 0", "care 30000", "cared 32000", "close"])
  }

  @Test func `in the dark a slow clock is marked, and light shows the newest minute at once`() throws {
    let log = try run(
      seconds: 10_000, hasClock: true,
      events: [
        VirtualEvent(atMs: 90_000, .modeOverride(.night)), VirtualEvent(atMs: 9_000_000, .modeOverride(.day)),
      ])
    let mark = Int(SmallScene.behindMark.y0) * 120 + Int(SmallScene.behindMark.x0)
    let isMarked = log.frames.map { $0[mark] != log.frames[0][mark] }
    #expect(
      log.lines.prefix(6) == [
        "show 0", "show 60000", "show 90000", "show 3600000", "show 7200000", "show 9000000",
      ])
    #expect(isMarked.prefix(7) == [false, false, true, true, true, false, false])
  }
}
