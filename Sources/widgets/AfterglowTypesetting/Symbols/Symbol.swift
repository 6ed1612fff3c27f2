/// A symbol of Material Design Icons: by a constant's name, by a name of SF Symbols, or by the font's own name.
///
///     Image(symbol: .sun)
///     Label("Lisbon", symbol: .mapPin)
///     Image(systemName: "cloud.sun.rain")
///
/// The constants and their names have the drawings of Debian's `fonts-materialdesignicons-webfont`, "drawn as" gives
/// their names in it; all others have those of the whole font, which is part of the program. There is one weight, and a
/// symbol has the size of its text.
public struct Symbol: Hashable, Sendable {
  /// The requested name, such as `cloud.sun`.
  public let name: String
  package let codepoint: UInt32

  private init(_ name: String, _ codepoint: UInt32) {
    self.name = name
    self.codepoint = codepoint
  }

  /// The symbol's character in the font of symbols, for other programs that draw with it.
  public var character: String { Unicode.Scalar(codepoint).map { String(Character($0)) } ?? "" }

  /// The symbol with this name, or nil. Names are tried in this order:
  /// - a constant's, such as `house`,
  /// - SF Symbols', such as `cloud.sun.rain`,
  /// - Material Design Icons' own, such as `weather-partly-rainy`,
  /// - the name without its part `fill`, because one symbol serves for both.
  ///
  /// The prefix `mdi:` selects the font's own names only: `mdi:bell` is its newest bell.
  public init?(named name: String) {
    guard let codepoint = Symbol.codepoint(of: name) ?? Symbol.codepoint(of: Symbol.outlined(name)) else {
      return nil
    }
    self.init(name, codepoint)
  }

  /// The name without its part `fill`: `square.on.square` of `square.fill.on.square.fill`.
  private static func outlined(_ name: String) -> String {
    name.split(separator: ".", omittingEmptySubsequences: false).filter { $0 != "fill" }.joined(separator: ".")
  }

  /// Unknown names are reported during layout.
  package init(systemName name: String) { self = Symbol(named: name) ?? Symbol(name, 0) }

  package var isKnown: Bool { codepoint != 0 }

  /// Whether it is drawn as in Debian's font: the code points of the whole font are above these.
  var isDebians: Bool { codepoint < 0x1_0000 }

  private static func codepoint(of name: String) -> UInt32? {
    if let own = byName[name] { return own.codepoint }
    if name.hasPrefix("mdi:") { return SymbolTable.codepoint(of: String(name.dropFirst(4))) }
    if let target = SymbolTable.target(ofSystemName: name) { return SymbolTable.codepoint(of: target) }
    return SymbolTable.codepoint(of: name)
  }

