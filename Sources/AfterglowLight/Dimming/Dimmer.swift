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
  static var brightenHoldMs: Int64 { 4_000 }
  static var darkenHoldMs: Int64 { 8_000 }
  /// A room that turns to and fro, as by a television's light, is followed ever more slowly: each turn doubles both holds,
  /// four times at the most, until nothing was followed for this long.
  static var calmMs: Int64 { 600_000 }
  static var mostTurns: Int64 { 4 }
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
  private let backlight: DimmableLight?
  private let monitor: DimmableLight?
  private var filter: LuxFilter
  /// nil = unknown.
  private var light: Illuminance?
  private var wasEverKnown = false
  /// The first reading decides at once, like a mode.
  private var isFirstReading = false
  private var mode: LightMode?
  /// Luminance of white that the hardware heads for.
  private(set) var aimNits = 0.0
  private var aimLevel: Int64 = 0
  private var level: Int64
  /// Where the ramp is, among just noticeable differences; the level is the nearest above.
  private var position: Double
  private var step = Dimmer.modeStep
  private var steppedAtMs = Int64.min / 2
  /// Since when the room's light asks for another luminance.
  private var pendingSinceMs: Int64?
  /// How often the room has turned of late, and which way it went last.
  private var turns: Int64 = 0
  private var followedUp = false
  private var followedAtMs = Int64.min / 2

  /// `foundLevel` is the backlight's level before anything was set.
  public init(
    _ light: LightSettings, _ dimming: DimmingSettings, _ legibility: LegibilitySettings = LegibilitySettings(),
    backlight: DimmableLight?, monitor: DimmableLight?, foundLevel: Int64 = 0
  ) {
    target = LuminanceTarget(light, dimming, legibility)
    peakNits = Double(Swift.max(1, light.peakMillinits)) / 1000
    self.backlight = backlight
    self.monitor = monitor
    filter = LuxFilter(timeConstantMs: light.filterTimeConstantMs)
    level = foundLevel
    position = 0
    if let backlight { position = index(backlight, foundLevel) }
  }

  /// The backlight's level that it is on its way to.
  public var goal: Int64 { aimLevel }

  /// Brings the light to `nowMs`. `mode` = nil while nothing is shown yet.
  public mutating func update(nowMs: Int64, mode newMode: LightMode?, light: Reading<Illuminance>) -> Answer {
    take(light.value, nowMs)
    guard let newMode else { return Answer(backlightLevel: nil, monitorLevel: nil, nextMs: Int64.max) }
    var next = Int64.max
    if newMode != mode || isFirstReading {
      let isFirst = mode == nil
      mode = newMode
      isFirstReading = false
      aim(at: wanted(filter.level(at: now(nowMs))), step: Dimmer.modeStep)
      // What a boot left too bright for a dark bedroom goes at once.
      if isFirst && aimLevel < level { arrive() }
    } else {
      next = follow(nowMs)
    }
    next = Swift.min(next, ramp(nowMs))
    let nominal = DimmingPlan(
      wantedShare: target.nominalNits(newMode) / peakNits, backlight: backlight, monitor: monitor)
    return Answer(
      backlightLevel: backlight == nil ? nil : level, monitorLevel: nominal.monitorLevel, nextMs: next)
  }

  /// Ends a ramp: where nobody sees it, because the panel was dark.
  public mutating func arrive() {
    level = aimLevel
    if let backlight { position = index(backlight, aimLevel) }
  }

  private func now(_ ms: Int64) -> MonotonicInstant { MonotonicInstant(milliseconds: ms) }

  private func index(_ light: DimmableLight, _ level: Int64) -> Double {
    Perception.index(nits: peakNits * light.share(ofLevel: level))
  }

  private func wanted(_ filtered: Int64) -> Double {
    target.nits(mode ?? .day, level: wasEverKnown ? filtered : nil)
  }

  private mutating func take(_ reading: Illuminance?, _ nowMs: Int64) {
    if reading == light { return }
    let wasKnown = light != nil
    light = reading
    // Unknown keeps what was known last.
    guard let reading else { return filter.restart(at: now(nowMs), level: filter.level(at: now(nowMs))) }
    let level = LuxFilter.level(millilux: reading.millilux)
    if !wasEverKnown {
      filter.restart(at: now(nowMs), level: level)
      isFirstReading = true
    } else {
      if !wasKnown { filter.restart(at: now(nowMs), level: filter.level(at: now(nowMs))) }
      filter.setTarget(level, at: now(nowMs))
    }
    wasEverKnown = true
  }

  /// Heeds the room's light within a mode; when to look again.
  private mutating func follow(_ nowMs: Int64) -> Int64 {
    let seen = wanted(filter.level(at: now(nowMs)))
    let reading = wanted(filter.target)
    // What has passed already, such as headlights, is not followed while the filter still comes back from it.
    if !isClear(seen) || !isClear(reading) || (seen > aimNits) != (reading > aimNits) {
      pendingSinceMs = nil
      // On its way there: look again.
      return isClear(reading) ? nowMs + Dimmer.lookMs : Int64.max
    }
    let since = pendingSinceMs ?? nowMs
    pendingSinceMs = since
    let isBrighter = seen > aimNits
    if nowMs - followedAtMs >= Dimmer.calmMs { turns = 0 }
    let due = since + (isBrighter ? Dimmer.brightenHoldMs : Dimmer.darkenHoldMs) << turns
    if nowMs < due { return due }
    noteFollowed(isBrighter, nowMs)
    aim(at: seen, step: Dimmer.followStep)
    return isClear(reading) ? nowMs + Dimmer.lookMs : Int64.max
  }

  private mutating func noteFollowed(_ isBrighter: Bool, _ nowMs: Int64) {
    if nowMs - followedAtMs < Dimmer.calmMs && isBrighter != followedUp {
      turns = Swift.min(turns + 1, Dimmer.mostTurns)
    }
    followedUp = isBrighter
    followedAtMs = nowMs
  }

  private func isClear(_ nits: Double) -> Bool {
    let difference = Perception.index(nits: nits) - Perception.index(nits: aimNits)
    return difference >= Dimmer.deadBand || difference <= -Dimmer.deadBand
  }

  private mutating func aim(at nits: Double, step: Double) {
    pendingSinceMs = nil
    aimNits = nits
    self.step = step
    aimLevel = backlight?.level(givingAtLeast: nits / peakNits) ?? 0
  }

  /// One step towards the aim, when it is time for it.
  private mutating func ramp(_ nowMs: Int64) -> Int64 {
    guard let backlight, level != aimLevel else { return Int64.max }
    if nowMs < steppedAtMs + Dimmer.stepMs { return steppedAtMs + Dimmer.stepMs }
    steppedAtMs = nowMs
    let goal = index(backlight, aimLevel)
    if goal > position {
      position = Swift.min(goal, position + step)
    } else {
      position = Swift.max(goal, position - step)
    }
    if position == goal {
      level = aimLevel
      return Int64.max
    }
    let place = position
    level = backlight.lowestLevel { index(backlight, $0) >= place }
    return nowMs + Dimmer.stepMs
  }
}
