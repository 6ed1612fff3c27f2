import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowTimeline
import AfterglowVirtual
import Testing

@testable import AfterglowEngine

private struct Observer: ~Copyable, UpdateObserver {
  let log: ReportLog
  mutating func presented(_ report: borrowing UpdateReport) { log.reports.append(copy report) }
  mutating func refused(_ error: ArchiveError, atByteCount: Int) {
    log.refusals.append(("\(error.problem)", atByteCount))
  }
  mutating func presentFailed(_ error: DisplayError, retryAt: MonotonicInstant) {
    log.failures.append((error, retryAt.milliseconds))
  }
}

/// The whole loop on virtual time.
private struct Run {
  let display = DisplayLog()
  let log = ReportLog()
  var dueCount: Int64 = 0

  init(
    _ archive: [UInt8], from: Int64, seconds: Int64, events: [VirtualEvent] = [], isTrusted: Bool = true,
    intervalMs: Int64 = 0, failures: [DisplayError] = [], board: BoardRecord = SmallScene.board
  ) throws {
    let memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    var panel = TestDisplay(
      size: PixelSize(width: board.widthPx, height: board.heightPx), intervalMs: intervalMs, log: display)
    display.failures = failures
    var observer = Observer(log: log)
    let log = log
    dueCount = events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(
        from: Instant(seconds: from), to: Instant(seconds: from + seconds), isTrusted: isTrusted, events: events)
      runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer)
      return clock.dueCount
    }
    _ = (memory, log)
  }

  var causes: [UInt32] { log.reports.map(\.causes) }
  var times: [Int64] { log.reports.map { $0.moment.realtime.seconds } }
}

@Suite struct LoopTests {
  /// 2026-11-21T12:00:00Z
  let noon: Int64 = 1_795_262_400

  @Test func `a clock wakes at its minutes and presents each once`() throws {
    let run = try Run(try SmallScene().build(), from: noon + 30, seconds: 3_600)
    #expect(run.log.reports.count == 61)
    #expect(run.times == [noon + 30] + (1...60).map { noon + $0 * 60 })
    // One more for events that arrived before the first frame.
    #expect(run.dueCount == 61)
    #expect(run.causes[0] == UpdateCause.start)
    #expect(run.causes.dropFirst().allSatisfy { $0 == UpdateCause.tick })
    #expect(run.display.isClosed)
  }

  @Test func `nothing due means no wake-up, for a week`() throws {
    let run = try Run(try SmallScene(hasClock: false).build(), from: noon, seconds: 604_800)
    #expect(run.log.reports.count == 1)
    #expect(run.dueCount == 1)
    let wake = run.log.reports[0].nextWakeUp
    #expect(wake.realtime == .distantFuture && wake.monotonic == .distantFuture)
  }

  @Test func `a minute's damage is the changed digit's box`() throws {
    let run = try Run(try SmallScene().build(), from: noon + 61, seconds: 480)
    for report in run.log.reports.dropFirst() {
      #expect(report.damage.count == 1)
      #expect(report.pixelsDamaged <= 200)
      #expect(report.pixelsDamaged == report.damage.area)
    }
  }

  @Test(arguments: [-315_576_000, -3_600, -1, 1, 3_600, 315_576_000] as [Int64])
  func `a clock step shows the new time at once and replays nothing`(step: Int64) throws {
    let scene = SmallScene(hasSeconds: true, barDates: [noon - 100, noon + 1_800, noon + 10_000_000])
    let run = try Run(
      try scene.build(), from: noon, seconds: 40, events: [VirtualEvent(atMs: 20_500, .clockStep(byMs: step * 1000))])
    #expect(run.log.reports.count <= 42)
    let stepped = run.log.reports.filter { $0.causes & UpdateCause.clockStep != 0 }
    #expect(stepped.count == 1)
    for (report, frame) in zip(run.log.reports, run.display.frames) {
      let fresh = try scene.pixels(report.moment)
      #expect(fresh == frame)
    }
  }

