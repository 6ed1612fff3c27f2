import AfterglowCore
import AfterglowLinux
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// One panel that runs, to be damaged: its picture is compared with a frame drawn from nothing at the
/// instant that it shows, and that instant against the clock.
final class FaultRig {
  let folder: URL
  let display: String
  let socket: String
  let running: RunningFirmware
  let archive: Data
  private let reference: ReferenceRenderer
  private let program: FirmwareProgram

  init(_ program: FirmwareProgram, displayFolder: String? = nil) throws {
    self.program = program
    folder = try temporaryFolder()
    display = displayFolder.map { $0 + "/panel" } ?? folder.appending(path: "panel").path
    socket = folder.appending(path: "control").path
    archive = try TestArchive.clock(displayPath: display)
    try archive.write(to: folder.appending(path: "clock.archive"))
    reference = try ReferenceRenderer(archive: [UInt8](archive))
    running = try RunningFirmware(
      program, ["--control", socket, folder.appending(path: "clock.archive").path], in: folder)
    try #require(secondsUntilRight(after: 0) != nil, "no first frame: \(running.errors)")
  }

  deinit {
    running.process.terminate()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The instant of the frame that is shown.
  var shownMs: Int64 { DisplayFileState(display)?.realtimeMs ?? 0 }

  /// How long it took until a whole, right frame of an instant after `since` was shown; nil = longer than 2 s.
  func secondsUntilRight(after since: Int64) -> Double? {
    seconds(until: 2) {
      if let state = DisplayFileState(display), state.sequence % 2 == 0, state.realtimeMs > since, isRight(state) {
        return true
      }
      // Five panels look at the same time.
      usleep(20_000)
      return false
    }
  }

  private func isRight(_ state: DisplayFileState) -> Bool {
    guard abs(program.nowMs - state.realtimeMs) < 2_500,
      (try? reference.draw(Instant(milliseconds: state.realtimeMs), mode: .automatic)) != nil
    else { return false }
    return state.pixels == Data(bytes: reference.panel.baseAddress!, count: state.pixels.count)
  }
}

/// Faults, on ten panels and ten each, so that pauses between starts do not add up; five at a time, which mostly wait.
func hurtAHundredTimes(
  _ program: FirmwareProgram, on disks: SmallDisks? = nil,
  _ fault: @escaping @Sendable (FaultRig, Int) throws -> Void
) {
  let times = FaultTimes()
  onThreads(5, count: 10) { panel in
    do {
      let rig = try FaultRig(program, displayFolder: disks?.make())
      for round in 0..<10 {
        let before = program.nowMs
        try fault(rig, round)
        times.add(rig.secondsUntilRight(after: before))
        if !rig.running.process.isRunning {
          Issue.record("the guard ended: \(rig.running.errors)")
          return
        }
      }
    } catch { Issue.record("panel \(panel): \(error)") }
  }
  #expect(times.recovered == 100, "right again within 2 s: \(times.recovered) of 100")
}

/// As many at a time as asked for, whatever the number of processors.
private func onThreads(_ threads: Int, count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for first in 0..<threads {
    group.enter()
    Thread {
      for index in stride(from: first, to: count, by: threads) { body(index) }
      group.leave()
    }.start()
  }
  group.wait()
}

/// Counts from several threads.
final class FaultTimes: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var recovered = 0

  func add(_ seconds: Double?) {
    lock.lock()
    defer { lock.unlock() }
    if seconds != nil { recovered += 1 }
  }
}
