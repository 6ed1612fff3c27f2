import AfterglowArchive
import AfterglowDocuments
import AfterglowLight

/// The `light` part of a board: where lux comes from and what it changes.
struct LightPart {
  static let sensors: [(String, LightSourceKind)] = [
    ("none", .none), ("iio", .iio), ("constant", .constant), ("trace", .trace), ("pushed", .pushed),
  ]

  var source = LightSourceKind.none
  var constantMillilux: Int32 = 0
  var path = ""
  /// Of `light.file`.
  var filePlace: DocumentPosition?
  var settings = LightSettings()
  var rules = LightRules()
  var legibility = LegibilitySettings()
  var sensor = SensorSettings()
  var dimming = DimmingSettings()
  var monitor = ""

  init?(_ root: inout StrictDecoder) {
    guard var light = root.mapping("light") else { return }
    readSource(&light)
    PushedPart.read(&light, source: source, into: &sensor)
    CalibrationPart.read(&light, source: source, into: &sensor)
    readThreshold("night", &light, &settings.night)
    readThreshold("alwaysOn", &light, &settings.alwaysOn)
    readLuminances(&light)
    readRules(&light)
    legibility = LegibilitySettings(&light, settings)
    let dimmingPart = DimmingPart(&light, peakMillinits: settings.peakMillinits)
    dimming = dimmingPart.settings
    monitor = dimmingPart.monitor
    if settings.alwaysOn.enterMillilux < settings.night.enterMillilux {
      light.fail(
        "alwaysOn",
        "expected \"light.alwaysOn.enter\" at or above \"light.night.enter\", as it comes first when it gets dark")
    }
    light.finish()
  }

  private mutating func readSource(_ light: inout StrictDecoder) {
    source = light.choice(key: "sensor", Self.sensors) ?? .none
    let millilux = light.thousandths(key: "lux")
    let file = light.text(key: "file")
    let device = light.text(key: "device")
    switch source {
    case .none, .pushed: break
    case .iio: path = device ?? ""
    case .constant:
      if let millilux { constantMillilux = millilux }
      if !light.contains("lux") { light.missing("lux", "\(light.limits(of: "lux")), for the constant sensor") }
    case .trace:
      path = file ?? ""
      filePlace = light.valuePosition(of: "file")
      if !light.contains("file") { light.missing("file", "a file of \"seconds,lux\" lines, for the trace sensor") }
    }
    if source != .constant && light.contains("lux") {
      light.fail("lux", "expected \"light.lux\" only with \"sensor: constant\", found it with another sensor")
    }
    if source != .trace && light.contains("file") {
      light.fail("file", "expected \"light.file\" only with \"sensor: trace\", found it with another sensor")
    }
    if source != .iio && light.contains("device") {
      light.fail("device", "expected \"light.device\" only with \"sensor: iio\", found it with another sensor")
    }
  }

  private func readThreshold(_ key: String, _ light: inout StrictDecoder, _ threshold: inout LightThreshold) {
    guard var part = light.mapping(key) else { return }
    func read(_ name: String, _ value: inout Int32) { value = part.thousandths(key: name) ?? value }
    read("enter", &threshold.enterMillilux)
    read("leave", &threshold.leaveMillilux)
    read("enterHold", &threshold.enterHoldMs)
    read("leaveHold", &threshold.leaveHoldMs)
    read("minimumStay", &threshold.minimumStayMs)
    part.finish()
    if threshold.enterMillilux >= threshold.leaveMillilux {
      let enter = ScalarText.format(Double(threshold.enterMillilux) / 1000)
      let leave = ScalarText.format(Double(threshold.leaveMillilux) / 1000)
      part.fail(
        part.contains("leave") ? "leave" : "enter",
        "expected \"light.\(key).leave\" above \"light.\(key).enter\", found enter \(enter) lx and leave \(leave) lx")
    }
  }

  private mutating func readRules(_ light: inout StrictDecoder) {
    SchedulePart.read(&light, into: &rules.schedule)
    rules.wakeMs = light.thousandths(key: "wakeFor") ?? rules.wakeMs
    rules.ownMillilux = light.thousandths(key: "ownLight") ?? rules.ownMillilux
  }

  private mutating func readLuminances(_ light: inout StrictDecoder) {
    func read(_ name: String, _ value: inout Int32) { value = light.thousandths(key: name) ?? value }
    read("filterTimeConstant", &settings.filterTimeConstantMs)
    read("peakLuminance", &settings.peakMillinits)
    read("nightLuminance", &settings.nightMillinits)
    read("alwaysOnLuminance", &settings.alwaysOnPermille)
    if settings.nightMillinits > settings.peakMillinits {
      let peak = ScalarText.format(Double(settings.peakMillinits) / 1000)
      light.fail("nightLuminance", "expected \"light.nightLuminance\" at most \"light.peakLuminance\", \(peak) cd/m²")
    }
  }
}
