import AfterglowCore

/// The last two decisions about a colour before a panel encodes it: always-on luminance, then night.
///
/// - Always-on gives white `alwaysOnPermille` of its light, where no hardware dims the panel (`PanelWhite`), and less
///   where more than a tenth of the panel is lit, so that its mean light grows little with what it shows
///   (docs/rules.md, Reduced luminance); but never so little that text of 7:1 would be illegible in a lit room, where a
///   person can request always-on. All other colours follow white by one curve (`AlwaysOnCurve`), which is applied to
///   the finished picture.
/// - Night, on panels that emit light, makes backgrounds black and everything else a level of red: primary paints reach
///   the ceiling, the red whose luminance is `NightLuminance` on this panel (red carries 0.2126 of white's luminance);
///   secondary and tertiary ones a fixed part of it; accents follow max(R, G, B), pictures their luminance
///   (docs/rules.md, Red light), both below the ceiling.
///
/// Alpha is kept. Reflective panels keep every colour, because their ink emits no light.
public struct ColorStage: Sendable {
  private let sRGB: SRGB
  /// The numerator and denominator of the share that white keeps in always-on.
  private let remainingWhite: UInt64
  private let fullWhite: UInt64
  /// The brightest night red in linear light, 0...65535.
  public let nightCeiling: UInt32
  private let isEmissive: Bool

  /// Linear light of secondary and tertiary paints at night against primary ones, × 1000, our choice: `NightLuminance`
  /// makes the primary ones bright enough for both to be legible.
  public static var secondaryPermille: UInt32 { 600 }
  public static var tertiaryPermille: UInt32 { 300 }
  /// Linear light of a picture's white at night against primary paints, × 1000, our choice: a photograph over the whole
  /// panel has about half a candela, and four greys of it stay apart.
  public static var picturePermille: UInt32 { 400 }

  /// The least share of white that colours keep in always-on, in 1/65535: the W whose curve turns 7:1, the contrast
  /// that the author gives all text of always-on, into 3:1, with a hundredth for the rounding of codes. White itself
  /// then has 5.7:1 on black.
  public static var leastWhite: UInt32 { 15_290 }

  /// The factor for a lit share, both × 1000: in steps, so that a change of content seldom changes the light of
  /// everything else.
  public static func litFactorPermille(_ litPermille: Int32) -> UInt32 {
    let steps = (Swift.max(0, Swift.min(litPermille, 1000)) + 49) / 50
    return steps <= 2 ? 1000 : UInt32(2000 / steps)
  }

  /// - Parameters:
  ///   - white: the panel's white as the hardware dims it in each mode; nil = its peak always.
  ///   - litPermille: share of the panel's pixels that always-on lights, × 1000.
  public init(
    settings: LightSettings, legibility: LegibilitySettings = LegibilitySettings(), isEmissive: Bool,
    white given: PanelWhite? = nil, litPermille: Int32 = 0
  ) {
    self.init(
      settings: settings, legibility: legibility, isEmissive: isEmissive, white: given, litPermille: litPermille,
      SRGB())
  }

  /// The same for another white or another lit share; the transfer function is reused.
  public func renewed(
    settings: LightSettings, legibility: LegibilitySettings, white: PanelWhite?, litPermille: Int32
  ) -> ColorStage {
    ColorStage(
      settings: settings, legibility: legibility, isEmissive: isEmissive, white: white, litPermille: litPermille, sRGB)
  }

  private init(
    settings: LightSettings, legibility: LegibilitySettings, isEmissive: Bool, white given: PanelWhite?,
    litPermille: Int32, _ sRGB: SRGB
  ) {
    let white = given ?? PanelWhite(undimmed: settings)
    let alwaysOnWhite = UInt64(Swift.max(1, white.alwaysOnMillinits))
    let wantedWhite =
      Swift.min(alwaysOnWhite, UInt64(Swift.max(0, white.alwaysOnWantedMillinits)))
      * UInt64(ColorStage.litFactorPermille(litPermille)) / 1000
    self.sRGB = sRGB
    remainingWhite = Swift.max(wantedWhite * 65_535, alwaysOnWhite * UInt64(ColorStage.leastWhite))
    fullWhite = alwaysOnWhite * 65_535
    self.isEmissive = isEmissive
    let nightWhite = Int64(Swift.max(1, white.nightMillinits))
    let red = UInt64(Swift.max(0, NightLuminance(settings, legibility, whiteMillinits: nightWhite).millinits))
    let wanted = red * 65_535 * 10_000 / (UInt64(nightWhite) * 2_126)
    nightCeiling = UInt32(Swift.min(65_535, wanted))
  }

