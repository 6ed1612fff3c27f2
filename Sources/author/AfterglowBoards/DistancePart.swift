import AfterglowArchive
import AfterglowDocuments
import AfterglowLight

/// The `distance` part of a board: the source of the viewer's distance, and the thresholds of the simplified form.
enum DistancePart {
  static let sensors: [(String, DistanceSourceKind)] = [
    ("none", .none), ("constant", .constant), ("external", .external), ("iio", .iio), ("proximity", .counts),
  ]

  /// Adds its values to the settings that `light` has filled in, and the sensor to the strings.
  static func read(
    _ root: inout StrictDecoder, into settings: inout SensorSettings, _ strings: inout BoardStrings
  ) {
    guard var distance = root.mapping(key: "distance", main: "sensor") else { return }
    let kind = distance.choice(key: "sensor", Self.sensors, elsewhere: SensorName.advice(on:)) ?? .none
    settings.distanceSource = kind.rawValue
    strings[.distanceDevice] = SensorName.read(&distance) ?? ""
    readSource(&distance, kind, &settings)
    readLimits(&distance, kind, &settings)
    distance.finish()
  }

  private static func readSource(
    _ distance: inout StrictDecoder, _ kind: DistanceSourceKind, _ settings: inout SensorSettings
  ) {
    distance.read("metres", into: &settings.distanceMm)
    distance.read("validFor", into: &settings.externalDistanceValidMs)
    if kind == .constant && !distance.contains("metres") {
      distance.missing("metres", distance.limits(of: "metres"))
    }
    distance.allow("metres", only: "constant", kind == .constant)
    distance.allow("validFor", only: "external", kind == .external)
    distance.allow("device", only: "iio or proximity", kind == .iio || kind == .counts)
  }

  private static func readLimits(
    _ distance: inout StrictDecoder, _ kind: DistanceSourceKind, _ settings: inout SensorSettings
  ) {
    guard var part = distance.mapping("simplified", required: kind == .counts ? "limits in counts" : nil) else {
      return
    }
    let isCounts = kind == .counts
    let factor = isCounts ? 1.0 : 1000
    func read(_ key: String, _ value: inout Int32) {
      if let number = part.number(key: key, alternative: isCounts) { value = Int32((number * factor).rounded()) }
    }
    read("enter", &settings.simplifiedEnter)
    read("leave", &settings.simplifiedLeave)
    part.read("enterHold", into: &settings.simplifiedEnterHoldMs)
    part.read("leaveHold", into: &settings.simplifiedLeaveHoldMs)
    part.finish()
    if !settings.distance.hasGap {
      part.fail(
        part.contains("leave") ? "leave" : "enter",
        isCounts
          ? "expected \"distance.simplified.leave\" above \"enter\": counts grow as the viewer approaches"
          : "expected \"distance.simplified.leave\" below \"enter\": it ends when the viewer approaches")
    }
  }
}
