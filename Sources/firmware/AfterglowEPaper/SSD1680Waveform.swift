/// Waveforms of the 2.9" V2 that are sent (docs/panels/ssd1680.md): 153 bytes to `32`, then their voltages.
enum SSD1680Waveform: UInt8 {
  /// Older glass, whose controller has none for a partial refresh.
  case partial = 0
  /// Four greys, which no controller has.
  case grey = 1

  static var byteCount: Int32 { 153 }
  /// Steps of `step`.
  static var stepCount: Int32 { 5 }

  func step(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: .table(.solomon(.waveform), number: rawValue, count: SSD1680Waveform.byteCount)
    case 1: SolomonSteps.send(.waveformEnd, 1, 0x22)
    case 2: SolomonSteps.send(.gateVoltage, 1, 0x17)
    case 3: SolomonSteps.send(.sourceVoltage, 3, self == .partial ? 0x41_B0_32 : 0x41_AE_32)
    case 4: SolomonSteps.send(.commonVoltage, 1, self == .partial ? 0x36 : 0x28)
    default: nil
    }
  }

  /// Five rows of 12 level bytes (old and new plane 00, 01, 10, 11, then VCOM), 12 groups of 7 bytes, 6 frame rates, 3 bytes
  /// of gate options.
  func byte(_ index: Int32) -> UInt8 {
    switch self {
    case .partial: SSD1680Waveform.partialByte(index)
    case .grey: SSD1680Waveform.greyByte(index)
    }
  }

  private static func partialByte(_ index: Int32) -> UInt8 {
    switch index {
    case 1: 0x40
    case 12, 13: 0x80
    case 24, 25: 0x40
    case 37: 0x80
    // Group 0: 10 frames, run twice for a darker picture; groups 1 and 2: one frame.
    case 60: 0x0A
    case 66: 0x02
    case 67, 74: 0x01
    case 144...149: 0x22
    default: 0
    }
  }

  private static func greyByte(_ index: Int32) -> UInt8 {
    switch index {
    // All rows go to both ends in group 1, and to their grey in group 2.
    case 1, 13, 25, 37: 0x60
    case 12: 0x20
    case 14: 0x10
    case 24: 0x28
    case 26: 0x14
    case 36: 0x2A
    case 38: 0x15
    case 49: 0x90
    // Groups 0 and 2: 2, 5 and 20 frames; group 1: 30 and 30, run once.
    case 61, 75: 0x02
    case 63, 77: 0x05
    case 64, 78: 0x14
    case 67, 68: 0x1E
    case 73: 0x01
    case 144: 0x24
    case 145...147: 0x22
    case 148: 0x23
    case 149: 0x32
    default: 0
    }
  }
}
