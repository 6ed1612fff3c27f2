import AfterglowArchive
import AfterglowCore
import AfterglowLight

/// The backlight that a simulation assumes, controlled like a real one by the firmware's guard.
final class SimulatedBacklight {
  /// The panel's white at the levels of each mode.
  let white: PanelWhite
  private let light: DimmableLight
  private let peakNits: Double
  private var dimmer: Dimmer
  private var mode: LightMode?
  private var reading = Reading<Illuminance>.unknown
  /// From monotonic to civil time at the last moment, to date steps between two moments.
  private var realtimeOffsetMs: Int64 = 0
  private var dueMs = Int64.max
  private(set) var level: Int64
  /// Called with each new level and its instant.
  var changed: (Int64, Instant) -> Void = { _, _ in }

  /// - Parameter levels: the number of levels above 0, linear as most drivers' are.
  init(levels: Int, board: BoardRecord) {
    light = DimmableLight(
      backlightMaximum: Int64(levels), minimumLevel: board.dimming.minimumLevel,
      scale: LevelScale(rawValue: board.dimming.scale) == .perceptual ? .perceptual : .linear)
    level = Int64(levels)
    peakNits = Double(max(1, board.light.peakMillinits)) / 1000
    dimmer = Dimmer(
      board.light, board.dimming, board.legibility, backlight: light, monitor: nil, foundLevel: Int64(levels))
    white = PanelWhite(board.light, dimmer.target, backlight: light, monitor: nil)
  }

  /// Fraction of the panel's light, 0 ... 1.
  var share: Double { light.share(ofLevel: level) }

  /// Luminance of white, in cd/m².
  var whiteNits: Double { peakNits * share }

  func decided(_ report: LightReport, at moment: Moment) {
    advance(to: moment)
    mode = report.mode
    reading = Reading(known: report.reading)
    update(at: moment.monotonic.milliseconds)
  }

  /// Performs the steps that are due before `moment`.
  func advance(to moment: Moment) {
    let now = moment.monotonic.milliseconds
    while dueMs < now { update(at: dueMs) }
    realtimeOffsetMs = moment.realtime.milliseconds - now
  }

  private func update(at nowMs: Int64) {
    let answer = dimmer.update(nowMs: nowMs, mode: mode, light: reading)
    dueMs = answer.nextMs == Int64.max ? answer.nextMs : max(answer.nextMs, nowMs + 1)
    guard let next = answer.backlightLevel, next != level else { return }
    level = next
    changed(next, Instant(milliseconds: nowMs + realtimeOffsetMs))
  }
}
