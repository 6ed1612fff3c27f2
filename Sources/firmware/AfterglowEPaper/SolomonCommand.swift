import AfterglowCore

/// The commands of Solomon's SSD168x that a sequence may send (docs/panels/ssd1680.md, Commands). Those that write
/// one-time memory (08, 36, 39) are not among them.
public enum SolomonCommand: UInt8, Sendable {
  case gates = 0x01
  case gateVoltage = 0x03
  case sourceVoltage = 0x04
  case softStart = 0x0C
  case deepSleep = 0x10
  case entryMode = 0x11
  case softwareReset = 0x12
  case temperatureSensor = 0x18
  case temperature = 0x1A
  case activate = 0x20
  case planeOptions = 0x21
  case updateSequence = 0x22
  case writeNewPlane = 0x24
  case writeOldPlane = 0x26
  case commonVoltage = 0x2C
  case waveform = 0x32
  case border = 0x3C
  case waveformEnd = 0x3F
  case columns = 0x44
  case rows = 0x45
  case column = 0x4E
  case row = 0x4F
}

/// Steps that the SSD168x share. Windows are inclusive: columns in bytes, rows low byte first.
enum SolomonSteps {
  static func send(_ command: SolomonCommand, _ count: Int32 = 0, _ bytes: UInt64 = 0) -> SequenceStep {
    .command(.solomon(command), CommandParameters(count, bytes))
  }

  /// Supply, reset by line, software reset.
  static func wake(_ index: Int32, settleMs: Int32, pulseMs: Int32) -> SequenceStep? {
    switch index {
    case 0: .supply(isOn: true)
    case 1: .reset(level: true)
    case 2: .pause(milliseconds: settleMs)
    case 3: .reset(level: false)
    case 4: .pause(milliseconds: pulseMs)
    case 5: .reset(level: true)
    case 6: .pause(milliseconds: settleMs)
    case 7: .waitUntilIdle(limitMs: readyLimitMs)
    default: softwareReset(index - 8)
    }
  }

  static func softwareReset(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: send(.softwareReset)
    case 1: .pause(milliseconds: softwareResetMs)
    case 2: .waitUntilIdle(limitMs: readyLimitMs)
    default: nil
    }
  }

  static func gates(_ size: PixelSize) -> SequenceStep {
    send(.gates, 3, UInt64(littleEndian16(size.height - 1)) << 8)
  }

  /// `44`, `45`, `4E`, `4F` of a window.
  static func window(_ index: Int32, _ window: PixelRect) -> SequenceStep? {
    let left = UInt64(window.x0 / 8)
    let right = UInt64((window.x1 + 7) / 8 - 1)
    let top = UInt64(littleEndian16(window.y0))
    let bottom = UInt64(littleEndian16(window.y1 - 1))
    return switch index {
    case 0: send(.columns, 2, left << 8 | right)
    case 1: send(.rows, 4, top << 16 | bottom)
    case 2: send(.column, 1, left)
    case 3: send(.row, 2, top)
    default: nil
    }
  }

  /// Runs a sequence that ends without showing anything, such as loading a waveform.
  static func run(_ index: Int32, _ sequence: UInt64) -> SequenceStep? {
    switch index {
    case 0: send(.updateSequence, 1, sequence)
    case 1: send(.activate)
    case 2: .pause(milliseconds: SequenceTiming.triggerLagMs)
    case 3: .waitUntilIdle(limitMs: readyLimitMs)
    default: nil
    }
  }

  static func refresh(_ index: Int32, _ sequence: UInt64, leastMs: Int32, limitMs: Int32) -> SequenceStep? {
    switch index {
    case 0: send(.updateSequence, 1, sequence)
    case 1: send(.activate)
    case 2: .waitForRefresh(leastMs: leastMs, limitMs: limitMs)
    default: nil
    }
  }

  /// Both planes with the picture on the panel.
  static func bothPlanes(_ index: Int32) -> SequenceStep? {
    switch index {
    case 0: .plane(.solomon(.writeNewPlane), .new)
    case 1: .plane(.solomon(.writeOldPlane), .new)
    default: nil
    }
  }

  /// After a refresh in greys: a software reset, which keeps the planes, the registers of a full refresh, and both planes in
  /// black and white.
  static func leaveGreys(_ index: Int32, setUpCount: Int32, _ setUp: (Int32) -> SequenceStep?) -> SequenceStep? {
    switch index - 3 {
    case ..<0: softwareReset(index)
    case ..<setUpCount: setUp(index - 3)
    default: bothPlanes(index - 3 - setUpCount)
    }
  }

  /// A number of 16 bits as it is sent, low byte first.
  private static func littleEndian16(_ value: Int32) -> UInt16 { UInt16(truncatingIfNeeded: value).byteSwapped }

  /// Maximum time until the controller is idle after a reset or a short sequence.
  static var readyLimitMs: Int32 { 2_000 }
  /// After a software reset; the controller is busy for at most this long.
  static var softwareResetMs: Int32 { 10 }
}
