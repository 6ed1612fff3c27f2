import AfterglowCore

/// The luminance that white should have, by the mode, the room's light and the board's settings.
///
/// - By day between `dimMillinits` at the threshold of night and the day's luminance at `fullMillilux`, in perceptually
///   equal steps over the logarithm of the light; unknown light counts as daylight.
/// - In always-on the same, and at most the board's share of the day's luminance.
/// - At night exactly what gives the main red its luminance (`NightLuminance`), in any room: the less the panel leaks,
///   the less red it needs.
public struct LuminanceTarget: Sendable {
  public let dayNits: Double
  public let alwaysOnNits: Double
  public let nightNits: Double
  private let lowLevel: Int64
  private let fullLevel: Int64
  private let lowIndex: Double
  private let dayIndex: Double
  private let followsLight: Bool

  /// The luminances of each mode, in cd/m², by the board's settings.
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

  /// The white whose red is just what a panel of this white needs, found by iteration: each white leaks less than the
  /// one before.
  private static func nightWhite(_ light: LightSettings, _ legibility: LegibilitySettings) -> Double {
    var white = Int64(Swift.max(1, light.peakMillinits))
    for _ in 0..<12 {
      let red = NightLuminance(light, legibility, whiteMillinits: white).millinits
      white = Swift.max(1, Swift.min(white, Int64(Double(red) / LuminanceWeight.red + 0.5)))
    }
    return Double(white) / 1000
  }

  /// The luminance of white, in cd/m²; `lux` = nil where the light is unknown.
  public func nits(_ mode: LightMode, lux: Illuminance?) -> Double {
    nits(mode, level: lux.map { LuxFilter.level(millilux: $0.millilux) })
  }

  /// The luminance for the mode itself, independent of the room's light.
  public func nominalNits(_ mode: LightMode) -> Double {
    if mode.isNight { return nightNits }
    return mode.isLuminanceReduced ? alwaysOnNits : dayNits
  }

  /// The filter's level of the light that requires just this luminance by day.
  func level(askingForIndex index: Double) -> Int64 {
    let share = (index - lowIndex) / Swift.max(1, dayIndex - lowIndex)
    return lowLevel + Int64(Swift.max(0, Swift.min(1, share)) * Double(fullLevel - lowLevel))
  }

  /// The same for a level of the filter.
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
  /// For a panel without dimmable hardware: its peak always.
  public init(undimmed settings: LightSettings) {
    let peak = Swift.max(1, settings.peakMillinits)
    let permille = Int64(Swift.max(0, Swift.min(1000, settings.alwaysOnPermille)))
    self.init(
      alwaysOnMillinits: peak, alwaysOnWantedMillinits: Int32(Int64(peak) * permille / 1000), nightMillinits: peak)
  }

  /// For what each mode by itself requires of the hardware.
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
