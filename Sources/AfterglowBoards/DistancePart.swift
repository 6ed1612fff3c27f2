import AfterglowArchive
import AfterglowDistance
import AfterglowDocuments

/// The `distance` part of a board: how far away its viewer is, and from where on it shows less, larger.
struct DistancePart {
  static let sensors: [(String, DistanceSourceKind)] = [
    ("none", .none), ("constant", .constant), ("pushed", .pushed), ("iio", .iio), ("proximity", .counts),
  ]

  private(set) var device = ""
  private var settings = SensorSettings()

  init(_ root: inout StrictDecoder) {
    guard var distance = root.mapping("distance") else { return }
    let kind = distance.choice(key: "sensor", Self.sensors) ?? .none
    settings.distanceSource = kind.rawValue
    readSource(&distance, kind)
    readLimits(&distance, kind)
    distance.finish()
  }

  /// Puts it beside what the board says of light.
  func fill(_ all: inout SensorSettings) {
    all.distanceSource = settings.distanceSource
    all.distanceMm = settings.distanceMm
    all.simplifiedEnter = settings.simplifiedEnter
    all.simplifiedLeave = settings.simplifiedLeave
    all.simplifiedEnterHoldMs = settings.simplifiedEnterHoldMs
    all.simplifiedLeaveHoldMs = settings.simplifiedLeaveHoldMs
    all.pushedDistanceValidMs = settings.pushedDistanceValidMs
  }

  private mutating func readSource(_ distance: inout StrictDecoder, _ kind: DistanceSourceKind) {
    settings.distanceMm = distance.thousandths(key: "metres") ?? settings.distanceMm
    settings.pushedDistanceValidMs = distance.thousandths(key: "validFor") ?? settings.pushedDistanceValidMs
    device = distance.text(key: "device") ?? ""
    if kind == .constant && !distance.contains("metres") {
      distance.missing("metres", distance.limits(of: "metres"))
    }
    allow("metres", only: "constant", kind == .constant, distance)
    allow("validFor", only: "pushed", kind == .pushed, distance)
    allow("device", only: "iio or proximity", kind == .iio || kind == .counts, distance)
  }

  private func allow(_ key: String, only sensor: String, _ isAllowed: Bool, _ distance: StrictDecoder) {
    if isAllowed || !distance.contains(key) { return }
    distance.fail(
      key, "expected \"distance.\(key)\" only with \"sensor: \(sensor)\", found it with another sensor")
  }

  private mutating func readLimits(_ distance: inout StrictDecoder, _ kind: DistanceSourceKind) {
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
    settings.simplifiedEnterHoldMs = part.thousandths(key: "enterHold") ?? settings.simplifiedEnterHoldMs
    settings.simplifiedLeaveHoldMs = part.thousandths(key: "leaveHold") ?? settings.simplifiedLeaveHoldMs
    part.finish()
    if !settings.distance.hasGap {
      part.fail(
        part.contains("leave") ? "leave" : "enter",
        isCounts
          ? "expected \"distance.simplified.leave\" above \"enter\": counts grow as somebody comes near"
          : "expected \"distance.simplified.leave\" below \"enter\": it ends when somebody comes near")
    }
  }
}
