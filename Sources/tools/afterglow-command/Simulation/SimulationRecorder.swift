import AfterglowArchive
import AfterglowCore
import AfterglowDaemon
import AfterglowDevice
import AfterglowEngine
import AfterglowKit
import AfterglowLight
import AfterglowPreview
import CLinux
import Foundation

/// Writes a simulation's output: a line for each update, with its picture if requested; a line for each light reading
/// and each decision.
final class SimulationRecorder {
  private let content: SimulationContent
  private var entryDates = EntryDates()
  private let events: LineFile
  private let light: LightLog
  private let frameLight: FrameLight?
  private let dimming: DimmingLog?
  /// nil = nothing touches the panel.
  let touches: TouchLog?
  /// nil = pictures are not requested.
  private var kept: FrameFolder?
  private var progress: SimulationProgress
  private(set) var updates = 0
  private(set) var pixelsChanged: Int64 = 0
  private(set) var refusals: [String] = []

  init(
    folder: String, panel: StagePanel, content: SimulationContent, keepsFrames: Bool, from: Instant, to: Instant,
    backlight: SimulatedBacklight? = nil, isTouched: Bool = false
  ) throws {
    self.content = content
    let board = content.board
    kept = keepsFrames ? FrameFolder(folder: folder, panel: panel) : nil
    progress = SimulationProgress(from: from, to: to, zone: board.scene.timeZone)
    events = try LineFile(creating: SimulationFile.events.path(in: folder))
    light = try LightLog(folder: folder, board: board, from: from, to: to)
    frameLight = FrameLight(panel, board: board.record)
    // Output of an earlier simulation must not be mixed with this one's.
    for (file, isWritten) in [(SimulationFile.dimming, backlight != nil), (.touch, isTouched)] where !isWritten {
      let previous = file.path(in: folder)
      if FileManager.default.fileExists(atPath: previous) { try FileManager.default.removeItem(atPath: previous) }
    }
    touches = isTouched ? try TouchLog(folder: folder, content: content, from: from) : nil
    dimming = try backlight.map { try DimmingLog(folder: folder, backlight: $0) }
    backlight?.changed = { [weak self] level, instant in self?.dimmed(to: level, at: instant) }
    if let backlight { dimmed(to: backlight.level, at: from) }
  }

  /// The mean of the panel, in cd/m²; nil = it does not emit light.
  private var meanNits: Double? { frameLight.map { $0.meanNits * (dimming?.backlight.share ?? 1) } }

  private func dimmed(to level: Int64, at instant: Instant) {
    dimming?.add(level: level, meanNits: updates > 0 ? meanNits : nil, at: instant)
  }

  /// The first failed write; the simulation continues to its end, and fails with it then.
  var failure: (any Error)? {
    kept?.failure ?? events.failure ?? light.failure ?? dimming?.failure ?? touches?.failure
  }

  /// Each change of the mode with its reason.
  var decisions: [String] { light.summary }

  var elapsedMs: Int64 { progress.elapsedMs }

  /// Number of saved pictures.
  var frames: Int { kept?.count ?? 0 }

  func presented(_ report: borrowing UpdateReport) {
    updates += 1
    pixelsChanged += report.pixelsChanged
    dimming?.backlight.advance(to: report.moment)
    frameLight?.update(report.damage)
    touches?.presented(report)
    var name: String?
    if report.pixelsChanged > 0, failure == nil { name = kept?.keep(update: updates) }
    let shown = Instant(milliseconds: report.moment.realtime.milliseconds + report.aheadMs)
    let entries = entryDates.json(of: content.board, at: shown)
    events.add(EventLine.text(report, entries: entries, nits: meanNits, frame: name))
    if updates % 64 == 0 || kept != nil { progress.report(report.moment.realtime, updates: updates) }
  }

  func refused(_ error: ArchiveError, byteCount: Int) {
    refusals.append("an archive of \(byteText(byteCount)) does not show: \(error)")
  }

  func decided(_ report: LightReport, at moment: Moment) {
    light.add(report, at: moment.realtime)
    dimming?.backlight.decided(report, at: moment)
  }

  func flush() {
    events.flush()
    light.flush()
    dimming?.flush()
    touches?.flush()
  }
}

/// The pictures of a simulation's updates, as files.
private struct FrameFolder {
  let folder: String
  let panel: StagePanel
  var count = 0
  /// The first that could not be written.
  var failure: (any Error)?

  /// The file's name.
  mutating func keep(update number: Int) -> String {
    let name = "frame-\(TimeText.padded(number, 6)).png"
    do {
      try Files.replace(folder + "/" + name, with: panel.picture.png(), isDurable: false)
      count += 1
    } catch {
      failure = error
    }
    return name
  }
}

/// Reports the progress of a simulation once a second, if it takes longer than that.
private struct SimulationProgress {
  let from: Instant
  let to: Instant
  /// The scene's.
  let zone: TimeZone
  let startedMs = ag_boottime_ms()
  var reportedMs = ag_boottime_ms()

  var elapsedMs: Int64 { ag_boottime_ms() - startedMs }

  mutating func report(_ now: Instant, updates: Int) {
    let clock = ag_boottime_ms()
    guard clock - reportedMs >= 1_000 else { return }
    reportedMs = clock
    let span = max(1, to.milliseconds - from.milliseconds)
    let percent = min(99, max(0, (now.milliseconds - from.milliseconds) * 100 / span))
    Report.progress("at \(TimeText.zoned(now, in: zone)), \(percent) %, \(updates) updates")
  }
}

/// Passes the loop's reports to the recorder.
struct SimulationObserver: ~Copyable, UpdateObserver {
  let recorder: SimulationRecorder

  mutating func presented(_ report: borrowing UpdateReport) { recorder.presented(report) }

  mutating func decided(_ report: LightReport, at moment: Moment) { recorder.decided(report, at: moment) }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {
    recorder.refused(error, byteCount: atByteCount)
  }

  mutating func commanded(_ command: ActionCommand) { recorder.touches?.commanded(command) }
}
