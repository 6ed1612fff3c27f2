import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux

/// What dims one panel beside its colours, and keeps it at what mode and room ask for.
///
/// A backlight that cannot be had, or fails, is said once; then colours do all of it, and the renderer is told.
struct PanelDimming {
  private let light: LightSettings
  private let settings: DimmingSettings
  private let legibility: LegibilitySettings
  private var backlight: PanelBacklight
  private var monitor: PanelMonitor
  private var dimmer: Dimmer
  /// What the hardware makes of white; for the renderer.
  private(set) var white: PanelWhite
  /// When there is something to do though nothing arrives.
  private(set) var nextMs = Int64.max
  /// Whether authors have yet to hear what dims the panel, or how far.
  var isNews = true
  private var isDark = false

  /// Not in the middle of a ramp.
  var isSteady: Bool { backlight.level == dimmer.goal || backlight.light == nil || isDark }

  init(_ plan: borrowing BoardPlan, drivesBacklight: Bool) {
    light = plan.board.light
    settings = plan.board.dimming
    legibility = plan.board.legibility
    backlight = PanelBacklight(drivesBacklight ? PanelBacklight.open(plan) : nil, settings)
    monitor = PanelMonitor(drivesBacklight ? PanelMonitor.start(plan) : nil, settings)
    dimmer = Dimmer(light, settings, legibility, backlight: backlight.light, monitor: nil, foundLevel: backlight.level)
    white = PanelWhite(light, dimmer.target, backlight: backlight.light, monitor: nil)
  }

  private mutating func makePlan() {
    dimmer = Dimmer(
      light, settings, legibility, backlight: backlight.light, monitor: monitor.light, foundLevel: backlight.level)
    white = PanelWhite(light, dimmer.target, backlight: backlight.light, monitor: monitor.light)
    isNews = true
  }

  /// Where the session before had the same devices this one goes on from there.
  mutating func takeOver(from other: inout PanelDimming) {
    backlight.takeOver(from: &other.backlight)
    monitor.takeOver(from: &other.monitor)
    makePlan()
  }

  /// Brings the panel to where it belongs now. `mode` = nil while nothing is shown.
  mutating func update(mode: LightMode?, light now: Reading<Illuminance>, nowMs: Int64) {
    if isDark {
      nextMs = Int64.max
      return
    }
    let answer = dimmer.update(nowMs: nowMs, mode: mode, light: now)
    nextMs = answer.nextMs
    if let wanted = answer.monitorLevel { monitor.set(wanted) }
    guard let wanted = answer.backlightLevel else { return }
    switch backlight.bring(to: wanted, at: nowMs) {
    case .there: break
    case .moved: isNews = true
    case .later(let retryAtMs): nextMs = retryAtMs
    case .lost: makePlan()
    }
  }

  /// The backlight goes dark with the panel, and comes back with the level of the moment.
  mutating func setLit(_ isLit: Bool, mode: LightMode?, light now: Reading<Illuminance>) {
    let wakes = isLit && isDark && backlight.isThere
    isDark = !isLit
    backlight.setOn(isLit, level: wakes ? levelToWakeWith(mode, now) : nil)
  }

  /// Nobody saw the panel meanwhile: no ramp.
  private mutating func levelToWakeWith(_ mode: LightMode?, _ light: Reading<Illuminance>) -> Int64? {
    let now = SystemTime.boottimeMs
    _ = dimmer.update(nowMs: now, mode: mode, light: light)
    dimmer.arrive()
    return dimmer.update(nowMs: now, mode: mode, light: light).backlightLevel
  }

  /// To wait on; −1 = none.
  var monitorDescriptor: Int32 { monitor.descriptor }

  var nextDueMs: Int64 { Swift.min(nextMs, monitor.nextDueMs) }

  /// What the monitor has said.
  mutating func receiveFromMonitor(nowMs: Int64) {
    guard let news = monitor.receive(at: nowMs) else { return }
    isNews = true
    if news == .light { makePlan() }
  }

  /// Puts back what was found.
  mutating func close() {
    backlight.close()
    monitor.stop()
  }

  /// What dims the panel, for authors.
  func message() -> ControlMessage {
    let share = backlight.share * monitor.share
    var message = ControlMessage(.dimming, value: Int64(Double(light.peakMillinits) * share + 0.5))
    backlight.describe(in: &message)
    if backlight.light != nil && monitor.light != nil { message.write("; ") }
    monitor.describe(in: &message)
    if backlight.light == nil && monitor.light == nil {
      message.write("colours; no hardware dims this panel")
    } else {
      appendRest(&message)
    }
    return message
  }

  /// Where the hardware stops above what is wanted.
  private func appendRest(_ message: inout ControlMessage) {
    let wantedNight = Int64(dimmer.target.nightNits * 1000)
    let isNightShort = Int64(white.nightMillinits) * 10 > wantedNight * 12
    let isAlwaysOnShort = Int64(white.alwaysOnMillinits) * 10 > Int64(white.alwaysOnWantedMillinits) * 12
    if isAlwaysOnShort {
      message.write("; colours do the rest")
    } else if isNightShort {
      message.write("; colours do the rest at night")
    }
  }
}