  /// `sun.max`, drawn as `weather-sunny`.
  public static let sun = Symbol("sun.max", 0xF599)
  /// Drawn as `weather-night`.
  public static let moon = Symbol("moon", 0xF594)
  /// `cloud.sun`, drawn as `weather-partlycloudy`.
  public static let cloudSun = Symbol("cloud.sun", 0xF595)
  /// Drawn as `weather-cloudy`.
  public static let cloud = Symbol("cloud", 0xF590)
  /// `cloud.fog`, drawn as `weather-fog`.
  public static let fog = Symbol("cloud.fog", 0xF591)
  /// `cloud.rain`, drawn as `weather-rainy`.
  public static let rain = Symbol("cloud.rain", 0xF597)
  /// `cloud.heavyrain`, drawn as `weather-pouring`.
  public static let heavyRain = Symbol("cloud.heavyrain", 0xF596)
  /// `cloud.snow`, drawn as `weather-snowy`.
  public static let snow = Symbol("cloud.snow", 0xF598)
  /// `cloud.bolt`, drawn as `weather-lightning`.
  public static let thunderstorm = Symbol("cloud.bolt", 0xF593)
  /// `cloud.hail`, drawn as `weather-hail`.
  public static let hail = Symbol("cloud.hail", 0xF592)
  /// Drawn as `weather-windy`.
  public static let wind = Symbol("wind", 0xF59D)
  /// Drawn as `weather-sunset-up`.
  public static let sunrise = Symbol("sunrise", 0xF59C)
  /// Drawn as `weather-sunset-down`.
  public static let sunset = Symbol("sunset", 0xF59B)
  /// Drawn as `water`.
  public static let drop = Symbol("drop", 0xF58C)
  /// Drawn as `water-percent`.
  public static let humidity = Symbol("humidity", 0xF58E)
  public static let umbrella = Symbol("umbrella", 0xF54A)
  public static let thermometer = Symbol("thermometer", 0xF50F)
  /// `arrow.up`.
  public static let arrowUp = Symbol("arrow.up", 0xF05D)
  /// `arrow.down`.
  public static let arrowDown = Symbol("arrow.down", 0xF045)
  /// `chart.line.uptrend`, drawn as `trending-up`.
  public static let trendUp = Symbol("chart.line.uptrend", 0xF535)
  /// `chart.line.downtrend`, drawn as `trending-down`.
  public static let trendDown = Symbol("chart.line.downtrend", 0xF533)
  /// `chart.line.flattrend`, drawn as `trending-neutral`.
  public static let trendFlat = Symbol("chart.line.flattrend", 0xF534)
  public static let minus = Symbol("minus", 0xF374)
  /// `exclamationmark.triangle`, drawn as `alert`.
  public static let warning = Symbol("exclamationmark.triangle", 0xF026)
  /// `exclamationmark.circle`, drawn as `alert-circle-outline`.
  public static let alert = Symbol("exclamationmark.circle", 0xF5D6)
  /// `questionmark.circle`, drawn as `help-circle-outline`.
  public static let questionmark = Symbol("questionmark.circle", 0xF625)
  public static let clock = Symbol("clock", 0xF150)
  /// `clock.badge.exclamationmark`.
  public static let clockAlert = Symbol("clock.badge.exclamationmark", 0xF5CE)
  /// `clock.arrow.circlepath`.
  public static let history = Symbol("clock.arrow.circlepath", 0xF2DA)
  /// Drawn as `timer-sand`.
  public static let hourglass = Symbol("hourglass", 0xF51F)
  public static let alarm = Symbol("alarm", 0xF020)
  public static let bell = Symbol("bell", 0xF09A)
  public static let calendar = Symbol("calendar", 0xF0ED)
  /// Drawn as `home`.
  public static let house = Symbol("house", 0xF2DC)
  public static let lightbulb = Symbol("lightbulb", 0xF335)
  /// Drawn as `flash`.
  public static let bolt = Symbol("bolt", 0xF241)
  /// `battery.100`.
  public static let battery = Symbol("battery.100", 0xF079)
  public static let wifi = Symbol("wifi", 0xF5A9)
  /// `wifi.slash`.
  public static let wifiOff = Symbol("wifi.slash", 0xF5AA)
  /// Drawn as `check`.
  public static let checkmark = Symbol("checkmark", 0xF12C)
  /// Drawn as `close`.
  public static let xmark = Symbol("xmark", 0xF156)
  /// `arrow.clockwise`.
  public static let refresh = Symbol("arrow.clockwise", 0xF450)
  /// `mappin`, drawn as `map-marker`.
  public static let mapPin = Symbol("mappin", 0xF34E)
  /// Drawn as `navigation`.
  public static let location = Symbol("location", 0xF390)
  public static let gauge = Symbol("gauge", 0xF29A)
  public static let leaf = Symbol("leaf", 0xF32A)
  public static let car = Symbol("car", 0xF10B)
  public static let bus = Symbol("bus", 0xF0E7)
  /// Drawn as `train`.
  public static let tram = Symbol("tram", 0xF52C)
  /// `internaldrive`, drawn as `harddisk`.
  public static let disk = Symbol("internaldrive", 0xF2CA)
  /// `memorychip`.
  public static let memory = Symbol("memorychip", 0xF35B)
  /// Drawn as `chip`.
  public static let cpu = Symbol("cpu", 0xF61A)

  /// `birthday.cake`.
  public static let cake = Symbol("birthday.cake", 0xF0E9)
  public static let gift = Symbol("gift", 0xF2A1)
  public static let star = Symbol("star", 0xF4CE)
  public static let flag = Symbol("flag", 0xF23B)
  /// Drawn as `checkbox-blank-circle-outline`.
  public static let circle = Symbol("circle", 0xF130)
  /// `checkmark.circle`, drawn as `check-circle-outline`.
  public static let checkCircle = Symbol("checkmark.circle", 0xF5E1)
  /// Drawn as `image`.
  public static let photo = Symbol("photo", 0xF2E9)
  public static let heart = Symbol("heart", 0xF2D1)
  /// Drawn as `lan`.
  public static let network = Symbol("network", 0xF317)
  /// `battery.25`, drawn as `battery-alert`.
  public static let batteryLow = Symbol("battery.25", 0xF083)

  /// The symbols above, in no particular order.
  private static let constants: [Symbol] = [
    sun, moon, cloudSun, cloud, fog, rain, heavyRain, snow, thunderstorm, hail, wind, sunrise, sunset, drop, humidity,
    umbrella, thermometer, arrowUp, arrowDown, trendUp, trendDown, trendFlat, minus, warning, alert, questionmark,
    clock, clockAlert, history, hourglass, alarm, bell, calendar, house, lightbulb, bolt, battery, wifi, wifiOff,
    checkmark, xmark, refresh, mapPin, location, gauge, leaf, car, bus, tram, disk, memory, cpu,
    cake, gift, star, flag, circle, checkCircle, photo, heart, network, batteryLow,
  ]

  static let byName = Dictionary(uniqueKeysWithValues: constants.map { ($0.name, $0) })

  /// Names of the constants, sorted.
  static let ownNames = constants.map(\.name).sorted()

  /// Common names: those of the constants and of SF Symbols, sorted.
  public static let systemNames = (ownNames + SymbolTable.systemNames).sorted()

  /// All names: `systemNames`, and those of Material Design Icons that are not among them.
  public static let names = (systemNames + SymbolTable.names.filter { byName[$0] == nil }).sorted()

  /// Every symbol, once for each of its names.
  public static let all: [Symbol] = names.compactMap(Symbol.init(named:))
}
