import AfterglowArchive
import AfterglowDocuments

/// `light.validFor`: how long a light is believed that somebody tells.
enum PushedPart {
  static func read(_ light: inout StrictDecoder, source: LightSourceKind, into settings: inout SensorSettings) {
    guard let milliseconds = light.thousandths(key: "validFor") else { return }
    guard source == .pushed else {
      light.fail(
        "validFor", "expected \"light.validFor\" only with \"sensor: pushed\", found it with another sensor")
      return
    }
    settings.pushedValidMs = milliseconds
  }
}
