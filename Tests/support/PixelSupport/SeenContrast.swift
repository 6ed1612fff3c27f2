import Foundation

/// Contrast by the formula of WCAG 2.2, written without the code that tests check with it.
public enum SeenContrast {
  /// Returns the least contrast of a colour over any of some others; 0 without others.
  ///
  /// - Parameter cover: share of the colour that hides what is behind it, 0 to 1.
  public static func least(of ink: UInt32, cover: Double, over colors: Set<UInt32>) -> Double {
    colors.map { contrast(ink, cover, over: $0) }.min() ?? 0
  }

  /// Returns the relative luminance of a colour, 0 to 1.
  public static func luminance(_ argb: UInt32) -> Double {
    0.2126 * light(code(argb, 16)) + 0.7152 * light(code(argb, 8)) + 0.0722 * light(code(argb, 0))
  }

  private static func contrast(_ ink: UInt32, _ cover: Double, over behind: UInt32) -> Double {
    var front = 0.05
    var back = 0.05
    let channels: [(shift: UInt32, weight: Double)] = [(16, 0.2126), (8, 0.7152), (0, 0.0722)]
    for (shift, weight) in channels {
      let shown = code(ink, shift) * cover + code(behind, shift) * (1 - cover)
      front += weight * light(shown.rounded())
      back += weight * light(code(behind, shift))
    }
    return front / back
  }

  private static func code(_ argb: UInt32, _ shift: UInt32) -> Double { Double(argb >> shift & 255) }

  private static func light(_ code: Double) -> Double {
    let c = code / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }
}
