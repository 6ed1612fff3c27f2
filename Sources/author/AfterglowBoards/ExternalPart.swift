import AfterglowArchive
import AfterglowDocuments

/// `light.validFor`: how long an externally reported light level is valid.
enum ExternalPart {
  static func read(_ light: inout StrictDecoder, source: LightSourceKind, into settings: inout SensorSettings) {
    guard let milliseconds = light.thousandths(key: "validFor") else { return }
    light.allow("validFor", only: "external", source == .external)
    if source == .external { settings.externalValidMs = milliseconds }
  }
}
