/// Apple's system colours. Those of dark appearance are Apple's (HIG, Color); on light grounds they have the same hue, as dark as
/// text and marks need.
extension ShapeStyle where Self == Color {
  /// #000000.
  public static var black: Color { Color(argb: 0xFF00_0000) }
  /// #FFFFFF.
  public static var white: Color { Color(argb: 0xFFFF_FFFF) }
  /// #FF453A in dark appearance (HIG, Color), #F04137 in light, and #BA322A as text there.
  public static var red: Color { Color(storage: .system(.red)) }
  /// #FF9F0A in dark appearance (HIG, Color), #BA7407 in light, and #8C5705 as text there.
  public static var orange: Color { Color(storage: .system(.orange)) }
  /// #FFD60A in dark appearance (HIG, Color), #9C8306 in light, and #756205 as text there.
  public static var yellow: Color { Color(storage: .system(.yellow)) }
  /// #30D158 in dark appearance (HIG, Color), #22923E in light, and #1A7330 as text there.
  public static var green: Color { Color(storage: .system(.green)) }
  /// #63E6E2 in dark appearance (HIG, Color), #3C8C8A in light, and #2E6A68 as text there.
  public static var mint: Color { Color(storage: .system(.mint)) }
  /// #40C8E0 in dark appearance (HIG, Color), #2D8C9D in light, and #236E7B as text there.
  public static var teal: Color { Color(storage: .system(.teal)) }
  /// #64D2FF in dark appearance (HIG, Color), #438DAB in light, and #31677D as text there.
  public static var cyan: Color { Color(storage: .system(.cyan)) }
  /// #0A84FF in dark appearance (HIG, Color), #0A80F7 in light, and #0864C2 as text there.
  public static var blue: Color { Color(storage: .system(.blue)) }
  /// #5E5CE6 in dark appearance (HIG, Color), #5E5CE6 in light, and #5654D1 as text there.
  public static var indigo: Color { Color(storage: .system(.indigo)) }
  /// #BF5AF2 in dark appearance (HIG, Color), #B957EB in light, and #8B42B1 as text there.
  public static var purple: Color { Color(storage: .system(.purple)) }
  /// #FF375F in dark appearance (HIG, Color), #F7355C in light, and #BA2845 as text there.
  public static var pink: Color { Color(storage: .system(.pink)) }
  /// #AC8E68 in dark appearance (HIG, Color), #977D5C in light, and #735F46 as text there.
  public static var brown: Color { Color(storage: .system(.brown)) }
  /// #8E8E93 in dark appearance (HIG, Color), #818186 in light, and #636367 as text there.
  public static var gray: Color { Color(storage: .system(.gray)) }
  /// Transparent black: nothing is drawn.
  public static var clear: Color { Color(argb: 0) }
}

/// A colour that has a name.
enum SystemColor: Hashable, Codable, Sendable, CaseIterable {
  case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, gray

  /// Values in dark appearance, in light appearance, and in light appearance as text, 0xAARRGGBB. On white marks have a
  /// contrast of 3.7 and text one of 5.8, which are 3 and 4.5 on a surface's light glass before a black wall.
  private var values: (dark: UInt32, light: UInt32, lightText: UInt32) {
    switch self {
    case .red: (0xFFFF_453A, 0xFFF0_4137, 0xFFBA_322A)
    case .orange: (0xFFFF_9F0A, 0xFFBA_7407, 0xFF8C_5705)
    case .yellow: (0xFFFF_D60A, 0xFF9C_8306, 0xFF75_6205)
    case .green: (0xFF30_D158, 0xFF22_923E, 0xFF1A_7330)
    case .mint: (0xFF63_E6E2, 0xFF3C_8C8A, 0xFF2E_6A68)
    case .teal: (0xFF40_C8E0, 0xFF2D_8C9D, 0xFF23_6E7B)
    case .cyan: (0xFF64_D2FF, 0xFF43_8DAB, 0xFF31_677D)
    case .blue: (0xFF0A_84FF, 0xFF0A_80F7, 0xFF08_64C2)
    case .indigo: (0xFF5E_5CE6, 0xFF5E_5CE6, 0xFF56_54D1)
    case .purple: (0xFFBF_5AF2, 0xFFB9_57EB, 0xFF8B_42B1)
    case .pink: (0xFFFF_375F, 0xFFF7_355C, 0xFFBA_2845)
    case .brown: (0xFFAC_8E68, 0xFF97_7D5C, 0xFF73_5F46)
    case .gray: (0xFF8E_8E93, 0xFF81_8186, 0xFF63_6367)
    }
  }

  /// Apple's indigo has no more than 4.2:1 on black: as text it is as light as on its displays of increased contrast.
  private static let indigoText: UInt32 = 0xFF7D_7AFF

  func value(in scheme: ColorScheme, isText: Bool) -> UInt32 {
    switch scheme {
    case .light: isText ? values.lightText : values.light
    case .dark: isText && self == .indigo ? Self.indigoText : values.dark
    }
  }
}

extension Color {
  /// The colour for a dark ground: that of a name, or the colour itself.
  package var onDark: Color {
    if case .system(let color, _) = storage { Color(argb: color.value(in: .dark, isText: false)) } else { self }
  }

  /// The colour of a name as text on a light ground; nil for any other.
  package var namedTextOnLight: Color? {
    if case .system(let color, _) = storage { Color(argb: color.value(in: .light, isText: true)) } else { nil }
  }
}
