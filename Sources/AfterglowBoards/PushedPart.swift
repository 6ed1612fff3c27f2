import AfterglowArchive
import AfterglowDocuments

/// `light.validFor`: how long a light is believed that somebody tells.
enum PushedPart {
  static func read(_ light: inout StrictDecoder, source: LightSourceKind, into settings: inout SensorSettings) {
    guard let milliseconds = light.thousandths(key: "validFor") else { return }
    light.allow("validFor", only: "pushed", source == .pushed)
    if source == .pushed { settings.pushedValidMs = milliseconds }
  }
}
