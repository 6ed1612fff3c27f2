import AfterglowArchive
import AfterglowDocuments
import AfterglowLight

/// `light.dimming`: the hardware that dims the panel, and how far.
struct DimmingPart {
  static let scales: [(String, LevelScale)] = [("auto", .automatic), ("linear", .linear), ("perceptual", .perceptual)]

  var settings = DimmingSettings()

  /// - Parameters:
  ///   - peakMillinits: the panel's peak, the upper bound of all luminances.
  ///   - strings: receives the monitor.
  init(_ light: inout StrictDecoder, peakMillinits: Int32, into strings: inout BoardStrings) {
    guard var part = light.mapping("dimming") else { return }
    let day = part.thousandths(key: "dayLuminance")
    let dim = part.thousandths(key: "dimLuminance")
    if let day { settings.dayMillinits = day }
    let brightest = day ?? peakMillinits
    settings.dimMillinits = dim ?? min(settings.dimMillinits, brightest)
    if let lux = part.thousandths(key: "fullAt") { settings.fullMillilux = lux }
    if let level = part.integer(key: "minimumLevel") { settings.minimumLevel = Int32(level) }
    if let scale = part.choice(key: "scale", Self.scales) { settings.scale = scale.rawValue }
    readMonitor(&part, into: &strings[.monitor])
    if let follows = part.boolean("followsLight") { settings.followsLight = follows ? 1 : 0 }
    if brightest > peakMillinits {
      part.fail(
        "dayLuminance",
        "expected \"light.dimming.dayLuminance\" at most \"light.peakLuminance\", \(Self.nits(peakMillinits))")
    }
    if let dim, dim > brightest {
      part.fail(
        "dimLuminance",
        "expected \"light.dimming.dimLuminance\" at most white by day, \(Self.nits(brightest)), found \(Self.nits(dim))"
      )
    }
    part.finish()
  }

  /// A monitor is dimmed only if the board file sets it: each write may wear its memory.
  private mutating func readMonitor(_ part: inout StrictDecoder, into monitor: inout String) {
    let wanted = "auto, none or an I2C bus such as /dev/i2c-3 for \"light.dimming.monitor\""
    let named = part.deviceName("monitor", of: wanted, standard: "auto") ?? "none"
    monitor = named == "none" ? "" : named
    if !["", "auto"].contains(monitor) && !monitor.hasPrefix("/dev/i2c-") {
      part.fail("monitor", "expected \(wanted), found \"\(named)\"")
    }
    if let floor = part.thousandths(key: "monitorFloor") { settings.monitorFloorPermille = floor }
  }

  private static func nits(_ millinits: Int32) -> String { ScalarText.format(Double(millinits) / 1000) + " cd/m²" }
}
