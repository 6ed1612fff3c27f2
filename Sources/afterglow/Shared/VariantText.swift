import AfterglowArchive

/// `fullColor`, `vibrant+reduced`, `accented+simplified` …
enum VariantText {
  static func name(_ key: VariantKey) -> String {
    let mode =
      switch key.renderingMode {
      case .fullColor: "fullColor"
      case .accented: "accented"
      case .vibrant: "vibrant"
      }
    return mode + (key.isLuminanceReduced ? "+reduced" : "") + (key.isSimplified ? "+simplified" : "")
  }
}
