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
