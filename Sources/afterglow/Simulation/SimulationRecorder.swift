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
  private let backlight: SimulatedBacklight?
  private let dimming: DimmingLog?
  private let startedMs = ag_boottime_ms()
  private var toldMs = ag_boottime_ms()
  private(set) var updates = 0
  private(set) var frames = 0
  private(set) var pixelsChanged: Int64 = 0
  private(set) var refusals: [String] = []
  private var pictureFailure: (any Error)?

  init(
    folder: String, panel: StagePanel, board: CompiledBoard, keepsFrames: Bool, from: Instant, to: Instant,
    backlight: SimulatedBacklight? = nil
  ) throws {
    self.folder = folder
    self.panel = panel
    self.keepsFrames = keepsFrames
    self.from = from
    self.to = to
    events = try LineFile(creating: folder + "/events.jsonl")
    light = try LightLog(folder: folder, board: board, from: from, to: to)
    frameLight = FrameLight(panel, board: board.record)
    self.backlight = backlight
    // What an earlier simulation left there is no part of this one.
    let formerDimming = folder + "/dimming.jsonl"
    if backlight == nil, FileManager.default.fileExists(atPath: formerDimming) {
      try FileManager.default.removeItem(atPath: formerDimming)
    }
    dimming = try backlight.map { _ in try DimmingLog(folder: folder) }
    backlight?.changed = { [weak self] level, instant in self?.dimmed(to: level, at: instant) }
    if let backlight { dimmed(to: backlight.level, at: from) }
  }

  /// The mean of the panel, in cd/m²; nil = it emits nothing.
  private var meanNits: Double? { frameLight.map { $0.meanNits * (backlight?.share ?? 1) } }

  private func dimmed(to level: Int64, at instant: Instant) {
    guard let backlight, let dimming else { return }
    dimming.add(level: level, whiteNits: backlight.whiteNits, meanNits: updates > 0 ? meanNits : nil, at: instant)
  }

  /// The first thing that could not be written; the simulation goes on to its end, and then fails with it.
  var failure: (any Error)? { pictureFailure ?? events.failure ?? light.failure ?? dimming?.failure }

  /// Each change of the mode with its reason.
  var decisions: [String] { light.summary }

  var elapsedMs: Int64 { ag_boottime_ms() - startedMs }

  func presented(_ report: borrowing UpdateReport) {
    updates += 1
    pixelsChanged += report.pixelsChanged
    backlight?.advance(to: report.moment)
    frameLight?.update(report.damage)
    var name: String?
    if keepsFrames, report.pixelsChanged > 0, failure == nil {
      name = "frame-\(TimeText.padded(updates, 6)).png"
      keep(name!)
    }
    events.add(EventLine.text(report, nits: meanNits, frame: name))
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

  func decided(_ report: LightReport, at moment: Moment) {
    light.add(report, at: moment.realtime)
    backlight?.decided(report, at: moment)
  }

  func flush() {
    events.flush()
    light.flush()
    dimming?.flush()
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
