import AfterglowDocuments
import AfterglowLight

/// `light.dimming`: where and how far the panel is dimmed.
struct DimmingPart {
  var settings = DimmingSettings()
  /// Empty = none.
  var monitor = ""

  /// `peakMillinits`: nothing is brighter than the panel.
  init(_ light: inout StrictDecoder, peakMillinits: Int32) {
    guard var part = light.mapping("dimming") else { return }
    func milli(_ key: String, _ range: ClosedRange<Double>, _ unit: String) -> Int32? {
      part.number(key, in: range, unit: unit).map { Int32(($0 * 1000).rounded()) }
    }
    let day = milli("dayLuminance", 1...10_000, "cd/m²")
    let dim = milli("dimLuminance", 0.1...10_000, "cd/m²")
    if let day { settings.dayMillinits = day }
    let brightest = day ?? peakMillinits
    settings.dimMillinits = dim ?? min(settings.dimMillinits, brightest)
    if let lux = milli("fullAt", 1...BoardLimits.lux.upperBound, "lx") { settings.fullMillilux = lux }
    if let level = part.integer("minimumLevel", in: 0...Int(Int32.max), unit: "of the driver's levels") {
      settings.minimumLevel = Int32(level)
    }
    let scales: [(String, LevelScale)] = [("auto", .automatic), ("linear", .linear), ("perceptual", .perceptual)]
    if let scale = part.choice("scale", scales) { settings.scale = scale.rawValue }
    readMonitor(&part)
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

  /// Only by the board's word: each write may wear the monitor's memory.
  private mutating func readMonitor(_ part: inout StrictDecoder) {
    let named = part.text("monitor", maximumCount: 64) ?? "none"
    monitor = named == "none" ? "" : named
    if !["", "auto"].contains(monitor) && !monitor.hasPrefix("/dev/i2c-") {
      part.fail(
        "monitor",
        "expected auto, none or an I2C bus such as /dev/i2c-3 for \"light.dimming.monitor\", found \"\(named)\"")
    }
    if let floor = part.number("monitorFloor", in: 0...1, unit: "of the brightest") {
      settings.monitorFloorPermille = Int32((floor * 1000).rounded())
    }
  }

  private static func nits(_ millinits: Int32) -> String { ScalarText.format(Double(millinits) / 1000) + " cd/m²" }
}
