import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowVirtual
import Testing

@testable import AfterglowEngine

private final class Log {
  var lines: [String] = []
}

private struct Observer: ~Copyable, UpdateObserver {
  let log: Log

  mutating func presented(_ report: borrowing UpdateReport) {
    let mode = report.isNight ? "night" : report.isLuminanceReduced ? "alwaysOn" : "day"
    log.lines.append("\(report.moment.monotonic.milliseconds) shows \(mode) \(report.reason)")
  }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {}

  mutating func decided(_ report: LightReport, at moment: Moment) {
    let reading = report.reading.map { "\($0.millilux)" } ?? "none"
    log.lines.append("\(moment.monotonic.milliseconds) \(reading) \(report.mode.rank) \(report.reason)")
  }
}

/// The loop's reports about light, presence and decisions.
@Suite struct LightNewsTests {
  private static func lines(_ events: [VirtualEvent], seconds: Int64, board: BoardRecord) throws -> [String] {
    let archive = try SmallScene(hasClock: false, board: board).build()
    let memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    let log = Log()
    var observer = Observer(log: log)
    var panel = TestDisplay(
      size: PixelSize(width: board.widthPx, height: board.heightPx),
      format: PixelFormat(rawValue: board.pixelFormat)!, log: DisplayLog())
    events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(
        from: Instant(seconds: 1_795_262_400), to: Instant(seconds: 1_795_262_400 + seconds), events: events)
      runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer)
    }
    withExtendedLifetime(memory) {}
    return log.lines
  }

  private static func lux(_ atMs: Int64, _ millilux: Int64?) -> VirtualEvent {
    VirtualEvent(atMs: atMs, .light(millilux.map { Illuminance(millilux: $0) }))
  }

  @Test func `a decision is reported before the frame that shows it, and presence wakes for its time`() throws {
    let lines = try Self.lines(
      [
        Self.lux(0, 300_000), Self.lux(60_000, 10_000), VirtualEvent(atMs: 100_000, .presence),
        VirtualEvent(atMs: 110_000, .presence), Self.lux(200_000, nil),
      ], seconds: 400, board: SmallScene.board)
    #expect(
      lines.filter { $0.contains("shows") } == [
        "0 shows day light", "70000 shows alwaysOn light", "100000 shows day presence", "140000 shows alwaysOn light",
      ], "\(lines)")
    for (at, line) in [(0, "0 300000 0 light"), (1, "0 shows day light"), (2, "60000 10000 0 light")] {
      #expect(lines[at] == line)
    }
    #expect(lines.firstIndex(of: "70000 10000 1 light")! < lines.firstIndex(of: "70000 shows alwaysOn light")!)
    #expect(lines.last == "200000 none 1 heldLight")
  }

  @Test func `a panel of on and off is never dimmed, whatever is decided`() throws {
    var board = SmallScene.board
    board.pixelFormat = PixelFormat.mono1.rawValue
    let lines = try Self.lines([Self.lux(0, 300)], seconds: 100, board: board)
    #expect(lines == ["0 300 0 light", "0 shows day light"])
  }
}
