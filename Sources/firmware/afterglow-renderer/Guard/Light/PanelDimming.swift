import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux

/// The hardware that dims one panel, controlled by mode and room light (`Dimmer`). Part of a `BoardSession`.
///
/// A backlight that cannot be opened, or fails, is reported once; then dimming is done by colours alone, and the
/// renderer is informed.
struct PanelDimming {
  private let light: LightSettings
  private let settings: DimmingSettings
  private let legibility: LegibilitySettings
  private var backlight: PanelBacklight
  private var monitor: PanelMonitor
  private var dimmer: Dimmer
  /// The panel's white as the hardware dims it, for the renderer.
  private(set) var white: PanelWhite
  /// When `update` is next due without an event.
  private(set) var nextMs = Int64.max
  /// Whether authors have not been informed yet of what dims the panel, or how far.
  var isNews = true
  private var isDark = false

  /// False during a ramp.
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
    let before = dimmer
    dimmer = Dimmer(
      light, settings, legibility, backlight: backlight.light, monitor: monitor.light, foundLevel: backlight.level)
    dimmer.keepRequest(of: before)
    white = PanelWhite(light, dimmer.target, backlight: backlight.light, monitor: monitor.light)
    isNews = true
  }

  /// Continues with the devices that it shares with a previous session.
  mutating func takeOver(from other: inout PanelDimming) {
    backlight.takeOver(from: &other.backlight)
    monitor.takeOver(from: &other.monitor)
    makePlan()
    dimmer.keepRequest(of: other.dimmer)
  }

  /// Moves the hardware towards the current goal. `mode` = nil while nothing is shown.
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

  /// Sets the brightness until the mode changes. False where no backlight can.
  mutating func ask(_ request: BrightnessRequest) -> Bool {
    if isDark || !dimmer.ask(request) { return false }
    nextMs = 0
    isNews = true
    return true
  }

  /// Switches the backlight off with the panel, and on again with the current level.
  mutating func setLit(_ isLit: Bool, mode: LightMode?, light now: Reading<Illuminance>) {
    let wakes = isLit && isDark && backlight.isThere
    isDark = !isLit
    backlight.setOn(isLit, level: wakes ? levelToWakeWith(mode, now) : nil)
  }

  /// The level for waking, without a ramp, because the panel was dark.
  private mutating func levelToWakeWith(_ mode: LightMode?, _ light: Reading<Illuminance>) -> Int64? {
    let now = SystemTime.boottimeMs
    _ = dimmer.update(nowMs: now, mode: mode, light: light)
    dimmer.arrive()
    return dimmer.update(nowMs: now, mode: mode, light: light).backlightLevel
  }

  /// Descriptor to poll; −1 = none.
  var monitorDescriptor: Int32 { monitor.descriptor }

  var nextDueMs: Int64 { Swift.min(nextMs, monitor.nextDueMs) }

  /// Reads the monitor's messages.
  mutating func receiveFromMonitor(nowMs: Int64) {
    guard let news = monitor.receive(at: nowMs) else { return }
    isNews = true
    if news == .light { makePlan() }
  }

  /// Restores the initial state of the devices.
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

  /// Appends the fraction that is left to colours if the hardware cannot dim far enough.
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
