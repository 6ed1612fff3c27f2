/// The light that reaches the eye from a panel in a room, in cd/m² × 10⁶: its white, its black, and the room's light
/// that the panel reflects (docs/rules.md, Contrast).
public struct PanelLight: Equatable, Sendable {
  public let whiteMicronits: Int64
  public let blackMicronits: Int64
  public let veilMicronits: Int64

  /// - Parameters:
  ///   - millilux: the light that falls on the panel.
  ///   - whiteMillinits: luminance of white now, where hardware dims the panel; black follows it. nil = the peak.
  public init(
    _ settings: LightSettings, _ legibility: LegibilitySettings, millilux: Int64, whiteMillinits: Int64? = nil
  ) {
    // Bounds far beyond any panel keep the products below 64 bits.
    let white = Swift.max(0, Swift.min(whiteMillinits ?? Int64(settings.peakMillinits), 100_000_000))
    let black = Int64(Swift.max(0, Swift.min(legibility.blackMillinits, 10_000_000)))
    whiteMicronits = white * 1000
    blackMicronits = black * 1000 * white / Int64(Swift.max(1, settings.peakMillinits))
    veilMicronits = PanelLight.veil(millilux, legibility)
  }

  /// Lux · reflectance / π: a matt surface reflects equally in all directions.
  static func veil(_ millilux: Int64, _ legibility: LegibilitySettings) -> Int64 {
    let light = Swift.max(0, Swift.min(millilux, 1_000_000_000))
    return light * Int64(Swift.max(0, Swift.min(legibility.reflectancePermille, 1000))) * 113 / 355
  }
}
