import AfterglowCore

/// The room's light as a panel's sensor measures it: the present reading, without the panel's own light, and smoothed.
/// Part of `LightState`.
struct RoomLight {
  private(set) var smoothed: SmoothedLight
  private(set) var own: OwnLight
  /// The reading that holds; nil = unknown now.
  private(set) var reading: Illuminance?
  /// Whether the thresholds' result counts.
  private var isKnown = false
  /// What the panel shows, whose light its sensor measures as well; nil = nothing yet.
  private(set) var shown: LightMode?
  /// The step of the last always-on.
  private var alwaysOnStep: UInt8 = 0
  /// Whether the panel's own light has changed.
  private var isOwnNew = false

  init(_ settings: LightSettings, _ rules: LightRules, isLit: Bool, dimming: DimmingSettings?) {
    smoothed = SmoothedLight(settings, isLit ? dimming : nil)
    own = OwnLight(settings: settings, rules: rules, isLit: isLit)
    widenGaps()
  }

  /// The mode by the thresholds; nil = the light was never known, or the known one no longer counts.
  var verdict: (mode: LightMode, reason: LightReason)? {
    if !isKnown { return nil }
    let mode = LightMode(isNight: smoothed.night.isEntered, isLuminanceReduced: smoothed.alwaysOn.isEntered)
    return (mode, reading == nil ? .heldLight : .light)
  }

  private mutating func widenGaps() {
    smoothed.widenGaps(
      alwaysOnStep: own.step(from: .day, to: .alwaysOn), nightStep: own.step(from: .alwaysOn, to: .night))
  }

  /// Applies every change before `now`, while the present reading held.
  private mutating func advance(until now: Int64) {
    guard let reading else { return }
    own.hold(reading.millilux, until: now)
    smoothed.advance(until: now)
  }

  /// Sets the reading that holds from now on.
  mutating func accept(_ new: Illuminance?, at now: Int64) {
    advance(until: now)
    let wasUnknown = reading == nil
    reading = new
    guard let new else {
      smoothed.abandon(at: now)
      own.forget()
      return
    }
    if wasUnknown { own.start(new.millilux, at: now) }
    if !isKnown {
      isKnown = true
      smoothed.begin(at: target(new), from: now)
    } else if !own.isSettling {
      aim(now)
    }
  }

  /// The thresholds' last result no longer counts.
  mutating func forgetHeld() {
    if reading == nil { isKnown = false }
  }

  /// Lets the smoothed light approach the present reading.
  private mutating func aim(_ now: Int64) {
    if let reading { smoothed.aim(at: target(reading), from: now) }
  }

  /// Level of a reading without the panel's own light.
  private func target(_ reading: Illuminance) -> Int64 {
    LuxFilter.level(millilux: reading.millilux - (shown.map { own.millilux(in: $0) } ?? 0))
  }

  /// Notes the light of the picture shown in this mode; takes effect with `takePictures`.
  mutating func notePicture(_ mode: LightMode, _ light: Int64) {
    if own.note(mode, light: light) { isOwnNew = true }
  }

  /// True when the meaning of readings changes.
  mutating func takePictures(at now: Int64) -> Bool {
    if !isOwnNew { return false }
    isOwnNew = false
    widenGaps()
    if reading == nil { return false }
    advance(until: now)
    if own.isSettling { smoothed.note() } else { aim(now) }
    return true
  }

  /// Handles what was due; true when the meaning of readings changes.
  mutating func take(eventAt now: Int64) -> Bool {
    advance(until: now)
    if own.nextEvent > now || !own.take(eventAt: now) { return false }
    widenGaps()
    aim(now)
    return true
  }

  /// Notes that the panel shows this mode; its colours follow the light if `follows`. True when always-on's luminance
  /// changes.
  mutating func show(_ mode: LightMode, follows: Bool, at now: Int64) -> Bool {
    smoothed.followSteps(follows && isKnown && mode == .alwaysOn, at: now)
    let isNewStep = mode == .alwaysOn && smoothed.dimming.step != alwaysOnStep
    if isNewStep {
      alwaysOnStep = smoothed.dimming.step
      own.expectAlwaysOn(millinits: smoothed.dimming.millinits(step: alwaysOnStep))
    }
    if let shown, shown != mode {
      if let reading { own.hold(reading.millilux, until: now) }
      own.begin(from: shown, to: mode, at: now)
    }
    shown = mode
    return isNewStep
  }
}
