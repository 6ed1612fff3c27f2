import Afterglow
import AfterglowCore

import struct Afterglow.Color

/// Colours and sizes of a plot: a dark page, one hue a subject.
enum PlotLook {
  static let page = Color(argb: 0xFF0D_0E12)
  static let sheet = Color(argb: 0xFF14_161C)
  static let grid = Color(argb: 0xFF2A_2E38)
  static let fineGrid = Color(argb: 0xFF1B_1E25)
  static let ink = Color(argb: 0xFFEC_EEF3)
  static let dim = Color(argb: 0xFFA0_A6B4)
  static let unknown = Color(argb: 0xFF3A_3E4A)
  static let reading = Color(argb: 0xFF7E_8596)
  static let room = Color(argb: 0xFFFF_C454)
  static let luminance = Color(argb: 0xFF78_C4FF)
  static let backlight = Color(argb: 0xFFEC_E2C4)
  /// Of a mode, by rank.
  static let modes = [
    Color(argb: 0xFF5C_A0DC), Color(argb: 0xFFE2_963C), Color(argb: 0xFFD6_302C),
  ]
  static let modeNames = ["day", "always-on", "night"]
  /// Of the limit at which a mode begins, and of the one at which it ends.
  static let enterDash = [7.0, 4]
  static let leaveDash = [1.6, 3.4]

  static let widthPx = 1_800
  static let heightPx = 1_080
  static let pixelsPerPoint = 1.8
  /// Of every plot, in points: they have one axis of time.
  static let plotWidth = 900.0
  /// Columns of pixels in a plot.
  static let columns = Int(plotWidth * pixelsPerPoint)
  /// Left and right of everything, in points.
  static let margin = 25.0
}
