import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowLight
import CLinux
import Foundation

/// Writes what a simulation shows: a line for each update, and its picture when asked for; a line for each reading of
/// light and each decision.
final class SimulationRecorder {
  private let folder: String
  private let panel: StagePanel
  private let keepsFrames: Bool
  private let from: Instant
  private let to: Instant
  private let events: LineFile
  private let light: LightLog
  private let frameLight: FrameLight?
  private let startedMs = ag_boottime_ms()
  private var toldMs = ag_boottime_ms()
  private(set) var updates = 0
  private(set) var frames = 0
  private(set) var pixelsChanged: Int64 = 0
  private(set) var refusals: [String] = []
  private var pictureFailure: (any Error)?

  init(
    folder: String, panel: StagePanel, board: CompiledBoard, keepsFrames: Bool, from: Instant, to: Instant
  ) throws {
    self.folder = folder
    self.panel = panel
    self.keepsFrames = keepsFrames
    self.from = from
    self.to = to
    events = try LineFile(creating: folder + "/events.jsonl")
    light = try LightLog(folder: folder, board: board, from: from, to: to)
    frameLight = FrameLight(panel, board: board.record)
  }

  /// The first thing that could not be written; the simulation goes on to its end, and then fails with it.
  var failure: (any Error)? { pictureFailure ?? events.failure ?? light.failure }

  /// Each change of the mode with its reason.
  var decisions: [String] { light.summary }

  var elapsedMs: Int64 { ag_boottime_ms() - startedMs }

  func presented(_ report: borrowing UpdateReport) {
    updates += 1
    pixelsChanged += report.pixelsChanged
    frameLight?.update(report.damage)
    var name: String?
    if keepsFrames, report.pixelsChanged > 0, failure == nil {
      name = "frame-\(TimeText.padded(updates, 6)).png"
      keep(name!)
    }
    events.add(EventLine.text(report, nits: frameLight?.meanNits, frame: name))
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
      pictureFailure = error
    }
  }

  func decided(_ report: LightReport, at moment: Moment) { light.add(report, at: moment.realtime) }

  func flush() {
    events.flush()
    light.flush()
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

  mutating func decided(_ report: LightReport, at moment: Moment) { recorder.decided(report, at: moment) }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {
    recorder.refused(error, byteCount: atByteCount)
  }
}
