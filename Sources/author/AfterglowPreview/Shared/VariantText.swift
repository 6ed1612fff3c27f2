import Afterglow
import AfterglowArchive

/// `fullColor`, `vibrant+reduced`, `accented+simplified` …
package enum VariantText {
  package static func name(_ key: VariantKey) -> String {
    key.renderingMode.name + (key.isLuminanceReduced ? "+reduced" : "") + (key.isSimplified ? "+simplified" : "")
  }
}
