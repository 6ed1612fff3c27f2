import AfterglowCore
import AfterglowDocuments
import AfterglowLight

/// The keys of `light` about a panel's optics.
extension LegibilitySettings {
  /// The contrast of an ordinary LCD.
  private static let typicalContrast: Int32 = 1000

  init(_ light: inout StrictDecoder, _ settings: LightSettings) {
    self.init()
    blackMillinits = settings.peakMillinits / Self.typicalContrast
    if let black = light.thousandths(key: "blackLuminance") {
      blackMillinits = black
      if blackMillinits > settings.peakMillinits / 10 {
        let most = ScalarText.format(Double(settings.peakMillinits) / 10_000)
        light.fail(
          "blackLuminance",
          "expected \"light.blackLuminance\" at most a tenth of \"light.peakLuminance\", \(most) cd/m², found "
            + ScalarText.format(Double(blackMillinits) / 1000))
      }
    }
    reflectancePermille = light.thousandths(key: "reflectance") ?? reflectancePermille
    nightFloorMillinits = min(nightFloorMillinits, settings.nightMillinits)
    if let floor = light.thousandths(key: "nightFloor") {
      nightFloorMillinits = floor
      if nightFloorMillinits > settings.nightMillinits {
        let ceiling = ScalarText.format(Double(settings.nightMillinits) / 1000)
        light.fail(
          "nightFloor",
          "expected \"light.nightFloor\" at most \"light.nightLuminance\", \(ceiling) cd/m², found "
            + ScalarText.format(Double(floor) / 1000))
      }
    }
  }
}

/// Assesses a board's legibility at night.
public enum NightJudge {
  /// Sentences about reds that are illegible; empty if there are none.
  public static func notices(_ light: LightSettings, _ legibility: LegibilitySettings) -> [String] {
    let stage = ColorStage(settings: light, legibility: legibility, isEmissive: true)
    let room = Legibility(light, legibility, millilux: Int64(light.night.leaveMillilux))
    let needs: [(PaintRole, String, Int64)] = [
      (.secondary, "secondary text", Legibility.textHundredths), (.tertiary, "marks", Legibility.largeHundredths),
    ]
    return needs.compactMap { role, name, least in
      let found = room.physicalHundredths(stage.resolve(.white, role: role, mode: .night), over: .black)
      if found >= least { return nil }
      let wanted = NightLuminance(light, legibility).wantedMillinits
      return "at night \(name) may be hard to read: expected a contrast of \(text(least)):1 at "
        + "\(ScalarText.format(Double(light.night.leaveMillilux) / 1000)) lx, found \(text(found)):1; raise "
        + "light.nightLuminance (\(ScalarText.format((Double(wanted) / 100).rounded(.up) / 10)) cd/m² would do), or lower "
        + "the backlight, which darkens the panel's black as well"
    }
  }

  private static func text(_ hundredths: Int64) -> String { ScalarText.format(Double(hundredths / 10) / 10) }
}
