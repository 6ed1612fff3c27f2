import AfterglowCore

/// Spectra 6 panels. Register values and times are those of the makers' drivers and of measured ones
/// (docs/panels/spectra6-model.md, Simulation).
extension PanelDescription {
  /// Spectra 6 panels, the most common one first.
  static let spectra = [panel7in3Spectra6, panel4in0Spectra6]

  /// Waveshare 7.3" E6 and Pimoroni's Inky Impression 7.3" of 2025 (GDEP073E01).
  public static let panel7in3Spectra6 = spectra6(
    name: "7in3-spectra6", title: "7.3\" Spectra 6, 800×480", size: PixelSize(width: 800, height: 480),
    resolution: [0x03, 0x20, 0x01, 0xE0], boosters: [0x49, 0x17], poweredBoosters: [0x49], full: 12_470,
    clockTimes: [
      0x00: 25_400, 0x01: 19_900, 0x02: 14_900, 0x03: 12_470, 0x04: 10_100, 0x05: 8800, 0x06: 7800, 0x07: 6750,
    ])

  /// Waveshare 4.0" E6 and Pimoroni's Inky Impression 4.0" of 2025, upright as its controller scans.
  public static let panel4in0Spectra6 = spectra6(
    name: "4in0-spectra6", title: "4.0\" Spectra 6, 400×600", size: PixelSize(width: 400, height: 600),
    resolution: [0x01, 0x90, 0x02, 0x58], boosters: [0x17], poweredBoosters: [0x27, 0x47], full: 19_100,
    clockTimes: [0x03: 19_100, 0x07: 9800])

  private static func spectra6(
    name: String, title: String, size: PixelSize, resolution: [UInt8], boosters: [UInt8], poweredBoosters: [UInt8],
    full: Int64, clockTimes: [UInt8: Int64]
  ) -> PanelDescription {
    var options = PanelOptions()
    options.fullBorders = [0x3F]
    options.clockTimes = clockTimes
    options.poweredBoosters = poweredBoosters.map { [0x6F, 0x1F, 0x17, $0] }
    return PanelDescription(
      name: name, title: title, controller: .spectra6, size: size,
      times: PanelTimes(powerOn: 172, powerOff: 145, full: full),
      rules: [
        RegisterRule(0x00, [[0x5F, 0x69], [0x4F, 0x6E]]),
        RegisterRule(0x01, [[0x3F]]),
        RegisterRule(0x03, [[0, 0x54, 0, 0x44]]),
        RegisterRule(0x05, [[0x40, 0x1F, 0x1F, 0x2C]]),
        RegisterRule(
          0x06, (boosters + poweredBoosters).map { [0x6F, 0x1F, 0x17, $0] } + [[0x6F, 0x1F, 0x16, 0x25]]),
        RegisterRule(0x08, [[0x6F, 0x1F, 0x1F, 0x22]]),
        RegisterRule(0x13, [[0, 4]], isRequired: false),
        RegisterRule(0x30, [[0x03], [0x08]], follows: .frameClock),
        RegisterRule(0x41, [[0]], isRequired: false),
        RegisterRule(0x50),
        RegisterRule(0x60, [[2, 0]]),
        RegisterRule(0x61, [resolution], isFatal: true, follows: .resolution),
        RegisterRule(0x82, [[0x01], [0x1E]], isRequired: false),
        RegisterRule(0x84, [[1]], orElse: 0x82),
        RegisterRule(0x86, [[0]], isRequired: false),
        RegisterRule(0xAA, [[0x49, 0x55, 0x20, 0x08, 0x09, 0x18]], isFatal: true),
        RegisterRule(0xE0, [[0]], isRequired: false),
        RegisterRule(0xE3, [[0x2F]]),
        RegisterRule(0xE6, [[0]], isRequired: false),
      ],
      options: options, inks: inks)
  }

  /// How inks look (docs/panels/spectra6-model.md, Colours); code 4, which is no ink, shows an orange.
  private static let inks: [UInt8: UInt32] = {
    var inks: [UInt8: UInt32] = [4: 0xFFDB_8610]
    for ink in PaperInk.allCases { inks[ink.rawValue] = 0xFF00_0000 | ink.appearance }
    return inks
  }()
}