  /// The last entry remains, so that the loop does not wait for civil time; after stepping the clock back, another
  /// entry is current.
  @Test func `a clock that is set while nothing is due is followed at once`() throws {
    let scene = SmallScene(hasClock: false, barDates: [noon - 100, noon - 50])
    let run = try Run(
      try scene.build(), from: noon, seconds: 604_800, events: [VirtualEvent(atMs: 20_500, .clockStep(byMs: -90_000))])
    // Then it waits for the second entry again.
    #expect(run.causes == [UpdateCause.start, UpdateCause.clockStep | UpdateCause.entry, UpdateCause.entry])
    #expect(run.log.reports.map(\.moment.monotonic.milliseconds) == [0, 20_500, 40_000])
    for (report, frame) in zip(run.log.reports, run.display.frames) {
      let fresh = try scene.pixels(report.moment)
      #expect(fresh == frame)
    }
  }

  @Test func `when summer time ends the hour is shown twice`() throws {
    // 2026-10-25T01:00Z: 02:59:59 CEST → 02:00 CET.
    let change: Int64 = 1_792_890_000
    let scene = SmallScene()
    let run = try Run(try scene.build(), from: change - 3_600, seconds: 7_200)
    #expect(run.log.reports.count == 120)
    let frames = run.display.frames
    #expect(Array(frames[0..<60]) == Array(frames[60..<120]))
    #expect(frames[0] != frames[1])
  }

  @Test func `an untrusted time is marked until it is trusted`() throws {
    let run = try Run(
      try SmallScene().build(), from: noon, seconds: 50, events: [VirtualEvent(atMs: 20_000, .trust(true))],
      isTrusted: false)
    #expect(run.causes == [UpdateCause.start, UpdateCause.clockTrust])
    let mark = Int(SmallScene.untrustedMark.y0) * 120 + Int(SmallScene.untrustedMark.x0)
    #expect(run.display.frames[0][mark] == 0xFF_FFFF)
    #expect(run.display.frames[1][mark] != 0xFF_FFFF)
    #expect(run.display.presents[1].damage == [SmallScene.untrustedMark])
  }

  @Test func `a display slower than a minute never shows a time as right`() throws {
    let scene = SmallScene(hasSeconds: true)
    let run = try Run(try scene.build(), from: noon, seconds: 900, intervalMs: 180_000)
    let mark = Int(SmallScene.behindMark.y0) * 120 + Int(SmallScene.behindMark.x0)
    let other = Int(SmallScene.untrustedMark.y0) * 120 + Int(SmallScene.untrustedMark.x0)
    #expect(run.display.frames.allSatisfy { $0[mark] == 0xFF_FFFF && $0[other] != 0xFF_FFFF })
    #expect(run.display.presents.map(\.at) == [0, 180_000, 360_000, 540_000, 720_000])
    #expect(run.dueCount == 5)
  }

  @Test func `a clock that is not trusted on a slow display has one mark, which becomes the other`() throws {
    let scene = SmallScene(hasSeconds: true)
    let run = try Run(
      try scene.build(), from: noon, seconds: 900, events: [VirtualEvent(atMs: 200_000, .trust(true))],
      isTrusted: false, intervalMs: 180_000)
    let marks = run.display.frames.map { frame in
      [SmallScene.untrustedMark, SmallScene.behindMark].map { frame[Int($0.y0) * 120 + Int($0.x0)] == 0xFF_FFFF }
    }
    #expect(marks.first == [true, false] && marks.last == [false, true])
    #expect(marks.allSatisfy { $0[0] != $0[1] })
  }

  @Test(arguments: [[], [.day], [.hour24], [.month, .day]] as [[TickField]])
  func `a slow display without minutes has no mark, unless its clock is not trusted`(fields: [TickField]) throws {
    let scene = SmallScene(
      hasClock: !fields.isEmpty, fields: fields, barDates: [noon, noon + 100, noon + 1_000, noon + 1_100])
    let mark = Int(SmallScene.untrustedMark.y0) * 120 + Int(SmallScene.untrustedMark.x0)
    let run = try Run(try scene.build(), from: noon, seconds: 3_500, intervalMs: 180_000)
    #expect(run.display.frames.count > 2 && run.display.frames.allSatisfy { $0[mark] != 0xFF_FFFF })
    let untrusted = try Run(
      try scene.build(), from: noon, seconds: 3_500, events: [VirtualEvent(atMs: 200_000, .trust(true))],
      isTrusted: false, intervalMs: 180_000)
    #expect(untrusted.display.frames[0][mark] == 0xFF_FFFF)
    #expect(untrusted.display.frames.last?[mark] != 0xFF_FFFF)
  }

