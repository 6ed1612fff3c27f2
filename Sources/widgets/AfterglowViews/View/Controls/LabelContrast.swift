import AfterglowCore

extension EnvironmentValues {
  /// The contrast that text needs (docs/rules.md, Contrast).
  private static let least = 4.5

  /// The colour of a label on a button that is filled with a style, where the host shows both: white if it can be read,
  /// else black.
  func label(on fill: AnyShapeStyle) -> Color {
    let color = PixelColor(argb: fill.middle(in: self))
    // A panel of ink shows light content as dark ink, and black as paper. Yellow is the only light ink.
    if accessibilityInvertColors {
      return panelInks == .six && PaperInk(ofHue: color) == .yellow ? .white : .black
    }
    let shown = widgetRenderingMode == .vibrant ? Color.gray(color.vibrantLevel) : shownOnGround(color)
    return Color.white.contrast(with: shown) >= Self.least ? .white : .black
  }

  /// A colour that is not opaque, before the ground of the scheme.
  private func shownOnGround(_ color: PixelColor) -> Color {
    let ground = colorScheme == .dark ? 0 : 255 - Int(color.alpha)
    func part(_ code: UInt8) -> UInt8 { UInt8(clamping: (Int(code) * Int(color.alpha)) / 255 + ground) }
    return Color(red: part(color.red), green: part(color.green), blue: part(color.blue))
  }
}
