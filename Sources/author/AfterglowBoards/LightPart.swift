import AfterglowArchive
import AfterglowDocuments
import AfterglowLight

/// The `light` part of a board: the source of lux, and the modes that depend on it.
struct LightPart {
  static let sensors: [(String, LightSourceKind)] = [
    ("none", .none), ("iio", .iio), ("constant", .constant), ("trace", .trace), ("external", .external),
  ]

  var source = LightSourceKind.none
  var constantMillilux: Int32 = 0
  /// The position of `light.file`.
  var filePlace: DocumentPosition?
  var settings = LightSettings()
  var rules = LightRules()
  var legibility = LegibilitySettings()
  var sensor = SensorSettings()
  var dimming = DimmingSettings()

  /// - Parameter strings: receives the light source and the monitor.
  init?(_ root: inout StrictDecoder, into strings: inout BoardStrings) {
    guard var light = root.mapping(key: "light", main: "sensor") else { return }
    readSource(&light, into: &strings[.lightSourcePath])
    ExternalPart.read(&light, source: source, into: &sensor)
    CalibrationPart.read(&light, source: source, into: &sensor)
    readThreshold("night", &light, &settings.night)
    readThreshold("alwaysOn", &light, &settings.alwaysOn)
    readLuminances(&light)
    readRules(&light)
    legibility = LegibilitySettings(&light, settings)
    dimming = DimmingPart(&light, peakMillinits: settings.peakMillinits, into: &strings).settings
    if settings.alwaysOn.enterMillilux < settings.night.enterMillilux {
      let isWritten = Self.isWritten("alwaysOn", "enter", light)
      let alwaysOn = Self.lux(settings.alwaysOn.enterMillilux, isWritten: isWritten)
      let night = Self.lux(settings.night.enterMillilux, isWritten: Self.isWritten("night", "enter", light))
      light.fail(
        at: light.whole.position(of: [isWritten ? "alwaysOn" : "night", "enter"]) ?? light.position,
        "expected \"light.alwaysOn.enter\" at or above \"light.night.enter\", as it comes first when it gets dark, found "
          + "alwaysOn.enter \(alwaysOn) and night.enter \(night)")
    }
    light.finish()
  }

  private mutating func readSource(_ light: inout StrictDecoder, into path: inout String) {
    source = light.choice(key: "sensor", Self.sensors, elsewhere: SensorName.advice(on:)) ?? .none
    let millilux = light.thousandths(key: "lux")
    let file = light.text(key: "file")
    let device = SensorName.read(&light)
    switch source {
    case .none, .external: break
    case .iio: path = device ?? ""
    case .constant:
      constantMillilux = millilux ?? constantMillilux
      if !light.contains("lux") { light.missing("lux", "\(light.limits(of: "lux")), for the constant sensor") }
    case .trace:
      path = file ?? ""
      filePlace = light.valuePosition(of: "file")
      if !light.contains("file") { light.missing("file", "a file of \"seconds,lux\" lines, for the trace sensor") }
    }
    light.allow("lux", only: "constant", source == .constant)
    light.allow("file", only: "trace", source == .trace)
    light.allow("device", only: "iio", source == .iio)
  }

  private func readThreshold(_ key: String, _ light: inout StrictDecoder, _ threshold: inout LightThreshold) {
    guard var part = light.mapping(key: key, main: "enter") else { return }
    part.read("enter", into: &threshold.enterMillilux)
    part.read("leave", into: &threshold.leaveMillilux)
    part.read("enterHold", into: &threshold.enterHoldMs)
    part.read("leaveHold", into: &threshold.leaveHoldMs)
    part.read("minimumStay", into: &threshold.minimumStayMs)
    part.finish()
    if threshold.enterMillilux >= threshold.leaveMillilux {
      let enter = Self.lux(threshold.enterMillilux, isWritten: part.contains("enter"))
      let leave = Self.lux(threshold.leaveMillilux, isWritten: part.contains("leave"))
      part.fail(
        part.contains("leave") ? "leave" : "enter",
        "expected \"light.\(key).leave\" above \"light.\(key).enter\", found enter \(enter) and leave \(leave)")
    }
  }

  private static func isWritten(_ part: String, _ key: String, _ light: StrictDecoder) -> Bool {
    var light = light
    guard case .mapping(let members)? = light.node(part)?.value else { return false }
    return members.contains { $0.key == key && !$0.value.isNull }
  }

  /// A threshold in words, such as `5 lx, the default`.
  private static func lux(_ millilux: Int32, isWritten: Bool) -> String {
    ScalarText.format(Double(millilux) / 1000) + " lx" + (isWritten ? "" : " (the default)")
  }

  private mutating func readRules(_ light: inout StrictDecoder) {
    SchedulePart.read(&light, into: &rules.schedule)
    light.read("wakeFor", into: &rules.wakeMs)
    light.read("ownLight", into: &rules.ownMillilux)
  }

  private mutating func readLuminances(_ light: inout StrictDecoder) {
    light.read("filterTimeConstant", into: &settings.filterTimeConstantMs)
    light.read("peakLuminance", into: &settings.peakMillinits)
    light.read("nightLuminance", into: &settings.nightMillinits)
    light.read("alwaysOnLuminance", into: &settings.alwaysOnPermille)
    if settings.nightMillinits > settings.peakMillinits {
      let peak = ScalarText.format(Double(settings.peakMillinits) / 1000)
      light.fail(
        light.contains("nightLuminance") ? "nightLuminance" : "peakLuminance",
        "expected \"light.nightLuminance\" at most \"light.peakLuminance\", \(peak) cd/m², found "
          + ScalarText.format(Double(settings.nightMillinits) / 1000))
    }
  }
}
