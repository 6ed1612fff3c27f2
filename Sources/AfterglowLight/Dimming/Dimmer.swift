import AfterglowCore

/// Moves the light of a panel to where mode and room want it: one small step at a time, none of which is seen.
///
/// A change of mode is followed at once. The room's light is followed only when it asks for a clearly other luminance for
/// a while (docs/rules.md, Filter and holds: brighter after 4 s, darker after 8 s), so that a flicker moves nothing;
/// and slowly. A monitor's control is moved by changes of mode alone and in one go: each write may wear its memory.
public struct Dimmer: Sendable {
  /// Time between two steps.
  public static var stepMs: Int64 { 20 }
  /// Just noticeable differences in a step after a change of mode: at 50 steps a second the eye sees one motion.
  public static var modeStep: Double { 4 }
  /// The same where the room's light is followed.
  public static var followStep: Double { 1 }
  /// What the room's light must ask for beyond what is there: a fifth of the luminance.
  static var deadBand: Double { 16 }
  /// How often a light that is on its way is looked at.
  static var lookMs: Int64 { 500 }

  public struct Answer: Equatable, Sendable {
    /// To be set now; nil = there is no backlight, or no mode yet.
    public var backlightLevel: Int64?
    public var monitorLevel: Int64?
    /// When to ask again though nothing arrives; Int64.max = never.
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
  /// Not heeded yet.
  private var isFirstReading = false
  /// Luminance of white that the hardware heads for.
  private(set) var aimNits = 0.0

  /// `foundLevel` is the backlight's level before anything was set.
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

  /// The backlight's level that it is on its way to.
  public var goal: Int64 { ramp?.goal ?? 0 }

  /// Brings the light to `nowMs`. `mode` = nil while nothing is shown yet.
  public mutating func update(nowMs: Int64, mode newMode: LightMode?, light reading: Reading<Illuminance>) -> Answer {
    // The first reading decides at once, like a mode.
    if light.take(reading.value, at: nowMs) { isFirstReading = true }
    guard let newMode else { return Answer(backlightLevel: nil, monitorLevel: nil, nextMs: Int64.max) }
    var next = Int64.max
    if newMode != mode || isFirstReading {
      let isFirst = mode == nil
      mode = newMode
      isFirstReading = false
      aim(at: wanted(light.level(at: nowMs)), step: Dimmer.modeStep)
      // What a boot left too bright for a dark bedroom goes at once.
      if isFirst, let ramp, ramp.goal < ramp.level { arrive() }
    } else {
      next = follow(nowMs)
    }
    next = Swift.min(next, ramp?.advance(to: nowMs) ?? Int64.max)
    let nominal = DimmingPlan(
      wantedShare: target.nominalNits(newMode) / peakNits, backlight: ramp?.light, monitor: monitor)
    return Answer(backlightLevel: ramp?.level, monitorLevel: nominal.monitorLevel, nextMs: next)
  }

  /// Ends a ramp: where nobody sees it, because the panel was dark.
  public mutating func arrive() { ramp?.arrive() }

  private func wanted(_ level: Int64?) -> Double { target.nits(mode ?? .day, level: level) }

  /// Heeds the room's light within a mode; when to look again.
  private mutating func follow(_ nowMs: Int64) -> Int64 {
    let seen = wanted(light.level(at: nowMs))
    let reading = wanted(light.target)
    // What has passed already, such as headlights, is not followed while the filter still comes back from it.
    if !isClear(seen) || !isClear(reading) || (seen > aimNits) != (reading > aimNits) {
      patience.abandon()
      return nextLook(reading, nowMs)
    }
    let due = patience.due(isBrighter: seen > aimNits, at: nowMs)
    if nowMs < due { return due }
    aim(at: seen, step: Dimmer.followStep)
    return nextLook(reading, nowMs)
  }

  /// A light that is on its way somewhere else is looked at again.
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