  @Test func `content that follows the time faster than a slow display is marked as long as it does`() throws {
    let dates = (0...12).map { noon + $0 * 100 }
    let scene = SmallScene(hasClock: false, barDates: dates)
    let run = try Run(try scene.build(), from: noon, seconds: 3_600, intervalMs: 180_000)
    let mark = Int(SmallScene.behindMark.y0) * 120 + Int(SmallScene.behindMark.x0)
    let isMarked = run.display.frames.map { $0[mark] == 0xFF_FFFF }
    #expect(isMarked.first == true && isMarked.last == false)
    #expect(zip(isMarked, isMarked.dropFirst()).count { $0 != $1 } == 1)
    let fast = try Run(try scene.build(), from: noon, seconds: 3_600, intervalMs: 90_000)
    #expect(fast.display.frames.allSatisfy { $0[mark] != 0xFF_FFFF })
  }

  @Test func `a slow display is shown the newest state at its first welcome moment`() throws {
    let scene = SmallScene(hasSeconds: true)
    let run = try Run(try scene.build(), from: noon, seconds: 65, intervalMs: 10_000)
    #expect(run.display.presents.map(\.at) == [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000])
    for (report, frame) in zip(run.log.reports, run.display.frames) {
      #expect(try scene.pixels(report.moment) == frame)
    }
  }

  @Test func `entries come at their dates, and old content is marked`() throws {
    let scene = SmallScene(
      hasClock: false, barDates: [noon + 10, noon + 20, noon + 30], staleAfter: noon + 40)
    let run = try Run(try scene.build(), from: noon, seconds: 100)
    #expect(run.times == [noon, noon + 20, noon + 30, noon + 40])
    #expect(run.causes == [UpdateCause.start, UpdateCause.entry, UpdateCause.entry, UpdateCause.stale])
    #expect(run.display.presents[3].damage == [SmallScene.staleMark])
    #expect(run.dueCount == 4)
  }

