import AfterglowCore

/// Panels of Solomon's controllers. Register values and times are those of the makers' drivers and of measured ones
/// (docs/panels/ssd1680-model.md and docs/panels/ssd1683-model.md, Simulation).
extension PanelDescription {
  /// Panels of Solomon's controllers, for each controller the most common one first.
  static let solomon = [panel2in13V4, panel2in9V2, panel2in9V2Old, panel4in2V2]

  /// Waveshare 2.13" V4, Good Display GDEY0213B74.
  public static let panel2in13V4 = PanelDescription(
    name: "2in13-v4", title: "2.13\" V4, 122×250, SSD1680", controller: .ssd1680,
    size: PixelSize(width: 122, height: 250),
    times: PanelTimes(powerOn: 95, powerOff: 140, full: 2000, fast: 1620, partial: 457),
    rules: [
      RegisterRule(0x01, [[0xF9, 0, 0]], isFatal: true, follows: .lastGate),
      RegisterRule(0x10, [[1], [3]], isRequired: false),
      RegisterRule(0x11, [[3]]),
      RegisterRule(0x18, [[0x80]]),
      RegisterRule(0x1A, [[0x64], [0x64, 0]], isRequired: false),
      RegisterRule(0x21, [[0, 0x80], [0x40, 0x80]], follows: .sources),
      swap, RegisterRule(0x3C, follows: .border),
    ],
    options: {
      var options = PanelOptions()
      options.forcedWaveforms = [0x64: .fast]
      options.firstSource = 8
      options.assumesInnerSources = true
      options.fullBorders = [0x05]
      options.partialBorders = [0x80]
      return options
    }())

  /// Waveshare 2.9" V2 with newer glass (GDEY029T94), whose partial waveform is in one-time memory.
  public static let panel2in9V2 = panel2in9(
    name: "2in9-v2", title: "2.9\" V2, newer glass, 128×296, SSD1680",
    times: PanelTimes(powerOn: 96, powerOff: 140, full: 4012, fast: 1715, partial: 362, grey: 2000),
    hasPartialWaveform: true)

  /// Waveshare 2.9" V2 with older glass (GDEM029T94), whose partial waveform is loaded into registers.
  public static let panel2in9V2Old = panel2in9(
    name: "2in9-v2-old", title: "2.9\" V2, older glass, 128×296, SSD1680",
    times: PanelTimes(powerOn: 96, powerOff: 140, full: 4012, fast: 1715, partial: 737, grey: 2000),
    hasPartialWaveform: false)

  private static func panel2in9(
    name: String, title: String, times: PanelTimes, hasPartialWaveform: Bool
  ) -> PanelDescription {
    var options = PanelOptions()
    options.forcedWaveforms = hasPartialWaveform ? [0x5A: .fast, 0x64: .fast] : [:]
    options.hasPartialWaveform = hasPartialWaveform
    options.firstSource = 8
    options.fullBorders = [0x05]
    options.partialBorders = [0x80]
    options.greyBorders = [0x04]
    options.waveformRegisters = [0x03, 0x04, 0x2C, 0x3F]
    options.waveforms = [
      0xC06E_499F_3111_7CBB, 0x6F29_F632_E7ED_E93C, 0xADD7_CBCD_F3DF_500C,
      0xAD42_27BB_1DCB_2D71, 0x7532_D5A8_BE11_D23E,
    ]
    return PanelDescription(
      name: name, title: title, controller: .ssd1680, glass: hasPartialWaveform ? 0 : 1,
      size: PixelSize(width: 128, height: 296), times: times,
      rules: [
        RegisterRule(0x01, [[0x27, 1, 0]], isFatal: true, follows: .lastGate),
        RegisterRule(0x03, [[0x17]], isRequired: false),
        RegisterRule(0x04, [[0x41, 0, 0x32], [0x41, 0xAE, 0x32], [0x41, 0xB0, 0x32]], isRequired: false),
        RegisterRule(0x10, [[1], [3]], isRequired: false),
        RegisterRule(0x11, [[3]]),
        RegisterRule(0x18, [[0x80]], isRequired: false),
        RegisterRule(0x1A, [[0x64], [0x64, 0], [0x5A], [0x5A, 0]], isRequired: false),
        RegisterRule(0x21, [[0, 0x80], [0x40, 0x80], [0, 0]], follows: .sources),
        RegisterRule(0x2C, [[0x36], [0x38], [0x28]], isRequired: false),
        swap, RegisterRule(0x3C, follows: .border),
        RegisterRule(0x3F, [[0x22]], isRequired: false),
      ],
      options: options)
  }

  /// Waveshare 4.2" V2, Good Display GDEY042T81.
  public static let panel4in2V2 = PanelDescription(
    name: "4in2-v2", title: "4.2\" V2, 400×300, SSD1683", controller: .ssd1683,
    size: PixelSize(width: 400, height: 300),
    times: PanelTimes(powerOn: 96, powerOff: 268, full: 4000, fast: 1140, partial: 358, grey: 2000),
    rules: [
      RegisterRule(0x01, [[0x2B, 1, 0]], isRequired: false, isFatal: true, follows: .lastGate),
      RegisterRule(0x03, [[0x17]], isRequired: false),
      RegisterRule(0x04, [[0x41, 0xA8, 0x32]], isRequired: false),
      RegisterRule(0x0C, [[0x8B, 0x9C, 0xA4, 0x0F]], isRequired: false),
      RegisterRule(0x10, [[1], [3]], isRequired: false),
      RegisterRule(0x11, [[3]]),
      RegisterRule(0x18, [[0x80]], isRequired: false),
      RegisterRule(0x1A, [[0x6E], [0x5A], [0x64], [0x6E, 0], [0x5A, 0], [0x64, 0]], isRequired: false),
      RegisterRule(0x21, [[0x40, 0], [0, 0]]),
      RegisterRule(0x2C, [[0x30]], isRequired: false),
      swap, RegisterRule(0x3C, follows: .border),
      RegisterRule(0x3F, [[0x07]], isRequired: false),
    ],
    options: {
      var options = PanelOptions()
      options.forcedWaveforms = [0x5A: .fast, 0x64: .fast, 0x6E: .fast]
      options.redPlaneMatters = true
      options.fullBorders = [0x05, 0x01]
      options.partialBorders = [0x80]
      options.greyBorders = [0x03]
      options.waveformRegisters = [0x03, 0x04, 0x0C, 0x2C, 0x3F]
      options.waveforms = [0x57FF_FDC8_B596_4AF3]
      return options
    }())

  /// Exchange of the planes after a partial refresh, on or off.
  private static let swap = RegisterRule(
    0x37, [[0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0], [UInt8](repeating: 0, count: 10)], isRequired: false)
}
