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
  private var backlight: Backlight?
  private var link: MonitorLink?
  /// The monitor, once it has answered; nil while it does not.
  private var monitor: DimmableLight?
  private var monitorLevel: Int64 = 0
  private var hasSpokenOfMonitor = false
  private var dimmer: Dimmer
  /// What the hardware makes of white; for the renderer.
  private(set) var white: PanelWhite
  /// The level that was written last.
  private var level: Int64
  private var failures = 0
  /// After a failure not before this.
  private var retryAtMs: Int64 = 0
  /// When there is something to do though nothing arrives.
  private(set) var nextMs = Int64.max
  /// Whether authors have yet to hear what dims the panel, or how far.
  var isNews = true
  private var isDark = false

  /// Not in the middle of a ramp.
  var isSteady: Bool { level == dimmer.goal || dimmable == nil || isDark }

  init(_ plan: borrowing BoardPlan, drivesBacklight: Bool) {
    light = plan.board.light
    settings = plan.board.dimming
    legibility = plan.board.legibility
    let opened = drivesBacklight ? PanelDimming.openBacklight(plan) : nil
    backlight = opened
    level = opened?.initialBrightness ?? 0
    let hardware = opened.flatMap { PanelDimming.dimmable($0, plan.board.dimming) }
    dimmer = Dimmer(light, settings, legibility, backlight: hardware, monitor: nil, foundLevel: level)
    white = PanelWhite(light, dimmer.target, backlight: hardware, monitor: nil)
    link = drivesBacklight ? PanelDimming.startMonitor(plan) : nil
  }

  private static func startMonitor(_ plan: borrowing BoardPlan) -> MonitorLink? {
    if plan.monitor[0] == 0 { return nil }
    do throws(SystemError) {
      return try MonitorLink.start(plan.monitor, connector: plan.connector, confine: { Lockdown.confineMonitor() })
    } catch {
      sayWithout { (text: inout TextWriter) in text.write(error) }
      return nil
    }
  }

  private static func openBacklight(_ plan: borrowing BoardPlan) -> Backlight? {
    if plan.backlight[0] == 0 { return nil }
    do throws(BacklightError) {
      return try Backlight.find(plan.backlight, connector: plan.connector)
    } catch {
      sayWithout { (text: inout TextWriter) in error.write(to: &text) }
      return nil
    }
  }

  private var dimmable: DimmableLight? { backlight.flatMap { PanelDimming.dimmable($0, settings) } }

  /// A backlight that is on or off dims nothing.
  private static func dimmable(_ backlight: Backlight, _ settings: DimmingSettings) -> DimmableLight? {
    let asked = LevelScale(rawValue: settings.scale) ?? .automatic
    let scale = asked == .automatic ? (backlight.scale == .perceptual ? .perceptual : .linear) : asked
    let light = DimmableLight(
      backlightMaximum: backlight.maximumBrightness, minimumLevel: settings.minimumLevel, scale: scale)
    return light.isDimmable ? light : nil
  }

  private mutating func makePlan(foundLevel: Int64) {
    let hardware = dimmable
    dimmer = Dimmer(light, settings, legibility, backlight: hardware, monitor: monitor, foundLevel: foundLevel)
    white = PanelWhite(light, dimmer.target, backlight: hardware, monitor: monitor)
    isNews = true
  }

  /// Where the home before had the same devices this one goes on from there, and what that one found is what is restored
  /// at the end.
  mutating func takeOver(from other: inout PanelDimming) {
    if let theirs = other.backlight, backlight?.name == theirs.name {
      backlight?.takeOver(from: theirs)
      other.backlight = nil
      level = other.level
    }
    if link != nil, other.link != nil, link!.takeOver(from: &other.link!) {
      monitor = other.monitor
      monitorLevel = other.monitorLevel
    }
    makePlan(foundLevel: level)
  }

  /// Brings the panel to where it belongs now. `mode` = nil while nothing is shown.
  mutating func update(mode: LightMode?, light now: Reading<Illuminance>, nowMs: Int64) {
    if isDark {
      nextMs = Int64.max
      return
    }
    let answer = dimmer.update(nowMs: nowMs, mode: mode, light: now)
    nextMs = answer.nextMs
    if let wanted = answer.monitorLevel { link?.set(UInt16(clamping: wanted)) }
    guard let wanted = answer.backlightLevel, wanted != level else { return }
    if nowMs >= retryAtMs { return set(wanted, nowMs) }
    nextMs = retryAtMs
  }

  private mutating func set(_ wanted: Int64, _ nowMs: Int64) {
    guard let backlight else { return }
    do throws(SystemError) {
      try backlight.setBrightness(wanted)
      level = wanted
      failures = 0
      isNews = true
    } catch {
      noteFailure(error, nowMs)
    }
  }

  /// Tried again twice, a second apart. A night that went on with colours for a backlight that does not obey would glare.
  private mutating func noteFailure(_ error: SystemError, _ nowMs: Int64) {
    failures += 1
    if failures < 3 {
      retryAtMs = nowMs + 1_000
      nextMs = retryAtMs
      return
    }
    _ = complain(.done) { (text: inout TextWriter) in
      text.write(error)
      text.write("; colours dim the panel instead")
    }
    backlight?.close()
    backlight = nil
    makePlan(foundLevel: 0)
  }

  /// The backlight goes dark with the panel, and comes back with the level of the moment.
  mutating func setLit(_ isLit: Bool, mode: LightMode?, light now: Reading<Illuminance>) {
    let wasDark = isDark
    isDark = !isLit
    guard let backlight else { return }
    do throws(SystemError) {
      if !isLit { return try backlight.setOn(false) }
      if wasDark, let wanted = levelToWakeWith(mode, now) {
        if backlight.hasSwitch { try backlight.setBrightness(wanted) }
        level = wanted
      }
      try backlight.setOn(true, level: dimmable == nil ? nil : level)
    } catch {
      _ = complain(.done) { (text: inout TextWriter) in text.write(error) }
    }
  }

  /// Nobody saw the panel meanwhile: no ramp.
  private mutating func levelToWakeWith(_ mode: LightMode?, _ light: Reading<Illuminance>) -> Int64? {
    let now = SystemTime.boottimeMs
    _ = dimmer.update(nowMs: now, mode: mode, light: light)
    dimmer.arrive()
    return dimmer.update(nowMs: now, mode: mode, light: light).backlightLevel
  }

  /// To wait on; −1 = none.
  var monitorDescriptor: Int32 { link?.descriptor ?? -1 }

  var nextDueMs: Int64 { Swift.min(nextMs, link?.nextDueMs ?? Int64.max) }

  /// What the monitor has said.
  mutating func hearMonitor(nowMs: Int64) {
    link?.keep(atMs: nowMs)
    // What is left stays ready.
    for _ in 0..<16 {
      guard let news = link?.next(atMs: nowMs) else { break }
      switch news {
      case .found(let current, let maximum): noteMonitor(current, maximum)
      case .failed(let error): loseMonitor(error)
      }
    }
  }

  private mutating func noteMonitor(_ current: UInt16, _ maximum: UInt16) {
    monitorLevel = Int64(current)
    isNews = true
    hasSpokenOfMonitor = false
    let found = DimmableLight(monitorMaximum: Int64(maximum), floorPermille: settings.monitorFloorPermille)
    if monitor == found { return }
    monitor = found
    makePlan(foundLevel: level)
  }

  /// It is looked for further; colours do its part meanwhile.
  private mutating func loseMonitor(_ error: MonitorError) {
    if !hasSpokenOfMonitor {
      hasSpokenOfMonitor = true
      _ = complain(.done) { (text: inout TextWriter) in
        error.write(to: &text)
        text.write("; colours dim the panel until it can be")
      }
    }
    if monitor == nil { return }
    monitor = nil
    makePlan(foundLevel: level)
  }

  /// Puts back what was found.
  mutating func close() {
    backlight?.close()
    link?.stop()
  }

  /// What dims the panel, for authors.
  func message() -> ControlMessage {
    var message = ControlMessage(.dimming, value: Int64(light.peakMillinits))
    var share = 1.0
    if let backlight, let range = dimmable {
      share *= range.share(ofLevel: level)
      message.write("backlight ")
      message.write(backlight.name)
      message.write(", level ")
      append(level, of: range, &message)
      message.write(range.scale == .perceptual ? " (perceptual)" : " (linear)")
    }
    if let monitor {
      share *= monitor.share(ofLevel: monitorLevel)
      message.write(dimmable == nil ? "monitor, brightness " : "; monitor, brightness ")
      append(monitorLevel, of: monitor, &message)
      message.write(" (DDC/CI)")
    }
    message.value = Int64(Double(light.peakMillinits) * share + 0.5)
    if dimmable == nil && monitor == nil {
      message.write("colours; no hardware dims this panel")
    } else {
      appendRest(&message)
    }
    return message
  }

  private func append(_ level: Int64, of range: DimmableLight, _ message: inout ControlMessage) {
    message.write(level)
    message.write(" of ")
    message.write(range.minimumLevel)
    message.write(" to ")
    message.write(range.maximumLevel)
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