  /// Sum of the luminances of `count` opaque pixels that lie `step` apart, 0...65535 each.
  public func luminanceSum(of pixels: UnsafePointer<UInt32>, count: Int, step: Int) -> Int64 {
    var sum: Int64 = 0
    for index in 0..<count {
      let pixel = pixels[index &* step]
      // Most of a clock is black.
      if pixel & 0xFF_FFFF == 0 { continue }
      let luminance = SRGB.luminance(
        red: sRGB.linear(UInt8(truncatingIfNeeded: pixel >> 16)),
        green: sRGB.linear(UInt8(truncatingIfNeeded: pixel >> 8)), blue: sRGB.linear(UInt8(truncatingIfNeeded: pixel)))
      sum &+= Int64(luminance)
    }
    return sum
  }

  /// Always-on's curve for a finished picture. Computed at each call.
  public var curve: AlwaysOnCurve { AlwaysOnCurve(white: remainingWhite, of: fullWhite) }

  /// The colour that the panel shows for a paint of this colour and role.
  public func resolve(_ color: Color, role: PaintRole, mode: LightMode) -> Color {
    if isEmissive && mode == .alwaysOn { return curve.dimmed(color, sRGB) }
    return painted(color, role: role, mode: mode)
  }

  /// The colour that is painted: in always-on the finished picture is dimmed afterwards.
  public func painted(_ color: Color, role: PaintRole, mode: LightMode) -> Color {
    if !isEmissive || !mode.isNight { return color }
    return Color(red: nightRed(color, role), green: 0, blue: 0, alpha: color.alpha)
  }

  /// The same for a picture's pixel, premultiplied.
  public func paintedPicture(_ pixel: UInt32, role: PaintRole = .picture, mode: LightMode) -> UInt32 {
    if !isEmissive || !mode.isNight { return pixel }
    let alpha = pixel >> 24
    if alpha == 0 { return 0 }
    var color = Color(argb: pixel)
    if alpha != 255 {
      color = Color(
        red: divide(pixel >> 16 & 255, byAlpha: alpha), green: divide(pixel >> 8 & 255, byAlpha: alpha),
        blue: divide(pixel & 255, byAlpha: alpha), alpha: UInt8(truncatingIfNeeded: alpha))
    }
    return painted(color, role: role, mode: mode).premultiplied
  }

  private func nightRed(_ color: Color, _ role: PaintRole) -> UInt8 {
    switch role {
    case .background: return 0
    case .primary: return level(1000)
    case .secondary: return level(ColorStage.secondaryPermille)
    case .tertiary: return level(ColorStage.tertiaryPermille)
    case .accent:
      let brightest = Swift.max(Swift.max(color.red, color.green), color.blue)
      return belowCeiling(sRGB.linear(brightest))
    case .picture:
      return belowCeiling(sRGB.luminance(color) * ColorStage.picturePermille / 1000)
    }
  }

  /// A foreground level; never black, even with a ceiling of 0.
  private func level(_ permille: UInt32) -> UInt8 {
    Swift.max(1, sRGB.code(notAbove: nightCeiling * permille / 1000))
  }

  private func belowCeiling(_ light: UInt32) -> UInt8 {
    sRGB.code(notAbove: UInt32(UInt64(light) * UInt64(nightCeiling) / 65_535))
  }

  private func divide(_ value: UInt32, byAlpha alpha: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: Swift.min(255, (value * 255 + alpha / 2) / alpha))
  }
}
