import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import Foundation
import PixelSupport
import Testing

/// A clock that is set a hundred times, to whole different days, while the loop runs: the next frame shows the new time.
@Suite struct ClockStepTests {
  /// Each wait ends with the clock set elsewhere, a hundred times, then with a stop.
  private struct SteppingClock: ~Copyable, Clock {
    var realtimeMs: Int64 = 1_792_620_000_000
    var monotonicMs: Int64 = 0
    var steps = 0

    mutating func now() -> Moment {
      Moment(
        realtime: Instant(milliseconds: realtimeMs), monotonic: MonotonicInstant(milliseconds: monotonicMs),
        isTrusted: true)
    }

    mutating func pause(until time: MonotonicInstant, signal: Int32) {
      monotonicMs = max(monotonicMs, time.milliseconds)
    }

    mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
      // The loop's first question is only what has arrived.
      if steps == 0 && monotonicMs == 0 && wakeUp.realtime == .distantFuture {
        monotonicMs = 1
        return .due
      }
      if steps == 100 { return .stop }
      steps += 1
      monotonicMs += 700
      let span: Int64 = 86_400_000 * 400
      realtimeMs += (Int64(steps) &* 7_919_317_003) % span - span / 3
      return .due
    }
  }

  private struct Frames: ~Copyable, UpdateObserver {
    let shown: UnsafeMutablePointer<[(Int64, UInt64)]>
    mutating func presented(_ report: borrowing UpdateReport) {
      shown.pointee.append((report.moment.realtime.milliseconds, report.frameHash))
    }
    mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
  }

  private struct MemoryDisplay: ~Copyable, Display {
    let memory: UnsafeMutableRawPointer
    var properties: DisplayProperties {
      DisplayProperties(
        size: PixelSize(width: Int32(TestArchive.width), height: Int32(TestArchive.height)), format: .xrgb8888,
        isEmissive: true, bufferAge: 1, minimumRefreshIntervalMs: 0)
    }
    mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
      body(BackBuffer(base: memory, strideBytes: TestArchive.width * 4))
    }
    mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {}
    func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant { now }
    mutating func close() {}
  }

  @Test func `every frame after a step is that of the new time`() throws {
    let archive = [UInt8](try TestArchive.clock(displayPath: "x"))
    let reference = try ReferenceRenderer(archive: archive)
    let aligned = UnsafeMutableRawBufferPointer.allocate(byteCount: archive.count, alignment: 64)
    defer { aligned.deallocate() }
    aligned.copyBytes(from: archive)
    let board = try Archive.validate(UnsafeRawBufferPointer(aligned)).board
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Engine.workingByteCount(for: board) + 4096, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    let pixels = UnsafeMutableRawPointer.allocate(
      byteCount: TestArchive.width * TestArchive.height * 4, alignment: 64)
    defer { pixels.deallocate() }
    var arena = Arena(memory)
    guard var engine = Engine(board: board, arena: &arena) else { throw ReferenceError.outOfMemory }
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    var shown: [(Int64, UInt64)] = []
    withUnsafeMutablePointer(to: &shown) { pointer in
      var clock = SteppingClock()
      var display = MemoryDisplay(memory: pixels)
      var observer = Frames(shown: pointer)
      runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer)
    }
    #expect(shown.count >= 100)
    for (instant, hash) in shown {
      #expect(try reference.draw(Instant(milliseconds: instant), mode: .automatic) == hash, "at \(instant)")
    }
  }
}
