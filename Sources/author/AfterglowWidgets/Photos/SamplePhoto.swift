import CSamplePhoto
import Foundation

/// The photograph of previews (docs/rules.md, rule 84): a lake before mountains, with deep shadows, bright snow and all
/// tones between, which every panel shows as it shows the owner's own pictures.
enum SamplePhoto {
  /// The bytes of a JPEG file.
  static let data = Data(bytes: ag_sample_photo(), count: ag_sample_photo_byte_count())
}
