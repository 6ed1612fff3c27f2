import AfterglowLight

/// Where night begins and ends in a room whose darkness was measured.
struct NightThresholds: Equatable {
  var night: LightThreshold
  var alwaysOn: LightThreshold
  /// Whether always-on had to give way to night.
  var movesAlwaysOn: Bool

  /// Brighter than this is no dark room: a lamp is on, or the sensor looks at the panel.
  static let brightestDarkMillilux: Int64 = 30_000
  /// The finest step of common sensors is 0.23 lx: what lies below two of them cannot be told from darkness.
  private static let leastEnterMillilux: Int64 = 500

  /// Night begins at twice the brightest of the dark room's readings and ends at two and a half times that, the gap that
  /// the defaults have. Hold times stay.
  init(darkMillilux: Int64, _ settings: LightSettings) {
    let enter = Self.rounded(max(2 * darkMillilux, Self.leastEnterMillilux))
    let leave = Self.rounded(enter * 5 / 2)
    night = settings.night
    night.enterMillilux = Int32(enter)
    night.leaveMillilux = Int32(leave)
    alwaysOn = settings.alwaysOn
    // A dim room lies above a dark one.
    movesAlwaysOn = Int64(alwaysOn.enterMillilux) < leave
    if movesAlwaysOn {
      alwaysOn.enterMillilux = Int32(Self.rounded(leave * 3 / 2))
      alwaysOn.leaveMillilux = Int32(Self.rounded(leave * 3))
    }
  }

  /// Up to two digits: a threshold of 1.3724 lx would pretend.
  static func rounded(_ millilux: Int64) -> Int64 {
    var unit: Int64 = 1
    while millilux / unit >= 100 { unit *= 10 }
    return (millilux + unit - 1) / unit * unit
  }
}
