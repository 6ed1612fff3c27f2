import AfterglowArchive
import AfterglowDocuments

/// `light.calibration`: the lux per count, for a chip that reports counts only.
enum CalibrationPart {
  /// In the order of `SensorSettings.intensityChannel`, starting at 1.
  static let channels: [(String, UInt8)] = [
    ("clear", 1), ("both", 2), ("white", 3), ("green", 4), ("plain", 5),
  ]

  static func read(_ light: inout StrictDecoder, source: LightSourceKind, into settings: inout SensorSettings) {
    guard var part = light.mapping("calibration") else { return }
    let channel = part.choice(key: "channel", channels)
    let lux = part.number(key: "luxPerCount")
    part.finish()
    light.allow("calibration", only: "iio", source == .iio)
    guard source == .iio, let channel, let lux else { return }
    settings.intensityChannel = channel
    settings.microluxPerCount = Int64((lux * 1_000_000).rounded())
  }
}
