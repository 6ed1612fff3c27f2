import AfterglowCore

/// What a panel's sensor says of its room: the reading that holds, without the panel's own light, as it was smoothed.
struct RoomLight {
  private(set) var smoothed: SmoothedLight
  private(set) var own: OwnLight
  /// The reading that holds; nil = unknown now.
  private(set) var reading: Illuminance?
  /// Whether what the thresholds say counts.
  private var isKnown = false
  /// What the panel shows, which its sensor sees as well; nil = nothing yet.
  private(set) var shown: LightMode?
  /// In the last always-on.
  private var alwaysOnStep: UInt8 = 0
  /// The panel's own light has become another one.
  private var isOwnNew = false

  init(_ settings: LightSettings, _ rules: LightRules, isLit: Bool, dimming: DimmingSettings?) {
    smoothed = SmoothedLight(settings, isLit ? dimming : nil)
    own = OwnLight(settings: settings, rules: rules, isLit: isLit)
    widenGaps()
  }

  /// What the thresholds say; nil = the light was never known, or what was known is over.
  var verdict: (mode: LightMode, reason: LightReason)? {
    if !isKnown { return nil }
    let mode = LightMode(isNight: smoothed.night.isEntered, isLuminanceReduced: smoothed.alwaysOn.isEntered)
    return (mode, reading == nil ? .heldLight : .light)
  }

  private mutating func widenGaps() {
    smoothed.widenGaps(
      alwaysOnStep: own.step(from: .day, to: .alwaysOn), nightStep: own.step(from: .alwaysOn, to: .night))
  }

  /// What holds now has held until then; every change that falls before is made.
  private mutating func advance(until now: Int64) {
    guard let reading else { return }
    own.hold(reading.millilux, until: now)
    smoothed.advance(until: now)
  }

  /// Another reading holds from now on.
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

  /// What the thresholds said last counts no more.
  mutating func forgetHeld() {
    if reading == nil { isKnown = false }
  }

  /// The light goes on towards what the reading that holds says of the room.
  private mutating func aim(_ now: Int64) {
    if let reading { smoothed.aim(at: target(reading), from: now) }
  }

  /// Level of a reading without the panel's own light.
  private func target(_ reading: Illuminance) -> Int64 {
    LuxFilter.level(millilux: reading.millilux - (shown.map { own.millilux(in: $0) } ?? 0))
  }

  /// The picture that is shown in this mode gives so much light; heard with `takePictures`.
  mutating func notePicture(_ mode: LightMode, _ light: Int64) {
    if own.note(mode, light: light) { isOwnNew = true }
  }

  /// True when readings mean something else from now on.
  mutating func takePictures(at now: Int64) -> Bool {
    if !isOwnNew { return false }
    isOwnNew = false
    widenGaps()
    if reading == nil { return false }
    advance(until: now)
    if own.isSettling { smoothed.note() } else { aim(now) }
    return true
  }

  /// What was due by itself; true when readings mean something else from now on.
  mutating func take(eventAt now: Int64) -> Bool {
    advance(until: now)
    if own.nextEvent > now || !own.take(eventAt: now) { return false }
    widenGaps()
    aim(now)
    return true
  }

  /// The panel shows this mode; its colours follow the light if they are to. True when its always-on is another one.
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
