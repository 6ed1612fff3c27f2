import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import Testing

@testable import AfterglowEngine

/// A sensor that sees its panel: lux = ambient + k × light of the current frame, one reading per second.
private struct ClosedLoopClock: ~Copyable, Clock {
  let display: DisplayLog
  /// Lux added by a day's frame.
  let own: Double
  let ambient: (Double) -> Double
  let endMs: Int64
  private var nowMs: Int64 = 0
  private var nextReadingMs: Int64 = 0
  private var dayLight: Double?
  private var frameLight = 0.0
  private var seenFrames = 0

  init(display: DisplayLog, own: Double, seconds: Int, ambient: @escaping (Double) -> Double) {
    self.display = display
    self.own = own
    self.ambient = ambient
    endMs = Int64(seconds) * 1000
  }

  mutating func now() -> Moment {
    Moment(
      realtime: Instant(milliseconds: 1_795_262_400_000 + nowMs), monotonic: MonotonicInstant(milliseconds: nowMs),
      isTrusted: true)
  }

  mutating func pause(until time: MonotonicInstant, signal: Int32) { nowMs = Swift.max(nowMs, time.milliseconds) }

  mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
    let due = Swift.max(nowMs, wakeUp.monotonic.milliseconds)
    if Swift.min(due, nextReadingMs) >= endMs { return .stop }
    if due < nextReadingMs {
      nowMs = due
      return .due
    }
    nowMs = nextReadingMs
    nextReadingMs += 1_000
    lookAtFrame()
    // k is relative to the first frame by day.
    let lux = ambient(Double(nowMs) / 1000) + own * frameLight / (dayLight ?? 1)
    return .light(Illuminance(millilux: Int64(lux * 1000)))
  }

  private mutating func lookAtFrame() {
    guard display.frames.count > seenFrames, let frame = display.frames.last else { return }
    seenFrames = display.frames.count
    let sRGB = SRGB()
    frameLight = frame.reduce(0) { $0 + Double(sRGB.luminance(Color(argb: 0xFF00_0000 | $1))) }
    if dayLight == nil { dayLight = frameLight }
  }
}

private final class Log {
  var modes: [(at: Int64, rank: UInt8)] = []
  /// When always-on was redrawn for the room.
  var steps: [Int64] = []
}

private struct Observer: ~Copyable, UpdateObserver {
  let log: Log

  mutating func presented(_ report: borrowing UpdateReport) {
    let rank: UInt8 = report.isNight ? 2 : report.isLuminanceReduced ? 1 : 0
    let at = report.moment.monotonic.milliseconds / 1000
    if log.modes.last?.rank != rank {
      log.modes.append((at, rank))
    } else if report.causes & UpdateCause.luminance != 0 {
      log.steps.append(at)
    }
  }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
}

@Suite struct ClosedLoopTests {
  /// The modes that were shown, with their times in seconds.
  private static func play(own: Double, seconds: Int, _ ambient: @escaping (Double) -> Double) throws -> [(
    at: Int64, rank: UInt8
  )] {
    try log(own: own, seconds: seconds, ambient).modes
  }

  private static func log(
    own: Double, seconds: Int, override: ModeOverride = .automatic, _ ambient: @escaping (Double) -> Double
  ) throws -> Log {
    let board = SmallScene.board
    let archive = try SmallScene(hasClock: false, barDates: [1, 2, 3, 4, 5, 6], board: board).build()
    let memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    let display = DisplayLog()
    let log = Log()
    var observer = Observer(log: log)
    var panel = TestDisplay(size: PixelSize(width: board.widthPx, height: board.heightPx), log: display)
    var clock = ClosedLoopClock(display: display, own: own, seconds: seconds, ambient: ambient)
    runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer, override: override)
    withExtendedLifetime(memory) {}
    return log
  }

  @Test(arguments: [0.5, 2, 5], [2.0, 5, 15, 30])
  func `eight hours near a threshold flip at most once, with the light of real frames`(
    own: Double, threshold: Double
  ) throws {
    for start in [threshold * 0.3, threshold * 3] {
      let modes = try Self.play(own: own, seconds: 900 + 8 * 3600) { second in
        // A lit room first, so that the panel learns its day; then a quarter of an hour to settle at the start value.
        if second < 100 { return 180 }
        if second < 900 { return start }
        let slow = (second / 3600).truncatingRemainder(dividingBy: 1) - 0.5
        let quick = (second / 60).truncatingRemainder(dividingBy: 1) - 0.5
        return threshold * (1 + 0.2 * slow + 0.2 * quick)
      }
      #expect(modes.filter { $0.at >= 900 }.count <= 1, "k \(own), \(threshold) lx from \(start): \(modes)")
    }
  }

  /// Each step also changes the panel's own light.
  @Test(arguments: [0.5, 2, 5], [6.0, 9, 13, 18, 22, 27, 33, 40, 48, 60])
  func `eight hours of always-on in one room repaint it at most once`(own: Double, room: Double) throws {
    let log = try Self.log(own: own, seconds: 900 + 8 * 3600, override: .alwaysOn) { second in
      if second < 900 { return room }
      let slow = (second / 3600).truncatingRemainder(dividingBy: 1) - 0.5
      let quick = (second / 60).truncatingRemainder(dividingBy: 1) - 0.5
      return room * (1 + 0.1 * slow + 0.1 * quick)
    }
    #expect(log.steps.filter { $0 >= 900 }.count <= 1, "k \(own), \(room) lx: \(log.steps)")
  }

  @Test(arguments: [1.0, 3, 5])
  func `a panel that lights its own sensor finds the dark, and at once when it knows itself`(own: Double) throws {
    let modes = try Self.play(own: own, seconds: 2_000) { second in
      second < 100 || (second >= 600 && second < 1_000) ? 180 : 0.2
    }
    #expect(modes.first?.rank == 0 && modes.last?.rank == 2, "\(modes)")
    let evenings = modes.filter { $0.rank == 2 }.map(\.at)
    #expect(evenings.count == 2, "\(modes)")
    // The first evening goes through always-on if that is needed to learn; the second does not.
    #expect(evenings[0] <= 130 && evenings[1] <= 1_012, "\(modes)")
  }
}
