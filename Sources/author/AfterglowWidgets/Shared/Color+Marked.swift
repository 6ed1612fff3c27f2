import Afterglow

extension Color {
  /// A colour with a meaning in full colour; in vibrant an opaque grey (docs/rules.md, rule 36), because the host owns
  /// the tint.
  static func marked(_ color: Color, grey: UInt8, _ scheme: ColorScheme = .dark) -> Color {
    .marked(scheme == .dark ? color : color.readableOnWhite, otherwise: .gray(grey))
  }

  /// The same hue, darkened to 4.5:1 on a surface's white glass, which is 5.8:1 on white: the system's colours are made
  /// for dark grounds.
  private var readableOnWhite: Color {
    if let named = namedTextOnLight { return named }
    var share = 1.0
    while share > 0.1 {
      func part(_ code: UInt8) -> UInt8 { UInt8((Double(code) * share).rounded()) }
      let darker = Color(red: part(red), green: part(green), blue: part(blue), alpha: alpha)
      if darker.contrast(with: .white) >= 5.8 { return darker }
      share -= 0.03
    }
    return .black
  }
}
