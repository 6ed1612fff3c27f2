/// A light whose level can be set: a backlight, or a monitor's brightness.
public struct DimmableLight: Equatable, Sendable {
  /// The lowest level that is used.
  public let minimumLevel: Int64
  public let maximumLevel: Int64
  public let scale: LevelScale
  /// What level 0 gives, against the highest, × 1000.
  public let floorPermille: Int32

  /// A backlight of the kernel. `minimumLevel` −1 = 5 % of the highest, which is where systemd stops as well when it
  /// restores a level at boot, and never 0: whether that is dark is each driver's own affair.
  public init(backlightMaximum maximumLevel: Int64, minimumLevel: Int32, scale: LevelScale) {
    let lowest = minimumLevel < 0 ? Swift.max(1, (maximumLevel + 19) / 20) : Int64(minimumLevel)
    self.minimumLevel = Swift.min(lowest, maximumLevel)
    self.maximumLevel = maximumLevel
    self.scale = scale
    floorPermille = 0
  }

  /// A monitor, which is lit at brightness 0 too.
  public init(monitorMaximum maximumLevel: Int64, floorPermille: Int32) {
    minimumLevel = 0
    self.maximumLevel = maximumLevel
    scale = .linear
    self.floorPermille = floorPermille
  }

  /// False for a switch, which has nothing between on and off.
  public var isDimmable: Bool { minimumLevel < maximumLevel }

  /// What a level gives, against the highest: 0 ... 1.
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

/// Where a share of the panel's light is taken away: the backlight first, since it leaves the frame its contrast, then
/// the monitor's own control, then the frame's luminance.
public struct DimmingPlan: Equatable, Sendable {
  /// nil = there is no such light.
  public let backlightLevel: Int64?
  public let monitorLevel: Int64?
  /// What both give, against their highest.
  public let hardwareShare: Double
  /// What the frame's colours are multiplied by in linear light: 0 ... 1. Hardware that stops above what is wanted, or
  /// between whose levels it lies, leaves the rest to it.
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
