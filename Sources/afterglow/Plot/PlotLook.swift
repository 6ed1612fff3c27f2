import AfterglowCore

/// Colours of a plot: a dark page, one hue a subject.
enum PlotLook {
  static let page = Color(red: 13, green: 14, blue: 18)
  static let sheet = Color(red: 20, green: 22, blue: 28)
  static let grid = Color(red: 37, green: 40, blue: 49)
  static let fineGrid = Color(red: 28, green: 30, blue: 37)
  static let ink = Color(red: 236, green: 238, blue: 243)
  static let dim = Color(red: 142, green: 148, blue: 163)
  static let unknown = Color(red: 58, green: 62, blue: 74)
  static let reading = Color(red: 110, green: 116, blue: 132)
  static let room = Color(red: 255, green: 196, blue: 84)
  static let luminance = Color(red: 120, green: 196, blue: 255)
  static let backlight = Color(red: 236, green: 226, blue: 196)
  /// Of a mode, by rank.
  static let modes = [
    Color(red: 92, green: 160, blue: 220), Color(red: 226, green: 150, blue: 60), Color(red: 214, green: 48, blue: 44),
  ]
  static let modeNames = ["day", "always-on", "night"]

  static func faint(_ color: Color, _ alpha: UInt8) -> Color {
    Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
  }
}
