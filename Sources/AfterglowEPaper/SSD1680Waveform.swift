/// The partial waveform of the older 2.9" V2 glass, which its controller does not have (docs/panels/ssd1680.md, Older
/// 2.9" glass): 153 bytes to `32`, then its voltages.
enum SSD1680Waveform {
  static var byteCount: Int32 { 153 }
  /// Steps of `step`.
  static var stepCount: Int32 { 5 }

  static func step(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: .table(.solomon(.waveform), number: 0, count: byteCount)
    case 1: SolomonSteps.send(.waveformEnd, 1, 0x22)
    case 2: SolomonSteps.send(.gateVoltage, 1, 0x17)
    case 3: SolomonSteps.send(.sourceVoltage, 3, 0x41_B0_32)
    case 4: SolomonSteps.send(.commonVoltage, 1, 0x36)
    default: nil
    }
  }

  /// Five rows of 12 level bytes (black to black, black to white, white to black, white to white, VCOM), 12 groups of 7
  /// bytes, 6 frame rates, 3 bytes of gate options.
  static func byte(_ index: Int32) -> UInt8 {
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
}
