/// The partial waveform of the older 7.5" V2 glass (docs/panels/uc8179.md, Older glass): 42 bytes to each of `20` to
/// `25`, charge-balanced.
enum UC8179Waveform {
  static var byteCount: Int32 { 42 }
  /// Steps of `step`.
  static var stepCount: Int32 { 9 }

  static func step(_ index: Int32, _ preset: UC8179.Preset) -> SequenceStep? {
    switch index {
    // Mono, waveform of the registers.
    case 0: UC8179.send(.panelSetting, 1, 0x3F)
    case 1: UC8179.send(.commonVoltage, 1, UInt64(preset.commonVoltage))
    case 2: UC8179.send(.dataInterval, 2, 0x3907)
    case 3: table(.waveformVCOM)
    case 4: table(.waveformWhiteToWhite)
    case 5: table(.waveformBlackToWhite)
    case 6: table(.waveformWhiteToBlack)
    case 7: table(.waveformBlackToBlack)
    case 8: table(.waveformBorder)
    default: nil
    }
  }

  private static func table(_ command: UltraChipCommand) -> SequenceStep {
    .table(.ultraChip(command), number: command.rawValue, count: byteCount)
  }

  /// One group of four phases: levels, four frame counts, one run. Only pixels that change are driven.
  static func byte(_ index: Int32, of number: UInt8) -> UInt8 {
    switch index {
    case 0:
      number == UltraChipCommand.waveformBlackToWhite.rawValue
        ? 0x5A : number == UltraChipCommand.waveformWhiteToBlack.rawValue ? 0x84 : 0
    case 1, 3: 0x1E
    case 2, 4: 0x05
    case 5: 0x01
    default: 0
    }
  }
}
