import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowVirtual
import Testing

@testable import AfterglowEngine

private struct Observer: ~Copyable, UpdateObserver {
  let log: ReportLog
  mutating func presented(_ report: borrowing UpdateReport) { log.reports.append(copy report) }
  mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
}

/// A board's schedule through the whole loop, on the wall clock of Berlin.
@Suite struct ScheduleTests {
  private static func board(_ periods: [SchedulePeriod]) -> BoardRecord {
    var board = SmallScene.board
    for period in periods {
      board.rules.schedule.periods[Int(board.rules.schedule.count)] = period
      board.rules.schedule.count += 1
    }
    return board
  }

  private static func period(
    _ start: (UInt16, UInt16), _ end: (UInt16, UInt16), _ mode: LightMode = .night, rule: ScheduleRule = .always
  ) -> SchedulePeriod {
    SchedulePeriod(startMinute: start.0 * 60 + start.1, endMinute: end.0 * 60 + end.1, mode: mode, rule: rule)
  }

  /// Seconds since `from` at which the mode changed, with the mode; and the number of wake-ups.
  private static func modes(
    _ periods: [SchedulePeriod], from: Int64, seconds: Int64, isTrusted: Bool = true, hasClock: Bool = false,
    events: [VirtualEvent] = []
  ) throws -> (changes: [(at: Int64, rank: UInt8)], dueCount: Int64) {
    let board = board(periods)
    let archive = try SmallScene(hasClock: hasClock, board: board).build()
    let memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    let log = ReportLog()
    var observer = Observer(log: log)
    var panel = TestDisplay(size: PixelSize(width: board.widthPx, height: board.heightPx), log: DisplayLog())
    let dueCount = events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(
        from: Instant(seconds: from), to: Instant(seconds: from + seconds), isTrusted: isTrusted, events: events)
      runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer)
      return clock.dueCount
    }
    withExtendedLifetime(memory) {}
    var changes: [(at: Int64, rank: UInt8)] = []
    for report in log.reports {
      let rank: UInt8 = report.isNight ? 2 : report.isLuminanceReduced ? 1 : 0
      if changes.last?.rank != rank { changes.append((report.moment.realtime.seconds - from, rank)) }
    }
    return (changes, dueCount)
  }

  /// 2026-11-23T11:00:00Z, a Monday's noon.
  private static let noon: Int64 = 1_795_431_600

  @Test func `a night begins and ends on the minute, day after day, and costs four wake-ups a day at most`() throws {
    let (changes, due) = try Self.modes([Self.period((22, 30), (6, 15))], from: Self.noon, seconds: 3 * 86_400)
    let night: Int64 = 10 * 3600 + 1800
    let morning: Int64 = 18 * 3600 + 900
    let nights = (Int64(0)..<3).flatMap { day in [night + day * 86_400, morning + day * 86_400] as [Int64] }
    #expect(changes.map(\.at) == [0] + nights)
    #expect(changes.map(\.rank) == [0, 2, 0, 2, 0, 2, 0])
    #expect(due <= 12)
  }

  @Test func `what ends in the hour that autumn shows twice ends once`() throws {
    // 2026-10-25T01:00Z: 03:00 becomes 02:00. From 20:00 local the evening before.
    let change: Int64 = 1_792_890_000
    let (changes, _) = try Self.modes(
      [Self.period((22, 0), (2, 30))], from: change - 7 * 3600, seconds: 20 * 3600)
    #expect(changes.map(\.rank) == [0, 2, 0])
    // Half an hour before the change: at the first 02:30.
    #expect(changes[2].at == 7 * 3600 - 1800)
  }

  @Test func `what begins in the hour that spring leaves out begins when it is over`() throws {
    // 2026-03-29T01:00Z: 02:00 becomes 03:00.
    let change: Int64 = 1_774_746_000
    let (changes, _) = try Self.modes(
      [Self.period((2, 30), (5, 0), .alwaysOn)], from: change - 3600, seconds: 10 * 3600)
    #expect(changes.map(\.rank) == [0, 1, 0])
    #expect(changes.map(\.at) == [0, 3600, 3600 + 2 * 3600])
  }

  @Test func `periods that meet in the hour that clocks skip or repeat change once`() throws {
    let periods = [Self.period((22, 30), (2, 30), .night), Self.period((2, 30), (6, 30), .alwaysOn)]
    // 2026-03-29T01:00Z: 02:00 becomes 03:00. From 21:00 the evening before, in Berlin.
    let spring: Int64 = 1_774_746_000
    let march = try Self.modes(periods, from: spring - 5 * 3600, seconds: 12 * 3600, hasClock: true).changes
    #expect(march.map(\.rank) == [0, 2, 1, 0])
    #expect(march.map(\.at) == [0, 5400, 18_000, 30_600] as [Int64])
    // 2026-10-25T01:00Z: 03:00 becomes 02:00. From 20:00 the evening before.
    let autumn: Int64 = 1_792_890_000
    let october = try Self.modes(periods, from: autumn - 7 * 3600, seconds: 14 * 3600, hasClock: true).changes
    #expect(october.map(\.rank) == [0, 2, 1, 0])
    #expect(october.map(\.at) == [0, 9000, 23_400, 41_400] as [Int64])
  }

  @Test func `a clock that was set is followed at once`() throws {
    let (changes, _) = try Self.modes(
      [Self.period((22, 0), (6, 0))], from: Self.noon, seconds: 3600,
      events: [VirtualEvent(atMs: 100_000, .clockStep(byMs: 11 * 3_600_000))])
    #expect(changes.map(\.rank) == [0, 2])
    #expect(changes[1].at == 100 + 11 * 3600)
  }

  @Test func `an untrusted clock keeps no schedule`() throws {
    let (changes, _) = try Self.modes(
      [Self.period((10, 0), (14, 0), .night, rule: .unknownLight)], from: Self.noon, seconds: 3600, isTrusted: false,
      events: [VirtualEvent(atMs: 600_000, .trust(true))])
    #expect(changes.map(\.rank) == [0, 2])
    #expect(changes[1].at == 600)
  }

  @Test func `an archive with other rules is for another board, one with another zone's index is not`() throws {
    let board = Self.board([Self.period((22, 0), (6, 0))])
    let rig = Rig(board)
    try rig.load(try SmallScene(board: board).build())
    var other = board
    other.rules.wakeMs += 1
    #expect(throws: ArchiveError(.wrongBoard, in: .board)) { try rig.load(try SmallScene(board: other).build()) }
    try rig.load(try SmallScene(hasClock: false, board: board).build())
  }
}
