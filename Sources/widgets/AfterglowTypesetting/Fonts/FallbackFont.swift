/// A family in addition to Inter: asked for what the families before it lack, or by a font's design.
struct FallbackFont: Sendable {
  var family: String
  /// Debian's.
  var package: String
  var files: [String]

  static let dejaVu = FallbackFont(
    family: "DejaVu Sans", package: "fonts-dejavu-core",
    files: dejaVuFiles("DejaVuSans"))
  static let dejaVuMono = FallbackFont(
    family: "DejaVu Sans Mono", package: "fonts-dejavu-core", files: dejaVuFiles("DejaVuSansMono"))
  static let dejaVuSerif = FallbackFont(
    family: "DejaVu Serif", package: "fonts-dejavu-core", files: dejaVuFiles("DejaVuSerif"))

  /// After Inter, which has Latin, Greek and Cyrillic, in this order. All but DejaVu Sans may be missing: characters that no
  /// font has are then reported. DejaVu Sans has Arabic and Hebrew of its own, and signs that the last, of Han, kana and
  /// Hangul, has too. Fonts of other scripts are opened with the first text that needs them (`ScriptFont`).
  static let scripts = [
    noto("Noto Sans Arabic", "NotoSansArabic"), noto("Noto Sans Hebrew", "NotoSansHebrew"),
    noto("Noto Sans Devanagari", "NotoSansDevanagari"), dejaVu,
    FallbackFont(
      family: "WenQuanYi Micro Hei", package: "fonts-wqy-microhei",
      files: ["/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"]),
  ]

  /// Pictures, and so never given to Pango.
  static let emoji = FallbackFont(
    family: "Noto Color Emoji", package: "fonts-noto-color-emoji",
    files: ["/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"])

  static let designs = [dejaVuMono, dejaVuSerif]

  private static func noto(_ family: String, _ name: String) -> FallbackFont {
    FallbackFont(
      family: family, package: "fonts-noto-core",
      files: ["Regular", "Bold"].map { "/usr/share/fonts/truetype/noto/\(name)-\($0).ttf" })
  }

  private static func dejaVuFiles(_ name: String) -> [String] {
    ["", "-Bold"].map { "/usr/share/fonts/truetype/dejavu/\(name)\($0).ttf" }
  }

  /// The families that are asked for a text, in order, as Pango reads them.
  ///
  /// - Parameter needed: indices in `ScriptFont.all`: what the text needs of them.
  static func families(_ design: Font.Design, custom: String? = nil, needed: [Int] = []) -> String {
    let own: [String] = custom.map { [$0] } ?? []
    let first: [String] =
      switch design {
      case .default, .rounded: []
      case .monospaced: [dejaVuMono.family]
      case .serif: [dejaVuSerif.family]
      }
    let fonts = needed.map { ScriptFont.all[$0] }
    let letters = fonts.filter { !$0.isSigns }.map(\.family)
    let signs = fonts.filter(\.isSigns).map(\.family)
    return (own + first + ["Inter"] + letters + scripts.map(\.family) + signs).joined(separator: ",")
  }

  /// Pango asks for a family “emoji” where it finds some; without the picture font, which it does not know, the order is ours.
  static let rule = """
    <fontconfig><match target="pattern"><test name="family"><string>emoji</string></test>\
    <edit name="family" mode="assign" binding="strong">\
    \((["Inter"] + scripts.map(\.family)).map { "<string>\($0)</string>" }.joined())</edit></match></fontconfig>
    """
}
