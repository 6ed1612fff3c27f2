import Afterglow
import AfterglowArchive

/// `fullColor`, `vibrant+reduced`, `accented+simplified` …
enum VariantText {
  static func name(_ key: VariantKey) -> String {
    key.renderingMode.name + (key.isLuminanceReduced ? "+reduced" : "") + (key.isSimplified ? "+simplified" : "")
  }
}
