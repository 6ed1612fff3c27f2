import AfterglowArchive
import AfterglowDocuments
import AfterglowLight

/// The `light` part of a board: where lux comes from and what it changes.
struct LightPart {
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
    source =
      light.choice(
        "sensor",
        [
          ("none", LightSourceKind.none), ("iio", .iio), ("constant", .constant), ("trace", .trace),
          ("pushed", .pushed),
        ],
        required: true)
      ?? .none
    let lux = light.number("lux", in: BoardLimits.lux, unit: "lx")
    let file = light.text("file", maximumCount: 4096)
    let device = light.text("device", maximumCount: 128)
    switch source {
    case .none, .pushed: break
    case .iio: path = device ?? ""
    case .constant:
      if let lux { constantMillilux = Int32((lux * 1000).rounded()) }
      if !light.contains("lux") { light.missing("lux", "0 to 200000 lx, for the constant sensor") }
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
    func milli(_ name: String, _ range: ClosedRange<Double>, _ unit: String, _ value: inout Int32) {
      if let read = part.number(name, in: range, unit: unit) { value = Int32((read * 1000).rounded()) }
    }
    milli("enter", BoardLimits.lux, "lx", &threshold.enterMillilux)
    milli("leave", BoardLimits.lux, "lx", &threshold.leaveMillilux)
    milli("enterHold", BoardLimits.seconds, "s", &threshold.enterHoldMs)
    milli("leaveHold", BoardLimits.seconds, "s", &threshold.leaveHoldMs)
    milli("minimumStay", BoardLimits.seconds, "s", &threshold.minimumStayMs)
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
    if let seconds = light.number("wakeFor", in: BoardLimits.seconds, unit: "s") {
      rules.wakeMs = Int32((seconds * 1000).rounded())
    }
    if let lux = light.number("ownLight", in: 0...20, unit: "lx") { rules.ownMillilux = Int32((lux * 1000).rounded()) }
  }

  private mutating func readLuminances(_ light: inout StrictDecoder) {
    if let seconds = light.number("filterTimeConstant", in: 0...60, unit: "s") {
      settings.filterTimeConstantMs = Int32((seconds * 1000).rounded())
    }
    if let nits = light.number("peakLuminance", in: 1...10_000, unit: "cd/m²") {
      settings.peakMillinits = Int32((nits * 1000).rounded())
    }
    if let nits = light.number("nightLuminance", in: 0.1...100, unit: "cd/m²") {
      settings.nightMillinits = Int32((nits * 1000).rounded())
    }
    if let share = light.number("alwaysOnLuminance", in: 0.05...1, unit: "of the day's luminance") {
      settings.alwaysOnPermille = Int32((share * 1000).rounded())
    }
    if settings.nightMillinits > settings.peakMillinits {
      let peak = ScalarText.format(Double(settings.peakMillinits) / 1000)
      light.fail("nightLuminance", "expected \"light.nightLuminance\" at most \"light.peakLuminance\", \(peak) cd/m²")
    }
  }
}
