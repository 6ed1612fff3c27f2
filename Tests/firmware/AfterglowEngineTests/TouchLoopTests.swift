import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowVirtual
import Testing

@testable import AfterglowEngine

private final class CommandLog {
  var commands: [ActionCommand] = []
}

private struct Observer: ~Copyable, UpdateObserver {
  let log: CommandLog
  mutating func presented(_ report: borrowing UpdateReport) {}
  mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
  mutating func commanded(_ command: ActionCommand) { log.commands.append(command) }
}

/// A clock that delivers packets at their times and counts why the loop wakes.
private struct PacketClock: ~Copyable, Clock {
  let packets: [(atMs: Int64, packet: InputPacket)]
  let endMs: Int64
  private(set) var deliveredCount = 0
  private(set) var dueCount = 0
  private var nowMs: Int64 = 0

  init(_ packets: [(atMs: Int64, packet: InputPacket)], endMs: Int64) {
    self.packets = packets
    self.endMs = endMs
  }

  mutating func now() -> Moment {
    Moment(
      realtime: Instant(milliseconds: 100_000 + nowMs), monotonic: MonotonicInstant(milliseconds: nowMs),
      isTrusted: true)
  }

  mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
    let dueMs = Swift.min(wakeUp.monotonic.milliseconds, wakeUp.realtime.milliseconds - 100_000)
    let packetMs = deliveredCount < packets.count ? packets[deliveredCount].atMs : Int64.max
    let nextMs = Swift.max(nowMs, Swift.min(dueMs, packetMs))
    if nextMs >= endMs { return .stop }
    nowMs = nextMs
    if packetMs <= nextMs {
      deliveredCount += 1
      return .input(packets[deliveredCount - 1].packet)
    }
    dueCount += 1
    return .due
  }

  mutating func pause(until time: MonotonicInstant, signal: Int32) {}
}

/// Touches through the whole loop, on virtual time.
@Suite struct TouchLoopTests {
  private struct Run {
    let display = DisplayLog()
    let log = CommandLog()
    var dueCount: Int64 = 0

    init(_ events: [VirtualEvent], intervalMs: Int64 = 0) throws {
      let (file, board) = try TouchScene().build()
      let memory = TestMemory(Engine.workingByteCount(for: board))
      var arena = Arena(memory.bytes)
      var engine = Engine(board: board, arena: &arena)!
      engine.idleBank.copyBytes(from: file)
      try engine.adopt(byteCount: file.count)
      var panel = TestDisplay(
        size: PixelSize(width: board.widthPx, height: board.heightPx), intervalMs: intervalMs, log: display)
      var observer = Observer(log: log)
      dueCount = events.withUnsafeBufferPointer { events in
        var clock = VirtualClock(from: Instant(seconds: 100), to: Instant(seconds: 160), events: events)
        runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer, override: .day)
        return clock.dueCount
      }
      _ = memory
    }
  }

  private func contact(_ phase: TouchContact.Phase, atMs ms: Int64) -> VirtualEvent {
    let at = MonotonicInstant(milliseconds: ms)
    let point = TouchRig.point(20, 20)
    return VirtualEvent(
      atMs: ms, .input(.contact(TouchContact(device: 0, place: 0, phase: phase, position: point, at: at))))
  }

  @Test func `a press is on the panel at once, and its command leaves with the release`() throws {
    let run = try Run([contact(.began, atMs: 1_000), contact(.ended, atMs: 1_100)])
    // The start, the press, the release, the mark of waiting, that of failure, and its end.
    #expect(run.display.presents.map(\.at) == [0, 1_000, 1_100, 1_600, 3_100, 8_100])
    #expect(run.log.commands.map(\.at.milliseconds) == [1_100])
  }

  @Test func `a resting finger wakes the loop for the long press, and for nothing else`() throws {
    let run = try Run([contact(.began, atMs: 1_000), contact(.ended, atMs: 31_000)])
    #expect(run.log.commands.isEmpty)
    #expect(run.display.presents.map(\.at) == [0, 1_000, 1_500])
    // One more for events that arrived before the first frame.
    #expect(run.dueCount == 2)
  }

  @Test func `while a display may not be refreshed, a tap acts, and the answer is shown with the next frame`() throws {
    let run = try Run([contact(.began, atMs: 1_000), contact(.ended, atMs: 1_100)], intervalMs: 19_000)
    #expect(run.log.commands.map(\.at.milliseconds) == [1_100])
    #expect(run.display.presents.count >= 2)
    #expect(run.display.presents.dropFirst().first?.at == 19_000)
  }

  /// A finger at 1,000 reports a second, which the guard delivers once per frame of 16 ms.
  @Test(arguments: [Int32(0), 15, 40])
  func `a finger that moves for five seconds wakes the loop once with each packet`(step: Int32) throws {
    let (file, board) = try TouchScene().build()
    let memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    engine.idleBank.copyBytes(from: file)
    try engine.adopt(byteCount: file.count)
    let frames = 312
    var packets: [(atMs: Int64, packet: InputPacket)] = []
    for frame in 0..<frames {
      var packet = InputPacket()
      for place in 0..<16 {
        let sample = frame * 16 + place
        var point = TouchRig.point(20, 20)
        point.y += step * Int32(sample)
        let phase = sample == 0 ? TouchContact.Phase.began : sample == frames * 16 - 1 ? .ended : .moved
        let at = MonotonicInstant(milliseconds: 1_000 + Int64(sample))
        packet.append(
          .contact(TouchContact(device: 0, place: 0, phase: phase, position: point, at: at)))
      }
      packets.append((1_016 + Int64(frame * 16), packet))
    }
    let display = DisplayLog()
    let log = CommandLog()
    var panel = TestDisplay(size: PixelSize(width: board.widthPx, height: board.heightPx), log: display)
    var observer = Observer(log: log)
    var clock = PacketClock(packets, endMs: 60_000)
    runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer, override: .day)
    #expect(clock.deliveredCount == frames)
    // One for events that arrived before the first frame; the long press of a finger that trembles is found with a packet
    // or between two.
    #expect(clock.dueCount <= (step == 0 ? 2 : 1))
    // The start, the press and its end.
    #expect(display.presents.count == 3)
    #expect(log.commands.isEmpty)
    _ = memory
  }
}
