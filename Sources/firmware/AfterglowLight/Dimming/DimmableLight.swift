/// A light whose level can be set: a backlight, or a monitor's brightness.
public struct DimmableLight: Equatable, Sendable {
  /// The lowest level that is used.
  public let minimumLevel: Int64
  public let maximumLevel: Int64
  public let scale: LevelScale
  /// The light at level 0 against the highest, × 1000.
  public let floorPermille: Int32

  /// A backlight of the kernel. `minimumLevel` −1 = 5 % of the highest, the limit at which systemd restores a level at
  /// boot, and never 0, which is dark with some drivers (docs/panels/backlight.md).
  public init(backlightMaximum maximumLevel: Int64, minimumLevel: Int32, scale: LevelScale) {
    let lowest = minimumLevel < 0 ? Swift.max(1, (maximumLevel + 19) / 20) : Int64(minimumLevel)
    self.minimumLevel = Swift.min(lowest, maximumLevel)
    self.maximumLevel = maximumLevel
    self.scale = scale
    floorPermille = 0
  }

  /// A monitor, which is lit at brightness 0 too; `floorPermille` is its light there.
  public init(monitorMaximum maximumLevel: Int64, floorPermille: Int32) {
    minimumLevel = 0
    self.maximumLevel = maximumLevel
    scale = .linear
    self.floorPermille = floorPermille
  }

  /// False for a switch, which has two levels only.
  public var isDimmable: Bool { minimumLevel < maximumLevel }

  /// The light at a level against the highest: 0 to 1.
  public func share(ofLevel level: Int64) -> Double {
    if level >= maximumLevel { return 1 }
    let part = Double(Swift.max(0, level)) / Double(maximumLevel)
    let floor = Double(floorPermille) / 1000
    return floor + (1 - floor) * (scale == .perceptual ? Perception.share(lightness: part) : part)
  }

  /// The lowest level that is used and gives at least this share; the highest when none does.
  public func level(givingAtLeast share: Double) -> Int64 {
    lowestLevel { self.share(ofLevel: $0) >= share }
  }

  /// The lowest used level for which `isEnough` holds, which it does from some level on.
  func lowestLevel(_ isEnough: (Int64) -> Bool) -> Int64 {
    var low = minimumLevel
    var high = maximumLevel
    while low < high {
      let middle = low + (high - low) / 2
      if isEnough(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// How a share of the panel's light is taken away: by the backlight first, since it leaves the frame its contrast, then
/// by the monitor's own control, then by the frame's colours.
public struct DimmingPlan: Equatable, Sendable {
  /// nil = there is no such light.
  public let backlightLevel: Int64?
  public let monitorLevel: Int64?
  /// The light that both give together against their highest, 0 to 1.
  public let hardwareShare: Double
  /// The factor for the frame's colours in linear light, 0 to 1: the remainder where hardware cannot dim far enough, or
  /// has no level there.
  public let softwareShare: Double

  public init(wantedShare: Double, backlight: DimmableLight?, monitor: DimmableLight?) {
    var rest = Swift.max(0, Swift.min(1, wantedShare))
    var given = 1.0
    func level(_ light: DimmableLight?) -> Int64? {
      guard let light else { return nil }
      let level = light.level(givingAtLeast: rest)
      let share = light.share(ofLevel: level)
      given *= share
      rest = share > 0 ? Swift.min(1, rest / share) : 1
      return level
    }
    backlightLevel = level(backlight)
    monitorLevel = level(monitor)
    hardwareShare = given
    softwareShare = rest
  }
}
