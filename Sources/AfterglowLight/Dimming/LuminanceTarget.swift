import AfterglowCore

/// How bright white is to be: from the mode, the room's light and the board's word.
///
/// - By day between `dimMillinits` at the threshold of night and the day's luminance at `fullMillilux`, in equal steps to
///   the eye over the logarithm of the light; unknown light is a day's.
/// - In always-on the same, and at most the board's share of the day's luminance.
/// - At night what gives the main red its luminance (`NightLuminance`) and no more, whatever the room: the less the panel
///   leaks, the less red it needs.
public struct LuminanceTarget: Sendable {
  public let dayNits: Double
  public let alwaysOnNits: Double
  public let nightNits: Double
  private let lowLevel: Int64
  private let fullLevel: Int64
  private let lowIndex: Double
  private let dayIndex: Double
  private let followsLight: Bool

  public init(
    _ light: LightSettings, _ dimming: DimmingSettings, _ legibility: LegibilitySettings = LegibilitySettings()
  ) {
    let peak = Double(Swift.max(1, light.peakMillinits)) / 1000
    dayNits = dimming.dayMillinits > 0 ? Swift.min(peak, Double(dimming.dayMillinits) / 1000) : peak
    alwaysOnNits = dayNits * Double(Swift.max(0, Swift.min(1000, light.alwaysOnPermille))) / 1000
    nightNits = Swift.min(dayNits, LuminanceTarget.nightWhite(light, legibility))
    lowLevel = LuxFilter.level(millilux: Int64(light.night.enterMillilux))
    fullLevel = Swift.max(lowLevel + 1, LuxFilter.level(millilux: Int64(dimming.fullMillilux)))
    dayIndex = Perception.index(nits: dayNits)
    lowIndex = Swift.min(dayIndex, Perception.index(nits: Double(dimming.dimMillinits) / 1000))
    followsLight = dimming.followsLight != 0
  }

  /// White whose red is just what a panel of this white needs: each round leaks less than the one before.
  private static func nightWhite(_ light: LightSettings, _ legibility: LegibilitySettings) -> Double {
    var white = Int64(Swift.max(1, light.peakMillinits))
    for _ in 0..<12 {
      let red = NightLuminance(light, legibility, whiteMillinits: white).millinits
      white = Swift.max(1, Swift.min(white, Int64(Double(red) / LuminanceWeight.red + 0.5)))
    }
    return Double(white) / 1000
  }

  /// Of white, in cd/m². `lux` = nil where the light is unknown.
  public func nits(_ mode: LightMode, lux: Illuminance?) -> Double {
    nits(mode, level: lux.map { LuxFilter.level(millilux: $0.millilux) })
  }

  /// For the mode itself, whatever the room's light.
  public func nominalNits(_ mode: LightMode) -> Double {
    if mode.isNight { return nightNits }
    return mode.isLuminanceReduced ? alwaysOnNits : dayNits
  }

  /// The light in which just this luminance is asked for, by day and as the filter has it.
  func level(askingForIndex index: Double) -> Int64 {
    let share = (index - lowIndex) / Swift.max(1, dayIndex - lowIndex)
    return lowLevel + Int64(Swift.max(0, Swift.min(1, share)) * Double(fullLevel - lowLevel))
  }

  /// `level` as the filter has it.
  func nits(_ mode: LightMode, level: Int64?) -> Double {
    let nominal = nominalNits(mode)
    guard let level, followsLight, !mode.isNight else { return nominal }
    let share = Double(level - lowLevel) / Double(fullLevel - lowLevel)
    if share >= 1 { return nominal }
    let index = lowIndex + (dayIndex - lowIndex) * Swift.max(0, share)
    return Swift.min(nominal, Perception.nits(index: index))
  }
}

extension PanelWhite {
  /// Without any hardware that dims: the panel's peak always.
  public init(undimmed settings: LightSettings) {
    let peak = Swift.max(1, settings.peakMillinits)
    let permille = Int64(Swift.max(0, Swift.min(1000, settings.alwaysOnPermille)))
    self.init(
      alwaysOnMillinits: peak, alwaysOnWantedMillinits: Int32(Int64(peak) * permille / 1000), nightMillinits: peak)
  }

  /// With what each mode by itself asks of the hardware.
  public init(
    _ settings: LightSettings, _ target: LuminanceTarget, backlight: DimmableLight?, monitor: DimmableLight?
  ) {
    self.init(undimmed: settings)
    // By day no colour is changed, so without hardware always-on is a share of all that the panel has.
    if backlight?.isDimmable != true && monitor?.isDimmable != true { return }
    let peak = Double(Swift.max(1, settings.peakMillinits))
    func white(_ mode: LightMode) -> Int32 {
      let wanted = target.nominalNits(mode) * 1000 / peak
      let plan = DimmingPlan(wantedShare: wanted, backlight: backlight, monitor: monitor)
      return Swift.max(1, Int32(peak * plan.hardwareShare + 0.5))
    }
    alwaysOnMillinits = white(.alwaysOn)
    alwaysOnWantedMillinits = Int32(target.alwaysOnNits * 1000 + 0.5)
    nightMillinits = white(.night)
  }
}
