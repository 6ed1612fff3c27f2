import AfterglowCore

/// Panels of UltraChip's controllers. Register values and times are those of the makers' drivers and of measured ones
/// (docs/panels/uc8179-model.md, Simulation).
extension PanelDescription {
  /// Panels of UltraChip's controllers, for each controller the most common one first.
  static let ultraChip = [panel7in5V2, panel7in5V2Old]

  /// Waveshare 7.5" V2 with newer glass (GDEY075T7).
  public static let panel7in5V2 = panel7in5(
    name: "7in5-v2", title: "7.5\" V2, newer glass, 800×480, UC8179", glass: 1,
    times: PanelTimes(powerOn: 129, powerOff: 40, full: 4500, fast: 1171, partial: 435, grey: 2000),
    settings: [[0x1F]], borders: [[0x10, 7], [0x29, 7], [0xA9, 7], [0x90, 7], [0x10, 0x17], [0xF7], [0xF7, 7]]
  ) { options in
    options.forcedWaveforms = [0x5A: .fast, 0x6E: .differential, 0x5F: .grey]
    options.partialBorders = [0xA9]
    options.greyBorders = [0x10, 0x90]
  }

  /// Waveshare 7.5" V2 with older glass (GDEW075T7): its partial waveform is loaded into registers.
  public static let panel7in5V2Old = panel7in5(
    name: "7in5-v2-old", title: "7.5\" V2, older glass, 800×480, UC8179",
    times: PanelTimes(powerOn: 134, powerOff: 40, full: 4108, partial: 1584),
    settings: [[0x1F], [0x3F]], borders: [[0x10, 7], [0x29, 7], [0x39, 7], [0xF7], [0xF7, 7]]
  ) { options in
    options.hasPartialWaveform = false
    options.partialBorders = [0x39]
    options.waveformRegisters = [0x82]
    options.waveforms = [
      0x6F82_167F_878A_97E6, 0xF074_BCA4_D7F6_E9D0, 0x3563_5718_9F5E_0992,
    ]
  }

  private static func panel7in5(
    name: String, title: String, glass: UInt8 = 0, times: PanelTimes, settings: [[UInt8]], borders: [[UInt8]],
    change: (inout PanelOptions) -> Void
  ) -> PanelDescription {
    var options = PanelOptions()
    options.fullBorders = [0x10, 0x29]
    change(&options)
    return PanelDescription(
      name: name, title: title, controller: .uc8179, glass: glass, size: PixelSize(width: 800, height: 480),
      times: times,
      rules: [
        RegisterRule(0x00, settings),
        RegisterRule(
          0x01, [[7, 7, 0x28, 0x17], [7, 7, 0x3F, 0x3F], [7, 7, 0x28, 0x17, 9], [7, 7, 0x3F, 0x3F, 9]]),
        RegisterRule(0x06, [[0x17, 0x17, 0x28, 0x17], [0x17, 0x17, 0x38, 0x17], [0x27, 0x27, 0x18, 0x17]]),
        RegisterRule(0x15, [[0]]),
        RegisterRule(0x41, [[0]], isRequired: false),
        RegisterRule(0x50, borders),
        RegisterRule(0x52, [[3]], isRequired: false),
        RegisterRule(0x60, [[0x22]]),
        RegisterRule(0x61, [[3, 0x20, 1, 0xE0]], isFatal: true, follows: .resolution),
        RegisterRule(0x82, [[0x26], [0x30]], isRequired: false),
        RegisterRule(0xE0, [[0], [2]], isRequired: false),
        RegisterRule(0xE3, [[0x22]], isRequired: false),
        RegisterRule(0xE5, options.forcedWaveforms.keys.sorted().map { [$0] }, isRequired: false),
      ],
      options: options)
  }
}
