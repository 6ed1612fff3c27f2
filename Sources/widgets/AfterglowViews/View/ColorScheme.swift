/// Whether content is light on dark, or dark on light.
public enum ColorScheme: String, Hashable, Sendable { case light, dark }

extension ColorScheme {
  /// Levels of the hierarchical styles. Opaque greys, never translucent whites (rule 36). Contrast on black is 21, 9.0
  /// and 3.1 by the WCAG formula, so that dimming keeps them apart; on white 21, 5.9 and 3.1.
  package var greyLevels: [UInt8] {
    switch self {
    case .light: [0, 100, 146]
    case .dark: [255, 168, 96]
    }
  }
}
