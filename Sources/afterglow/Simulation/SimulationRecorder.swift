import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import CLinux
import Foundation

/// Writes what a simulation shows: a line for each update, and its picture when asked for.
final class SimulationRecorder {
  private let folder: String
  private let panel: StagePanel
  private let keepsFrames: Bool
  private let from: Instant
  private let to: Instant
  private var lines: [UInt8] = []
  private let events: Int32
  private let startedMs = ag_boottime_ms()
  private var toldMs = ag_boottime_ms()
  private(set) var updates = 0
  private(set) var frames = 0
  private(set) var pixelsChanged: Int64 = 0
  private(set) var refusals: [String] = []
  /// The first thing that could not be written; the simulation goes on to its end, and then fails with it.
  private(set) var failure: (any Error)?

  init(folder: String, panel: StagePanel, keepsFrames: Bool, from: Instant, to: Instant) throws {
    self.folder = folder
    self.panel = panel
    self.keepsFrames = keepsFrames
    self.from = from
    self.to = to
    let path = folder + "/events.jsonl"
    events = path.withCString { ag_create($0, 0o644) }
    guard events >= 0 else { throw FileFailure(operation: .create, path: path, code: -events) }
  }

  deinit { _ = ag_close(events) }

  var elapsedMs: Int64 { ag_boottime_ms() - startedMs }

  func presented(_ report: borrowing UpdateReport) {
    updates += 1
    pixelsChanged += report.pixelsChanged
    var name: String?
    if keepsFrames, report.pixelsChanged > 0, failure == nil {
      name = "frame-\(TimeText.padded(updates, 6)).png"
      keep(name!)
    }
    let line = EventLine.text(report, frame: name)
    lines += Array(line.utf8)
    if lines.count > 1 << 16 { flush() }
    tellProgress(report.moment.realtime)
  }

  func refused(_ error: ArchiveError, byteCount: Int) {
    refusals.append("an archive of \(byteText(byteCount)) does not show: \(error)")
  }

  private func keep(_ name: String) {
    do {
      try Files.replace(folder + "/" + name, with: panel.picture.png(), isDurable: false)
      frames += 1
    } catch {
      failure = error
    }
  }

  func flush() {
    let path = folder + "/events.jsonl"
    var sent = 0
    while sent < lines.count && failure == nil {
      let count = lines.withUnsafeBytes { ag_write(events, $0.baseAddress! + sent, Int64($0.count - sent)) }
      if count <= 0 {
        failure = FileFailure(operation: .write, path: path, code: count < 0 ? Int32(-count) : ENOSPC)
      } else {
        sent += Int(count)
      }
    }
    lines.removeAll(keepingCapacity: true)
  }

  /// Once a second, for those who wait longer than that.
  private func tellProgress(_ now: Instant) {
    guard updates % 64 == 0 || keepsFrames else { return }
    let clock = ag_boottime_ms()
    guard clock - toldMs >= 1_000 else { return }
    toldMs = clock
    let span = max(1, to.milliseconds - from.milliseconds)
    let percent = min(99, max(0, (now.milliseconds - from.milliseconds) * 100 / span))
    Report.complain("at \(TimeText.utc(now)), \(percent) %, \(updates) updates")
  }
}

/// What the loop tells the recorder through.
struct SimulationObserver: ~Copyable, UpdateObserver {
  let recorder: SimulationRecorder

  mutating func presented(_ report: borrowing UpdateReport) { recorder.presented(report) }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {
    recorder.refused(error, byteCount: atByteCount)
  }
}
