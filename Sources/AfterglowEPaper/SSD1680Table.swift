/// A register that the driver writes after every wake-up, with its value after a reset.
struct SSD1680Register {
  var command: UInt8
  var parameterCount: Int32
  /// Parameter bytes, the first in the lowest byte.
  var chosen: UInt32
  /// The datasheet's value after power-on or reset, in the same order.
  var datasheet: UInt32
  /// Why it differs from the reset value, or why it is written although it does not.
  var reason: StaticString
}

/// The register table of the 2.13" V4 panel (docs/panels/ssd1680.md, Set-up).
enum SSD1680Table {
  static var count: Int { 9 }

  /// In the order in which the registers are sent.
  static func register(_ index: Int) -> SSD1680Register {
    switch index {
    case 0:
      .init(
        command: 0x01, parameterCount: 3, chosen: 0x00_00F9, datasheet: 0x00_0127,
        reason: "250 gates of this panel instead of the controller's 296")
    case 1:
      .init(
        command: 0x11, parameterCount: 1, chosen: 0x03, datasheet: 0x03,
        reason: "x, then y, both increasing; a survivor of another program is not relied on")
    case 2:
      .init(
        command: 0x44, parameterCount: 2, chosen: 0x0F00, datasheet: 0x1500,
        reason: "16 bytes a row, inclusive: 122 pixels and 6 pad bits")
    case 3:
      .init(
        command: 0x45, parameterCount: 4, chosen: 0x00F9_0000, datasheet: 0x0127_0000,
        reason: "250 rows, inclusive")
    case 4:
      .init(
        command: 0x3C, parameterCount: 1, chosen: 0x05, datasheet: 0xC0,
        reason: "the border follows the waveform to white")
    case 5:
      .init(
        command: 0x21, parameterCount: 2, chosen: 0x8000, datasheet: 0x0000,
        reason: "this panel is wired to sources S8 to S167; a reset forgets it")
    case 6:
      .init(
        command: 0x18, parameterCount: 1, chosen: 0x80, datasheet: 0x48,
        reason: "the sensor in the controller chooses the waveform; the board has no external one")
    case 7:
      .init(
        command: 0x4E, parameterCount: 1, chosen: 0x00, datasheet: 0x00, reason: "the first byte of the window")
    default:
      .init(
        command: 0x4F, parameterCount: 2, chosen: 0x0000, datasheet: 0x0000, reason: "the first row of the window")
    }
  }

  static var softwareReset: UInt8 { 0x12 }
  static var writeNewPlane: UInt8 { 0x24 }
  static var writeOldPlane: UInt8 { 0x26 }
  static var updateSequence: UInt8 { 0x22 }
  static var activate: UInt8 { 0x20 }
  static var deepSleep: UInt8 { 0x10 }

  /// Clock and analog on, load temperature and waveform, display in mode 1, analog and clock off.
  static var fullRefreshThenPowerOff: UInt8 { 0xF7 }
  /// Deep sleep that retains RAM.
  static var sleepMode1: UInt8 { 0x01 }
}

/// How long the driver waits, in milliseconds (docs/panels/ssd1680.md, Times).
enum SSD1680Timing {
  /// Around the reset pulse.
  static var resetSettleMs: Int32 { 20 }
  /// Short, for HATs that power the controller from RST.
  static var resetPulseMs: Int32 { 2 }
  /// After a software reset; the controller is busy for at most this long.
  static var softwareResetMs: Int32 { 10 }
  /// Maximum time until the controller is idle after a reset.
  static var readyLimitMs: Int32 { 2_000 }
  /// BUSY must rise within this time after a refresh was started, or no controller is connected (F2).
  static var responseLimitMs: Int32 { 50 }
  /// 2 s at 25 °C, three times that in the cold, plus a margin.
  static var refreshLimitMs: Int32 { 10_000 }
  /// A full refresh takes longer than this; otherwise the controller found no waveform for its temperature (F8).
  static var refreshLeastMs: Int32 { 300 }
  /// From deep sleep to removing the supply.
  static var supplyOffMs: Int32 { 100 }
}
