import AfterglowLight

/// The thresholds of night for a room whose darkness was measured.
struct NightThresholds: Equatable {
  var night: LightThreshold
  var alwaysOn: LightThreshold
  /// Whether always-on's thresholds had to be raised above night's.
  var movesAlwaysOn: Bool

  /// lux × 1000 above which the room is not dark: a lamp is on, or the sensor sees the panel.
  static let brightestDarkMillilux: Int64 = 30_000
  /// lux × 1000. The finest step of common sensors is 0.23 lx: less than two of them is indistinguishable from
  /// darkness.
  private static let leastEnterMillilux: Int64 = 500

  /// Night begins at twice the brightest reading of the dark room and ends at two and a half times that, the ratio of
  /// the defaults (docs/rules.md, Filter and holds). Hold times are unchanged.
  init(darkMillilux: Int64, _ settings: LightSettings) {
    let enter = Self.rounded(max(2 * darkMillilux, Self.leastEnterMillilux))
    let leave = Self.rounded(enter * 5 / 2)
    night = settings.night
    night.enterMillilux = Int32(enter)
    night.leaveMillilux = Int32(leave)
    alwaysOn = settings.alwaysOn
    // A dim room must be brighter than a dark one.
    movesAlwaysOn = Int64(alwaysOn.enterMillilux) < leave
    if movesAlwaysOn {
      alwaysOn.enterMillilux = Int32(Self.rounded(leave * 3 / 2))
      alwaysOn.leaveMillilux = Int32(Self.rounded(leave * 3))
    }
  }

  /// Two significant digits: 1.3724 lx would suggest too much precision.
  static func rounded(_ millilux: Int64) -> Int64 {
    var unit: Int64 = 1
    while millilux / unit >= 100 { unit *= 10 }
    return (millilux + unit - 1) / unit * unit
  }
}
