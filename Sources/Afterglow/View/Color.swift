import AfterglowCore
import AfterglowPictures

/// Apple's system colours in dark appearance (HIG, Color): StandBy and panels on black are dark.
extension ShapeStyle where Self == Color {
  /// #000000.
  public static var black: Color { Color(argb: 0xFF00_0000) }
  /// #FFFFFF.
  public static var white: Color { Color(argb: 0xFFFF_FFFF) }
  /// #FF453A, the system red of dark appearance (HIG, Color).
  public static var red: Color { Color(argb: 0xFFFF_453A) }
  /// #FF9F0A, the system orange of dark appearance (HIG, Color).
  public static var orange: Color { Color(argb: 0xFFFF_9F0A) }
  /// #FFD60A, the system yellow of dark appearance (HIG, Color).
  public static var yellow: Color { Color(argb: 0xFFFF_D60A) }
  /// #30D158, the system green of dark appearance (HIG, Color).
  public static var green: Color { Color(argb: 0xFF30_D158) }
  /// #63E6E2, the system mint of dark appearance (HIG, Color).
  public static var mint: Color { Color(argb: 0xFF63_E6E2) }
  /// #40C8E0, the system teal of dark appearance (HIG, Color).
  public static var teal: Color { Color(argb: 0xFF40_C8E0) }
  /// #64D2FF, the system cyan of dark appearance (HIG, Color).
  public static var cyan: Color { Color(argb: 0xFF64_D2FF) }
  /// #0A84FF, the system blue of dark appearance (HIG, Color).
  public static var blue: Color { Color(argb: 0xFF0A_84FF) }
  /// #5E5CE6, the system indigo of dark appearance (HIG, Color).
  public static var indigo: Color { Color(argb: 0xFF5E_5CE6) }
  /// #BF5AF2, the system purple of dark appearance (HIG, Color).
  public static var purple: Color { Color(argb: 0xFFBF_5AF2) }
  /// #FF375F, the system pink of dark appearance (HIG, Color).
  public static var pink: Color { Color(argb: 0xFFFF_375F) }
  /// #AC8E68, the system brown of dark appearance (HIG, Color).
  public static var brown: Color { Color(argb: 0xFFAC_8E68) }
  /// #8E8E93, the system gray of dark appearance (HIG, Color).
  public static var gray: Color { Color(argb: 0xFF8E_8E93) }
  /// Transparent black: nothing is drawn.
  public static var clear: Color { Color(argb: 0) }
}

extension Color {
  /// A colour of sRGB-encoded components from 0 to 1. Values outside are clamped to that range; NaN is 0. Integers are
  /// not bytes here either: 1 is full strength.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.init(
      red: Color.byte(red), green: Color.byte(green), blue: Color.byte(blue), alpha: Color.byte(opacity))
  }

  /// A grey from 0, black, to 1, white.
  public init(white: Double, opacity: Double = 1) {
    self.init(red: white, green: white, blue: white, opacity: opacity)
  }

  /// A colour by hue, saturation and brightness, each from 0 to 1.
  ///
  /// - Parameter hue: 0 is red, a third green, two thirds blue; of other values the fractional part is used.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    let turn = hue.isFinite ? hue - hue.rounded(.down) : 0
    func channel(_ shift: Double) -> Double {
      let place = (shift + turn * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), opacity: opacity)
  }

  /// A colour written as on the web, such as `0xFF9F0A`. Bits above the 24 are ignored.
  public init(hex: UInt32, opacity: Double = 1) {
    self.init(argb: UInt32(Color.byte(opacity)) << 24 | hex & 0xFF_FFFF)
  }

  private static func byte(_ share: Double) -> UInt8 {
    UInt8((min(max(share.isNaN ? 0 : share, 0), 1) * 255).rounded())
  }

  /// Main content. A hierarchical style and not a colour: it can be used where a style or a view is expected.
  public static var primary: HierarchicalShapeStyle { .primary }
  /// Supporting content; a hierarchical style, too.
  public static var secondary: HierarchicalShapeStyle { .secondary }
  /// The style set by `tint`; system blue if none is set.
  public static var accentColor: TintShapeStyle { TintShapeStyle() }

  /// A grey by its sRGB-encoded byte: 0 is black, 255 white.
  public static func gray(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }

  /// The colour with its alpha multiplied by a factor, clamped to 0…1.
  public func opacity(_ share: Double) -> Color {
    Color(
      red: red, green: green, blue: blue,
      alpha: UInt8((Double(alpha) * min(max(share.isNaN ? 0 : share, 0), 1)).rounded()))
  }

  /// The contrast to another opaque colour, 1 to 21 (WCAG 2.2; docs/rules.md, Contrast). Text needs 4.5, large text and
  /// marks 3.
  public func contrast(with other: Color) -> Double {
    LinearLight.contrast(LinearLight.luminance(argb), LinearLight.luminance(other.argb))
  }
}