  @Test func `what gives way to the mark of an old content is shown until then`() throws {
    let scene = SmallScene(hasClock: false, barDates: [noon], staleAfter: noon + 40, hasFreshNote: true)
    let run = try Run(try scene.build(), from: noon, seconds: 100)
    func isLit(_ rect: PixelRect) -> [Bool] {
      run.display.frames.map { $0[Int(rect.y0) * 120 + Int(rect.x0)] == 0xFF_FFFF }
    }
    #expect(run.times == [noon, noon + 40])
    #expect(isLit(SmallScene.freshNote) == [true, false] && isLit(SmallScene.staleMark) == [false, true])
    let damage = try #require(run.display.presents.last?.damage)
    #expect(
      damage.contains { $0.contains(SmallScene.freshNote) } && damage.contains { $0.contains(SmallScene.staleMark) })
  }

  @Test func `content does not age by a clock that is not trusted`() throws {
    let scene = SmallScene(hasClock: false, barDates: [noon], staleAfter: noon + 40)
    let run = try Run(
      try scene.build(), from: noon, seconds: 100, events: [VirtualEvent(atMs: 60_000, .trust(true))],
      isTrusted: false)
    let mark = Int(SmallScene.staleMark.y0) * 120 + Int(SmallScene.staleMark.x0)
    #expect(run.display.frames.map { $0[mark] == 0xFF_FFFF } == [false, true])
  }

  @Test func `refused archives leave the picture and say why`() throws {
    let good = try SmallScene(hasClock: false, barDates: [noon]).build()
    var torn = good
    torn[good.count / 2] ^= 0x40
    var otherBoard = SmallScene(hasClock: false)
    otherBoard.board.widthPx = 64
    let other = try otherBoard.build()
    let otherPlug = try SmallScene(hasClock: false, barDates: [noon], connector: "HDMI-A-2").build()
    let better = try SmallScene(hasClock: false, barDates: [noon - 5, noon]).build()
    let tooLong = [UInt8](repeating: 0, count: Int(SmallScene.board.archiveBankByteCount) + 1)
    try torn.withUnsafeBytes { torn in
      try other.withUnsafeBytes { other in
        try tooLong.withUnsafeBytes { tooLong in
          try otherPlug.withUnsafeBytes { otherPlug in
            try better.withUnsafeBytes { better in
              let run = try Run(
                good, from: noon, seconds: 100,
                events: [
                  VirtualEvent(atMs: 10_000, .archive(torn)), VirtualEvent(atMs: 20_000, .archive(other)),
                  VirtualEvent(atMs: 25_000, .archive(otherPlug)), VirtualEvent(atMs: 30_000, .archive(tooLong)),
                  VirtualEvent(atMs: 40_000, .archive(better)),
                ])
              let problems = ["checksumMismatch", "wrongBoard", "wrongBoard", "overBudget"]
              #expect(run.log.refusals.map(\.problem) == problems)
              #expect(run.causes == [UpdateCause.start, UpdateCause.archive])
              #expect(run.display.presents.map(\.at) == [0, 40_000])
            }
          }
        }
      }
    }
  }

  @Test func `a frame that the display refused is shown later, with all that has changed`() throws {
    let scene = SmallScene(hasSeconds: true)
    let failure = DisplayError.system(operation: .present, errno: 5)
    let run = try Run(try scene.build(), from: noon, seconds: 12, failures: [failure, failure])
    #expect(run.log.failures.map(\.retryAt) == [1_000, 3_000])
    #expect(run.display.presents.map(\.at).first == 3_000)
    #expect(run.log.reports[0].causes & UpdateCause.start != 0)
    #expect(run.log.reports[0].damage.bounds == PixelRect(x0: 0, y0: 0, x1: 120, y1: 60))
    for (report, frame) in zip(run.log.reports, run.display.frames) {
      #expect(try scene.pixels(report.moment) == frame)
    }
  }

  @Test func `a clock that starts in the dark does not glare`() throws {
    let run = try Run(
      try SmallScene().build(), from: noon, seconds: 50,
      events: [VirtualEvent(atMs: 0, .light(Illuminance(millilux: 300)))])
    #expect(run.log.reports.count == 1)
    #expect(run.log.reports[0].isNight)
    #expect(run.display.frames[0].allSatisfy { $0 & 0xFFFF == 0 })
    #expect(run.display.notedNight == [true])
  }

  @Test func `night and always-on come by override and by light, and wake only for decisions`() throws {
    let run = try Run(
      try SmallScene(hasClock: false).build(), from: noon, seconds: 1_000,
      events: [
        VirtualEvent(atMs: 0, .light(Illuminance(millilux: 300_000))),
        VirtualEvent(atMs: 10_000, .modeOverride(.alwaysOn)), VirtualEvent(atMs: 20_000, .modeOverride(.night)),
        VirtualEvent(atMs: 30_000, .modeOverride(.automatic)),
        VirtualEvent(atMs: 100_000, .light(Illuminance(millilux: 0))),
      ])
    let night = UpdateCause.night
    let luminance = UpdateCause.luminance
    // From the lamp to the dark, both thresholds are crossed at the same time.
    #expect(run.causes == [UpdateCause.start, luminance, night, night | luminance, night | luminance])
    // Always-on, which follows the room, and the last two changes are measured: each wakes the loop once when it has
    // settled, and once when it is known.
    #expect(run.dueCount <= 8)
    #expect(run.display.frames.last!.allSatisfy { $0 & 0xFFFF == 0 })
  }

  @Test func `an engine takes exactly the memory that it says`() throws {
    for seed in UInt64(1)...10 {
      let board = RandomScene.board(seed: seed)
      let need = Engine.workingByteCount(for: board)
      let memory = TestMemory(need)
      var arena = Arena(memory.bytes)
      #expect(isMade(board, &arena))
      #expect(need - arena.usedByteCount < 64)
      var small = Arena(UnsafeMutableRawBufferPointer(rebasing: memory.bytes[0..<(need - 320)]))
      #expect(!isMade(board, &small))
    }
    var empty = SmallScene.board
    empty.widthPx = 0
    #expect(Engine.workingByteCount(for: empty) == 0)
    let memory = TestMemory(1 << 16)
    var arena = Arena(memory.bytes)
    #expect(!isMade(empty, &arena))
  }
}

private func isMade(_ board: BoardRecord, _ arena: inout Arena) -> Bool {
  if let engine = Engine(board: board, arena: &arena) { return engine.plane.size.width == board.widthPx }
  return false
}
