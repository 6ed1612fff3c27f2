import AfterglowCore
import AfterglowPictures

extension EnvironmentValues {
  /// The least contrast of a white label (docs/rules.md, Contrast): that of large text and of graphics. A control's label is
  /// one or two words, and its fill says as much as they do. Paper in a room has less contrast than a panel that emits light, so
  /// that a label on a grey ink needs the contrast of text.
  private var leastOfWhite: Double { accessibilityInvertColors ? 4.5 : 3 }

  /// The style of a label on a button that is filled with another one, where the host shows both: white from a contrast of 3:1
  /// on, as on system blue and red; black on lighter fills.
  func label(on fill: AnyShapeStyle) -> AnyShapeStyle {
    // Of few inks the text before a dark one is cut out of it in any case.
    if panelInks != .shades { return AnyShapeStyle(HierarchicalShapeStyle.primary) }
    let isWhite = Color.white.contrast(with: shown(PixelColor(argb: fill.middle(in: self)))) >= leastOfWhite
    if accessibilityInvertColors {
      // Grey ink: what is light is paper, and the first two levels are dark.
      return fill.level.map({ $0 < 2 }) ?? isWhite
        ? AnyShapeStyle(BackgroundStyle()) : AnyShapeStyle(HierarchicalShapeStyle.primary)
    }
    return AnyShapeStyle(isWhite ? Color.white : Color.black)
  }

  /// A colour of content as the host shows it, before its ground.
  private func shown(_ color: PixelColor) -> Color {
    var parts = [color.red, color.green, color.blue]
    if accessibilityInvertColors {
      parts = parts.map { _ in (255 - color.vibrantLevel) / 2 }
    } else if widgetRenderingMode == .vibrant {
      parts = parts.map { _ in color.vibrantLevel }
    }
    let isOnBlack = !accessibilityInvertColors && colorScheme == .dark
    let ground = isOnBlack ? 0 : 255 - Int(color.alpha)
    let mixed = parts.map { UInt8(clamping: Int($0) * Int(color.alpha) / 255 + ground) }
    return Color(red: mixed[0], green: mixed[1], blue: mixed[2])
  }
}

extension PixelColor {
  /// The grey of vibrant content (rule 34), half by luminance and half by the brightest channel, so that blue remains
  /// visible.
  package var vibrantLevel: UInt8 {
    let brightest = Int(max(red, max(green, blue)))
    return UInt8((Int(LinearLight.encode(LinearLight.luminance(argb))) + brightest + 1) / 2)
  }
}
