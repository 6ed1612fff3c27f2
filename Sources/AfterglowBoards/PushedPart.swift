import AfterglowArchive
import AfterglowDocuments

/// `light.validFor`: how long a light is believed that somebody tells.
enum PushedPart {
  static func read(_ light: inout StrictDecoder, source: LightSourceKind, into settings: inout SensorSettings) {
    let milliseconds = light.thousandths(key: "validFor")
    light.allow("validFor", only: "pushed", source == .pushed)
    if source == .pushed, let milliseconds { settings.pushedValidMs = milliseconds }
  }
}
