import AfterglowCore

/// The last two decisions about a colour before a panel encodes it: always-on luminance, then night.
///
/// - Always-on multiplies linear light by `alwaysOnPermille`.
/// - Night, on panels that emit light, makes backgrounds black and everything else a level of red: primary paints reach
///   the ceiling, the red whose luminance is `nightMillinits` on this panel (red carries 0.2126 of white's luminance);
///   secondary and tertiary ones a fixed part of it; accents follow max(R, G, B), pictures their luminance
///   (facts.md 3.10), both below the ceiling.
///
/// Alpha is kept. Panels that only reflect keep every colour: dimming ink saves no one's sleep.
public struct ColorStage: Sendable {
  private let sRGB: SRGB
  /// Always-on code of each code.
  private var reduced: InlineArray<256, UInt8>
  /// The brightest night red in linear light, 0...65535.
  public let nightCeiling: UInt32
  private let isEmissive: Bool

  /// Linear light of secondary and tertiary paints at night against primary ones, × 1000 [ours]: in a room of 2 lux
  /// both stand more than 50:1 above a 4 % reflecting glass at the default ceiling (facts.md 3.8).
  public static var secondaryPermille: UInt32 { 600 }
  public static var tertiaryPermille: UInt32 { 300 }

  public init(settings: LightSettings, isEmissive: Bool) {
    let sRGB = SRGB()
    var reduced = InlineArray<256, UInt8>(repeating: 0)
    let permille = UInt32(Swift.max(0, Swift.min(settings.alwaysOnPermille, 1000)))
    for code in 1..<256 {
      let light = sRGB.linear(UInt8(truncatingIfNeeded: code))
      reduced[code] = sRGB.code(nearest: (light * permille + 500) / 1000)
    }
    self.sRGB = sRGB
    self.reduced = reduced
    self.isEmissive = isEmissive
    let peak = UInt64(Swift.max(1, settings.peakMillinits))
    let wanted = UInt64(Swift.max(0, settings.nightMillinits)) * 65_535 * 10_000 / (peak * 2_126)
    nightCeiling = UInt32(Swift.min(65_535, wanted))
  }

  /// What a paint of this colour and role becomes.
  public func resolve(_ color: Color, role: PaintRole, mode: LightMode) -> Color {
    if !isEmissive || !mode.isLuminanceReduced { return color }
    let dimmed = Color(
      red: reduced[Int(color.red)], green: reduced[Int(color.green)], blue: reduced[Int(color.blue)],
      alpha: color.alpha)
    if !mode.isNight { return dimmed }
    return Color(red: nightRed(dimmed, role), green: 0, blue: 0, alpha: color.alpha)
  }

  /// The same for a picture's pixel, alpha multiplied in as pictures hold it.
  public func resolvePicture(_ pixel: UInt32, role: PaintRole = .picture, mode: LightMode) -> UInt32 {
    if !isEmissive || !mode.isLuminanceReduced { return pixel }
    let alpha = pixel >> 24
    if alpha == 0 { return 0 }
    var color = Color(argb: pixel)
    if alpha != 255 {
      color = Color(
        red: divide(pixel >> 16 & 255, byAlpha: alpha), green: divide(pixel >> 8 & 255, byAlpha: alpha),
        blue: divide(pixel & 255, byAlpha: alpha), alpha: UInt8(truncatingIfNeeded: alpha))
    }
    return resolve(color, role: role, mode: mode).premultiplied
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
      // 0.2126, 0.7152, 0.0722 in 1/65536.
      let luminance =
        sRGB.linear(color.red) &* 13_933 &+ sRGB.linear(color.green) &* 46_871 &+ sRGB.linear(color.blue) &* 4_732
      return belowCeiling(luminance >> 16)
    }
  }

  /// A foreground level; never black, whatever the ceiling.
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

/// What a paint becomes, for callers with one colour at hand; builds the tables each time.
public func resolve(
  _ color: Color, role: PaintRole, mode: LightMode, settings: LightSettings, isEmissive: Bool = true
) -> Color {
  ColorStage(settings: settings, isEmissive: isEmissive).resolve(color, role: role, mode: mode)
}
