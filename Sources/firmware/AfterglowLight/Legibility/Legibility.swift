import AfterglowCore

/// The contrast of two colours on a panel in a room.
///
/// In a lit room by WCAG 2.2. In a dark one that formula assumes ambient light that is not there, and would require
/// reds that light the bedroom; there it is physical contrast: all light that reaches the eye from the one colour,
/// divided by all light from the other (docs/rules.md, Contrast).
public struct Legibility: Sendable {
  /// Least contrast of text, and of large text and marks, × 100 (WCAG 2.2).
  public static var textHundredths: Int64 { 450 }
  public static var largeHundredths: Int64 { 300 }
  /// lux × 1000 from which the WCAG formula applies: a living room by lamplight has 50 to 100 lx (docs/rules.md,
  /// Typical light).
  public static var litRoomMillilux: Int64 { 50_000 }

  /// The light that reaches the eye from the panel in the room.
  public let panel: PanelLight
  public let isRoomLit: Bool
  private let sRGB: SRGB

  /// - Parameters:
  ///   - millilux: the light that falls on the panel.
  ///   - whiteMillinits: luminance of white now, where hardware dims the panel; black follows it. nil = the peak.
  public init(
    _ settings: LightSettings, _ legibility: LegibilitySettings, millilux: Int64, whiteMillinits: Int64? = nil
  ) {
    panel = PanelLight(settings, legibility, millilux: millilux, whiteMillinits: whiteMillinits)
    isRoomLit = millilux >= Legibility.litRoomMillilux
    sRGB = SRGB()
  }

  /// The light that a colour emits, the panel's black included, in cd/m² × 10⁶.
  public func micronits(_ color: Color) -> Int64 {
    let black = panel.blackMicronits
    return black + Swift.max(0, panel.whiteMicronits - black) * Int64(sRGB.luminance(color)) / 65_535
  }

  /// Contrast × 100 by the formula that applies in this room; the order of the colours does not matter.
  public func hundredths(_ a: Color, over b: Color) -> Int64 {
    isRoomLit ? webHundredths(a, over: b) : physicalHundredths(a, over: b)
  }

  /// Physical contrast × 100.
  public func physicalHundredths(_ a: Color, over b: Color) -> Int64 {
    ratio(micronits(a) + panel.veilMicronits, micronits(b) + panel.veilMicronits)
  }

  /// (Y₁ + 0.05) / (Y₂ + 0.05) × 100 (WCAG 2.2).
  public func webHundredths(_ a: Color, over b: Color) -> Int64 {
    ratio(Int64(sRGB.luminance(a)) * 100 + 327_675, Int64(sRGB.luminance(b)) * 100 + 327_675)
  }

  private func ratio(_ a: Int64, _ b: Int64) -> Int64 {
    Swift.max(a, b) * 100 / Swift.max(1, Swift.min(a, b))
  }
}

/// The luminance of the night's main red.
///
/// As dim as legibility allows in the brightest room that still counts as night, between the board's floor and ceiling.
/// It requires more contrast than by day, 7:1 for text and 4.5:1 for marks, because dark-adapted eyes see less
/// contrast; and it requires it of the dimmest role of each kind.
public struct NightLuminance: Sendable {
  public static var textHundredths: Int64 { 700 }
  public static var markHundredths: Int64 { 450 }

  /// What legibility requires, in cd/m² × 1000, without the ceiling.
  public let wantedMillinits: Int64
  /// The luminance, in cd/m² × 1000.
  public let millinits: Int64

  /// - Parameter whiteMillinits: luminance of white at night, where hardware dims the panel; nil = the peak.
  public init(_ settings: LightSettings, _ legibility: LegibilitySettings, whiteMillinits: Int64? = nil) {
    let room = PanelLight(
      settings, legibility, millilux: Int64(settings.night.leaveMillilux), whiteMillinits: whiteMillinits)
    let ground = room.blackMicronits + room.veilMicronits
    func wanted(_ hundredths: Int64, _ permille: UInt32) -> Int64 {
      (ground * (hundredths - 100) * 10 / Int64(permille) + 999) / 1000
    }
    wantedMillinits = Swift.max(
      wanted(NightLuminance.textHundredths, ColorStage.secondaryPermille),
      wanted(NightLuminance.markHundredths, ColorStage.tertiaryPermille))
    let ceiling = Int64(Swift.max(0, settings.nightMillinits))
    millinits = Swift.min(ceiling, Swift.max(Int64(legibility.nightFloorMillinits), wantedMillinits))
  }
}
