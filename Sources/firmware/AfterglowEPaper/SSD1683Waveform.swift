/// The waveform in four greys of the 4.2" V2, which its controller does not have (docs/panels/ssd1683.md, Four greys): 227
/// bytes to `32`, then its voltages.
enum SSD1683Waveform {
  static var byteCount: Int32 { 227 }
  /// Steps of `step`.
  static var stepCount: Int32 { 6 }

  static func step(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: SolomonSteps.send(.softStart, 4, 0x8B9C_A40F)
    case 1: .table(.solomon(.waveform), number: 0, count: byteCount)
    case 2: SolomonSteps.send(.waveformEnd, 1, 0x07)
    case 3: SolomonSteps.send(.gateVoltage, 1, 0x17)
    case 4: SolomonSteps.send(.sourceVoltage, 3, 0x41_A8_32)
    case 5: SolomonSteps.send(.commonVoltage, 1, 0x30)
    default: nil
    }
  }

  /// Five tables (VCOM, then white, light, dark and black) of six groups of seven bytes: how often the group runs, four
  /// phases of a level in the upper two bits and frames in the lower six, and how often each half repeats. Then 14 unused
  /// bytes, the frame rate and two of gate options.
  static func byte(_ index: Int32) -> UInt8 {
    if index >= 210 { return index == 224 ? 0x02 : 0 }
    let group = index % 42 / 7
    // Unused groups, too, run once and repeat once.
    switch index % 7 {
    case 0: return group == 1 || group == 2 ? 5 : 1
    case 5, 6: return 1
    default: break
    }
    let shift = UInt32(24 - 8 * (index % 7 - 1))
    return UInt8(truncatingIfNeeded: phases(group) >> shift) | levels(index / 42, group, index % 7 - 1) << 6
  }

  /// The frames of a group's four phases, highest byte first. They are the same in all tables.
  private static func phases(_ group: Int32) -> UInt32 {
    switch group {
    case 0: 0x0A1B_0F03
    case 1: 0x0A01_0A01
    case 2: 0x0803_0204
    case 3: 0x0404_0200
    default: 0
    }
  }

  /// The level of a phase: 1 drives black, 2 drives white, 0 holds.
  private static func levels(_ table: Int32, _ group: Int32, _ phase: Int32) -> UInt8 {
    // Four groups of four phases of two bits, the first one highest.
    let all: UInt32 =
      switch table {
      case 1: 0b00_00_00_00__01_00_10_00__01_00_10_10__10_10_10_00
      case 2: 0b00_00_10_00__01_00_10_00__01_10_10_00__00_00_00_00
      case 3: 0b10_00_10_00__01_00_10_00__01_10_00_00__00_00_00_00
      case 4: 0b10_10_10_00__01_00_10_00__01_00_01_00__00_00_01_00
      default: 0
      }
    if group > 3 { return 0 }
    return UInt8(truncatingIfNeeded: all >> UInt32(30 - 8 * group - 2 * phase)) & 3
  }
}
