import AfterglowCore

/// Colours of a plot: a dark page, one hue a subject.
enum PlotLook {
  static let page = Color(argb: 0xFF0D_0E12)
  static let sheet = Color(argb: 0xFF14_161C)
  static let grid = Color(argb: 0xFF25_2831)
  static let fineGrid = Color(argb: 0xFF1C_1E25)
  static let ink = Color(argb: 0xFFEC_EEF3)
  static let dim = Color(argb: 0xFF8E_94A3)
  static let unknown = Color(argb: 0xFF3A_3E4A)
  static let reading = Color(argb: 0xFF6E_7484)
  static let room = Color(argb: 0xFFFF_C454)
  static let luminance = Color(argb: 0xFF78_C4FF)
  static let backlight = Color(argb: 0xFFEC_E2C4)
  /// Of a mode, by rank.
  static let modes = [
    Color(argb: 0xFF5C_A0DC), Color(argb: 0xFFE2_963C), Color(argb: 0xFFD6_302C),
  ]
  static let modeNames = ["day", "always-on", "night"]

  static func faint(_ color: Color, _ alpha: UInt8) -> Color {
    Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
  }
}
