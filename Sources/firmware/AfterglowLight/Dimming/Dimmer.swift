import AfterglowCore

/// Moves the light of a panel to what mode and room require, in small, invisible steps.
///
/// A change of mode is followed at once. The room's light is followed only when it requires a clearly different
/// luminance for a while (docs/rules.md, Filter and holds: brighter after 4 s, darker after 8 s), so that a flicker
/// moves nothing; and slowly. A monitor's control is set at changes of mode only and in one write, because each write
/// may wear its memory.
public struct Dimmer: Sendable {
  /// Time between two steps, in ms.
  public static var stepMs: Int64 { 20 }
  /// Just noticeable differences in a step after a change of mode: at 50 steps per second the eye sees one motion.
  public static var modeStep: Double { 4 }
  /// The same while the room's light is followed.
  public static var followStep: Double { 1 }
  /// The least change that is followed, in just noticeable differences: a fifth of the luminance.
  static var deadBand: Double { 16 }
  /// The least step of a request for more or less light, in just noticeable differences: some seven from dark to bright.
  static var requestStep: Double { 60 }
  /// Time between two checks of a changing light, in ms.
  static var lookMs: Int64 { 500 }

  /// What is to be set now.
  public struct Answer: Equatable, Sendable {
    /// nil = there is no backlight, or no mode yet.
    public var backlightLevel: Int64?
    public var monitorLevel: Int64?
    /// When to call `update` again without an event; Int64.max = never.
    public var nextMs: Int64
  }

  public let target: LuminanceTarget
  private let peakNits: Double
  /// nil = there is no backlight.
  private var ramp: BacklightRamp?
  private let monitor: DimmableLight?
  private var light: HeldLight
  private var patience = FollowPatience()
  private var mode: LightMode?
  /// What a person has asked for; nil = what mode and room require.
  private(set) var request: RequestedLight?
  /// Whether the first reading is still to be acted on.
  private var isFirstReading = false
  /// The luminance of white that the hardware is moving to, in cd/m².
  private(set) var aimNits = 0.0

  /// - Parameter foundLevel: the backlight's level before anything was set.
  public init(
    _ light: LightSettings, _ dimming: DimmingSettings, _ legibility: LegibilitySettings = LegibilitySettings(),
    backlight: DimmableLight?, monitor: DimmableLight?, foundLevel: Int64 = 0
  ) {
    let peakNits = Double(Swift.max(1, light.peakMillinits)) / 1000
    self.peakNits = peakNits
    target = LuminanceTarget(light, dimming, legibility)
    ramp = backlight.map { BacklightRamp($0, peakNits: peakNits, level: foundLevel) }
    self.monitor = monitor
    self.light = HeldLight(timeConstantMs: light.filterTimeConstantMs)
  }

  /// The level that the backlight is moving to.
  public var goal: Int64 { ramp?.goal ?? 0 }

  /// Brings the light to `nowMs`. `mode` = nil while nothing is shown yet.
  public mutating func update(nowMs: Int64, mode newMode: LightMode?, light reading: Reading<Illuminance>) -> Answer {
    // The first reading decides at once, like a mode.
    if light.take(reading.value, at: nowMs) { isFirstReading = true }
    guard let newMode else { return Answer(backlightLevel: nil, monitorLevel: nil, nextMs: Int64.max) }
    var next = Int64.max
    if newMode != mode || isFirstReading {
      let isFirst = mode == nil
      if request?.mode != newMode { request = nil }
      mode = newMode
      isFirstReading = false
      aim(at: request?.nits ?? wanted(light.level(at: nowMs)), step: Dimmer.modeStep)
      // A level that a boot left too bright for a dark bedroom is changed at once.
      if isFirst, let ramp, ramp.goal < ramp.level { arrive() }
    } else {
      next = follow(nowMs)
    }
    next = Swift.min(next, ramp?.advance(to: nowMs) ?? Int64.max)
    let nominal = DimmingPlan(
      wantedShare: target.nominalNits(newMode) / peakNits, backlight: ramp?.light, monitor: monitor)
    return Answer(backlightLevel: ramp?.level, monitorLevel: nominal.monitorLevel, nextMs: next)
  }

  /// Sets the luminance of white until the mode changes; meanwhile the room's light is not followed. Night is never
  /// brighter than it is by itself (law 2).
  ///
  /// - Returns: false without a backlight that can be dimmed, and before anything is shown.
  public mutating func ask(_ wanted: BrightnessRequest) -> Bool {
    guard let mode, let light = ramp?.light, light.isDimmable else { return false }
    let most = most(in: mode)
    // A little less than the lowest level gives, so that rounding chooses no level above it.
    let least = Swift.min(most, peakNits * light.share(ofLevel: light.minimumLevel) * 0.999)
    let index = Perception.index(nits: aimNits)
    let nits =
      switch wanted {
      case .percent(let share): target.dayNits * Double(share) / 100
      case .up: Perception.nits(index: index + Dimmer.requestStep)
      case .down: Perception.nits(index: index - Dimmer.requestStep)
      }
    let held = RequestedLight(mode: mode, nits: Swift.max(least, Swift.min(most, nits)))
    request = held
    aim(at: held.nits, step: Dimmer.modeStep)
    return true
  }

  /// Keeps what a person has asked for of a dimmer that this one replaces, within the limits of this one (law 2).
  public mutating func keepRequest(of other: Dimmer) {
    request = other.request.map { RequestedLight(mode: $0.mode, nits: Swift.min(most(in: $0.mode), $0.nits)) }
  }

  /// The most that a person may ask for in a mode, in cd/m².
  private func most(in mode: LightMode) -> Double { mode.isNight ? target.nightNits : target.dayNits }

  /// Ends a ramp at once, where the panel was dark and it would be invisible.
  public mutating func arrive() { ramp?.arrive() }

  private func wanted(_ level: Int64?) -> Double { target.nits(mode ?? .day, level: level) }

  /// Follows the room's light within a mode. Returns when to check again.
  private mutating func follow(_ nowMs: Int64) -> Int64 {
    if request != nil { return Int64.max }
    let seen = wanted(light.level(at: nowMs))
    let reading = wanted(light.target)
    // A brief change, such as headlights, is not followed while the filter still recovers from it.
    if !isClear(seen) || !isClear(reading) || (seen > aimNits) != (reading > aimNits) {
      patience.abandon()
      return nextLook(reading, nowMs)
    }
    let due = patience.due(isBrighter: seen > aimNits, at: nowMs)
    if nowMs < due { return due }
    aim(at: seen, step: Dimmer.followStep)
    return nextLook(reading, nowMs)
  }

  /// A light that is still changing is checked again.
  private func nextLook(_ reading: Double, _ nowMs: Int64) -> Int64 {
    isClear(reading) ? nowMs + Dimmer.lookMs : Int64.max
  }

  private func isClear(_ nits: Double) -> Bool {
    let difference = Perception.index(nits: nits) - Perception.index(nits: aimNits)
    return difference >= Dimmer.deadBand || difference <= -Dimmer.deadBand
  }

  private mutating func aim(at nits: Double, step: Double) {
    patience.abandon()
    aimNits = nits
    ramp?.aim(at: nits, step: step)
  }
}

/// The luminance of white that a person has asked for, in cd/m², and the mode in which it holds.
struct RequestedLight: Equatable, Sendable {
  var mode: LightMode
  var nits: Double
}
