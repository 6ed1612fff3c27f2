import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowVirtual
import Foundation
import Testing

@testable import AfterglowEngine

private final class Log {
  /// Seconds, and the mode that was shown from then on.
  var modes: [(at: Double, rank: UInt8)] = []
}

private struct Observer: ~Copyable, UpdateObserver {
  let log: Log

  mutating func presented(_ report: borrowing UpdateReport) {
    let rank: UInt8 = report.isNight ? 2 : report.isLuminanceReduced ? 1 : 0
    if log.modes.last?.rank != rank { log.modes.append((Double(report.moment.monotonic.milliseconds) / 1000, rank)) }
  }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
}

/// The synthetic evenings of `Tests/support/LuxTraces`, through the panel's own loop.
@Suite struct EveningTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "support/LuxTraces")

  private static func play(_ name: String, board: BoardRecord = SmallScene.board) throws -> [(at: Double, rank: UInt8)]
  {
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
    #expect(String(decoding: bytes.prefix(24), as: UTF8.self) == "# Synthetic, not measure")
    let samples = UnsafeMutableBufferPointer<LuxSample>.allocate(capacity: bytes.count)
    defer { samples.deallocate() }
    let trace = try bytes.withUnsafeBytes { try LuxTrace.parse($0, into: samples) }
    let archive = try SmallScene(hasClock: false, board: board).build()
    let memory = TestMemory(Engine.workingByteCount(for: board))
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    let log = Log()
    var observer = Observer(log: log)
    var panel = TestDisplay(size: PixelSize(width: board.widthPx, height: board.heightPx), log: DisplayLog())
    let from: Int64 = 1_795_262_400
    let seconds = trace.samples[trace.samples.count - 1].atMs / 1000 + 120
    var clock = VirtualClock(from: Instant(seconds: from), to: Instant(seconds: from + seconds), lux: trace)
    runLoop(engine: &engine, display: &panel, clock: &clock, observer: &observer)
    withExtendedLifetime(memory) {}
    return log.modes
  }

  @Test func `a lamp is turned down and switched off, and red follows by the hold`() throws {
    let modes = try Self.play("lamp-off.csv")
    #expect(modes.map(\.rank) == [0, 2], "\(modes)")
    #expect(modes[1].at >= 2410 && modes[1].at <= 2410.5, "\(modes)")
  }

  @Test(arguments: ["torch.csv", "headlights.csv"])
  func `lights that pass leave the night alone`(name: String) throws {
    #expect(try Self.play(name).map(\.rank) == [2])
  }

  @Test func `dawn ends the night once, and always-on once`() throws {
    #expect(try Self.play("dawn.csv").map(\.rank) == [2, 1, 0])
  }

  @Test func `a television lights a room without a flip`() throws {
    let modes = try Self.play("television.csv")
    #expect(modes.map(\.rank) == [0, 1], "\(modes)")
  }

  @Test func `a television that is switched on ends the night once, and leaves it to the dark again`() throws {
    let modes = try Self.play("television-late.csv")
    #expect(modes.map(\.rank) == [2, 1, 2], "\(modes)")
    // After so much flicker the dark must last longer than usual, but not indefinitely.
    #expect(modes.last!.at >= 3010 && modes.last!.at <= 3085, "\(modes)")
  }

  @Test func `a loose lamp flickers, the panel does not`() throws {
    let modes = try Self.play("loose-lamp.csv")
    #expect(modes.map(\.rank) == [0, 2], "\(modes)")
    #expect(modes[1].at >= 910 && modes[1].at <= 910.5, "\(modes)")
  }

  @Test func `a sensor that comes and goes is neither dark nor light`() throws {
    let modes = try Self.play("drop-outs.csv")
    #expect(modes.map(\.rank) == [2, 0], "\(modes)")
    // The lamp goes on at 1800 s, and the hold restarts with the readings at 1803 s.
    #expect(modes[1].at >= 1807 && modes[1].at <= 1807.5, "\(modes)")
  }
}
